/* Tests of label_match: labels of samples, of their process, and in the path of
 * their file. */
#include "test/test_sides.h"

static int64_t total_of(corr_store *st, const char *label)
{
    corr_err err = { 0 };
    corr_sel *sel =
        corr_sel_of(st, &(corr_query){ .labels = &label, .nlabels = 1 }, &err);

    if (!sel)
        fail_msg("%s", err.what);
    const int64_t total = corr_sel_facts_of(sel).total;
    corr_sel_free(sel);
    return total;
}

static void a_sample_says_it_before_its_process_does(void **state)
{
    static const test_file file[] = {
        { 1, "a",
          "proc service.name s service.version v1 zone west\n"
          "tag version v9\n1 1 f\ntag other x\n10 1 f\n" },
        { 1, "b", "proc service.name s service.version v2\n100 1 f\n" },
    };
    corr_store *st = test_sides(file, 2);

    (void)state;
    assert_int_equal(total_of(st, "version=v1"), 10);
    assert_int_equal(total_of(st, "version=v9"), 1);
    assert_int_equal(total_of(st, "version=v2"), 100);
    assert_int_equal(total_of(st, "service.version=v2"), 100);
    assert_int_equal(total_of(st, "zone=west"), 11);
    assert_int_equal(total_of(st, "service=s"), 111);
    /* a version is the value of no other key */
    assert_int_equal(total_of(st, "zone=v2"), 0);
    corr_store_free(st);
}

static void a_path_says_it_where_nothing_else_knows_the_key(void **state)
{
    static const test_file file[] = {
        { 1, "v1/cpu", "1 1 f\n" },
        { 1, "v12/cpu", "10 1 g\n" },
        { 1, "cpu-v1.2", "100 1 h\n" },
        { 1, "cpu.version=v1.pb", "1000 1 i\n" },
        { 1, "cpu.zone=v1.pb", "10000 1 j\n" },
        { 1, "v1.txt", "tag version v3\n100000 1 k\ntag -\n200000 1 k\n" },
        { 1, "x_v1_y", "proc service.version v4\n1000000 1 l\n" },
    };
    corr_store *st = test_sides(file, 7);

    (void)state;
    assert_int_equal(total_of(st, "version=v1"), 1001);
    assert_int_equal(total_of(st, "version=v1.2"), 100);
    assert_int_equal(total_of(st, "version=2"), 0);
    assert_int_equal(total_of(st, "zone=v1"), 1310001);
    assert_int_equal(total_of(st, "version=v3"), 100000);
    assert_int_equal(total_of(st, "version="), 0);
    corr_store_free(st);
}

static void all_labels_must_hold(void **state)
{
    static const char *const labels[] = { "endpoint=/pay", "version=v2" };
    static const test_file file[] = {
        { 1, "v2/cpu", "tag endpoint /pay\n1 1 f\ntag endpoint /x\n10 1 f\n" },
        { 1, "v1/cpu", "tag endpoint /pay\n100 1 f\n" },
    };
    corr_store *st = test_sides(file, 2);
    corr_err err = { 0 };
    corr_sel *sel =
        corr_sel_of(st, &(corr_query){ .labels = labels, .nlabels = 2 }, &err);

    (void)state;
    assert_non_null(sel);
    assert_int_equal(corr_sel_facts_of(sel).total, 1);
    corr_sel_free(sel);
    corr_store_free(st);
}

/* The user's labels of a file precede those of its processes; labels of samples
 * precede both. */
static void a_map_says_it_of_files(void **state)
{
    static const char map[] = "v1/* version=old zone=a\n"
                              "cpu.2 service.version=new\n"
                              "cpu.3 version=x\n*.3 version=new\n";
    static const test_file file[] = {
        { 1, "v1/cpu.1", "proc service.version v9\n1 1 f\n" },
        { 1, "v9/cpu.2", "10 1 f\ntag version v8\n100 1 f\n" },
        { 1, "v1/cpu.3", "1000 1 f\n" },
        { 1, "v1x/cpu.4", "proc service.version v9\n10000 1 f\n" },
    };
    char folder[] = "/tmp/corr-sides-XXXXXX";
    corr_err err = { 0 };
    corr_store *st = corr_store_new(test_formats, &err);

    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(corr_label_files(st, CORR_STR(map), "map", &err), 0);
    for (size_t i = 0; i < sizeof file / sizeof *file; i++)
        test_load(st, folder, &file[i]);
    rmdir(folder);
    assert_int_equal(total_of(st, "version=old"), 1);
    assert_int_equal(total_of(st, "version=v9"), 10000);
    assert_int_equal(total_of(st, "version=new"), 1010);
    assert_int_equal(total_of(st, "service.version=old"), 1);
    assert_int_equal(total_of(st, "version=v8"), 100);
    assert_int_equal(total_of(st, "zone=a"), 1001);
    /* the path has the word, but the user's label differs */
    assert_int_equal(total_of(st, "version=v1"), 0);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sample_says_it_before_its_process_does),
        cmocka_unit_test(a_path_says_it_where_nothing_else_knows_the_key),
        cmocka_unit_test(all_labels_must_hold),
        cmocka_unit_test(a_map_says_it_of_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
