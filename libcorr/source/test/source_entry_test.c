/* Tests of src_part: marks in compressed streams, and parts of sources. */
#include "test/test_src.h"

enum { SIZE = 3000000, MARKS = 128, EVERY = 65536 };

/* Marks as they were made, with copies of what is looked back at. */
typedef struct marks {
    src_mark at[MARKS];
    uint8_t back[MARKS][32768];
    size_t n, asked;
} marks;

static marks seen; /* too large for a stack */
static uint8_t text[SIZE], got[SIZE];

/* Lines that compress about as exports do, and repeat nothing for long. */
static void make_text(void)
{
    uint64_t x = 88172645463325252u;

    for (size_t i = 0; i < SIZE;) {
        char line[80];
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        const int n = snprintf(line, sizeof line,
                               "a line of text with a number in it: %u\n",
                               (unsigned)(x % 100000));
        for (int k = 0; k < n && i < SIZE; k++)
            text[i++] = (uint8_t)line[k];
    }
}

static void keep_mark(void *ctx, const src_mark *m)
{
    marks *to = ctx;

    assert_true(to->n < MARKS);
    assert_true(m->nback <= sizeof to->back[0]);
    to->at[to->n] = *m;
    if (m->nback)
        memcpy(to->back[to->n], m->back, m->nback);
    to->at[to->n].back = to->back[to->n];
    to->n++;
}

static bool best_mark(void *ctx, uint64_t offset, src_mark *m)
{
    marks *from = ctx;
    bool found = false;

    from->asked++;
    for (size_t i = 0; i < from->n && from->at[i].out <= offset; i++) {
        *m = from->at[i];
        found = true;
    }
    return found;
}

static bool no_mark(void *ctx, uint64_t offset, src_mark *m)
{
    (void)ctx;
    (void)offset;
    (void)m;
    return false;
}

/* Reads all of what is packed, and keeps the marks. */
static void find_marks(void)
{
    const src_opts opts = { .path = "some/file",
                            .mark = keep_mark,
                            .mark_ctx = &seen,
                            .mark_every = EVERY };
    corr_src *in = open_bytes(z.bytes, z.n, &opts);

    seen = (marks){ 0 };
    assert_int_equal(read_all(in, got, SIZE), SIZE);
    assert_memory_equal(got, text, SIZE);
    assert_false(corr_src_cut(in));
    src_close(in);
}

static corr_src *open_parts(const void *p, size_t n, const src_part *part,
                            size_t npart, src_enter_fn *enter)
{
    corr_src *in = open_bytes(p, n, &plain);
    size_t have;

    corr_src_peek(in, 65536, &have); /* as whoever recognises formats does */
    assert_true(have >= 65536);
    src_only(in, part, npart, enter, &seen);
    return in;
}

/* The part at hand must be these bytes of the text, and then end. */
static void assert_part(corr_src *in, uint64_t from, uint64_t to)
{
    uint64_t at = from;

    assert_int_equal(corr_src_offset(in), from);
    for (size_t step = 1;; step = step * 5 % 60013 + 1) {
        size_t have;
        const uint8_t *p = corr_src_peek(in, step, &have);

        assert_true(at + have <= to);
        if (have == 0)
            break;
        assert_memory_equal(p, text + at, have);
        const size_t take = have < step ? have : step;
        corr_src_skip(in, take);
        at += take;
        assert_int_equal(corr_src_offset(in), at);
    }
    assert_int_equal(at, to);
    corr_src_skip(in, 1000000);
    assert_int_equal(corr_src_offset(in), to);
    assert_false(corr_src_failed(in));
}

/* ---- marks ------------------------------------------------------------------ */

static void a_member_can_be_entered_at_every_mark(void **state)
{
    (void)state;
    z.n = 0;
    pack(&z, text, SIZE);
    find_marks();
    assert_in_range(seen.n, 10, SIZE / EVERY);
    for (size_t i = 0; i < seen.n; i++) {
        const uint64_t from = seen.at[i].out + 5;
        const src_part part = { from, UINT64_MAX };
        corr_src *in = open_parts(z.bytes, z.n, &part, 1, best_mark);

        assert_true(i == 0 || seen.at[i].out >= seen.at[i - 1].out + EVERY);
        assert_int_equal(seen.at[i].nback, 32768);
        assert_true(seen.at[i].inside);
        assert_part(in, from, SIZE);
        assert_false(corr_src_cut(in));
        assert_false(corr_src_next(in));
        src_close(in);
    }
}

static void
members_behind_one_that_was_entered_inside_are_read_too(void **state)
{
    const src_part parts[] = { { 1000000, 1000100 }, { 1500000, SIZE } };

    (void)state;
    z.n = 0;
    pack(&z, text, SIZE / 2 + 77);
    pack(&z, text + SIZE / 2 + 77, 0);
    pack(&z, text + SIZE / 2 + 77, SIZE / 2 - 77);
    find_marks();
    corr_src *in = open_parts(z.bytes, z.n, parts, 2, best_mark);
    assert_part(in, 1000000, 1000100);
    assert_true(corr_src_next(in));
    assert_part(in, 1500000, SIZE);
    assert_false(corr_src_cut(in));
    src_close(in);
}

static void members_are_entered_without_looking_back(void **state)
{
    const src_part part = { SIZE - 10, SIZE };

    (void)state;
    z.n = 0;
    for (size_t at = 0; at < SIZE; at += SIZE / 40)
        pack(&z, text + at, SIZE / 40);
    find_marks();
    size_t plain_marks = 0;
    for (size_t i = 0; i < seen.n; i++)
        plain_marks += !seen.at[i].inside && seen.at[i].nback == 0;
    assert_in_range(plain_marks, 10, 40);
    corr_src *in = open_parts(z.bytes, z.n, &part, 1, best_mark);
    assert_part(in, SIZE - 10, SIZE);
    src_close(in);
}

static void nothing_is_read_between_parts_that_can_be_entered(void **state)
{
    const src_part parts[] = { { 100, 200 }, { 2900000, 2900100 } };

    (void)state;
    z.n = 0;
    pack(&z, text, SIZE);
    find_marks();
    memset(z.bytes + z.n / 2, 0xff, 1000); /* who decodes that, stops */
    corr_src *in = open_parts(z.bytes, z.n, parts, 2, best_mark);
    assert_part(in, 100, 200);
    assert_true(corr_src_next(in));
    assert_part(in, 2900000, 2900100);
    assert_int_equal(seen.asked, 1); /* the first part was at hand */
    src_close(in);
}

/* ---- parts ------------------------------------------------------------------ */

static const src_part some[] = {
    { 0, 10 },
    { 10, 20 },
    { 15000, 15001 },
    { 70000, 300000 },
    { 300000, 300000 },
    { 1000000, 1000001 },
    { 1000001, 2000000 },
    { 2999999, SIZE },
    { SIZE, UINT64_MAX },
};

static void assert_some(corr_src *in)
{
    for (size_t i = 0; i < countof(some); i++) {
        assert_part(in, some[i].from, some[i].to < SIZE ? some[i].to : SIZE);
        assert_int_equal(corr_src_next(in), i + 1 < countof(some));
    }
    src_close(in);
}

static void parts_are_the_same_of_plain_and_packed_files(void **state)
{
    (void)state;
    assert_some(open_parts(text, SIZE, some, countof(some), best_mark));
    z.n = 0;
    pack(&z, text, SIZE);
    find_marks();
    assert_some(open_parts(z.bytes, z.n, some, countof(some), best_mark));
    assert_some(open_parts(z.bytes, z.n, some, countof(some), no_mark));
}

static void of_no_parts_there_is_nothing(void **state)
{
    size_t have;

    (void)state;
    corr_src *in = open_parts(text, SIZE, NULL, 0, no_mark);
    corr_src_peek(in, 1, &have);
    assert_int_equal(have, 0);
    assert_false(corr_src_next(in));
    assert_false(corr_src_failed(in));
    src_close(in);
}

static void a_source_that_is_read_whole_has_no_next_part(void **state)
{
    corr_src *in = open_bytes(text, SIZE, &plain);

    (void)state;
    assert_false(corr_src_next(in));
    assert_int_equal(read_all(in, got, SIZE), SIZE);
    assert_false(corr_src_next(in));
    src_close(in);
}

/* ---- damage ------------------------------------------------------------------- */

static bool false_mark(void *ctx, uint64_t offset, src_mark *m)
{
    static uint8_t noise[32768];
    const unsigned *which = ctx;

    (void)offset;
    memset(noise, 0xa5, sizeof noise);
    *m = (src_mark){ .out = 200000,
                     .in = *which % 3 == 2 ? z.n + 5 : z.n / 2,
                     .inside = *which % 2 == 0,
                     .bits = *which % 8,
                     .nback = *which % 5 ? sizeof noise : 0,
                     .back = noise };
    return true;
}

static void a_false_mark_ends_the_source_and_no_more(void **state)
{
    const src_part part = { 2000000, SIZE };

    (void)state;
    z.n = 0;
    pack(&z, text, SIZE);
    for (unsigned i = 0; i < 40; i++) {
        corr_src *in = open_bytes(z.bytes, z.n, &plain);
        size_t have;

        src_only(in, &part, 1, false_mark, &i);
        do {
            corr_src_peek(in, 1000, &have);
            corr_src_skip(in, 1000);
        } while (have);
        assert_false(corr_src_next(in));
        src_close(in);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_member_can_be_entered_at_every_mark),
        cmocka_unit_test(
            members_behind_one_that_was_entered_inside_are_read_too),
        cmocka_unit_test(members_are_entered_without_looking_back),
        cmocka_unit_test(nothing_is_read_between_parts_that_can_be_entered),
        cmocka_unit_test(parts_are_the_same_of_plain_and_packed_files),
        cmocka_unit_test(of_no_parts_there_is_nothing),
        cmocka_unit_test(a_source_that_is_read_whole_has_no_next_part),
        cmocka_unit_test(a_false_mark_ends_the_source_and_no_more),
    };

    make_text();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
