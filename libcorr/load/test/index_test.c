/* Tests of index_make and index_read: kept ids, chosen blocks, tampered
 * indices. */
#include "test/test_index.h"

#include "source/codec.h"

/* Ten blocks of 1000 bytes, ten records each.  Trace t is in the blocks that
 * t % 10 and t % 7 name, with a span a block. */
enum { BLOCKS_MADE = 10, RECORD = 100, TRACES_MADE = 70, DECODED = 10000 };

static corr_trace_id trace_of(unsigned t)
{
    return (corr_trace_id){ (uint64_t)t << 56 | 0xabcdef, 0x1000 + t };
}

static uint64_t span_of(unsigned t, unsigned block)
{
    return (uint64_t)(t * 16 + block + 1) << 40 | 0x77;
}

static bool is_in(unsigned t, unsigned block)
{
    return t % BLOCKS_MADE == block || t % 7 == block;
}

static index_maker *census(void)
{
    index_maker *m = index_maker_new(1000, 0);

    assert_non_null(m);
    for (unsigned r = 0; r < DECODED / RECORD; r++) {
        const unsigned block = r / 10;

        index_see_record(m, (uint64_t)r * RECORD);
        for (unsigned t = 0; r % 10 == 3 && t < TRACES_MADE; t++)
            if (is_in(t, block)) {
                index_see_span(m, trace_of(t), span_of(t, block),
                               1000 * block + 1, 1000 * block + 500);
                index_see_span(m, trace_of(t), span_of(t, block),
                               1000 * block + 2, 1000 * block + 400);
            }
    }
    return m;
}

static const index_facts known = {
    .key = { 1, 2, 5000, -4, 5, 6 },
    .program = "0.1.0",
    .format = "otlp",
    .built = 1700000000000000000,
};

static index_image image;

static int make_image(void **state)
{
    (void)state;
    image = image_of(census(), &known, DECODED);
    return 0;
}

static int drop_image(void **state)
{
    (void)state;
    free(image.p);
    return 0;
}

static void open_image(side_index *x)
{
    assert_true(index_open(x, fetch_image, &image, image.n));
}

/* Asserts that the parts chosen for a want are these blocks. */
static void assert_chosen(const corr_want *w, bool (*in)(unsigned block))
{
    side_index x;
    size_t at = 0;

    open_image(&x);
    assert_true(index_choose(&x, w));
    for (unsigned b = 0; b < BLOCKS_MADE; b++) {
        if (!in(b))
            continue;
        unsigned end = b;
        while (end < BLOCKS_MADE && in(end))
            end++;
        assert_true(at < x.part.n);
        assert_int_equal(x.part.v[at].from, 1000 * b);
        assert_int_equal(x.part.v[at].to,
                         end < BLOCKS_MADE ? 1000 * end : UINT64_MAX);
        at++;
        b = end;
    }
    assert_int_equal(at, x.part.n);
    index_clear(&x);
}

static bool blocks_of_23(unsigned b)
{
    return is_in(23, b);
}

static bool no_block(unsigned b)
{
    (void)b;
    return false;
}

static corr_want whole_id(unsigned t)
{
    return (corr_want){ .by_id = true,
                        .ids.hi = trace_of(t).hi,
                        .ids.lo = trace_of(t).lo,
                        .ids.mask_hi = UINT64_MAX,
                        .ids.mask_lo = UINT64_MAX };
}

/* ---- what is kept ----------------------------------------------------------- */

static void the_head_says_what_was_seen(void **state)
{
    side_index x;

    (void)state;
    open_image(&x);
    assert_string_equal(x.path, "/some/file.gz");
    assert_memory_equal(&x.facts.key, &known.key, sizeof known.key);
    assert_string_equal(x.facts.program, "0.1.0");
    assert_string_equal(x.facts.format, "otlp");
    assert_int_equal(x.facts.built, known.built);
    assert_int_equal(x.facts.state, INDEX_SERVES);
    assert_int_equal(x.facts.decoded, DECODED);
    assert_int_equal(x.facts.blocks, BLOCKS_MADE);
    assert_int_equal(x.facts.traces, TRACES_MADE);
    unsigned pairs = 0;
    for (unsigned t = 0; t < TRACES_MADE; t++)
        for (unsigned b = 0; b < BLOCKS_MADE; b++)
            pairs += is_in(t, b);
    assert_int_equal(x.facts.spans, 2 * pairs);
    /* each trace is in a block once: 16 bytes, the number, the blocks */
    assert_int_equal(x.size[TRACES], 17 * TRACES_MADE + pairs);
    index_clear(&x);
}

static void a_trace_is_in_its_blocks(void **state)
{
    const corr_want w = whole_id(23);

    (void)state;
    assert_chosen(&w, blocks_of_23);
}

static void a_trace_is_found_by_the_beginning_of_its_id(void **state)
{
    const corr_want w = { .by_id = true,
                          .ids.hi = trace_of(23).hi,
                          .ids.mask_hi = UINT64_C(0xffff) << 48 };

    (void)state;
    assert_chosen(&w, blocks_of_23);
}

static void a_trace_is_found_by_its_lower_half(void **state)
{
    const corr_want w = { .by_id = true,
                          .ids.hi = trace_of(23).lo,
                          .ids.mask_hi = UINT64_MAX,
                          .ids.span = trace_of(23).lo,
                          .ids.mask_span = UINT64_MAX };

    (void)state;
    assert_chosen(&w, blocks_of_23);
}

static bool block_3(unsigned b)
{
    return b == 3;
}

static void a_span_is_found_by_its_id_and_its_beginning(void **state)
{
    corr_want w = { .by_id = true,
                    .ids.hi = span_of(23, 3),
                    .ids.mask_hi = UINT64_MAX,
                    .ids.span = span_of(23, 3),
                    .ids.mask_span = UINT64_MAX };

    (void)state;
    assert_true(is_in(23, 3));
    assert_chosen(&w, block_3);
    w.ids.mask_hi = w.ids.mask_span = UINT64_MAX << 40;
    w.ids.hi = w.ids.span = span_of(23, 3) & w.ids.mask_span;
    assert_chosen(&w, block_3);
}

static void what_is_nowhere_is_in_no_block(void **state)
{
    const corr_want w = whole_id(71);

    (void)state;
    assert_chosen(&w, no_block);
}

static bool blocks_4_to_6(unsigned b)
{
    return b >= 4 && b <= 6;
}

static void a_window_takes_the_blocks_with_spans_in_it(void **state)
{
    const corr_want w = { .spans = { 4500, 6002 } };
    const corr_want less = { .spans = { 4501, 6001 } };

    (void)state;
    assert_chosen(&w, blocks_4_to_6);
    side_index x;
    open_image(&x);
    assert_true(index_choose(&x, &less));
    assert_int_equal(x.part.n, 1);
    assert_int_equal(x.part.v[0].from, 5000);
    assert_int_equal(x.part.v[0].to, 6000);
    index_clear(&x);
}

static void spans_without_times_are_in_every_window(void **state)
{
    static const int64_t odd[][2] = { { 0, 5 }, { 7, 0 }, { 9, 8 }, { -3, 4 } };

    (void)state;
    for (size_t i = 0; i < countof(odd); i++) {
        index_maker *m = index_maker_new(10, 0);

        index_see_record(m, 0);
        index_see_span(m, trace_of(1), 1, odd[i][0], odd[i][1]);
        index_see_span(m, trace_of(1), 2, 100, 200);
        index_see_record(m, 10);
        index_see_span(m, trace_of(1), 3, 100, 200);
        index_image im = image_of(m, &known, 20);
        side_index x;
        assert_true(index_open(&x, fetch_image, &im, im.n));
        assert_true(index_choose(&x, &(corr_want){ .spans = { 900, 901 } }));
        assert_int_equal(x.part.n, 1);
        assert_int_equal(x.part.v[0].from, 0);
        assert_int_equal(x.part.v[0].to, 10);
        index_clear(&x);
        free(im.p);
    }
}

static void who_wants_everything_is_told_nothing(void **state)
{
    side_index x;

    (void)state;
    open_image(&x);
    assert_false(index_choose(&x, &(corr_want){ 0 }));
    index_clear(&x);
}

static void spans_are_looked_at_only_for_who_may_mean_one(void **state)
{
    const corr_want trace = whole_id(23);
    const corr_want span = { .by_id = true,
                             .ids.span = 1,
                             .ids.mask_span = UINT64_MAX };
    side_index x;

    (void)state;
    open_image(&x);
    image.fetched = 0;
    assert_true(index_choose(&x, &trace));
    const size_t without = image.fetched;
    image.fetched = 0;
    assert_true(index_choose(&x, &span));
    assert_int_equal(image.fetched, without + x.size[SPANS]);
    index_clear(&x);
}

/* ---- indices that serve nothing ------------------------------------------------ */

static void a_file_with_warnings_has_an_empty_index(void **state)
{
    index_facts f = known;
    side_index x;

    (void)state;
    f.state = INDEX_WARNED;
    index_image im = image_of(census(), &f, DECODED);
    assert_true(index_open(&x, fetch_image, &im, im.n));
    assert_int_equal(x.facts.state, INDEX_WARNED);
    assert_int_equal(x.facts.spans, 0);
    assert_int_equal(im.n, INDEX_HEAD + strlen("/some/file.gz"));
    const corr_want w = whole_id(23);
    assert_false(index_choose(&x, &w));
    index_clear(&x);
    free(im.p);
}

static void one_record_is_not_worth_an_index(void **state)
{
    index_maker *m = index_maker_new(0, 0);
    side_index x;

    (void)state;
    assert_int_equal(index_maker_stride(m), INDEX_STRIDE);
    index_see_span(m, trace_of(1), 1, 1, 2); /* before any record: no point */
    index_see_record(m, 0);
    index_see_span(m, trace_of(1), 1, 1, 2);
    index_see_record(m, INDEX_BLOCK - 1);
    index_image im = image_of(m, &known, 1000000);
    assert_true(index_open(&x, fetch_image, &im, im.n));
    assert_int_equal(x.facts.state, INDEX_WHOLE);
    index_clear(&x);
    free(im.p);
}

/* ---- places to enter ------------------------------------------------------------- */

static void the_last_place_before_an_offset_is_found(void **state)
{
    index_maker *m = census();
    uint8_t back[CODEC_BACK];
    side_index x;
    src_mark mark;

    (void)state;
    for (unsigned i = 1; i <= 4; i++) {
        memset(back, (int)i, sizeof back);
        index_see_mark(m, &(src_mark){ .out = 2000 * i,
                                       .in = 1000 * i,
                                       .inside = i % 2,
                                       .bits = i,
                                       .nback = i == 4 ? 0 : 1000 * i,
                                       .back = i == 4 ? NULL : back });
    }
    index_image im = image_of(m, &known, DECODED);
    assert_true(index_open(&x, fetch_image, &im, im.n));
    const corr_want w = whole_id(23);
    assert_true(index_choose(&x, &w));
    assert_false(index_enter(&x, 1999, &mark));
    for (unsigned offset = 2000; offset < DECODED; offset += 333) {
        const unsigned i = offset / 2000;

        assert_true(index_enter(&x, offset, &mark));
        assert_int_equal(mark.out, 2000 * i);
        assert_int_equal(mark.in, 1000 * i);
        assert_int_equal(mark.inside, i % 2);
        assert_int_equal(mark.bits, i);
        assert_int_equal(mark.nback, i == 4 ? 0 : 1000 * i);
        if (i == 4)
            continue;
        memset(back, (int)i, sizeof back);
        assert_memory_equal(mark.back, back, mark.nback);
    }
    im.p[im.n - 1] ^= 1; /* in the window of the third */
    assert_true(index_enter(&x, 4000, &mark));
    assert_false(index_enter(&x, 6000, &mark));
    index_clear(&x);
    free(im.p);
}

/* ---- tampering ------------------------------------------------------------------- */

/* Opens and uses bytes that may be anything. */
static bool try_image(void)
{
    const corr_want w[] = { whole_id(23),
                            { .by_id = true,
                              .ids.span = span_of(23, 3),
                              .ids.mask_span = UINT64_MAX },
                            { .spans = { 1, 5000 } } };
    side_index x;
    src_mark mark;
    bool all = index_open(&x, fetch_image, &image, image.n);

    for (size_t i = 0; all && i < countof(w); i++)
        all = index_choose(&x, &w[i]);
    if (all)
        index_enter(&x, 5000, &mark);
    index_clear(&x);
    return all;
}

static void a_changed_byte_is_noticed(void **state)
{
    (void)state;
    assert_true(try_image());
    for (size_t i = 0; i < image.n; i++) {
        image.p[i] ^= 0x10;
        assert_false(try_image());
        image.p[i] ^= 0x10;
    }
}

static void a_cut_index_is_noticed(void **state)
{
    const size_t n = image.n;

    (void)state;
    for (image.n = 0; image.n < n; image.n++)
        assert_false(try_image());
    assert_true(try_image());
    uint8_t *more = calloc(1, n + 1); /* nor may there be more */
    assert_non_null(more);
    memcpy(more, image.p, n);
    free(image.p);
    image.p = more;
    image.n = n + 1;
    assert_false(try_image());
}

static void numbers_are_checked_even_where_hashes_hold(void **state)
{
    /* first bytes of a section: offsets that do not ascend, a missing block, a
     * missing window */
    const struct {
        unsigned section, at;
        uint8_t byte;
    } bad[] = {
        { BLOCKS, BLOCK_BYTES, 0 },     { BLOCKS, 7, 0xff },
        { BLOCKS, BLOCK_BYTES - 1, 1 }, { TRACES, 16, 0x7f },
        { TRACES, 17, 0x3f },           { TRACES, 16, 0xff },
    };

    (void)state;
    for (size_t i = 0; i < countof(bad); i++) {
        uint8_t *p = image.p + section_at(&image, bad[i].section) + bad[i].at;
        const uint8_t was[2] = { p[0], p[1] };

        p[0] = bad[i].byte;
        if (bad[i].section == BLOCKS && bad[i].at == BLOCK_BYTES)
            p[1] = 0;
        sign_section(&image, bad[i].section);
        assert_false(try_image());
        p[0] = was[0];
        p[1] = was[1];
        sign_section(&image, bad[i].section);
        assert_true(try_image());
    }
}

static void a_head_that_claims_too_much_is_refused(void **state)
{
    (void)state;
    for (unsigned at = 8; at < INDEX_HEAD - 8; at++) {
        const uint8_t was = image.p[at];

        /* whatever the numbers are, the index is used safely or refused */
        image.p[at] = 0xff;
        sign_head(&image);
        (void)try_image();
        image.p[at] = was;
    }
    sign_head(&image);
    assert_true(try_image());
    for (unsigned s = 0; s < SECTIONS; s++) {
        uint8_t *size = image.p + HEAD_SECTIONS + 16 * s;

        size[0]++;
        sign_head(&image);
        assert_false(try_image());
        size[0]--;
        size[7] = 0xff;
        sign_head(&image);
        assert_false(try_image());
        size[7] = 0;
    }
}

static void a_false_point_is_refused(void **state)
{
    index_maker *m = census();
    const uint8_t back[100] = { 1, 2, 3 };

    (void)state;
    free(image.p);
    index_see_mark(m, &(src_mark){ 3000, 50, true, 3, sizeof back, back });
    index_see_mark(m, &(src_mark){ 6000, 90, true, 3, sizeof back, back });
    image = image_of(m, &known, DECODED);
    assert_true(try_image());
    const struct {
        unsigned at;
        uint8_t byte;
    } bad[] = {
        { 7, 1 },              /* after the end of the decoded bytes */
        { 15, 1 },             /* behind the end of the file */
        { 17, 8 },             /* bits of a byte */
        { 20, 1 },             /* more than a window can hold */
        { 29, 1 },             /* not in the section of windows */
        { 32, 1 },             /* longer than the section */
        { POINT_BYTES + 1, 0 } /* before the previous point */
    };
    for (size_t i = 0; i < countof(bad); i++) {
        uint8_t *p = image.p + section_at(&image, POINTS) + bad[i].at;
        const uint8_t was = *p;

        *p = bad[i].byte;
        sign_section(&image, POINTS);
        assert_false(try_image());
        *p = was;
        sign_section(&image, POINTS);
        assert_true(try_image());
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_image, drop_image)
    const struct CMUnitTest tests[] = {
        TEST(the_head_says_what_was_seen),
        TEST(a_trace_is_in_its_blocks),
        TEST(a_trace_is_found_by_the_beginning_of_its_id),
        TEST(a_trace_is_found_by_its_lower_half),
        TEST(a_span_is_found_by_its_id_and_its_beginning),
        TEST(what_is_nowhere_is_in_no_block),
        TEST(a_window_takes_the_blocks_with_spans_in_it),
        TEST(spans_without_times_are_in_every_window),
        TEST(who_wants_everything_is_told_nothing),
        TEST(spans_are_looked_at_only_for_who_may_mean_one),
        TEST(a_file_with_warnings_has_an_empty_index),
        TEST(one_record_is_not_worth_an_index),
        TEST(the_last_place_before_an_offset_is_found),
        TEST(a_changed_byte_is_noticed),
        TEST(a_cut_index_is_noticed),
        TEST(numbers_are_checked_even_where_hashes_hold),
        TEST(a_head_that_claims_too_much_is_refused),
        TEST(a_false_point_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
