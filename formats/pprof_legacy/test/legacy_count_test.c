/* Tests of legacy_count.c: rows, their totals and their labels. */
#include "test/test_legacy.h"

static void the_first_line_of_a_count_has_a_name_and_a_total(void **state)
{
    static const struct {
        const char *line, *name;
        int64_t total;
    } way[] = {
        { "goroutine profile: total 12", "goroutine", 12 },
        { "a profile: total 0", "a", 0 },
        { "a b profile: total 7 more", "a b", 7 },
        { "x profile: total -1", NULL, 0 },
        { "x profile: total ", NULL, 0 },
        { " profile: total 1", NULL, 0 },
        { "profile: total 1", NULL, 0 },
        { "x profile: totals 1", NULL, 0 },
        { "", NULL, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        corr_str name = { "", 0 };
        int64_t total = 0;
        assert_int_equal(
            legacy_is_count(corr_str_of(way[i].line), &name, &total),
            way[i].name != NULL);
        if (way[i].name) {
            assert_true(corr_str_is(name, way[i].name));
            assert_int_equal(total, way[i].total);
        }
    }
    /* Text after the line does not count. */
    corr_str cut = corr_str_of("goroutine profile: total 12");
    corr_str name;
    int64_t total;
    cut.n -= 2;
    assert_false(legacy_is_count(cut, &name, &total));
    cut.n += 1;
    assert_true(legacy_is_count(cut, &name, &total));
    assert_int_equal(total, 1);
}

static void a_count_belongs_to_the_row_its_labels_follow(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "x profile: total 6\n"
                  "# labels: {\"a\":\"0\"}\n"
                  "1 @ 0x1\n# labels: {\"a\":\"1\"}\n"
                  "0 @ 0x2\n# labels: {\"a\":\"2\"}\n"
                  "2 @ 0x3\n#\t0x2\tf\n"
                  "\n"
                  "3 @ 0x4\n# labels: {\"a\":\"4\"}\n");
    assert_true(corr_str_is(input_text(&l.in, l.in.producer), "Go"));
    const segment *s = find_kind(&l, "x/count");
    assert_int_equal(s->n, 3);
    assert_int_equal(s->row[0], 0);
    assert_int_equal(s->row[1], 2);
    assert_int_equal(s->row[2], 3);
    assert_int_equal(obs_of(&l, "x/count"), 6);
    assert_int_equal(total_of(&l, "x/count"), 6);
    assert_true(corr_str_is(input_label(&l.in, s->labels[0], 0).text, "1"));
    assert_int_equal(s->labels[1], 0);
    assert_true(corr_str_is(input_label(&l.in, s->labels[2], 0).text, "4"));
    assert_string_equal(stack_of(&l, s, 1), "f");
    input_clear(&l.in);
}

/* Go 1.26 writes this of a goroutine that sleeps, of one that waits for a mutex
 * (an inlined Lock has an address of its own) and of one of the runtime. */
static void what_go_does_not_list_is_no_code_nobody_knows(void **state)
{
    loaded l;

    (void)state;
    load_text(&l,
              "goroutine profile: total 6\n"
              "3 @ 0x489b8e 0x48dae5 0x6ab63d 0x4912e1\n"
              "#\t0x48dae4\ttime.Sleep+0x164\t/go/time.go:363\n"
              "#\t0x6ab63c\tmain.main.func2+0x1c\t/main.go:58\n\n"
              "2 @ 0x489b8e 0x467cb2 0x498e3d 0x6ab698 0x6ab699 0x4912e1\n"
              "#\t0x498e3c\tinternal/sync.(*Mutex).lockSlow+0x15c\t/m.go:149\n"
              "#\t0x6ab697\tinternal/sync.(*Mutex).Lock+0x37\t/m.go:70\n"
              "#\t0x6ab698\tsync.(*Mutex).Lock+0x38\t/mutex.go:46\n\n"
              "1 @ 0x489b8e 0x4912e1\n"
              "#\t0x489b8d\truntime.gopark+0xcd\t/proc.go:435\n");
    const segment *s = find_kind(&l, "goroutine");
    assert_string_equal(stack_of(&l, s, 0),
                        "main.main.func2:58;time.Sleep:363");
    assert_string_equal(stack_of(&l, s, 1),
                        "sync.(*Mutex).Lock:46;internal/sync.(*Mutex).Lock:70;"
                        "internal/sync.(*Mutex).lockSlow:149");
    assert_string_equal(stack_of(&l, s, 2), "runtime.gopark:435");
    input_clear(&l.in);
}

static void a_count_that_is_no_row_is_lost(void **state)
{
    loaded l;

    (void)state;
    load_anyhow(&l, "x profile: total 3\n1 @ 0x1\n-1 @ 0x1\n1 0x1\n"
                    "1 @ z\n2\n");
    assert_int_equal(l.in.lost.events, 4);
    assert_int_equal(total_of(&l, "x/count"), 1);
    const warning *w =
        said(&l, "up to line 6 there are 1 of the 3 that line 1 announces");
    assert_non_null(w);
    assert_true(w->damage);
    assert_int_equal(w->offset, 48);
    assert_int_equal(l.in.lost.bytes, 8 + 5 + 5 + 1); /* of the rows */
    input_clear(&l.in);
}

static void a_long_name_of_what_is_counted_is_cut(void **state)
{
    (void)state;
    for (size_t n = 99; n <= 102; n++) {
        char text[200];
        char want[120];
        loaded l;
        memset(text, 'n', n);
        memcpy(text + n, " profile: total 1\n1 @ 0x1\n", 27);
        load_text(&l, text);
        snprintf(want, sizeof want, "%.*s/count", n < 100 ? (int)n : 100, text);
        assert_int_equal(total_of(&l, want), 1);
        input_clear(&l.in);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_line_of_a_count_has_a_name_and_a_total),
        cmocka_unit_test(a_count_belongs_to_the_row_its_labels_follow),
        cmocka_unit_test(what_go_does_not_list_is_no_code_nobody_knows),
        cmocka_unit_test(a_count_that_is_no_row_is_lost),
        cmocka_unit_test(a_long_name_of_what_is_counted_is_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
