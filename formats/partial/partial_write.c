/* partial_write - selections as a partial. */
#include "partial/partial_rows.h"

corr_code partial_write(const corr_sel *const *sel, size_t n, corr_out *out,
                        corr_err *err)
{
    partial_sums *sums = partial_sums_new();
    corr_code code =
        sums ? partial_add_rows(sums, sel, n, (partial_eye){ 0 }, err)
             : corr_no_memory(err);

    if (!code)
        code = partial_sums_write(sums, out, err);
    partial_sums_free(sums);
    return code;
}
