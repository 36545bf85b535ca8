/* Tests of load: reading, failures, and groups. */
#include "test/test_load.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>

/* ---- loading ---------------------------------------------------------------- */

static char dir[] = "/tmp/corr-load-XXXXXX";

static const char *at(const char *name)
{
    return testing_path(dir, name);
}

static void put(const char *name, const char *text)
{
    testing_write(at(name), text, strlen(text));
}

static int set_up(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(dir));
    assert_int_equal(mkdir(at("mixed"), 0755), 0);
    put("sure", "a9\nx\ny\n");
    put("unsure", "a2\nx\n");
    put("tie", "a6 b6\n");
    put("empty", "");
    put("refused", "c9\n");
    put("damaged", "a9\nbad\nx\nbad\n");
    put("stopped", "a9\nstop\n");
    put("unknown", "nothing of ours\n");
    put("cut.gz", "\x1f\x8b");
    put("mixed/sure", "a9\nx\n");
    put("mixed/unsure", "a2\nx\n");
    put("mixed/README", "read me\n");
    put("mixed/refused", "c9\n");
    put("mixed/empty", "");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return testing_remove(dir);
}

typedef struct loaded {
    corr_store *st;
    corr_code code;
    corr_err err;
} loaded;

static loaded load(const corr_load_opts *opts, const char *const *names,
                   size_t n)
{
    loaded l = { .st = corr_store_new(formats, NULL) };
    const char *paths[8];

    assert_non_null(l.st);
    assert_true(n <= 8);
    for (size_t i = 0; i < n; i++)
        paths[i] = at(names[i]);
    l.code = corr_load(l.st, paths, n, opts, &l.err);
    return l;
}

static loaded load_one(const corr_load_opts *opts, const char *name)
{
    return load(opts, &name, 1);
}

static void a_file_becomes_an_input(void **state)
{
    loaded l = load_one(NULL, "sure");

    (void)state;
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(corr_inputs(l.st), 1);
    const corr_input in = corr_input_at(l.st, 0);
    assert_string_equal(in.path, at("sure"));
    assert_string_equal(in.format, "a");
    assert_string_equal(in.title, "format a");
    assert_int_equal(in.bytes, 7);
    assert_true(in.used);
    assert_null(in.why_not);
    assert_int_equal(store_input(l.st, 0)->segment.v[1].n, 3);
    assert_int_equal(store_input(l.st, 0)->group, 1);
    corr_store_free(l.st);
}

static void assert_refused(const char *name, corr_code code, const char *words)
{
    loaded l = load_one(NULL, name);

    assert_int_equal(l.code, code);
    assert_int_equal(l.err.code, code);
    if (!strstr(l.err.what, words))
        fail_msg("%s: %s", name, l.err.what);
    assert_string_equal(l.err.input, at(name));
    assert_int_equal(corr_inputs(l.st), 1);
    const corr_input in = corr_input_at(l.st, 0);
    assert_false(in.used);
    assert_string_equal(in.why_not, l.err.what);
    assert_int_equal(in.err.code, code);
    corr_store_free(l.st);
}

static void a_file_that_cannot_be_read_says_why(void **state)
{
    (void)state;
    assert_refused("no such", CORR_EIO, "No such file");
    assert_refused("empty", CORR_EFORMAT, "empty");
    assert_refused("unknown", CORR_EFORMAT, "unknown format");
    assert_refused("tie", CORR_EFORMAT, "could be a or b");
    assert_refused("refused", CORR_ENOTYET, "a c file is not read");
    assert_refused("stopped", CORR_EFORMAT, "a line that says stop");
    assert_refused("cut.gz", CORR_EFORMAT, "damaged from the first byte");
    assert_refused("mixed/README", CORR_EFORMAT, "unknown format");
}

static void a_refusal_names_the_byte_that_proves_it(void **state)
{
    loaded l = load_one(NULL, "refused");

    (void)state;
    assert_int_equal(l.err.offset, 1);
    assert_string_equal(l.err.format, "c");
    assert_string_equal(l.err.hint, "read another");
    corr_store_free(l.st);
}

static void errors_name_the_format_and_the_place(void **state)
{
    loaded l = load_one(NULL, "stopped");

    (void)state;
    assert_string_equal(l.err.format, "a");
    assert_string_equal(l.err.field, "line");
    assert_int_equal(l.err.offset, 8);
    corr_store_free(l.st);
}

static void one_good_file_is_enough(void **state)
{
    const char *const names[] = { "no such", "sure", "empty", "unsure" };
    loaded l = load(NULL, names, 4);

    (void)state;
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.err.code, CORR_OK);
    assert_int_equal(corr_inputs(l.st), 4);
    const bool used[] = { false, false, true, true };
    const char *const order[] = { "empty", "no such", "sure", "unsure" };
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(corr_input_at(l.st, i).path, at(order[i]));
        assert_int_equal(corr_input_at(l.st, i).used, used[i]);
    }
    corr_store_free(l.st);
}

static void without_any_the_first_failure_is_told(void **state)
{
    const char *const names[] = { "unknown", "empty" };
    loaded l = load(NULL, names, 2);

    (void)state;
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_string_equal(l.err.input, at("empty"));
    corr_store_free(l.st);
    l = load(NULL, NULL, 0);
    assert_int_equal(l.code, CORR_ENONE);
    assert_int_equal(corr_inputs(l.st), 0);
    corr_store_free(l.st);
}

static void in_a_folder_only_sure_files_are_read(void **state)
{
    loaded l = load_one(NULL, "mixed");

    (void)state;
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(corr_inputs(l.st), 2);
    assert_int_equal(corr_ignored(l.st), 3);
    assert_string_equal(corr_input_at(l.st, 0).path, "refused");
    assert_non_null(corr_input_at(l.st, 0).why_not);
    assert_string_equal(corr_input_at(l.st, 1).path, "sure");
    corr_store_free(l.st);
}

static void files_that_were_found_need_to_be_sure(void **state)
{
    const char *const names[] = { "sure", "unsure" };
    loaded l = load(&(corr_load_opts){ .found = true }, names, 2);

    (void)state;
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(corr_inputs(l.st), 1);
    assert_int_equal(corr_ignored(l.st), 1);
    corr_store_free(l.st);
    l = load_one(&(corr_load_opts){ .found = true }, "unsure");
    assert_int_equal(l.code, CORR_ENONE);
    corr_store_free(l.st);
}

static void a_format_may_be_named(void **state)
{
    loaded l = load_one(&(corr_load_opts){ .as = "b" }, "unknown");

    (void)state;
    assert_int_equal(l.code, CORR_OK);
    assert_string_equal(corr_input_at(l.st, 0).format, "b");
    corr_store_free(l.st);
    l = load_one(&(corr_load_opts){ .as = "z" }, "sure");
    assert_int_equal(l.code, CORR_EUSAGE);
    assert_non_null(strstr(l.err.what, "\"z\""));
    corr_store_free(l.st);
    l = load_one(&(corr_load_opts){ .as = "out" }, "sure");
    assert_int_equal(l.code, CORR_EUSAGE);
    corr_store_free(l.st);
}

static void damage_is_told_and_refused_if_strict(void **state)
{
    loaded l = load_one(NULL, "damaged");

    (void)state;
    assert_int_equal(l.code, CORR_OK);
    const corr_input in = corr_input_at(l.st, 0);
    assert_true(in.lost.damaged);
    assert_int_equal(in.lost.bytes, 8);
    assert_int_equal(in.lost.events, 2);
    assert_int_equal(corr_warnings(l.st), 1);
    const corr_warning w = corr_warning_at(l.st, 0);
    assert_string_equal(w.code, "DAMAGED");
    assert_string_equal(w.text, "a bad line");
    assert_int_equal(w.input, 0);
    assert_int_equal(w.count, 2);
    assert_int_equal(w.offset, 7);
    assert_true(w.changes_meaning);
    corr_store_free(l.st);
    l = load_one(&(corr_load_opts){ .strict = true }, "damaged");
    assert_int_equal(l.code, CORR_EFORMAT);
    corr_store_free(l.st);
    l = load_one(&(corr_load_opts){ .strict = true }, "sure");
    assert_int_equal(l.code, CORR_OK);
    corr_store_free(l.st);
}

static void a_small_record_limit_is_no_reason_not_to_look(void **state)
{
    loaded l = load_one(&(corr_load_opts){ .limits.record = 100 }, "sure");

    (void)state;
    assert_int_equal(l.code, CORR_OK);
    corr_store_free(l.st);
}

static void any_number_of_workers_gives_the_same(void **state)
{
    const char *const names[] = { "sure",  "unsure",  "damaged",
                                  "empty", "no such", "mixed" };

    (void)state;
    for (unsigned jobs = 1; jobs < 9; jobs += 3) {
        loaded l = load(&(corr_load_opts){ .jobs = jobs }, names, 6);
        assert_int_equal(l.code, CORR_OK);
        assert_int_equal(corr_inputs(l.st), 7);
        assert_string_equal(corr_input_at(l.st, 0).path, at("damaged"));
        assert_string_equal(corr_input_at(l.st, 6).path, "sure");
        corr_store_free(l.st);
    }
}

static int probe_any(const uint8_t *head, size_t n, bool whole)
{
    (void)whole;
    return n && head[0] ? 100 : 0;
}

/* The samples are the number of threads that may read. */
static corr_code read_threads(corr_src *in, const corr_want *want,
                              corr_build *b, corr_err *err)
{
    const corr_kind k = testing_kind(b, "samples", 0);
    size_t threads = 1;

    while (corr_workers_join(want->crew))
        threads++;
    for (size_t i = 0; i < threads; i++)
        testing_sample(b, k, "x", NAN, "");
    while (--threads)
        corr_workers_leave(want->crew);
    return corr_finish(in, b, err);
}

static const corr_format format_threads = { .name = "threads",
                                            .title = "threads",
                                            .probe = probe_any,
                                            .read = read_threads };

static size_t threads_of(const char *const *names, size_t n, unsigned jobs,
                         size_t which)
{
    static const corr_format *const only[] = { &format_threads, NULL };
    const corr_load_opts opts = { .jobs = jobs };
    corr_store *st = corr_store_new(only, NULL);
    const char *paths[4];

    for (size_t i = 0; i < n; i++)
        paths[i] = at(names[i]);
    assert_int_equal(corr_load(st, paths, n, &opts, NULL), CORR_OK);
    const size_t threads = store_input(st, (uint32_t)which)->segment.v[1].n;
    corr_store_free(st);
    return threads;
}

static void threads_without_a_file_help_with_those_of_others(void **state)
{
    const char *const names[] = { "damaged", "refused", "sure" };

    (void)state;
    assert_int_equal(threads_of(names, 1, 6, 0), 6);
    assert_int_equal(threads_of(names, 1, 1, 0), 1);
    assert_int_equal(threads_of(names, 3, 1, 2), 1);
    /* the room that others leave */
    assert_in_range(threads_of(names, 3, 6, 0), 1, 6);
    assert_in_range(threads_of(names, 3, 2, 0), 1, 2);
}

static void loading_twice_adds_inputs(void **state)
{
    loaded l = load_one(NULL, "sure");
    const char *const more[] = { at("damaged") };

    (void)state;
    assert_int_equal(corr_prepare(l.st, NULL), CORR_OK);
    assert_int_equal(
        corr_load(l.st, more, 1, &(corr_load_opts){ .group = 2 }, NULL),
        CORR_OK);
    assert_int_equal(corr_inputs(l.st), 2);
    assert_string_equal(corr_input_at(l.st, 0).path, at("damaged"));
    assert_int_equal(store_input(l.st, 0)->group, 2);
    assert_int_equal(store_input(l.st, 1)->group, 1);
    assert_int_equal(corr_prepare(l.st, NULL), CORR_OK);
    corr_store_free(l.st);
}

/* Two groups of these files, read by one worker and by several at once; "sure"
 * and "damaged" have the same size. */
static void several_groups_are_as_that_many_calls(void **state)
{
    static const struct {
        const char *name[2];
        corr_code code;
        size_t failed;
    } each[] = {
        { { "sure", "damaged" }, CORR_OK, 2 },
        { { "damaged", "sure" }, CORR_OK, 2 },
        { { "refused", "sure" }, CORR_ENOTYET, 0 },
        { { "sure", "refused" }, CORR_ENOTYET, 1 },
        { { "gone", "sure" }, CORR_EIO, 0 },
        { { "sure", "mixed" }, CORR_OK, 2 },
    };

    (void)state;
    for (size_t i = 0; i < countof(each); i++)
        for (unsigned jobs = 1; jobs <= 4; jobs++) {
            const char *const first[] = { at(each[i].name[0]) };
            const char *const second[] = { at(each[i].name[1]) };
            const corr_load_part part[] = { { first, 1, 1 }, { second, 1, 2 } };
            const corr_load_opts opts = { .jobs = jobs, .group = 7 };
            corr_store *st = corr_store_new(formats, NULL);
            corr_err err = { 0 };
            size_t failed = 99;
            assert_int_equal(corr_load_parts(st, part, 2, &opts, &failed, &err),
                             each[i].code);
            assert_int_equal(failed, each[i].failed);
            assert_int_equal(err.code, each[i].code);
            assert_true(corr_inputs(st) > each[i].failed / 2);
            for (size_t k = 0; k < corr_inputs(st); k++) {
                const input *in = store_input(st, (uint32_t)k);
                assert_int_equal(in->group,
                                 strcmp(in->file.opened, second[0]) == 0 ||
                                         strstr(in->file.opened, "mixed")
                                     ? 2
                                     : 1);
            }
            corr_store_free(st);
        }
}

static void options_are_checked_before_files_are(void **state)
{
    const char *const keys[] = { "no equals sign" };
    loaded l = load_one(&(corr_load_opts){ .id = "what?" }, "sure");

    (void)state;
    assert_int_equal(l.code, CORR_EUSAGE);
    assert_non_null(strstr(l.err.what, "not a trace or span id"));
    corr_store_free(l.st);
    l = load_one(&(corr_load_opts){ .label_keys = keys, .nlabel_keys = 1 },
                 "sure");
    assert_int_equal(l.code, CORR_EUSAGE);
    assert_int_equal(corr_inputs(l.st), 0);
    corr_store_free(l.st);
}

/* ---- pipes, progress ---------------------------------------------------------- */

static void *fill_fifo(void *path)
{
    const int fd = open(path, O_WRONLY);

    if (fd >= 0) {
        if (write(fd, "a9\nx\n", 5) != 5)
            return path;
        close(fd);
    }
    return NULL;
}

static void a_fifo_that_was_named_is_read(void **state)
{
    char path[256];
    pthread_t writer;
    void *failed;

    (void)state;
    snprintf(path, sizeof path, "%s", at("fifo"));
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(pthread_create(&writer, NULL, fill_fifo, path), 0);
    loaded l = load_one(NULL, "fifo");
    pthread_join(writer, &failed);
    assert_null(failed);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(corr_input_at(l.st, 0).bytes, 5);
    assert_true(store_input(l.st, 0)->file.is_pipe);
    corr_store_free(l.st);
    unlink(path);
}

typedef struct seen {
    uint64_t done, total;
} seen;

static void note_progress(void *ctx, uint64_t done, uint64_t total)
{
    *(seen *)ctx = (seen){ done, total };
}

static void progress_is_told_in_bytes(void **state)
{
    const char *const names[] = { "sure", "damaged" };
    seen s = { 0 };
    loaded l =
        load(&(corr_load_opts){ .jobs = 1, .progress = { note_progress, &s } },
             names, 2);

    (void)state;
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(s.total, 7 + 13);
    assert_int_equal(s.done, s.total);
    corr_store_free(l.st);
}

/* ctx: the number of bytes that are enough. */
static bool more_than(const void *ctx, uint64_t done)
{
    return done > *(const uint64_t *)ctx;
}

static void when_it_is_enough_the_rest_is_not_read(void **state)
{
    enum { LINES = 500000 };
    const char *const names[] = { "long", "sure" };
    const uint64_t most = 300000;
    char *text = malloc(3 + 2 * LINES);

    (void)state;
    assert_non_null(text);
    memcpy(text, "a9\n", 3);
    for (size_t i = 0; i < LINES; i++)
        memcpy(text + 3 + 2 * i, "x\n", 2);
    testing_write(at("long"), text, 3 + 2 * LINES);
    free(text);
    loaded l =
        load(&(corr_load_opts){ .jobs = 1, .enough = { more_than, &most } },
             names, 2);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(corr_inputs(l.st), 1);
    assert_int_equal(corr_prepare(l.st, NULL), CORR_OK);
    const corr_input in = corr_input_at(l.st, 0);
    assert_in_range(in.kinds[0].samples, 100000, LINES - 1);
    corr_store_free(l.st);
    const uint64_t nothing = 0;
    l = load(&(corr_load_opts){ .jobs = 1, .enough = { more_than, &nothing } },
             names, 2);
    assert_int_equal(l.code, CORR_ENONE);
    corr_store_free(l.st);
    unlink(at("long"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_becomes_an_input),
        cmocka_unit_test(a_file_that_cannot_be_read_says_why),
        cmocka_unit_test(a_refusal_names_the_byte_that_proves_it),
        cmocka_unit_test(errors_name_the_format_and_the_place),
        cmocka_unit_test(one_good_file_is_enough),
        cmocka_unit_test(without_any_the_first_failure_is_told),
        cmocka_unit_test(in_a_folder_only_sure_files_are_read),
        cmocka_unit_test(files_that_were_found_need_to_be_sure),
        cmocka_unit_test(a_format_may_be_named),
        cmocka_unit_test(damage_is_told_and_refused_if_strict),
        cmocka_unit_test(a_small_record_limit_is_no_reason_not_to_look),
        cmocka_unit_test(any_number_of_workers_gives_the_same),
        cmocka_unit_test(threads_without_a_file_help_with_those_of_others),
        cmocka_unit_test(loading_twice_adds_inputs),
        cmocka_unit_test(several_groups_are_as_that_many_calls),
        cmocka_unit_test(options_are_checked_before_files_are),
        cmocka_unit_test(a_fifo_that_was_named_is_read),
        cmocka_unit_test(progress_is_told_in_bytes),
        cmocka_unit_test(when_it_is_enough_the_rest_is_not_read),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
