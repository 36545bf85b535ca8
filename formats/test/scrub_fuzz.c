/* Any bytes as a file that is scrubbed: no crash, a failure has a sentence, and
 * the search behind the copy finds the secret wherever plain bytes have it.  The
 * first byte is the format, the second one the options. */
#define _GNU_SOURCE /* memmem */
#include "common/rewrite.h"
#include "corr_builtin.h"
#include "fuzz.h"
#include "jfr/jfr_scrub.h"
#include "otlp/otlp_rewrite.h"
#include "pprof/pprof.h"
#include "scrub/scrub_private.h"
#include "scrub/scrub_sink.h"
#include "source/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECRET "Zq7kV-hunter9Xw"

typedef corr_code rewrite_fn(corr_src *, corr_scrub *, corr_out *, corr_err *);

static rewrite_fn *const rewriters[] = {
    rewrite_text,         rewrite_json,
    rewrite_names,        jfr_scrub,
    pprof_rewrite,        otlp_rewrite_traces,
    otlp_rewrite_metrics, otlp_rewrite_profiles
};

/* False: no copy can be made. */
static bool copy_once(rewrite_fn *rewrite, corr_scrub *map, const uint8_t *p,
                      size_t n, corr_out *out)
{
    const src_opts so = { .path = "", .limits = { .record = 1 << 20 } };
    corr_src *in = src_open_memory(p, n, &so, NULL);
    corr_err err = { 0 };
    const corr_code code = in ? rewrite(in, map, out, &err) : CORR_ENOMEM;

    if (in && code && !err.what[0])
        abort();
    if (in)
        src_close(in);
    return code == CORR_OK;
}

/* Passes a copy through the sink of a run, in pieces. */
static void search_copy(const corr_scrub *map, corr_str copy, size_t piece)
{
    scrub_sink *sink = scrub_sink_open(map, -1, NULL, false);
    scrub_written written = { 0 };

    if (!sink)
        return;
    for (size_t at = 0; at < copy.n; at += piece) {
        const size_t left = copy.n - at;
        corr_put(scrub_sink_out(sink), copy.p + at,
                 left < piece ? left : piece);
    }
    if (scrub_sink_close(sink, &written, NULL) == CORR_OK &&
        !written.is_dirty && memmem(copy.p, copy.n, SECRET, sizeof SECRET - 1))
        abort();
}

static void scrub_bytes(const uint8_t *data, size_t size)
{
    static const char *const secrets[] = { SECRET };
    static const char *const keys[] = { "shelf" };
    const corr_scrub_opts opts = { .key = { "corr-test-key", 13 },
                                   .only_public = data[1] & 1,
                                   .redact_ids = data[1] & 2,
                                   .drop = data[1] >> 2 & 7,
                                   .secret = secrets,
                                   .nsecret = 1,
                                   .map_keys = keys,
                                   .nmap = 1 };
    rewrite_fn *rewrite =
        rewriters[data[0] % (sizeof rewriters / sizeof *rewriters)];
    corr_scrub *map = scrub_new(&opts);
    corr_out *nowhere = corr_out_memory(), *out = corr_out_memory();

    if (map && nowhere && out) {
        copy_once(rewrite, map, data + 2, size - 2, nowhere);
        if (scrub_learned(map) &&
            copy_once(rewrite, map, data + 2, size - 2, out))
            search_copy(map, corr_out_bytes(out), 1 + data[1] % 61);
    }
    if (nowhere)
        corr_out_close(nowhere, NULL);
    if (out)
        corr_out_close(out, NULL);
    scrub_free(map);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size >= 2)
        scrub_bytes(data, size);
    return 0;
}
