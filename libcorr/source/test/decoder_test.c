/* Tests of streams that come piece by piece. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "corr_decode.h"
#include "source/encoder.h"

enum { PLAIN = 200000, ROOM = 1 << 19 };

typedef struct bytes {
    size_t n, most;
    uint8_t v[ROOM];
} bytes;

static bool keep_decoded(void *to, const void *p, size_t n)
{
    bytes *b = to;

    if (b->n + n > b->most)
        return false;
    memcpy(b->v + b->n, p, n);
    b->n += n;
    return true;
}

static int keep_encoded(void *to, const void *p, size_t n)
{
    return keep_decoded(to, p, n) ? 0 : -1;
}

typedef struct decoder_data {
    bytes plain, packed, out;
} decoder_data;

static int new_data(void **state)
{
    decoder_data *f = calloc(1, sizeof *f);
    uint32_t x = 1;

    if (!f)
        abort();
    f->plain.most = f->packed.most = f->out.most = ROOM;
    for (; f->plain.n < PLAIN; f->plain.n++) {
        x = x * 1664525 + 1013904223;
        f->plain.v[f->plain.n] = (uint8_t)('a' + (x >> 28));
    }
    *state = f;
    return 0;
}

static int free_data(void **state)
{
    free(*state);
    return 0;
}

/* Adds a member with n bytes of the plain text. */
static void pack_member(decoder_data *f, const char *coding, size_t n)
{
    encoder *e =
        encoder_new(&(encoder_opts){ .codec = coding, .level = 1, .checks = 1 },
                    keep_encoded, &f->packed);

    assert_non_null(e);
    assert_int_equal(encoder_add(e, f->plain.v, n), 0);
    assert_int_equal(encoder_end(e), 0);
    encoder_free(e);
}

/* Decodes the first n packed bytes in pieces of a size. */
static corr_decoded decode_pieces(decoder_data *f, const char *coding, size_t n,
                                  size_t piece, bool *ended)
{
    corr_decoder *d = corr_decoder_new(coding, keep_decoded, &f->out);
    corr_decoded result = CORR_DECODED;

    assert_non_null(d);
    f->out.n = 0;
    for (size_t at = 0; !result && at < n; at += piece)
        result = corr_decoder_add(d, f->packed.v + at,
                                  n - at < piece ? n - at : piece);
    *ended = corr_decoder_ended(d);
    corr_decoder_free(d);
    return result;
}

static const char *const coding[] = { "gzip", "zstd" };

static bool has_coding(const char *name)
{
    if (corr_decoder_has(name))
        return true;
    print_message("this build lacks %s\n", name);
    return false;
}

static void members_come_out_whole_in_pieces_of_any_size(void **state)
{
    static const size_t size[] = { 1, 7, 4096, ROOM };
    decoder_data *f = *state;
    bool ended;

    for (size_t c = 0; c < 2 && has_coding(coding[c]); c++) {
        f->packed.n = 0;
        pack_member(f, coding[c], PLAIN);
        pack_member(f, coding[c], 0);
        pack_member(f, coding[c], 1000);
        for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
            assert_int_equal(
                decode_pieces(f, coding[c], f->packed.n, size[i], &ended),
                CORR_DECODED);
            assert_true(ended);
            assert_int_equal(f->out.n, PLAIN + 1000);
            assert_memory_equal(f->out.v, f->plain.v, PLAIN);
            assert_memory_equal(f->out.v + PLAIN, f->plain.v, 1000);
        }
    }
}

static void a_cut_stream_has_not_ended(void **state)
{
    decoder_data *f = *state;
    bool ended;

    for (size_t c = 0; c < 2 && has_coding(coding[c]); c++) {
        f->packed.n = 0;
        pack_member(f, coding[c], 1000);
        for (size_t n = 1; n < f->packed.n; n++) {
            assert_int_equal(decode_pieces(f, coding[c], n, ROOM, &ended),
                             CORR_DECODED);
            assert_false(ended);
        }
        assert_int_equal(decode_pieces(f, coding[c], 0, ROOM, &ended),
                         CORR_DECODED);
        assert_true(ended);
        assert_int_equal(f->out.n, 0);
    }
}

static void damage_and_strays_are_told_apart(void **state)
{
    decoder_data *f = *state;
    bool ended;

    for (size_t c = 0; c < 2 && has_coding(coding[c]); c++) {
        f->packed.n = 0;
        pack_member(f, coding[c], 1000);
        f->packed.v[f->packed.n++] = 'x';
        assert_int_equal(decode_pieces(f, coding[c], f->packed.n, ROOM, &ended),
                         CORR_DECODED_STRAY);
        f->packed.v[f->packed.n - 3] ^= 1; /* in the checksum */
        assert_int_equal(decode_pieces(f, coding[c], f->packed.n, ROOM, &ended),
                         CORR_DECODED_DAMAGED);
        memcpy(f->packed.v, "no such bytes", 13);
        assert_int_equal(decode_pieces(f, coding[c], 13, ROOM, &ended),
                         CORR_DECODED_DAMAGED);
        assert_int_equal(f->out.n, 0);
    }
}

static void its_taker_can_stop_it(void **state)
{
    decoder_data *f = *state;
    bool ended;

    f->packed.n = 0;
    f->out.most = PLAIN / 2;
    pack_member(f, "gzip", PLAIN);
    assert_int_equal(decode_pieces(f, "gzip", f->packed.n, ROOM, &ended),
                     CORR_DECODED_STOPPED);
    assert_true(f->out.n <= PLAIN / 2);
    f->out.most = ROOM;
}

static void other_codings_are_not_there(void **state)
{
    (void)state;
    assert_true(corr_decoder_has("x-gzip"));
    assert_false(corr_decoder_has("br"));
    assert_false(corr_decoder_has("identity"));
    assert_null(corr_decoder_new("br", keep_decoded, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_come_out_whole_in_pieces_of_any_size),
        cmocka_unit_test(a_cut_stream_has_not_ended),
        cmocka_unit_test(damage_and_strays_are_told_apart),
        cmocka_unit_test(its_taker_can_stop_it),
        cmocka_unit_test(other_codings_are_not_there),
    };

    return cmocka_run_group_tests(tests, new_data, free_data);
}
