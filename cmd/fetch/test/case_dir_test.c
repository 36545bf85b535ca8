/* Tests of case folders and of their notes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "fetch/case_notes.h"

static char folder[] = "/tmp/corr-case-XXXXXX";

static void keep(case_dir *c, const char *wanted, const char *text,
                 const char *want)
{
    char part[CASE_PATH], name[CASE_PATH], sha[CORR_SHA256_TEXT];
    corr_err err = { 0 };
    int fd;

    assert_int_equal(case_part(c, part, &fd, &err), CORR_OK);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
    corr_sha256_of(text, strlen(text), sha);
    if (case_keep(c, part, wanted, sha, name, &err))
        fail_msg("%s", err.what);
    assert_string_equal(name, want);
}

static void nothing_is_overwritten(void **state)
{
    corr_err err = { 0 };
    case_dir *c = case_open(folder, &err);

    (void)state;
    assert_non_null(c);
    keep(c, "traces/a.pb.gz", "one", "traces/a.pb.gz");
    keep(c, "traces/a.pb.gz", "one", "traces/a.pb.gz");
    keep(c, "traces/a.pb.gz", "two", "traces/a-2.pb.gz");
    keep(c, "traces/a.pb.gz", "three", "traces/a-3.pb.gz");
    keep(c, "traces/a.pb.gz", "two", "traces/a-2.pb.gz");
    case_close(c);
}

static void names_stay_in_the_folder(void **state)
{
    corr_err err = { 0 };
    case_dir *c = case_open(folder, &err);
    struct stat st;
    char path[200];

    (void)state;
    assert_non_null(c);
    keep(c, "../../etc/passwd", "x", "other/_._etc_passwd");
    case_close(c);
    snprintf(path, sizeof path, "%s/other", folder);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0700);
}

/* The system may have no files without a name; then parts keep all. */
static void bytes_are_kept_at_once_where_nothing_is(void **state)
{
    corr_err err = { 0 };
    case_dir *c = case_open(folder, &err);
    char name[CASE_PATH], path[200];
    struct stat st;

    (void)state;
    assert_non_null(c);
    assert_false(case_keep_new(c, "alerts/n", CORR_STR("one"), name));
    keep(c, "alerts/m", "one", "alerts/m"); /* makes the folder */
    assert_false(case_keep_new(c, "alerts/m", CORR_STR("two"), name));
    snprintf(path, sizeof path, "%s/alerts/n", folder);
    if (case_keep_new(c, "alerts/n", CORR_STR("four"), name)) {
        assert_string_equal(name, "alerts/n");
        assert_int_equal(stat(path, &st), 0);
        assert_int_equal(st.st_size, 4);
        assert_int_equal(st.st_mode & 0777, 0600);
        assert_false(case_keep_new(c, "alerts/n", CORR_STR("five"), name));
        keep(c, "alerts/n", "four", "alerts/n"); /* as it was */
    }
    snprintf(path, sizeof path, "%s/alerts/m", folder);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_size, 3);
    case_close(c);
}

static case_note note_of(bool complete)
{
    return (case_note){ .url = "http://h/x",
                        .method = "GET",
                        .path = "traces/a.pb.gz",
                        .sha = "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e"
                               "7143c0add73ff431ed",
                        .outcome = "got",
                        .status = 200,
                        .bytes = 3,
                        .complete = complete };
}

static void write_note(const case_note *n)
{
    corr_err err = { 0 };
    case_dir *c = case_open(folder, &err);

    assert_non_null(c);
    assert_int_equal(case_write(c, n, &err), CORR_OK);
    case_close(c);
}

static bool is_there(const char *method, const char *url, const char *asked)
{
    corr_err err = { 0 };
    case_dir *c = case_open(folder, &err);
    const bool found = case_find(c, method, url, asked) != NULL;

    case_close(c);
    return found;
}

static void what_is_complete_is_found_again(void **state)
{
    case_note n = note_of(true);
    char path[200];

    (void)state;
    assert_false(is_there("GET", "http://h/x", NULL));
    write_note(&n);
    assert_true(is_there("GET", "http://h/x", NULL));
    assert_false(is_there("POST", "http://h/x", NULL));
    assert_false(is_there("GET", "http://h/x", "abc"));
    n.complete = false; /* the last line counts */
    write_note(&n);
    assert_false(is_there("GET", "http://h/x", NULL));
    n = note_of(true);
    write_note(&n);
    assert_true(is_there("GET", "http://h/x", NULL));
    snprintf(path, sizeof path, "%s/traces/a.pb.gz", folder);
    FILE *f = fopen(path, "w");
    fputs("changed", f);
    fclose(f);
    assert_false(is_there("GET", "http://h/x", NULL));
}

static void a_line_that_was_cut_spoils_no_other(void **state)
{
    case_note n = note_of(true);
    char path[200];

    (void)state;
    snprintf(path, sizeof path, "%s/.corr/provenance.jsonl", folder);
    FILE *f = fopen(path, "a");
    fputs("{\"method\":\"GET\",\"ur", f);
    fclose(f);
    n.url = "http://h/y";
    n.path = "traces/a-2.pb.gz";
    n.sha = "3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3";
    write_note(&n);
    assert_true(is_there("GET", "http://h/y", NULL));
}

static void a_note_is_one_line_of_safe_text(void **state)
{
    case_note n = note_of(false);

    (void)state;
    n.why = "\x1b[2J\nnot\xff good \"quoted\"";
    n.from = 1795279000000000001;
    n.limit = 20;
    char *line = case_note_print(&n);
    assert_non_null(line);
    assert_ptr_equal(strchr(line, '\n'), line + strlen(line) - 1);
    for (const char *p = line; p[1]; p++)
        assert_true((unsigned char)*p >= ' ' && (unsigned char)*p < 0x7f);
    assert_non_null(strstr(line, "\"from_unix_ns\":\"1795279000000000001\""));
    assert_non_null(strstr(line, "\"limit\":20"));
    assert_non_null(strstr(line, "\"complete\":false"));
    free(line);
}

static void odd_lines_are_passed_over(void **state)
{
    static const char text[] =
        "[]\nnull\n{}\n{\"url\":1,\"method\":\"GET\"}\n\n"
        "{\"url\":\"u\",\"method\":\"GET\",\"path\":\"../x\",\"complete\":true}"
        "\n{\"url\":\"v\",\"method\":\"GET\",\"bytes\":-1,\"status\":1e99}\n";
    case_notes *l = case_notes_new();

    (void)state;
    assert_true(case_notes_read(l, (corr_str){ text, sizeof text - 1 }));
    assert_null(case_notes_find(l, "GET", "u", NULL)->path);
    assert_int_equal(case_notes_find(l, "GET", "v", NULL)->bytes, 0);
    assert_int_equal(case_notes_find(l, "GET", "v", NULL)->status, 0);
    assert_null(case_notes_find(l, "GET", "w", NULL));
    case_notes_free(l);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int drop_folder(void **state)
{
    static const char *const names[] = {
        "traces/a.pb.gz",        "traces/a-2.pb.gz", "traces/a-3.pb.gz",
        "other/_._etc_passwd",   "alerts/m",         "alerts/n",
        ".corr/provenance.jsonl"
    };
    static const char *const inner[] = { "traces", "other", "alerts",
                                         ".corr/part", ".corr" };
    char path[200];

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    for (size_t i = 0; i < sizeof inner / sizeof *inner; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, inner[i]);
        rmdir(path);
    }
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_overwritten),
        cmocka_unit_test(names_stay_in_the_folder),
        cmocka_unit_test(bytes_are_kept_at_once_where_nothing_is),
        cmocka_unit_test(what_is_complete_is_found_again),
        cmocka_unit_test(a_line_that_was_cut_spoils_no_other),
        cmocka_unit_test(a_note_is_one_line_of_safe_text),
        cmocka_unit_test(odd_lines_are_passed_over),
    };
    return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
