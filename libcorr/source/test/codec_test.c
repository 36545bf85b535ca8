/* Tests of decompression: every codec that is linked, as sources use it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#ifdef CORR_WITH_ZSTD
#include <zstd.h>
#endif
#ifdef CORR_WITH_LZ4
#include <lz4frame.h>
#endif

#include "base/base.h"
#include "corr_builtin.h"
#include "load/load.h"
#include "source/codec.h"
#include "test/test_memory.h"

enum { ROOM = 1 << 20, PLAIN = 300000 };

/* Lines of many words: packs well, but not to nothing. */
static size_t plain_text(char *to, size_t n)
{
    uint32_t x = 1;
    size_t at = 0;

    while (at + 16 < n) {
        x = x * 1664525 + 1013904223;
        at += (size_t)snprintf(to + at, n - at, "word%u ", x >> 26);
    }
    return at;
}

/* ---- packing ------------------------------------------------------------ */

typedef size_t packer(const void *p, size_t n, uint8_t *to, size_t room);

static size_t pack_gzip(const void *p, size_t n, uint8_t *to, size_t room)
{
    uint8_t *copy = malloc(n + 1);
    z_stream z = { 0 };

    assert_non_null(copy);
    if (n)
        memcpy(copy, p, n);
    assert_int_equal(
        deflateInit2(&z, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY),
        Z_OK);
    z.next_in = copy;
    z.avail_in = (uInt)n;
    z.next_out = to;
    z.avail_out = (uInt)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    free(copy);
    return room - z.avail_out;
}

#ifdef CORR_WITH_ZSTD
static size_t pack_zstd(const void *p, size_t n, uint8_t *to, size_t room)
{
    const size_t got = ZSTD_compress(to, room, p, n, 3);

    assert_false(ZSTD_isError(got));
    return got;
}

/* A record of a third, an empty one, and one of the rest in two frames. */
static size_t pack_records(const void *p, size_t n, uint8_t *to, size_t room)
{
    const uint8_t *from = p;
    const size_t part[] = { n / 3, 0, n / 3, n - 2 * (n / 3) };
    size_t at = 0, head = 0;

    for (size_t i = 0; i < countof(part); i++) {
        if (i != 3) {
            head = at;
            at += 4;
        }
        if (i != 1)
            at += pack_zstd(from, part[i], to + at, room - at);
        const size_t length = at - head - 4;
        for (unsigned k = 0; k < 4; k++)
            to[head + k] = (uint8_t)(length >> (24 - 8 * k));
        from += part[i];
    }
    return at;
}
#endif

#ifdef CORR_WITH_LZ4
static size_t pack_lz4(const void *p, size_t n, uint8_t *to, size_t room)
{
    const LZ4F_preferences_t with_sums = {
        .frameInfo = { .contentChecksumFlag = LZ4F_contentChecksumEnabled }
    };
    const size_t got = LZ4F_compressFrame(to, room, p, n, &with_sums);

    assert_false(LZ4F_isError(got));
    return got;
}
#endif

/* With places to enter zlib does all the work, otherwise perhaps ISA-L. */
static const struct packed_by {
    const codec *codec;
    packer *pack;
    bool stops;
} all[] = {
    { &codec_gzip, pack_gzip, false },
    { &codec_gzip, pack_gzip, true },
#ifdef CORR_WITH_ZSTD
    { &codec_zstd, pack_zstd, false },
    { &codec_zstd_records, pack_records, false },
#endif
#ifdef CORR_WITH_LZ4
    { &codec_lz4, pack_lz4, false },
#endif
};

/* ---- reading ------------------------------------------------------------ */

static void ignore_mark(void *ctx, const src_mark *mark)
{
    (void)ctx;
    (void)mark;
}

static src_opts opts_of(const struct packed_by *by)
{
    return (src_opts){ .mark = by->stops ? ignore_mark : NULL };
}

/* Everything that comes out of the source, which is closed; *n bytes. */
static char *drain(corr_src *in, size_t *n, bool *cut, corr_err *err)
{
    char *all_of_it = malloc(ROOM);
    size_t at = 0, got;

    if (!all_of_it || !in)
        abort();
    for (;;) {
        const uint8_t *p = corr_src_peek(in, 1, &got);

        if (got == 0)
            break;
        assert_true(got <= ROOM - at);
        memcpy(all_of_it + at, p, got);
        at += got;
        corr_src_skip(in, got);
    }
    *cut = corr_src_cut(in);
    src_failure(in, err);
    src_close(in);
    *n = at;
    return all_of_it;
}

/* A damaged stream may ask for too much. */
static char *unpack(const struct packed_by *by, const uint8_t *p, size_t n,
                    size_t *got, bool *cut)
{
    const src_opts opts = opts_of(by);
    corr_err err = { 0 };
    char *text = drain(src_open_memory(p, n, &opts, &err), got, cut, &err);

    assert_true(err.code == CORR_OK || err.code == CORR_ELIMIT);
    *cut |= err.code == CORR_ELIMIT;
    return text;
}

static void check_unpacks(const struct packed_by *by, const uint8_t *p,
                          size_t n, const char *want, size_t nwant)
{
    size_t got;
    bool cut;
    char *text = unpack(by, p, n, &got, &cut);

    assert_false(cut);
    assert_int_equal(got, nwant);
    assert_memory_equal(text, want, nwant);
    free(text);
}

typedef struct fixture {
    char plain[PLAIN];
    size_t n;
    uint8_t packed[ROOM];
} fixture;

static fixture *new_fixture(void)
{
    fixture *f = calloc(1, sizeof *f);

    if (!f)
        abort();
    f->n = plain_text(f->plain, sizeof f->plain);
    return f;
}

/* ---- tests -------------------------------------------------------------- */

static void what_was_packed_comes_out(void **state)
{
    fixture *f = new_fixture();

    (void)state;
    for (size_t i = 0; i < countof(all); i++) {
        const size_t n = all[i].pack(f->plain, f->n, f->packed, ROOM);

        assert_ptr_equal(codec_of(f->packed, n), all[i].codec);
        check_unpacks(&all[i], f->packed, n, f->plain, f->n);
    }
    free(f);
}

static void nothing_can_be_packed_too(void **state)
{
    fixture *f = new_fixture();

    (void)state;
    for (size_t i = 0; i < countof(all); i++)
        check_unpacks(&all[i], f->packed, all[i].pack("", 0, f->packed, ROOM),
                      "", 0);
    free(f);
}

static void several_members_are_one_text(void **state)
{
    fixture *f = new_fixture();
    const size_t half = f->n / 2;

    (void)state;
    for (size_t i = 0; i < countof(all); i++) {
        size_t n = all[i].pack(f->plain, half, f->packed, ROOM);

        n += all[i].pack("", 0, f->packed + n, ROOM - n);
        n += all[i].pack(f->plain + half, f->n - half, f->packed + n, ROOM - n);
        check_unpacks(&all[i], f->packed, n, f->plain, f->n);
    }
    free(f);
}

static void a_frame_to_be_stepped_over_is_stepped_over(void **state)
{
    static const uint8_t skip[] = { 0x5e, 0x2a, 0x4d, 0x18, 3,  0,
                                    0,    0,    'a',  'b',  'c' };
    fixture *f = new_fixture();

    (void)state;
    for (size_t i = 0; i < countof(all); i++) {
        if (all[i].codec == &codec_gzip || all[i].codec == &codec_zstd_records)
            continue;
        size_t n = all[i].pack(f->plain, 100, f->packed, ROOM);
        memcpy(f->packed + n, skip, sizeof skip);
        n += sizeof skip;
        n += all[i].pack(f->plain + 100, f->n - 100, f->packed + n, ROOM - n);
        check_unpacks(&all[i], f->packed, n, f->plain, f->n);
    }
    free(f);
}

static void a_cut_stream_gives_its_beginning(void **state)
{
    fixture *f = new_fixture();

    (void)state;
    for (size_t i = 0; i < countof(all); i++) {
        const size_t n = all[i].pack(f->plain, f->n, f->packed, ROOM);

        for (size_t end = CODEC_HEAD; end < n; end += n / 50 + 1) {
            size_t got;
            bool cut;
            char *text = unpack(&all[i], f->packed, end, &got, &cut);

            /* between two records nothing can be seen to be missing */
            assert_true(cut || all[i].codec == &codec_zstd_records);
            assert_true(got < f->n);
            assert_memory_equal(text, f->plain, got);
            free(text);
        }
    }
    free(f);
}

static void a_damaged_stream_ends_there(void **state)
{
    fixture *f = new_fixture();

    (void)state;
    for (size_t i = 0; i < countof(all); i++) {
        const size_t n = all[i].pack(f->plain, f->n, f->packed, ROOM);
        size_t got;
        bool cut;

        for (size_t at = CODEC_HEAD; at < n; at += n / 50 + 1) {
            f->packed[at] ^= 0x55;
            free(unpack(&all[i], f->packed, n, &got, &cut));
            f->packed[at] ^= 0x55;
        }
        memset(f->packed + n / 2, 0xff, n / 4);
        free(unpack(&all[i], f->packed, n, &got, &cut));
        assert_true(cut);
    }
    free(f);
}

/* A process that writes the bytes in pieces; its end of the pipe is read. */
static int pipe_of(const uint8_t *p, size_t n, size_t piece, pid_t *child)
{
    int fd[2];

    assert_int_equal(pipe(fd), 0);
    *child = fork();
    assert_true(*child >= 0);
    if (*child == 0) {
        close(fd[0]);
        for (size_t at = 0; at < n; at += piece)
            if (write(fd[1], p + at, n - at < piece ? n - at : piece) < 0)
                break;
        _exit(0);
    }
    close(fd[1]);
    return fd[0];
}

static void a_pipe_may_hand_over_byte_by_byte(void **state)
{
    fixture *f = new_fixture();
    const size_t few = 20000;

    (void)state;
    for (size_t i = 0; i < countof(all); i++) {
        size_t n = all[i].pack(f->plain, few, f->packed, ROOM);
        corr_err err = { 0 };
        size_t got;
        bool cut;
        pid_t child;

        n += all[i].pack(f->plain + few, few, f->packed + n, ROOM - n);
        const int fd = pipe_of(f->packed, n, 1, &child);
        const src_opts opts = opts_of(&all[i]);
        char *text = drain(src_open_fd(fd, &opts, &err), &got, &cut, &err);
        assert_int_equal(err.code, CORR_OK);
        assert_false(cut);
        assert_int_equal(got, 2 * few);
        assert_memory_equal(text, f->plain, got);
        free(text);
        close(fd);
        waitpid(child, NULL, 0);
    }
    free(f);
}

static void more_than_the_limit_is_refused(void **state)
{
    fixture *f = new_fixture();

    (void)state;
    for (size_t i = 0; i < countof(all); i++) {
        const size_t n = all[i].pack(f->plain, f->n, f->packed, ROOM);
        src_opts opts = opts_of(&all[i]);
        corr_err err = { 0 };
        size_t got;
        bool cut;

        opts.limits.decoded = f->n / 2;
        free(drain(src_open_memory(f->packed, n, &opts, &err), &got, &cut,
                   &err));
        assert_int_equal(err.code, CORR_ELIMIT);
        assert_non_null(strstr(err.what, "compressed bytes unpack to more"));
    }
    free(f);
}

#ifdef CORR_WITH_ZSTD
static void a_window_that_is_too_large_is_refused(void **state)
{
    /* a frame that wants 256 MiB, and in it one empty block */
    static const uint8_t frame[] = { 0x28, 0xb5, 0x2f, 0xfd, 0x00,
                                     0x90, 0x01, 0x00, 0x00 };
    corr_err err = { 0 };
    size_t got;
    bool cut;

    (void)state;
    free(drain(src_open_memory(frame, sizeof frame, &(src_opts){ 0 }, &err),
               &got, &cut, &err));
    assert_int_equal(err.code, CORR_ELIMIT);
    assert_string_equal(err.what,
                        "the zstd data looks back over more than 128 MiB");
    assert_string_equal(err.hint, "unpack it first: zstd -d --long=31");
}

static void a_frame_longer_than_its_record_is_damage(void **state)
{
    fixture *f = new_fixture();
    const size_t n = pack_zstd(f->plain, f->n, f->packed + 4, ROOM - 4) + 4;
    size_t got;
    bool cut;

    (void)state;
    f->packed[2] = (uint8_t)((n - 100) >> 8);
    f->packed[1] = (uint8_t)((n - 100) >> 16);
    assert_ptr_equal(codec_of(f->packed, n), &codec_zstd_records);
    free(unpack(&all[0], f->packed, n, &got, &cut));
    assert_true(cut);
    free(f);
}
#endif

static void without_memory_nothing_leaks(void **state)
{
    fixture *f = new_fixture();

    (void)state;
    for (size_t i = 0; i < countof(all); i++) {
        const size_t n = all[i].pack(f->plain, f->n, f->packed, ROOM);
        const src_opts opts = opts_of(&all[i]);

        for (long fail = 1, more = true; more; fail++) {
            corr_err err = { 0 };
            size_t got = 0;

            test_memory_arm(fail);
            corr_src *in = src_open_memory(f->packed, n, &opts, &err);
            if (in)
                corr_src_peek(in, f->n, &got);
            more = test_memory_failed();
            const corr_code code = in ? src_failure(in, NULL) : err.code;
            src_close(in);
            /* aligned blocks are not counted when they are taken */
            assert_true(test_memory_disarm() <= 0);
            if (more)
                assert_true(code == CORR_ENOMEM || got == f->n);
            else
                assert_int_equal(got, f->n);
        }
    }
    free(f);
}

static void assert_refused(const uint8_t *head, size_t n, const char *what,
                           const char *hint)
{
    corr_err err = { 0 };

    assert_null(load_recognise(corr_builtin_formats, head, n, true, 20, &err));
    assert_string_equal(err.what, what);
    assert_string_equal(err.hint, hint);
}

static void what_cannot_be_undone_is_named(void **state)
{
    static const uint8_t gzip[] = { 0x1f, 0x8b, 8, 0, 0, 0, 0, 0 };

    (void)state;
    assert_refused(gzip, sizeof gzip, "compressed twice, with gzip inside",
                   "unpack it once first");
#ifndef CORR_WITH_ZSTD
    static const uint8_t zstd[] = { 0x28, 0xb5, 0x2f, 0xfd, 4, 0, 1, 0, 0 };

    assert_refused(zstd, sizeof zstd,
                   "compressed with zstd, which this build cannot decompress",
                   "unpack it first: zstd -d");
#endif
#ifndef CORR_WITH_LZ4
    static const uint8_t lz4[] = { 4, 0x22, 0x4d, 0x18, 0x64, 0x40, 0xa7 };

    assert_refused(lz4, sizeof lz4,
                   "compressed with lz4, which this build cannot decompress",
                   "unpack it first: lz4 -d");
#endif
}

static void other_bytes_are_left_as_they_are(void **state)
{
    static const char *const plain[] = { "", "\x1f", "(\xb5/", "a;b 1\n",
                                         "\x01\x02\x03\x04(\xb5/\xfc" };

    (void)state;
    for (size_t i = 0; i < countof(plain); i++)
        check_unpacks(&all[0], (const uint8_t *)plain[i], strlen(plain[i]),
                      plain[i], strlen(plain[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_packed_comes_out),
        cmocka_unit_test(nothing_can_be_packed_too),
        cmocka_unit_test(several_members_are_one_text),
        cmocka_unit_test(a_frame_to_be_stepped_over_is_stepped_over),
        cmocka_unit_test(a_cut_stream_gives_its_beginning),
        cmocka_unit_test(a_damaged_stream_ends_there),
        cmocka_unit_test(a_pipe_may_hand_over_byte_by_byte),
        cmocka_unit_test(more_than_the_limit_is_refused),
#ifdef CORR_WITH_ZSTD
        cmocka_unit_test(a_window_that_is_too_large_is_refused),
        cmocka_unit_test(a_frame_longer_than_its_record_is_damage),
#endif
        cmocka_unit_test(without_memory_nothing_leaks),
        cmocka_unit_test(what_cannot_be_undone_is_named),
        cmocka_unit_test(other_bytes_are_left_as_they_are),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
