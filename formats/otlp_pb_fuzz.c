/* otlp_pb_fuzz - the OTLP protobuf reader, as a load does it and by id; and
 * its probes. */
#include <stdlib.h>

#include "build.h"
#include "corr_builtin.h"
#include "fuzz.h"
#include "src.h"

/* Reads with what is wanted and returns the number of spans; damaged: whether
 * some could not be read. */
static size_t read_some(const uint8_t *data, size_t size, const corr_want *want,
                        bool *damaged)
{
    const corr_limits limits = { .decoded = 1 << 24,
                                 .record = 1 << 20,
                                 .memory = 1 << 26 };
    corr_err err = { 0 };
    corr_src *in =
        src_open_memory(data, size, &(src_opts){ .limits = limits }, &err);
    corr_build *b = build_new(
        &(build_opts){ .limits = limits, .needs = want->needs }, &err);
    input r = { 0 };
    size_t n = 0;

    if (in && b && !corr_format_otlp_pb.read(in, want, b, &err) &&
        !build_seal(b, &r, &err)) {
        if (input_check(&r))
            abort();
        n = r.span.n - 1;
        *damaged = r.damaged;
    }
    input_clear(&r);
    build_free(b);
    src_close(in);
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const corr_format *const only[] = { &corr_format_otlp_pb, NULL };
    const corr_want spans = { .needs = CORR_NEED_SPANS };
    const corr_want one = { .needs = CORR_NEED_SPANS,
                            .by_id = true,
                            .hi = 0x5b8efff798038103,
                            .lo = 0xd269b633813fc700,
                            .mask_hi = UINT64_MAX,
                            .mask_lo = UINT64_MAX };
    corr_err err = { 0 };
    bool damaged = true, damaged_too = true;

    fuzz_one(only, data, size, &err);
    const size_t all = read_some(data, size, &(corr_want){ 0 }, &damaged);
    const size_t plain = read_some(data, size, &spans, &damaged_too);
    if (!damaged && plain != all)
        abort();
    read_some(data, size, &one, &damaged_too);
    corr_format_tempo_search_pb.probe(data, size, true);
    return 0;
}
