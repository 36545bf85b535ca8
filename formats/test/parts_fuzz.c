/* Any bytes as an export: parts of it, chosen by a census, say the same as the
 * whole.  The first byte is the format. */
#define _GNU_SOURCE /* memfd_create */
#include "corr_builtin.h"
#include "fuzz.h"
#include "test/test_parts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const corr_limits limits = { .decoded = 16 << 20,
                                        .record = 1 << 20,
                                        .memory = 64 << 20,
                                        .frames = 512,
                                        .depth = 64 };
    parts_case c;

    if (size == 0)
        return 0;
    const corr_format *f =
        data[0] % 2 ? &corr_format_otlp_pb : &corr_format_otlp;
    const char *fault = parts_fault(&c, f, &limits, data + 1, size - 1, 3);
    if (fault) {
        fprintf(stderr, "parts: %s of %s differs\n", fault, f->name);
        abort();
    }
    return 0;
}
