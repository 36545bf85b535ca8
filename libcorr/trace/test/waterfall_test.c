/* Tests of waterfall: order, handles, roots, orphans, what hangs on spans. */
#include "test/test_memory.h"
#include "test/test_store.h"

#include "base/base.h"
#include "corr_trace.h"

#define MS INT64_C(1000000)

typedef struct view {
    corr_store *st;
    corr_waterfall *w;
} view;

static view view_of(const char *const *text, size_t n)
{
    corr_err err = { 0 };
    view v = { .st = test_store(text, n) };

    v.w = corr_waterfall_of(v.st, TEST_TRACE, &err);
    if (!v.w)
        fail_msg("%s", err.what);
    return v;
}

static void view_free(view *v)
{
    corr_waterfall_free(v->w);
    corr_store_free(v->st);
}

/* "..sN name self critical" a line, times in ms. */
static const char *print(const corr_waterfall *w)
{
    static char out[4096];
    size_t n = 0;

    out[0] = 0;
    for (uint32_t i = 0; i < corr_waterfall_size(w); i++) {
        const corr_span_view s = corr_waterfall_at(w, i);
        n += (size_t)snprintf(
            out + n, sizeof out - n, "%.*ss%u %.*s %lld %lld\n", (int)s.depth,
            "........", s.handle, CORR_STR_ARG(s.name),
            (long long)(s.self / MS), (long long)(s.critical / MS));
    }
    return out;
}

/* Vector 3.1 as a file, in no order. */
static const char vector[] =
    "span 0000000000000005 0000000000000001 440 700 shop - 1 0 tax\n"
    "span 0000000000000001 0 0 1000 shop - 4 0 root\n"
    "span 0000000000000008 0000000000000007 470 760 shop - 1 0 rate\n"
    "span 0000000000000002 0000000000000001 20 120 shop - 1 0 auth\n"
    "span 0000000000000004 0000000000000003 150 400 shop - 1 0 cart.db\n"
    "span 0000000000000003 0000000000000001 130 430 shop - 1 0 cart\n"
    "span 0000000000000006 0000000000000001 440 820 shop - 1 0 ship\n"
    "span 000000000000000a 0000000000000001 900 1400 shop - 5 0 audit\n"
    "span 0000000000000007 0000000000000006 460 810 shop - 1 0 ship.rpc\n"
    "span 0000000000000009 0000000000000001 815 960 shop - 1 0 pay\n";

static void vector_3_1_from_a_file(void **state)
{
    const char *text = vector;
    view v = view_of(&text, 1);

    (void)state;
    /* every start is a whole ms, which makes clocks uncertain by 1 ms: no
     * difference here */
    assert_string_equal(print(v.w), "s1 root 40 80\n"
                                    ".s2 auth 100 100\n"
                                    ".s3 cart 50 50\n"
                                    "..s4 cart.db 250 250\n"
                                    ".s5 tax 260 0\n"
                                    ".s6 ship 30 25\n"
                                    "..s7 ship.rpc 60 60\n"
                                    "...s8 rate 290 290\n"
                                    ".s9 pay 145 145\n"
                                    ".s10 audit 500 0\n");
    const corr_waterfall_facts f = corr_waterfall_facts_of(v.w);
    assert_int_equal(f.spans, 10);
    assert_int_equal(f.roots, 1);
    assert_int_equal(f.root, 0);
    assert_int_equal(f.orphans, 0);
    assert_int_equal(f.copies, 0);
    assert_int_equal(f.clipped, 0);
    assert_int_equal(f.dropped, 0);
    assert_int_equal(f.nonblocking, 1);
    assert_int_equal(f.end - f.start, 1400 * MS);
    assert_false(f.partial);
    assert_int_equal(f.trace.lo, TEST_TRACE.lo);
    assert_int_equal(corr_waterfall_focus(v.w), 7);
    view_free(&v);
}

static void sections_count_from_the_start_of_the_root(void **state)
{
    const char *text = vector;
    view v = view_of(&text, 1);
    int64_t at = 0;

    (void)state;
    assert_int_equal(corr_waterfall_sections(v.w), 14);
    for (uint32_t i = 0; i < 14; i++) {
        const corr_section s = corr_waterfall_section(v.w, i);
        assert_int_equal(s.from, at);
        at = s.to;
    }
    assert_int_equal(at, 1000 * MS);
    assert_int_equal(corr_waterfall_section(v.w, 1).span, 1);
    assert_int_equal(corr_waterfall_section(v.w, 1).from, 20 * MS);
    view_free(&v);
}

static void a_span_knows_its_place_and_its_process(void **state)
{
    const char *text =
        "span 00000000000000a1 0 0 100 web h1 2 0 GET /\n"
        "span 00000000000000a2 00000000000000a1 10 104 shop h2 2 2 price\n"
        "span 00000000000000a3 00000000000000a2 20 30 shop h2 1 0 db\n";
    view v = view_of(&text, 1);
    uint32_t n;

    (void)state;
    const corr_span_view s = corr_waterfall_at(v.w, 1);
    assert_int_equal(s.trace.hi, TEST_TRACE.hi);
    assert_int_equal(s.id, 0xa2);
    assert_int_equal(s.parent, 0xa1);
    assert_int_equal(s.handle, 2);
    assert_int_equal(s.up, 0);
    assert_int_equal(s.depth, 1);
    assert_int_equal(s.end_index, 3);
    assert_true(corr_str_is(s.name, "price"));
    assert_true(corr_str_is(s.service, "shop"));
    assert_true(corr_str_is(s.host, "h2"));
    assert_int_equal(s.end - s.start, 94 * MS);
    assert_int_equal(s.clipped, 4 * MS);
    assert_int_equal(s.self, 84 * MS);
    assert_int_equal(s.critical, 80 * MS);
    assert_int_equal(s.kind, CORR_SPAN_SERVER);
    assert_int_equal(s.status, CORR_STATUS_ERROR);
    assert_false(s.orphan);
    assert_true(s.local_root);
    assert_false(s.nonblocking);
    assert_false(corr_waterfall_at(v.w, 2).local_root);
    assert_int_equal(corr_waterfall_at(v.w, 0).up, UINT32_MAX);
    assert_int_equal(corr_waterfall_at(v.w, 0).end_index, 3);
    assert_int_equal(corr_waterfall_children(v.w, 1, &n), 10 * MS);
    assert_int_equal(n, 1);
    assert_int_equal(corr_waterfall_children(v.w, 2, &n), 0);
    assert_int_equal(n, 0);
    assert_int_equal(corr_waterfall_facts_of(v.w).clipped, 1);
    assert_int_equal(corr_waterfall_facts_of(v.w).clipped_ns, 4 * MS);
    view_free(&v);
}

static void spans_are_found_by_id(void **state)
{
    const char *text = vector;
    view v = view_of(&text, 1);

    (void)state;
    assert_int_equal(corr_waterfall_find(v.w, 8), 7);
    assert_int_equal(corr_waterfall_find(v.w, 1), 0);
    assert_int_equal(corr_waterfall_find(v.w, 99), UINT32_MAX);
    view_free(&v);
}

static void a_span_whose_parent_is_missing_is_an_orphan(void **state)
{
    const char *text =
        "span 00000000000000b1 00000000000000ff 0 900 a - 1 0 long\n"
        "span 00000000000000b2 00000000000000b1 5 10 a - 1 0 below\n"
        "span 00000000000000b3 0 20 30 a - 1 0 short\n"
        "span 00000000000000b4 0 40 90 a - 1 0 best\n"
        "span 00000000000000b5 00000000000000b4 50 60 a - 1 0 inner\n";
    view v = view_of(&text, 1);

    (void)state;
    assert_string_equal(print(v.w), "s1 long 895 0\n"
                                    ".s2 below 5 0\n"
                                    "s3 short 10 0\n"
                                    "s4 best 40 40\n"
                                    ".s5 inner 10 10\n");
    const corr_waterfall_facts f = corr_waterfall_facts_of(v.w);
    assert_int_equal(f.roots, 3);
    assert_int_equal(f.orphans, 1);
    assert_int_equal(f.root, 3);
    assert_true(corr_waterfall_at(v.w, 0).orphan);
    assert_false(corr_waterfall_at(v.w, 1).orphan);
    assert_false(corr_waterfall_at(v.w, 3).orphan);
    assert_int_equal(corr_waterfall_focus(v.w), 3);
    assert_int_equal(corr_waterfall_section(v.w, 0).from, 0);
    view_free(&v);
}

static void spans_in_a_circle_miss_no_parent(void **state)
{
    const char *text = "span 00000000000000b1 00000000000000b2 0 10 a - 1 0 x\n"
                       "span 00000000000000b2 00000000000000b1 1 9 a - 1 0 y\n"
                       "span 00000000000000b3 00000000000000ff 3 4 a - 1 0 z\n";
    view v = view_of(&text, 1);

    (void)state;
    assert_int_equal(corr_waterfall_facts_of(v.w).orphans, 2);
    assert_int_equal(corr_waterfall_facts_of(v.w).circles, 1);
    view_free(&v);
}

static void of_orphans_alone_the_longest_is_analysed(void **state)
{
    const char *text =
        "span 00000000000000b1 00000000000000ff 0 10 a - 1 0 x\n"
        "span 00000000000000b2 00000000000000ff 0 30 a - 1 0 y\n"
        "span 00000000000000b3 00000000000000fe 5 35 a - 1 0 z\n";
    view v = view_of(&text, 1);

    (void)state;
    assert_int_equal(corr_waterfall_facts_of(v.w).root, 1);
    assert_int_equal(corr_waterfall_facts_of(v.w).orphans, 3);
    view_free(&v);
}

static void spans_that_are_each_others_parents_still_make_a_tree(void **state)
{
    const char *text =
        "span 00000000000000c1 00000000000000c2 0 10 a - 1 0 x\n"
        "span 00000000000000c2 00000000000000c3 1 9 a - 1 0 y\n"
        "span 00000000000000c3 00000000000000c1 2 8 a - 1 0 z\n"
        "span 00000000000000c4 00000000000000c4 3 7 a - 1 0 self\n";
    view v = view_of(&text, 1);
    uint32_t roots = 0;

    (void)state;
    assert_int_equal(corr_waterfall_size(v.w), 4);
    for (uint32_t i = 0; i < 4; i++) {
        const corr_span_view s = corr_waterfall_at(v.w, i);
        roots += s.up == UINT32_MAX;
        assert_true(s.up == UINT32_MAX || s.up < i);
        assert_true(s.end_index > i && s.end_index <= 4);
    }
    assert_int_equal(corr_waterfall_facts_of(v.w).roots, roots);
    view_free(&v);
}

static void
a_child_may_stand_before_its_parent_in_the_file_and_in_time(void **state)
{
    const char *text =
        "span 00000000000000d2 00000000000000d1 0 50 a - 1 0 early\n"
        "span 00000000000000d1 0 10 100 a - 1 0 root\n";
    view v = view_of(&text, 1);

    (void)state;
    assert_string_equal(print(v.w), "s1 root 50 50\n"
                                    ".s2 early 50 40\n");
    assert_int_equal(corr_waterfall_at(v.w, 1).clipped, 10 * MS);
    view_free(&v);
}

static void copies_in_several_files_are_one_span(void **state)
{
    static const char *const text[] = { vector, vector };
    view v = view_of(text, countof(text));

    (void)state;
    assert_int_equal(corr_waterfall_size(v.w), 10);
    assert_int_equal(corr_waterfall_facts_of(v.w).copies, 10);
    view_free(&v);
}

static void attributes_are_those_of_the_record(void **state)
{
    const char *text =
        "span 00000000000000e1 0 0 100 a - 1 0 root\n"
        "tag table orders\n"
        "span 00000000000000e2 00000000000000e1 0 60 a - 1 0 query\n";
    view v = view_of(&text, 1);

    (void)state;
    assert_int_equal(corr_waterfall_nattrs(v.w, 0), 0);
    assert_int_equal(corr_waterfall_nattrs(v.w, 1), 1);
    const corr_label l = corr_waterfall_attr(v.w, 1, 0);
    assert_true(corr_str_is(l.key, "table"));
    assert_true(corr_str_is(l.text, "orders"));
    assert_int_not_equal(corr_waterfall_at(v.w, 1).attrs, 0);
    view_free(&v);
}

/* An unfinished request, what it waited for and what it sent off, which is
 * unfinished, too. */
static void
a_span_without_an_end_lasts_until_what_it_called_has_ended(void **state)
{
    const char *text = "span 0000000000000001 0 0 - shop - 2 0 root\n"
                       "span 0000000000000002 0000000000000001 10 60 "
                       "shop - 3 0 call\n"
                       "span 0000000000000003 0000000000000001 70 - "
                       "shop - 4 0 send\n"
                       "span 0000000000000004 0000000000000003 75 200 "
                       "mail - 5 0 receive\n";
    view v = view_of(&text, 1);

    (void)state;
    assert_string_equal(print(v.w), "s1 root 20 20\n"
                                    ".s2 call 50 50\n"
                                    ".s3 send 0 0\n"
                                    "..s4 receive 125 0\n");
    const bool unfinished[] = { true, false, true, false };
    for (uint32_t i = 0; i < countof(unfinished); i++)
        assert_int_equal(corr_waterfall_at(v.w, i).unfinished, unfinished[i]);
    view_free(&v);
}

static void a_cut_export_is_called_partial(void **state)
{
    const char *text = "note OTHER\nnote PARTIAL\n"
                       "span 00000000000000e1 0 0 100 a - 1 0 root\n";
    view v = view_of(&text, 1);

    (void)state;
    assert_true(corr_waterfall_facts_of(v.w).partial);
    view_free(&v);
}

static void an_export_with_other_notes_is_whole(void **state)
{
    static const char *const text[] = {
        "note OTHER\nspan 00000000000000e1 0 0 100 a - 1 0 root\n",
        "note PARTIAL\n1 1 main\n",
    };
    view v = view_of(text, countof(text));

    (void)state;
    assert_false(corr_waterfall_facts_of(v.w).partial);
    view_free(&v);
}

/* Whether a child that sticks out by this many us blocks its parent, which
 * takes the rest of 100 ms.  Twenty more spans of the child's process show
 * whether its clock counts milliseconds. */
static bool blocks(int us, const char *host, int start_us)
{
    static char text[4096];
    const char *texts[] = { text };
    size_t n = (size_t)snprintf(
        text, sizeof text,
        "us\n"
        "span 00000000000000e1 0 %d 100000 a h1 1 0 up\n"
        "span 00000000000000e2 00000000000000e1 0 %d b %s 1 0 child\n",
        start_us, 100000 + us, host);

    for (int i = 0; i < 20; i++)
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "span 00000000000001%02d 00000000000000e1 %d "
                              "60000 b %s 1 0 more\n",
                              i, start_us % 1000, host);
    view v = view_of(texts, 1);
    const bool blocking =
        !corr_waterfall_at(v.w, corr_waterfall_find(v.w, 0xe2)).nonblocking;
    view_free(&v);
    return blocking;
}

static void clocks_of_hosts_and_of_milliseconds_are_given_room(void **state)
{
    (void)state;
    assert_true(blocks(5000, "h2", 1));
    assert_false(blocks(5001, "h2", 1));
    assert_true(blocks(999, "h1", 1));
    assert_false(blocks(1001, "h1", 1));
    /* 1 % of 50 ms is less than the millisecond that such clocks count */
    assert_true(blocks(1000, "h1", 50000));
    assert_false(blocks(1001, "h1", 50000));
    assert_true(blocks(499, "h1", 50001));
    assert_false(blocks(501, "h1", 50001));
}

static void of_equal_times_the_smaller_id_is_waited_for(void **state)
{
    const char *text =
        "span 00000000000000e1 0 0 100 a - 1 0 root\n"
        "span 00000000000000e9 00000000000000e1 10 90 a - 1 0 nine\n"
        "span 00000000000000e5 00000000000000e1 10 90 a - 1 0 five\n";
    view v = view_of(&text, 1);

    (void)state;
    assert_string_equal(print(v.w), "s1 root 20 20\n"
                                    ".s2 five 80 80\n"
                                    ".s3 nine 80 0\n");
    view_free(&v);
}

static void the_root_may_be_the_focus_too(void **state)
{
    const char *text =
        "span 00000000000000e1 0 0 100 a - 1 0 root\n"
        "span 00000000000000e2 00000000000000e1 0 60 a - 1 0 busy\n"
        "tag span_id 00000000000000e1\n"
        "1 1 main\n";
    view v = view_of(&text, 1);

    (void)state;
    assert_int_equal(corr_waterfall_focus(v.w), 0);
    view_free(&v);
}

static void samples_of_every_file_and_kind_count_for_the_focus(void **state)
{
    static const char *const text[] = {
        "span 00000000000000e1 0 0 100 a - 1 0 root\n"
        "span 00000000000000e2 00000000000000e1 0 60 a - 1 0 busy\n"
        "span 00000000000000e3 00000000000000e1 60 80 a - 1 0 seen\n",
        "kind wall ns 1\n1 1 idle\n1 1 other\n"
        "kind cpu ns 1\n1 1 idle\n2 1 other\n"
        "tag span_id 00000000000000e3\n3 1 main\n",
    };
    view v = view_of(text, countof(text));

    (void)state;
    assert_int_equal(corr_waterfall_focus(v.w), 2);
    view_free(&v);
}

static void a_parent_that_failed_was_waiting(void **state)
{
    const char *text =
        "span 00000000000000e1 0 0 100 a - 1 2 failed\n"
        "span 00000000000000e2 00000000000000e1 50 900 a - 1 0 slow\n";
    view v = view_of(&text, 1);

    (void)state;
    assert_false(corr_waterfall_at(v.w, 1).nonblocking);
    assert_int_equal(corr_waterfall_at(v.w, 1).clipped, 800 * MS);
    view_free(&v);
}

static void processes_of_unknown_hosts_may_be_on_two(void **state)
{
    (void)state;
    for (int same = 0; same < 2; same++) {
        char text[256];
        const char *texts[] = { text };
        snprintf(text, sizeof text,
                 "span 00000000000000e1 0 0 100 a - 1 0 up\n"
                 "span 00000000000000e2 00000000000000e1 50 104 %s - 1 0 x\n",
                 same ? "a" : "b");
        view v = view_of(texts, 1);
        assert_int_equal(corr_waterfall_at(v.w, 1).nonblocking, same);
        view_free(&v);
    }
}

static void what_was_allocated_does_not_draw_the_focus(void **state)
{
    static const char *const text[] = {
        "span 00000000000000e1 0 0 100 a - 1 0 root\n"
        "span 00000000000000e2 00000000000000e1 0 60 a - 1 0 busy\n"
        "span 00000000000000e3 00000000000000e1 60 80 a - 1 0 seen\n",
        "kind alloc_bytes bytes 1\n"
        "tag span_id 00000000000000e3\n3 1 main\n",
    };
    view v = view_of(text, countof(text));

    (void)state;
    assert_int_equal(corr_waterfall_focus(v.w), 1);
    view_free(&v);
}

static void samples_off_the_critical_path_do_not_draw_the_focus(void **state)
{
    const char *text =
        "span 00000000000000e1 0 0 100 a - 4 0 root\n"
        "span 00000000000000e2 00000000000000e1 0 60 a - 1 0 busy\n"
        "span 00000000000000e3 00000000000000e1 60 80 a - 5 0 seen\n"
        "tag span_id 00000000000000e3\n"
        "1 1 main\n";
    view v = view_of(&text, 1);

    (void)state;
    assert_int_equal(corr_waterfall_focus(v.w), 1);
    view_free(&v);
}

static void the_focus_prefers_spans_with_samples(void **state)
{
    const char *text =
        "span 00000000000000e1 0 0 100 a - 1 0 root\n"
        "span 00000000000000e2 00000000000000e1 0 60 a - 1 0 busy\n"
        "span 00000000000000e3 00000000000000e1 60 80 a - 1 0 seen\n"
        "tag span_id 00000000000000e3\n"
        "1 1 main\n";
    view v = view_of(&text, 1);

    (void)state;
    assert_int_equal(corr_waterfall_at(v.w, 1).critical, 60 * MS);
    assert_int_equal(corr_waterfall_focus(v.w), 2);
    view_free(&v);
}

static void a_trace_that_is_not_here_is_said_so(void **state)
{
    const char *text = vector;
    corr_store *st = test_store(&text, 1);
    corr_err err = { 0 };

    (void)state;
    assert_null(corr_waterfall_of(st, (corr_trace_id){ 7, 7 }, &err));
    assert_int_equal(err.code, CORR_ENONE);
    corr_waterfall_free(NULL);
    corr_store_free(st);
}

static void running_out_of_memory_is_told_and_nothing_is_kept(void **state)
{
    static const char *const text[] = {
        vector, "span 00000000000000ee 0000000000000001 1 2 b h9 1 0 far\n"
    };
    view v = view_of(text, countof(text));

    (void)state;
    ASSERT_MEMORY_IS_TOLD(corr_waterfall,
                          corr_waterfall_of(v.st, TEST_TRACE, &err),
                          corr_waterfall_free);
    view_free(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_3_1_from_a_file),
        cmocka_unit_test(sections_count_from_the_start_of_the_root),
        cmocka_unit_test(a_span_knows_its_place_and_its_process),
        cmocka_unit_test(spans_are_found_by_id),
        cmocka_unit_test(a_span_whose_parent_is_missing_is_an_orphan),
        cmocka_unit_test(spans_in_a_circle_miss_no_parent),
        cmocka_unit_test(of_orphans_alone_the_longest_is_analysed),
        cmocka_unit_test(spans_that_are_each_others_parents_still_make_a_tree),
        cmocka_unit_test(
            a_child_may_stand_before_its_parent_in_the_file_and_in_time),
        cmocka_unit_test(copies_in_several_files_are_one_span),
        cmocka_unit_test(attributes_are_those_of_the_record),
        cmocka_unit_test(
            a_span_without_an_end_lasts_until_what_it_called_has_ended),
        cmocka_unit_test(a_cut_export_is_called_partial),
        cmocka_unit_test(an_export_with_other_notes_is_whole),
        cmocka_unit_test(clocks_of_hosts_and_of_milliseconds_are_given_room),
        cmocka_unit_test(of_equal_times_the_smaller_id_is_waited_for),
        cmocka_unit_test(what_was_allocated_does_not_draw_the_focus),
        cmocka_unit_test(samples_off_the_critical_path_do_not_draw_the_focus),
        cmocka_unit_test(the_root_may_be_the_focus_too),
        cmocka_unit_test(samples_of_every_file_and_kind_count_for_the_focus),
        cmocka_unit_test(a_parent_that_failed_was_waiting),
        cmocka_unit_test(processes_of_unknown_hosts_may_be_on_two),
        cmocka_unit_test(the_focus_prefers_spans_with_samples),
        cmocka_unit_test(a_trace_that_is_not_here_is_said_so),
        cmocka_unit_test(running_out_of_memory_is_told_and_nothing_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
