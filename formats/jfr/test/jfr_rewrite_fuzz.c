/* Any bytes as a recording that is copied with longer texts: the copy of a
 * whole one is copied once more as it stands. */
#include "jfr/jfr_rewrite.h"

#include "fuzz.h"
#include "mutate.h"
#include "source/source.h"

#include <stdlib.h>
#include <string.h>

static corr_str same_text(void *ctx, const jfr_text_at *at, corr_str value)
{
    (void)ctx;
    (void)at;
    return value;
}

/* Prints all that the map gets: each byte of it must be there. */
static corr_str other_text(void *ctx, const jfr_text_at *at, corr_str value)
{
    static char text[256];
    const size_t n = value.n < 100 ? value.n : 100;
    const size_t more = strlen(at->type) + strlen(at->field) + at->key.n;

    (void)ctx;
    memset(text, 'a' + (int)(more % 26), 3);
    if (n)
        memcpy(text + 3, value.p, n);
    return (corr_str){ text, n + 3 };
}

static corr_code copy_once(const void *p, size_t n,
                           corr_str (*map)(void *, const jfr_text_at *,
                                           corr_str),
                           corr_out *out, jfr_rewritten *done)
{
    const src_opts so = { .path = "", .limits = { .record = 1 << 24 } };
    corr_src *in = src_open_memory(p, n, &so, NULL);
    corr_err err = { 0 };
    const corr_code code =
        in ? jfr_rewrite(in, &(jfr_rewriter){ .map = map }, out, done, &err)
           : CORR_ENOMEM;

    if (in && code && !err.what[0])
        abort(); /* a failure has a sentence */
    src_close(in);
    return code;
}

MUTATES_WITH(mutate_recording)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    corr_out *out = corr_out_memory(), *again = corr_out_memory();
    jfr_rewritten done = { 0 }, twice = { 0 };

    if (out && again && !copy_once(data, size, other_text, out, &done) &&
        !corr_out_failed(out) && done.bytes == 0) {
        const corr_str got = corr_out_bytes(out);
        const corr_code code =
            copy_once(got.p, got.n, same_text, again, &twice);
        const corr_str same = corr_out_bytes(again);
        if (code != CORR_ENOMEM && (code || !corr_str_eq(got, same)))
            abort();
    }
    if (out)
        corr_out_close(out, NULL);
    if (again)
        corr_out_close(again, NULL);
    return 0;
}
