/* Tests of gzip in two ways: with places to enter, by zlib alone, and without,
 * perhaps by ISA-L. The results are the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/base.h"
#include "source/codec.h"

enum { ROOM = 1 << 20, PLAIN = 60000 };

typedef struct fixture {
    uint8_t plain[PLAIN];
    uint8_t packed[ROOM];
    uint8_t out[2][ROOM];
    size_t n; /* of packed */
} fixture;

/* Words, then noise that is stored, then one byte many times. */
static fixture *new_fixture(void)
{
    fixture *f = calloc(1, sizeof *f);
    uint32_t x = 1;
    size_t at = 0;

    if (!f)
        abort();
    while (at < PLAIN / 2) {
        x = x * 1664525 + 1013904223;
        at += (size_t)snprintf((char *)f->plain + at, PLAIN - at, "word%u ",
                               x >> 24);
    }
    for (; at < PLAIN * 3 / 4; at++) {
        x = x * 1664525 + 1013904223;
        f->plain[at] = (uint8_t)(x >> 24);
    }
    memset(f->plain + at, 'z', PLAIN - at);
    return f;
}

/* Adds a member to what is packed. */
static void pack(fixture *f, const uint8_t *p, size_t n, gz_header *header,
                 int strategy)
{
    z_stream z = { 0 };

    assert_int_equal(
        deflateInit2(&z, 6, Z_DEFLATED, MAX_WBITS + 16, 1, strategy), Z_OK);
    if (header)
        assert_int_equal(deflateSetHeader(&z, header), Z_OK);
    z.next_in = (uint8_t *)(uintptr_t)p;
    z.avail_in = (uInt)n;
    z.next_out = f->packed + f->n;
    z.avail_out = (uInt)(ROOM - f->n);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    f->n = ROOM - z.avail_out;
}

typedef struct undone {
    codec_step step; /* the last */
    size_t in;       /* bytes taken */
    size_t out;      /* bytes made */
    unsigned members;
} undone;

/* In pieces of so many bytes, into rooms of so many, until it ends. */
static undone undo(const fixture *f, bool stops, size_t piece, size_t room,
                   uint8_t *to)
{
    void *state = codec_gzip.open();
    undone u = { 0 };

    assert_non_null(state);
    if (stops)
        codec_gzip.stops(state);
    for (;;) {
        const size_t nin = f->n - u.in < piece ? f->n - u.in : piece;
        const size_t nout = ROOM - u.out < room ? ROOM - u.out : room;
        codec_io io = { f->packed + u.in, nin, to + u.out, nout };

        u.step = codec_gzip.step(state, &io);
        u.in += nin - io.nin;
        u.out += nout - io.nout;
        u.members += u.step == CODEC_MEMBER;
        if (u.step == CODEC_MEMBER && u.in < f->n &&
            codec_gzip.goes_on(f->packed[u.in]))
            continue;
        if (u.step != CODEC_GOES_ON || (io.nin == nin && io.nout == nout))
            break;
    }
    codec_gzip.close(state);
    return u;
}

static void check_same(fixture *f, size_t piece, size_t room)
{
    const undone zlib = undo(f, true, piece, room, f->out[0]);
    const undone fast = undo(f, false, piece, room, f->out[1]);

    assert_int_equal(fast.step, zlib.step);
    assert_int_equal(fast.members, zlib.members);
    assert_int_equal(fast.out, zlib.out);
    assert_memory_equal(f->out[1], f->out[0], zlib.out);
    assert_int_equal(fast.in, zlib.in);
}

/* In pieces and rooms of all sizes. */
static void check_same_in_pieces(fixture *f)
{
    static const size_t size[] = { 1, 7, 100, 4096, ROOM };

    for (size_t i = 0; i < countof(size); i++)
        for (size_t j = 0; j < countof(size); j++)
            check_same(f, size[i], size[j]);
}

/* ---- whole streams ------------------------------------------------------ */

static const int strategies[] = { Z_DEFAULT_STRATEGY, Z_FILTERED,
                                  Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED };

static void every_kind_of_block_comes_out_the_same(void **state)
{
    fixture *f = new_fixture();

    (void)state;
    for (size_t i = 0; i < countof(strategies); i++) {
        f->n = 0;
        pack(f, f->plain, PLAIN, NULL, strategies[i]);
        check_same_in_pieces(f);
        const undone u = undo(f, false, ROOM, ROOM, f->out[1]);
        assert_int_equal(u.step, CODEC_MEMBER);
        assert_int_equal(u.in, f->n);
        assert_int_equal(u.out, PLAIN);
        assert_memory_equal(f->out[1], f->plain, PLAIN);
    }
    free(f);
}

static void members_follow_one_another_and_stray_bytes_are_left(void **state)
{
    fixture *f = new_fixture();

    (void)state;
    pack(f, f->plain, 100, NULL, Z_DEFAULT_STRATEGY);
    pack(f, f->plain, 0, NULL, Z_DEFAULT_STRATEGY);
    pack(f, f->plain + 100, PLAIN - 100, NULL, Z_DEFAULT_STRATEGY);
    const size_t n = f->n;
    memcpy(f->packed + f->n, "stray", 5);
    f->n += 5;
    check_same_in_pieces(f);
    const undone u = undo(f, false, 100, 100, f->out[1]);
    assert_int_equal(u.members, 3);
    assert_int_equal(u.in, n);
    assert_memory_equal(f->out[1], f->plain, PLAIN);
    free(f);
}

static void a_header_with_everything_is_stepped_over(void **state)
{
    fixture *f = new_fixture();
    uint8_t extra[300] = { 1, 2, 3 }, name[] = "a name", comment[] = "why";
    gz_header h = { .extra = extra,
                    .extra_len = sizeof extra,
                    .name = name,
                    .comment = comment,
                    .hcrc = 1 };

    (void)state;
    pack(f, f->plain, PLAIN, &h, Z_DEFAULT_STRATEGY);
    check_same_in_pieces(f);
    assert_int_equal(undo(f, false, 1, ROOM, f->out[1]).out, PLAIN);
    f->packed[20] ^= 1; /* the header's own sum is wrong then */
    check_same(f, ROOM, ROOM);
    assert_int_equal(undo(f, false, 1, ROOM, f->out[1]).step, CODEC_DAMAGED);
    free(f);
}

/* ---- broken streams ----------------------------------------------------- */

/* The two agree about a broken stream as far as both go. */
static void check_alike(fixture *f, size_t piece, size_t room, size_t less)
{
    const undone zlib = undo(f, true, piece, room, f->out[0]);
    const undone fast = undo(f, false, piece, room, f->out[1]);
    const size_t both = zlib.out < fast.out ? zlib.out : fast.out;

    assert_int_equal(fast.step, zlib.step);
    assert_true(fast.out + less >= zlib.out);
    assert_memory_equal(f->out[0], f->out[1], both);
    if (zlib.step == CODEC_GOES_ON) {
        assert_int_equal(fast.in, zlib.in);
        assert_true(fast.out <= zlib.out);
    }
}

static void a_cut_stream_gives_its_beginning_but_for_two_bytes(void **state)
{
    fixture *f = new_fixture();

    (void)state;
    for (size_t i = 0; i < countof(strategies); i++) {
        f->n = 0;
        pack(f, f->plain, PLAIN, NULL, strategies[i]);
        const size_t n = f->n;
        for (f->n = 0; f->n < n; f->n += n / 300 + 1) {
            check_alike(f, ROOM, ROOM, 2);
            check_alike(f, 50, 70, 2);
        }
    }
    free(f);
}

static void damage_is_found_and_nothing_before_it_is_lost(void **state)
{
    fixture *f = new_fixture();

    (void)state;
    pack(f, f->plain, PLAIN, NULL, Z_DEFAULT_STRATEGY);
    for (size_t at = 0; at < f->n; at += at < 200 ? 1 : 61)
        for (unsigned bit = 0; bit < 8; bit += 3) {
            f->packed[at] ^= (uint8_t)(1 << bit);
            check_alike(f, ROOM, ROOM, 0);
            check_alike(f, 1000, 300, 0);
            f->packed[at] ^= (uint8_t)(1 << bit);
        }
    free(f);
}

static void a_wrong_sum_or_length_is_damage(void **state)
{
    fixture *f = new_fixture();

    (void)state;
    pack(f, f->plain, PLAIN, NULL, Z_DEFAULT_STRATEGY);
    for (size_t i = 1; i <= 8; i++) {
        f->packed[f->n - i] ^= 0x10;
        for (size_t piece = 1; piece < ROOM; piece *= 10) {
            const undone u = undo(f, false, piece, ROOM, f->out[1]);
            assert_int_equal(u.step, CODEC_DAMAGED);
            assert_int_equal(u.out, PLAIN);
        }
        f->packed[f->n - i] ^= 0x10;
    }
    free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_block_comes_out_the_same),
        cmocka_unit_test(members_follow_one_another_and_stray_bytes_are_left),
        cmocka_unit_test(a_header_with_everything_is_stepped_over),
        cmocka_unit_test(a_cut_stream_gives_its_beginning_but_for_two_bytes),
        cmocka_unit_test(damage_is_found_and_nothing_before_it_is_lost),
        cmocka_unit_test(a_wrong_sum_or_length_is_damage),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
