/* Fuzzes file_labels: any text is refused with a sentence or gives labels;
 * matching ends. */
#include <assert.h>

#include "fuzz.h"
#include "model/file_labels.h"

enum { SMALL = 16 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const paths[] = { "a", "x/y/a.jfr", "/v1/cpu.02.pb.gz",
                                         "aaaaaaaaaaaaaaaaaaaaaaaaaaaab" };
    file_labels m = { .arena = { .limit = SMALL } };
    file_labels_labels of = { 0 };
    corr_err err = { 0 };

    if (file_labels_read(&m, (corr_str){ (const char *)data, size }, "fuzz",
                         &err))
        assert(err.what[0]);
    else
        assert(m.line.n);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (!file_labels_of(&m, paths[i], &of))
            break;
    for (size_t i = 0; i < of.n; i++)
        assert(of.v[i].key.n && of.v[i].value.n);
    vec_free(&of);
    file_labels_clear(&m);
    return 0;
}
