/* Fuzzes source_text: any bytes are read to their end, and what stands before a
 * text is not more than there is. */
#include <assert.h>

#include "fuzz.h"
#include "source/source.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const src_opts opts = { .path = "fuzz", .limits = { .decoded = 64 << 20 } };
    corr_src *in = src_open_memory(data, size, &opts, NULL);
    corr_str line;
    uint64_t n = 0;

    if (!in)
        return 0;
    while (corr_src_line(in, &line))
        n += line.n;
    const src_head head = src_head_of(in);
    if (!src_codec(in))
        assert(head.http + head.nuls <= size && n <= 2 * size);
    src_close(in);
    return 0;
}
