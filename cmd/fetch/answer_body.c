/* answer_body - the bytes of an answer as they come. */
#include "fetch/answer_body.h"

#include <errno.h>
#include <stdio.h>
#include <strings.h>
#include <unistd.h>

enum {
    BOMB_BYTES = 32 << 20,
    BOMB_RATIO = 400, /* text of servers becomes 10 to 100 times as large, and
                         gzip can do 1,032 times */
    CODING = 24       /* bytes of the name of a coding */
};

/* ---- holding and writing ------------------------------------------------- */

static bool body_failed(answer_body *b, int sys)
{
    b->sys = sys;
    b->stop = BODY_DISK;
    return false;
}

static bool write_bytes(answer_body *b, const char *p, size_t n)
{
    while (n > 0) {
        const ssize_t done = write(b->fd, p, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return body_failed(b, errno);
        p += done;
        n -= (size_t)done;
    }
    return true;
}

bool body_save(answer_body *b)
{
    if (b->fd >= 0)
        return true;
    if (!b->open(b->ctx, &b->fd))
        return body_failed(b, errno);
    return write_bytes(b, b->held.v, b->held.n);
}

/* Holds bytes, or writes them after those that are held. */
static bool keep_bytes(answer_body *b, const char *p, size_t n)
{
    if (b->fd < 0 && b->held.n + n <= BODY_HELD) {
        if (!corr_grow((void **)&b->held.v, &b->held.room, b->held.n + n, 1))
            return body_failed(b, ENOMEM);
        memcpy(b->held.v + b->held.n, p, n);
        b->held.n += n;
        return true;
    }
    if (b->fd < 0)
        corr_sha256_add(&b->hash, b->held.v, b->held.n);
    corr_sha256_add(&b->hash, p, n);
    return body_save(b) && write_bytes(b, p, n);
}

/* Takes bytes that are decoded. */
static bool take_plain(answer_body *b, const void *p, size_t n)
{
    b->bytes += n;
    *b->total += n;
    if (b->bytes > b->limits->item_bytes)
        b->stop = BODY_ITEM_FULL;
    else if (*b->total > b->limits->total_bytes)
        b->stop = BODY_TOTAL_FULL;
    else if (b->bytes > BOMB_BYTES && b->bytes / BOMB_RATIO > b->came)
        b->stop = BODY_BOMB;
    return !b->stop && keep_bytes(b, p, n);
}

/* ---- codings ------------------------------------------------------------- */

const char *body_codings(void)
{
    return corr_decoder_has("zstd") ? "gzip, zstd" : "gzip";
}

void body_add_coding(answer_body *b, corr_str value)
{
    const size_t n = strlen(b->coding);

    snprintf(b->coding + n, sizeof b->coding - n, "%s%.*s", n ? ", " : "",
             (int)(value.n < sizeof b->coding ? value.n : sizeof b->coding),
             value.p);
}

static bool decode_in(answer_body *b, unsigned layer, const void *p, size_t n)
{
    static const body_stop stop_of[] = {
        [CORR_DECODED] = BODY_GOES_ON,
        [CORR_DECODED_STOPPED] = BODY_GOES_ON, /* says it itself */
        [CORR_DECODED_DAMAGED] = BODY_DAMAGED,
        [CORR_DECODED_STRAY] = BODY_STRAY,
        [CORR_DECODED_TOO_LARGE] = BODY_WINDOW,
    };
    const corr_decoded result = corr_decoder_add(b->layer[layer].decoder, p, n);

    if (result == CORR_DECODED_NO_MEMORY)
        return body_failed(b, ENOMEM);
    if (!b->stop)
        b->stop = stop_of[result];
    return result == CORR_DECODED;
}

/* What a layer decodes goes to the one below, and in the end to the body. */
static bool take_decoded(void *to, const void *p, size_t n)
{
    const body_layer *l = to;
    answer_body *b = l->of;
    const unsigned layer = (unsigned)(l - b->layer);

    return layer == 0 ? take_plain(b, p, n) : decode_in(b, layer - 1, p, n);
}

static bool add_layer(answer_body *b, corr_str name)
{
    body_layer *l = &b->layer[b->layers];
    char lower[CODING];

    if (!name.n || corr_str_is(name, "identity"))
        return true;
    snprintf(lower, sizeof lower, "%.*s",
             (int)(name.n < sizeof lower ? name.n : sizeof lower), name.p);
    for (char *c = lower; *c; c++)
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
    if (b->layers == BODY_LAYERS || !corr_decoder_has(lower)) {
        b->stop = BODY_UNKNOWN;
        return false;
    }
    l->of = b;
    l->decoder = corr_decoder_new(lower, take_decoded, l);
    if (!l->decoder)
        return body_failed(b, ENOMEM);
    b->layers++;
    return true;
}

/* Makes the layers; the coding that is named last was applied last. */
static bool make_layers(answer_body *b)
{
    corr_str rest = corr_str_of(b->coding), name;

    while (corr_str_next(&rest, ',', &name))
        if (!add_layer(b, corr_str_trim(name)))
            return false;
    return true;
}

/* ---- the whole ----------------------------------------------------------- */

static void drop_layers(answer_body *b)
{
    while (b->layers > 0)
        corr_decoder_free(b->layer[--b->layers].decoder);
}

void body_start(answer_body *b)
{
    drop_layers(b);
    b->fd = -1;
    b->held.n = 0;
    b->came = b->bytes = 0;
    b->stop = BODY_GOES_ON;
    b->coding[0] = '\0';
    corr_sha256_start(&b->hash);
}

bool body_add(answer_body *b, const char *p, size_t n)
{
    if (n == 0)
        return !b->stop;
    if (b->stop || (b->came == 0 && !make_layers(b)))
        return false;
    b->came += n;
    return b->layers ? decode_in(b, b->layers - 1, p, n) : take_plain(b, p, n);
}

bool body_end(answer_body *b)
{
    bool ended = true;

    for (unsigned i = 0; i < b->layers; i++)
        ended = ended && corr_decoder_ended(b->layer[i].decoder);
    drop_layers(b); /* a window may be large */
    return ended;
}

void body_digest(answer_body *b, char sha[CORR_SHA256_TEXT])
{
    if (b->held.n == b->bytes)
        corr_sha256_of(b->held.n ? b->held.v : "", b->held.n, sha);
    else
        corr_sha256_end(&b->hash, sha);
}

void body_explain(const answer_body *b, char *to, size_t size)
{
    char bytes[CORR_PRINT_MAX], coding[sizeof b->coding];

    corr_safe(coding, sizeof coding, corr_str_of(b->coding), false);
    switch (b->stop) {
    case BODY_ITEM_FULL:
        snprintf(to, size, "the answer is larger than %s (--max-size)",
                 corr_print_bytes(bytes, (int64_t)b->limits->item_bytes));
        break;
    case BODY_TOTAL_FULL:
        snprintf(to, size, "all answers are larger than %s (--max-total)",
                 corr_print_bytes(bytes, (int64_t)b->limits->total_bytes));
        break;
    case BODY_BOMB:
        snprintf(to, size,
                 "the answer is compressed more than %d times, which data "
                 "never is",
                 (int)BOMB_RATIO);
        break;
    case BODY_DISK:
        snprintf(to, size, "the answer cannot be written: %s",
                 strerror(b->sys));
        break;
    case BODY_UNKNOWN:
        snprintf(to, size, "the answer is coded as %s; corr asks for %s",
                 coding, body_codings());
        break;
    case BODY_DAMAGED:
        snprintf(to, size, "the %s of the answer is damaged, or is no %s",
                 coding, coding);
        break;
    case BODY_STRAY:
        snprintf(to, size, "bytes follow the end of the %s of the answer",
                 coding);
        break;
    case BODY_WINDOW:
        snprintf(to, size, "the %s of the answer wants more than 128 MiB",
                 coding);
        break;
    case BODY_GOES_ON:
        snprintf(to, size, "the %s of the answer was cut on its way, after %s",
                 coding, corr_print_bytes(bytes, (int64_t)b->bytes));
        break;
    }
}

void body_free(answer_body *b)
{
    drop_layers(b);
    corr_vec_free(&b->held);
}
