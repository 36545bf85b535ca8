/* Flight recordings, raw or compressed, through the whole program; and, as they
 * stand, as pieces of one. */
#include "corr_builtin.h"
#include "fuzz.h"
#include "mutate.h"
#include "source/source.h"

static void fuzz_piece(const uint8_t *data, size_t size)
{
    const corr_format *f = &corr_format_jfr;
    corr_part p;

    if (!f->pieces.begins(data, size, &p))
        return;
    corr_src *in = src_open_memory(data, size, &(src_opts){ .path = "" }, NULL);
    if (in)
        f->pieces.whose(in, &p);
    src_close(in);
    f->pieces.kin(&p, &p);
    f->pieces.same(&p, &p);
}

MUTATES_WITH(mutate_recording)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const corr_format *const only[] = { &corr_format_jfr, NULL };
    corr_err err = { 0 };

    fuzz_piece(data, size);
    fuzz_one(only, data, size, &err);
    return 0;
}
