/* zipkin_fuzz - the Zipkin reader, as a load does it, without attributes, by
 * id and in a window. */
#include <stdlib.h>

#include "build.h"
#include "corr_builtin.h"
#include "fuzz.h"
#include "src.h"

typedef struct outcome {
    size_t nspan;
    bool damaged; /* some could not be read */
} outcome;

static outcome read_some(const uint8_t *data, size_t size,
                         const corr_want *want)
{
    const corr_limits limits = {
        .decoded = 1 << 24, .record = 1 << 20, .memory = 1 << 26, .depth = 64
    };
    corr_err err = { 0 };
    corr_src *in =
        src_open_memory(data, size, &(src_opts){ .limits = limits }, &err);
    corr_build *b = build_new(
        &(build_opts){ .limits = limits, .needs = want->needs }, &err);
    outcome out = { .damaged = true };
    input r = { 0 };

    if (in && b && !corr_format_zipkin.read(in, want, b, &err) &&
        !build_seal(b, &r, &err)) {
        if (input_check(&r))
            abort();
        out = (outcome){ r.span.n - 1, r.damaged };
    }
    input_clear(&r);
    build_free(b);
    src_close(in);
    return out;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const corr_format *const only[] = { &corr_format_zipkin, NULL };
    const corr_want spans = { .needs = CORR_NEED_SPANS };
    const corr_want one = { .needs = CORR_NEED_SPANS,
                            .by_id = true,
                            .hi = 0x5b8efff798038103,
                            .lo = 0xd269b633813fc700,
                            .mask_hi = UINT64_MAX,
                            .mask_lo = UINT64_MAX };
    const corr_want window = { .from = 1000, .to = 1000000 };
    corr_err err = { 0 };

    fuzz_one(only, data, size, &err);
    const outcome all = read_some(data, size, &(corr_want){ 0 });
    const outcome plain = read_some(data, size, &spans);
    const outcome some = read_some(data, size, &window);
    if (!all.damaged && plain.nspan != all.nspan)
        abort();
    if (!all.damaged && some.nspan > all.nspan)
        abort();
    read_some(data, size, &one);
    return 0;
}
