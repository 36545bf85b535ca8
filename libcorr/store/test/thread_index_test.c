/* Tests of thread_index: the threads of an input that are a thread of
 * another. */
#include "store/thread_index.h"

#include "test/testing.h"

typedef struct thread_of {
    const char *name;
    int64_t os_id, vm_id;
    bool is_virtual;
} thread_of;

static const thread_of *threads; /* ends with a thread without a name */

static void fill(corr_build *b)
{
    for (const thread_of *t = threads; t->name; t++) {
        const corr_text name = corr_add_text(b, corr_str_of(t->name));
        if (t->is_virtual)
            corr_add_virtual_thread(b, name, t->vm_id);
        else
            corr_add_thread(b, name, t->os_id, t->vm_id);
    }
}

/* Row 1 is looked up in a recording of all rows. */
static const thread_of asked[] = {
    { .name = "asked", .vm_id = 5 },
    { .name = NULL },
};

static void expect(thread_of one, const thread_of *rec, bool names_virtual,
                   uint32_t n, thread_fit fit)
{
    const thread_of only[] = { one, { .name = NULL } };
    corr_arena arena = { .limit = SIZE_MAX };
    thread_index x = { 0 };

    threads = only;
    input from = testing_input(fill);
    threads = rec;
    input in = testing_input(fill);
    assert_true(thread_index_of(&x, &in, names_virtual, &arena));
    const thread_found f = thread_index_find(&x, &from, 1);
    assert_int_equal(f.n, n);
    assert_int_equal(f.fit, fit);
    for (uint32_t i = 0; i < f.n; i++) {
        assert_int_equal(thread_fits(&from, 1, &in, f.row[i]), fit);
        assert_true(i == 0 || f.row[i - 1] < f.row[i]);
    }
    assert_int_equal(thread_index_find(&x, &from, 0).n, 0);
    corr_arena_clear(&arena);
    input_clear(&from);
    input_clear(&in);
}

static const thread_of recorded[] = {
    { .name = "main", .os_id = 100, .vm_id = 1 },
    { .name = "worker", .os_id = 101 },
    { .name = "worker", .os_id = 102 },
    { .name = "http-nio-8080-e" },
    { .name = "virtual", .vm_id = 7, .is_virtual = true },
    { .name = NULL },
};

static void a_number_decides_before_a_name(void **state)
{
    (void)state;
    expect((thread_of){ .name = "worker", .vm_id = 1 }, recorded, true, 1,
           THREAD_SURE);
    expect((thread_of){ .name = "main", .os_id = 102 }, recorded, true, 1,
           THREAD_SURE);
    expect((thread_of){ .name = "main", .vm_id = 2 }, recorded, true, 0,
           THREAD_OTHER);
}

static void a_name_may_be_of_several_or_cut(void **state)
{
    (void)state;
    expect((thread_of){ .name = "worker" }, recorded, true, 2, THREAD_NAMED);
    expect((thread_of){ .name = "http-nio-8080-exec-3" }, recorded, true, 1,
           THREAD_CUT);
    expect((thread_of){ .name = "nobody" }, recorded, true, 0, THREAD_OTHER);
}

static void
names_of_virtual_threads_count_where_they_are_asked_for(void **state)
{
    (void)state;
    expect((thread_of){ .name = "virtual" }, recorded, true, 1, THREAD_NAMED);
    expect((thread_of){ .name = "virtual" }, recorded, false, 0, THREAD_OTHER);
    expect((thread_of){ .name = "virtual", .vm_id = 7 }, recorded, false, 1,
           THREAD_SURE);
}

static void a_thread_is_missing_where_its_number_can_be_compared(void **state)
{
    corr_arena arena = { .limit = SIZE_MAX };
    thread_index x = { 0 };

    (void)state;
    threads = asked;
    input from = testing_input(fill);
    threads = recorded;
    input in = testing_input(fill);
    assert_true(thread_index_of(&x, &in, true, &arena));
    assert_int_equal(thread_index_find(&x, &from, 1).n, 0);
    assert_true(thread_index_compares(&x, &from, 1));
    threads = recorded + 3; /* a name alone, and a virtual thread's number */
    input_clear(&in);
    in = testing_input(fill);
    x = (thread_index){ 0 };
    assert_true(thread_index_of(&x, &in, true, &arena));
    assert_true(thread_index_compares(&x, &from, 1));
    assert_false(x.has_os);
    corr_arena_clear(&arena);
    input_clear(&from);
    input_clear(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_decides_before_a_name),
        cmocka_unit_test(a_name_may_be_of_several_or_cut),
        cmocka_unit_test(
            names_of_virtual_threads_count_where_they_are_asked_for),
        cmocka_unit_test(a_thread_is_missing_where_its_number_can_be_compared),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
