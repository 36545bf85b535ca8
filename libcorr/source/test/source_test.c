/* Tests of src: windows, lines, gzip. */
#include "test/test_src.h"

/* A file of these bytes must read as want. */
static void assert_reads(const void *p, size_t n, const uint8_t *want,
                         size_t size, bool cut)
{
    uint8_t *got = malloc(size + 1);
    corr_err err = { 0 };

    assert_non_null(got);
    for (int memory = 0; memory < 2; memory++) {
        corr_src *in = memory ? src_open_memory(p, n, &plain, &err)
                              : open_bytes(p, n, &plain);
        assert_int_equal(read_all(in, got, size + 1), size);
        assert_memory_equal(got, want, size);
        assert_int_equal(corr_src_cut(in), cut);
        assert_false(corr_src_failed(in));
        assert_int_equal(src_failure(in, &err), CORR_OK);
        src_close(in);
    }
    free(got);
}

/* ---- bytes ---------------------------------------------------------------- */

static void a_file_is_read_from_front_to_end(void **state)
{
    const size_t sizes[] = { 0, 1, 2, 3, 4096, 262143, 262144, 262145, 900000 };

    (void)state;
    for (size_t i = 0; i < countof(sizes); i++) {
        uint8_t *p = pattern(sizes[i]);
        assert_reads(p, sizes[i], p, sizes[i], false);
        free(p);
    }
}

static void peeking_shows_more_than_a_window(void **state)
{
    const size_t n = 1000000;
    uint8_t *want = pattern(n);
    corr_src *in = open_bytes(want, n, &plain);
    size_t got;

    (void)state;
    const uint8_t *p = corr_src_peek(in, 700000, &got);
    assert_true(got >= 700000);
    assert_memory_equal(p, want, 700000);
    corr_src_skip(in, 5);
    p = corr_src_peek(in, 900000, &got);
    assert_true(got >= 900000);
    assert_memory_equal(p, want + 5, 900000);
    p = corr_src_peek(in, 2000000, &got);
    assert_int_equal(got, n - 5);
    assert_memory_equal(p, want + 5, n - 5);
    assert_int_equal(corr_src_offset(in), 5);
    src_close(in);
    free(want);
}

static void skipping_goes_past_what_was_peeked(void **state)
{
    const size_t n = 1000000;
    uint8_t *want = pattern(n);
    corr_src *in = open_bytes(want, n, &plain);
    size_t got;

    (void)state;
    corr_src_skip(in, 654321);
    assert_int_equal(corr_src_offset(in), 654321);
    const uint8_t *p = corr_src_peek(in, 10, &got);
    assert_memory_equal(p, want + 654321, 10);
    corr_src_skip(in, 999999999);
    assert_int_equal(corr_src_offset(in), n);
    corr_src_peek(in, 1, &got);
    assert_int_equal(got, 0);
    assert_false(corr_src_failed(in));
    src_close(in);
    free(want);
}

static void memory_is_not_copied(void **state)
{
    const char text[] = "borrowed bytes";
    corr_src *in = src_open_memory(text, sizeof text, &plain, NULL);
    size_t got;

    (void)state;
    assert_ptr_equal(corr_src_peek(in, 1, &got), text);
    assert_int_equal(got, sizeof text);
    corr_src_skip(in, 100);
    assert_int_equal(corr_src_offset(in), sizeof text);
    src_close(in);
}

static void a_source_knows_its_name_and_limits(void **state)
{
    corr_src *in = src_open_memory(
        "x", 1, &(src_opts){ .path = "a/b", .limits.depth = 9 }, NULL);

    (void)state;
    assert_string_equal(corr_src_path(in), "a/b");
    assert_int_equal(corr_src_limits(in)->depth, 9);
    assert_int_equal(corr_src_limits(in)->frames, 4096);
    assert_int_equal(corr_src_limits(in)->record, 256 << 20);
    assert_int_equal(src_raw(in), 1);
    src_close(in);
    in = src_open_memory("", 0, &(src_opts){ 0 }, NULL);
    assert_string_equal(corr_src_path(in), "");
    src_close(in);
}

static void a_plain_file_knows_how_much_is_left(void **state)
{
    uint8_t *p = pattern(900000);
    corr_src *in = open_bytes(p, 900000, &plain);
    size_t got;

    (void)state;
    assert_int_equal(src_left(in), 900000);
    corr_src_peek(in, 5000, &got);
    assert_int_equal(src_left(in), 900000);
    corr_src_skip(in, 300001);
    assert_int_equal(src_left(in), 599999);
    corr_src_skip(in, 900000);
    assert_int_equal(src_left(in), 0);
    src_close(in);
    z.n = 0;
    pack(&z, p, 900000);
    in = open_bytes(z.bytes, z.n, &plain);
    assert_int_equal(src_left(in), 0);
    src_close(in);
    in = src_open_memory(p, 900000, &plain, NULL);
    assert_int_equal(src_left(in), 0);
    src_close(in);
    free(p);
}

/* ---- gzip ------------------------------------------------------------------ */

static void gzip_is_undone(void **state)
{
    uint8_t *p = pattern(900000);

    (void)state;
    z.n = 0;
    pack(&z, p, 900000);
    assert_true(z.n < 900000);
    assert_reads(z.bytes, z.n, p, 900000, false);
    free(p);
}

static void members_follow_each_other(void **state)
{
    uint8_t *p = pattern(300000);

    (void)state;
    z.n = 0;
    pack(&z, p, 1);
    pack(&z, p + 1, 0);
    pack(&z, p + 1, 262143);
    pack(&z, p + 262144, 37856);
    assert_reads(z.bytes, z.n, p, 300000, false);
    free(p);
}

static void gzip_of_nothing_is_nothing(void **state)
{
    (void)state;
    z.n = 0;
    pack(&z, "", 0);
    assert_reads(z.bytes, z.n, (const uint8_t *)"", 0, false);
}

/* Reads z whole; how many bytes follow it. */
static uint64_t stray_of(size_t n)
{
    corr_src *in = src_open_memory(z.bytes, n, &(src_opts){ 0 }, NULL);

    assert_non_null(in);
    corr_src_skip(in, UINT64_MAX);
    assert_false(corr_src_cut(in));
    const char *codec;
    const uint64_t stray = src_stray_bytes(in, &codec);
    src_close(in);
    return stray;
}

static void what_follows_the_last_member_is_counted_but_for_zeros(void **state)
{
    static const char trailing[] = "\0\0\0\0some\0 more";
    uint8_t *p = pattern(1000);

    (void)state;
    z.n = 0;
    pack(&z, p, 1000);
    memcpy(z.bytes + z.n, trailing, sizeof trailing);
    assert_reads(z.bytes, z.n + sizeof trailing, p, 1000, false);
    assert_int_equal(stray_of(z.n + sizeof trailing), sizeof trailing - 4);
    assert_int_equal(stray_of(z.n + 5), 1);
    assert_int_equal(stray_of(z.n + 4), 0);
    assert_int_equal(stray_of(z.n), 0);
    /* half a header is a member that was cut */
    z.bytes[z.n] = 0x1f;
    assert_reads(z.bytes, z.n + 1, p, 1000, true);
    free(p);
}

static void a_stream_that_breaks_off_gives_what_came_before(void **state)
{
    uint8_t *p = pattern(300000);
    uint8_t *got = malloc(300001);

    (void)state;
    assert_non_null(got);
    z.n = 0;
    pack(&z, p, 300000);
    const size_t cuts[] = { 2, 3, 9, 10, 1000, z.n / 2, z.n - 9, z.n - 1 };
    for (size_t i = 0; i < countof(cuts); i++) {
        corr_src *in = open_bytes(z.bytes, cuts[i], &plain);
        const size_t n = read_all(in, got, 300001);
        assert_memory_equal(got, p, n);
        assert_true(corr_src_cut(in));
        assert_false(corr_src_failed(in));
        assert_true(n == 0 || cuts[i] > 10);
        assert_true(cuts[i] < z.n - 9 || n == 300000);
        src_close(in);
    }
    free(got);
    free(p);
}

static void a_damaged_stream_gives_what_came_before(void **state)
{
    uint8_t *p = pattern(300000);
    uint8_t *got = malloc(400000);

    (void)state;
    assert_non_null(got);
    z.n = 0;
    pack(&z, p, 300000);
    memset(z.bytes + z.n / 2, 0xff, 64);
    corr_src *in = open_bytes(z.bytes, z.n, &plain);
    const size_t n = read_all(in, got, 400000);
    assert_true(n > 0);
    assert_memory_equal(got, p, n < 100000 ? n : 100000);
    assert_true(corr_src_cut(in));
    assert_false(corr_src_failed(in));
    src_close(in);
    free(got);
    free(p);
}

static void a_wrong_checksum_is_damage(void **state)
{
    uint8_t *p = pattern(1000);

    (void)state;
    z.n = 0;
    pack(&z, p, 1000);
    z.bytes[z.n - 8] ^= 1;
    assert_reads(z.bytes, z.n, p, 1000, true);
    free(p);
}

static void the_decoded_size_has_a_limit(void **state)
{
    uint8_t *p = pattern(300000);
    corr_err err = { 0 };
    size_t got;

    (void)state;
    z.n = 0;
    pack(&z, p, 300000);
    corr_src *in =
        open_bytes(z.bytes, z.n, &(src_opts){ .limits.decoded = 299999 });
    corr_src_skip(in, 300000);
    corr_src_peek(in, 1, &got);
    assert_int_equal(got, 0);
    assert_true(corr_src_failed(in));
    assert_int_equal(src_failure(in, &err), CORR_ELIMIT);
    assert_int_equal(err.code, CORR_ELIMIT);
    assert_non_null(strstr(err.what, "unpack to more than"));
    src_close(in);
    in = open_bytes(z.bytes, z.n, &(src_opts){ .limits.decoded = 300000 });
    corr_src_skip(in, 300000);
    assert_false(corr_src_failed(in));
    assert_int_equal(corr_src_offset(in), 300000);
    src_close(in);
    free(p);
}

/* A gigabyte of zeros in a megabyte. */
static void a_bomb_is_refused(void **state)
{
    const size_t piece = 16 << 20;
    uint8_t *zeros = calloc(1, piece);
    corr_err err = { 0 };

    (void)state;
    assert_non_null(zeros);
    z.n = 0;
    pack(&z, zeros, piece);
    const size_t one = z.n;
    uint8_t *bomb = malloc(one * 70);
    assert_non_null(bomb);
    for (size_t i = 0; i < 70; i++)
        memcpy(bomb + i * one, z.bytes, one);
    corr_src *in = src_open_memory(bomb, one * 70, &plain, &err);
    corr_src_skip(in, UINT64_MAX);
    assert_int_equal(src_failure(in, &err), CORR_ELIMIT);
    assert_true(corr_src_offset(in) > (uint64_t)1 << 29);
    src_close(in);
    in = src_open_memory(bomb, one * 60, &plain, &err);
    corr_src_skip(in, UINT64_MAX);
    assert_int_equal(src_failure(in, NULL), CORR_OK);
    assert_int_equal(corr_src_offset(in), 60 * piece);
    src_close(in);
    free(bomb);
    free(zeros);
}

/* ---- lines ------------------------------------------------------------------- */

static void assert_line(corr_src *in, const char *want, uint64_t number,
                        uint64_t offset)
{
    corr_str line;

    assert_true(corr_src_line(in, &line));
    if (!corr_str_is(line, want))
        fail_msg("\"%.*s\" is not \"%s\"", CORR_STR_ARG(line), want);
    assert_int_equal(corr_src_lineno(in), number);
    assert_int_equal(corr_src_offset(in), offset);
}

static void lines_end_in_lf_crlf_or_with_the_file(void **state)
{
    static const char text[] = "one\ntwo\r\n\n\r\nfi\rve\nlast";
    corr_str line;

    (void)state;
    for (int memory = 0; memory < 2; memory++) {
        corr_src *in =
            memory ? src_open_memory(text, sizeof text - 1, &plain, NULL)
                   : open_bytes(text, sizeof text - 1, &plain);
        assert_line(in, "one", 1, 4);
        assert_line(in, "two", 2, 9);
        assert_line(in, "", 3, 10);
        assert_line(in, "", 4, 12);
        assert_line(in, "fi\rve", 5, 18);
        assert_line(in, "last", 6, 22);
        assert_false(corr_src_line(in, &line));
        assert_int_equal(corr_src_lineno(in), 6);
        src_close(in);
    }
}

static void a_file_that_ends_in_a_newline_has_no_line_after_it(void **state)
{
    corr_src *in = open_bytes("a\n", 2, &plain);
    corr_str line;

    (void)state;
    assert_line(in, "a", 1, 2);
    assert_false(corr_src_line(in, &line));
    src_close(in);
    in = open_bytes("", 0, &plain);
    assert_false(corr_src_line(in, &line));
    assert_int_equal(corr_src_lineno(in), 0);
    src_close(in);
}

/* Lines of all lengths, many of them over a window's edge. */
static void lines_go_on_across_windows(void **state)
{
    const size_t count = 1500;
    char *text = malloc(count * count);
    size_t n = 0;

    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < count; i++) {
        memset(text + n, 'a' + (int)(i % 26), i);
        n += i;
        text[n++] = '\n';
    }
    z.n = 0;
    pack(&z, text, n);
    for (int zipped = 0; zipped < 2; zipped++) {
        corr_src *in = zipped ? open_bytes(z.bytes, z.n, &plain)
                              : open_bytes(text, n, &plain);
        corr_str line;
        for (size_t i = 0; i < count; i++) {
            assert_true(corr_src_line(in, &line));
            assert_int_equal(line.n, i);
            assert_true(i == 0 || (line.p[0] == 'a' + (int)(i % 26) &&
                                   line.p[i - 1] == line.p[0]));
        }
        assert_false(corr_src_line(in, &line));
        assert_int_equal(corr_src_offset(in), n);
        src_close(in);
    }
    free(text);
}

static void a_record_has_a_limit(void **state)
{
    const size_t n = 2000000;
    char *text = malloc(n);
    corr_err err = { 0 };
    corr_str line;
    size_t got;

    (void)state;
    assert_non_null(text);
    memset(text, 'x', n);
    text[9] = '\n';
    text[300011] = '\n'; /* in the first windows, and one too many */
    const src_opts small = { .limits.record = 300000 };
    corr_src *in = open_bytes(text, n, &small);
    assert_line(in, "xxxxxxxxx", 1, 10);
    assert_false(corr_src_line(in, &line));
    assert_int_equal(src_failure(in, &err), CORR_ELIMIT);
    assert_int_equal(err.offset, 10);
    assert_non_null(strstr(err.what, "300000"));
    src_close(in);

    in = open_bytes(text, n, &small);
    corr_src_peek(in, 300000, &got);
    assert_true(got >= 300000);
    assert_false(corr_src_failed(in));
    corr_src_skip(in, 7);
    corr_src_peek(in, 1900000, &got);
    assert_int_equal(got, 0);
    assert_int_equal(src_failure(in, NULL), CORR_ELIMIT);
    src_close(in);
    free(text);
}

/* Returns true at the third call. */
static bool third_time(void *ctx)
{
    int *asked = ctx;

    return ++*asked >= 3;
}

static void a_source_that_is_enough_ends_where_it_is(void **state)
{
    const size_t n = 900000;
    uint8_t *want = pattern(n), *got = malloc(n);
    int asked = 0;
    corr_src *in =
        open_bytes(want, n, &(src_opts){ .enough = third_time, .ctx = &asked });

    (void)state;
    assert_non_null(got);
    const size_t some = read_all(in, got, n);
    assert_in_range(some, 256 * 1024, n - 1);
    assert_memory_equal(got, want, some);
    assert_true(corr_src_cut(in));
    assert_false(corr_src_failed(in));
    src_close(in);
    free(want);
    free(got);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read_from_front_to_end),
        cmocka_unit_test(peeking_shows_more_than_a_window),
        cmocka_unit_test(skipping_goes_past_what_was_peeked),
        cmocka_unit_test(memory_is_not_copied),
        cmocka_unit_test(a_source_knows_its_name_and_limits),
        cmocka_unit_test(a_plain_file_knows_how_much_is_left),
        cmocka_unit_test(gzip_is_undone),
        cmocka_unit_test(members_follow_each_other),
        cmocka_unit_test(gzip_of_nothing_is_nothing),
        cmocka_unit_test(what_follows_the_last_member_is_counted_but_for_zeros),
        cmocka_unit_test(a_stream_that_breaks_off_gives_what_came_before),
        cmocka_unit_test(a_damaged_stream_gives_what_came_before),
        cmocka_unit_test(a_wrong_checksum_is_damage),
        cmocka_unit_test(the_decoded_size_has_a_limit),
        cmocka_unit_test(a_bomb_is_refused),
        cmocka_unit_test(lines_end_in_lf_crlf_or_with_the_file),
        cmocka_unit_test(a_file_that_ends_in_a_newline_has_no_line_after_it),
        cmocka_unit_test(lines_go_on_across_windows),
        cmocka_unit_test(a_record_has_a_limit),
        cmocka_unit_test(a_source_that_is_enough_ends_where_it_is),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
