/* Tests of the bytes of an answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>
#include <zlib.h>

#include "fetch/answer_body.h"

enum { PLAIN = 3 << 20, ROOM = 4 << 20 };

static const answer_limits limits = { .item_bytes = 64 << 20,
                                      .total_bytes = 96 << 20 };

typedef struct body_data {
    answer_body b;
    uint64_t total;
    FILE *file;
    uint8_t plain[PLAIN], packed[ROOM];
    size_t n; /* of packed */
} body_data;

static bool open_body_file(void *ctx, int *fd)
{
    body_data *f = ctx;

    f->file = tmpfile();
    *fd = f->file ? fileno(f->file) : -1;
    return f->file != NULL;
}

static int new_body(void **state)
{
    body_data *f = calloc(1, sizeof *f);
    uint32_t x = 1;

    if (!f)
        abort();
    f->b = (answer_body){
        .limits = &limits, .total = &f->total, .open = open_body_file, .ctx = f
    };
    body_start(&f->b);
    for (size_t i = 0; i < PLAIN; i++) {
        x = x * 1664525 + 1013904223;
        f->plain[i] = (uint8_t)('a' + (x >> 28));
    }
    *state = f;
    return 0;
}

static int free_body(void **state)
{
    body_data *f = *state;

    if (f->file)
        fclose(f->file);
    body_free(&f->b);
    free(f);
    return 0;
}

/* Packs bytes as gzip. */
static void pack_bytes(body_data *f, const void *p, size_t n)
{
    union {
        const void *from;
        uint8_t *in;
    } u = { p };
    z_stream z = { 0 };

    assert_int_equal(
        deflateInit2(&z, 1, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY),
        Z_OK);
    z.next_in = u.in;
    z.avail_in = (uInt)n;
    z.next_out = f->packed;
    z.avail_out = ROOM;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    f->n = ROOM - z.avail_out;
    deflateEnd(&z);
}

static bool add_in_pieces(body_data *f, const void *p, size_t n)
{
    const char *at = p;

    for (size_t done = 0; done < n; done += 10000)
        if (!body_add(&f->b, at + done, n - done < 10000 ? n - done : 10000))
            return false;
    return true;
}

static void assert_digest(body_data *f, const void *p, size_t n)
{
    char want[CORR_SHA256_TEXT], sha[CORR_SHA256_TEXT];

    corr_sha256_of(p, n, want);
    body_digest(&f->b, sha);
    assert_string_equal(sha, want);
}

static void assert_explains(const body_data *f, const char *want)
{
    char text[200];

    body_explain(&f->b, text, sizeof text);
    assert_string_equal(text, want);
}

static void a_short_body_is_held_and_can_be_saved(void **state)
{
    body_data *f = *state;

    assert_true(add_in_pieces(f, f->plain, 50000));
    assert_true(body_end(&f->b));
    assert_int_equal(f->b.fd, -1);
    assert_int_equal(f->b.bytes, 50000);
    assert_memory_equal(f->b.held.v, f->plain, 50000);
    assert_digest(f, f->plain, 50000);
    assert_true(body_save(&f->b));
    assert_true(body_save(&f->b)); /* once */
    assert_int_equal(lseek(f->b.fd, 0, SEEK_END), 50000);
}

static void a_long_body_is_written(void **state)
{
    body_data *f = *state;
    uint8_t *got = malloc(PLAIN);

    assert_non_null(got);
    assert_true(add_in_pieces(f, f->plain, PLAIN));
    assert_true(body_end(&f->b));
    assert_true(f->b.fd >= 0);
    assert_true(f->b.held.n <= BODY_HELD);
    assert_int_equal(pread(f->b.fd, got, PLAIN, 0), PLAIN);
    assert_memory_equal(got, f->plain, PLAIN);
    assert_digest(f, f->plain, PLAIN);
    free(got);
}

static void bytes_without_a_coding_stay(void **state)
{
    body_data *f = *state;

    pack_bytes(f, f->plain, 1000);
    body_add_coding(&f->b, CORR_STR("identity"));
    assert_true(add_in_pieces(f, f->packed, f->n - 4)); /* cut in itself */
    assert_true(body_end(&f->b));
    assert_int_equal(f->b.held.n, f->n - 4);
    assert_memory_equal(f->b.held.v, f->packed, f->n - 4);
}

static void a_coded_body_is_decoded(void **state)
{
    body_data *f = *state;

    pack_bytes(f, f->plain, PLAIN);
    body_add_coding(&f->b, CORR_STR("GZip"));
    assert_true(add_in_pieces(f, f->packed, f->n));
    assert_true(body_end(&f->b));
    assert_int_equal(f->b.bytes, PLAIN);
    assert_int_equal(f->total, PLAIN);
    assert_digest(f, f->plain, PLAIN);
}

static void layers_are_undone_from_the_last(void **state)
{
    body_data *f = *state;
    uint8_t *once = malloc(ROOM);

    assert_non_null(once);
    pack_bytes(f, f->plain, 5000);
    memcpy(once, f->packed, f->n);
    pack_bytes(f, once, f->n);
    free(once);
    body_add_coding(&f->b, CORR_STR("gzip"));
    body_add_coding(&f->b, CORR_STR("x-gzip"));
    assert_true(add_in_pieces(f, f->packed, f->n));
    assert_true(body_end(&f->b));
    assert_int_equal(f->b.held.n, 5000);
    assert_memory_equal(f->b.held.v, f->plain, 5000);
}

static void a_cut_stream_is_no_whole_body(void **state)
{
    body_data *f = *state;

    pack_bytes(f, f->plain, 1000);
    body_add_coding(&f->b, CORR_STR("gzip"));
    assert_true(add_in_pieces(f, f->packed, f->n - 1));
    assert_int_equal(f->b.bytes, 1000); /* the text looks whole */
    assert_false(body_end(&f->b));
    assert_explains(f,
                    "the gzip of the answer was cut on its way, after 1.0 kB");
}

static void an_empty_body_needs_no_end(void **state)
{
    body_data *f = *state;

    body_add_coding(&f->b, CORR_STR("gzip"));
    assert_true(body_add(&f->b, "", 0));
    assert_true(body_end(&f->b));
    assert_digest(f, "", 0);
}

static void damage_and_strays_are_said(void **state)
{
    body_data *f = *state;

    body_add_coding(&f->b, CORR_STR("gzip"));
    assert_false(body_add(&f->b, "{\"plain\":1}", 11));
    assert_explains(f, "the gzip of the answer is damaged, or is no gzip");

    body_start(&f->b);
    pack_bytes(f, f->plain, 1000);
    memcpy(f->packed + f->n, "rest", 4);
    body_add_coding(&f->b, CORR_STR("gzip"));
    assert_false(add_in_pieces(f, f->packed, f->n + 4));
    assert_explains(f, "bytes follow the end of the gzip of the answer");
}

static void unknown_codings_are_refused(void **state)
{
    body_data *f = *state;
    char text[200];

    body_add_coding(&f->b, CORR_STR("gzip, b\x1br"));
    assert_false(body_add(&f->b, "x", 1));
    assert_int_equal(f->b.stop, BODY_UNKNOWN);
    body_explain(&f->b, text, sizeof text);
    assert_non_null(strstr(text, "coded as gzip, b\\x1br; corr asks for gzip"));

    body_start(&f->b);
    for (unsigned i = 0; i <= BODY_LAYERS; i++)
        body_add_coding(&f->b, CORR_STR("gzip"));
    assert_false(body_add(&f->b, "x", 1));
    assert_int_equal(f->b.stop, BODY_UNKNOWN);
}

static void a_bomb_is_stopped(void **state)
{
    body_data *f = *state;
    uint8_t *zeros = calloc(1, 40 << 20);

    assert_non_null(zeros);
    pack_bytes(f, zeros, 40 << 20);
    free(zeros);
    memcpy(f->plain, f->packed, f->n);
    pack_bytes(f, f->plain, f->n); /* twice: 40 MB in less than 80 KB */
    body_add_coding(&f->b, CORR_STR("gzip, gzip"));
    assert_false(add_in_pieces(f, f->packed, f->n));
    assert_int_equal(f->b.stop, BODY_BOMB);
    assert_true(f->b.bytes < 33 << 20);
}

static void limits_hold(void **state)
{
    static const answer_limits few = { .item_bytes = 1000,
                                       .total_bytes = 1500 };
    body_data *f = *state;

    f->b.limits = &few;
    assert_true(body_add(&f->b, (const char *)f->plain, 1000));
    assert_false(body_add(&f->b, "x", 1));
    assert_int_equal(f->b.stop, BODY_ITEM_FULL);
    assert_explains(f, "the answer is larger than 1.0 kB (--max-size)");
    body_start(&f->b);
    assert_false(body_add(&f->b, (const char *)f->plain, 500));
    assert_int_equal(f->b.stop, BODY_TOTAL_FULL);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, new_body, free_body)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(a_short_body_is_held_and_can_be_saved),
        EACH(a_long_body_is_written),
        EACH(bytes_without_a_coding_stay),
        EACH(a_coded_body_is_decoded),
        EACH(layers_are_undone_from_the_last),
        EACH(a_cut_stream_is_no_whole_body),
        EACH(an_empty_body_needs_no_end),
        EACH(damage_and_strays_are_said),
        EACH(unknown_codings_are_refused),
        EACH(a_bomb_is_stopped),
        EACH(limits_hold),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
