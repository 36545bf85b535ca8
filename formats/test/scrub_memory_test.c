/* Runs of a scrub that fail: out of memory, and on a full disk.  Nothing is half
 * written, and nothing is kept. */
#include "corr_builtin.h"
#include "corr_scrub.h"
#include "test/test_memory.h"
#include "test/testing.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/scrub_memory_XXXXXX";
static char in_path[64], out_path[64];

static void put_file(const char *name, const char *bytes, size_t n)
{
    char path[128];

    snprintf(path, sizeof path, "%s/%s", in_path, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static void put_text(const char *name, const char *text)
{
    put_file(name, text, strlen(text));
}

/* A profile of one sample with a label, and a field that no one knows. */
static const char profile[] = "\x0a\x04\x08\x01\x10\x02"
                              "\x12\x0a\x0a\x01\x01\x12\x01\x05\x1a\x02\x08\x03"
                              "\x22\x07\x08\x01\x22\x03\x08\x01\x10"
                              "\x32\x00\x32\x01s\x32\x01n\x32\x04user";

static int make_folder(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(in_path, sizeof in_path, "%s/in", folder);
    snprintf(out_path, sizeof out_path, "%s/out", folder);
    assert_int_equal(mkdir(in_path, 0700), 0);
    put_text("a.log", "password=hunter2-9 of alice@example.com &#104;unter2-9\n"
                      "10.1.2.3 SELECT a FROM t WHERE b = 'x' %68unter2-9\n");
    put_text(
        "b.json",
        "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":"
        "\"user.name\",\"value\":{\"stringValue\":\"bo\\u0062by-1\"}}]}}]}");
    put_text("c.folded", "main;com.acme.PasswordHasher.hash 3\n");
    put_file("d.pb", profile, sizeof profile - 1);
    return 0;
}

static void remove_file(const char *name)
{
    char path[128];

    snprintf(path, sizeof path, "%s/%s", in_path, name);
    remove(path);
}

static int remove_folder(void **state)
{
    static const char *const names[] = { "a.log", "b.json", "c.folded",
                                         "d.pb" };

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        remove_file(names[i]);
    return rmdir(in_path) || rmdir(folder);
}

static corr_scrubbed *scrub(bool preview, corr_err *err)
{
    const char *paths[] = { in_path };
    const corr_scrub_opts opts = { .key = { "corr-test-key", 13 },
                                   .formats = corr_builtin_formats,
                                   .text = &corr_rewrite_text,
                                   .json = &corr_rewrite_json,
                                   .redact_ids = true,
                                   .preview = preview };

    return corr_scrub_run(paths, 1, preview ? NULL : out_path, &opts, err);
}

static void assert_no_output(void)
{
    if (access(out_path, F_OK) == 0)
        fail_msg("%s was left there", out_path);
}

static void a_run_out_of_memory_keeps_nothing(void **state)
{
    (void)state;
    for (long n = 1, more = true; more; n++) {
        corr_err err = { 0 };
        test_memory_arm(n);
        corr_scrubbed *s = scrub(true, &err);
        more = test_memory_failed();
        corr_scrubbed_free(s);
        assert_int_equal(test_memory_disarm(), 0);
        if (more && (s || err.code != CORR_ENOMEM))
            fail_msg("allocation %ld: %p code %d, %s", n, (void *)s, err.code,
                     err.what);
        assert_true(more || s);
    }
}

static void a_copy_out_of_memory_is_removed(void **state)
{
    (void)state;
    for (long n = 1, more = true; more; n += n < 40 ? 1 : 7) {
        corr_err err = { 0 };
        test_memory_arm(n);
        corr_scrubbed *s = scrub(false, &err);
        more = test_memory_failed();
        corr_scrubbed_free(s);
        assert_int_equal(test_memory_disarm(), 0);
        if (!more)
            break;
        if (s || err.code != CORR_ENOMEM)
            fail_msg("allocation %ld: %p code %d, %s", n, (void *)s, err.code,
                     err.what);
        assert_no_output();
    }
    assert_int_equal(access(out_path, F_OK), 0);
    char all[80];
    snprintf(all, sizeof all, "rm -r %s", out_path);
    assert_int_equal(system(all), 0);
}

/* Scrubs on a disk with room for `size` bytes a file, and expects a failure.  A
 * limit on the size of files is what a full disk is: a write fails halfway. */
static void assert_full_at(rlim_t size, const char *what)
{
    corr_err err = { 0 };
    struct rlimit was;

    assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
    const struct rlimit full = { size, was.rlim_max };
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &full), 0);
    corr_scrubbed *s = scrub(false, &err);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
    assert_null(s);
    assert_int_equal(err.code, CORR_EIO);
    assert_true(err.what[0]);
    assert_non_null(strstr(err.what, what));
    assert_no_output();
}

static void a_copy_on_a_full_disk_is_removed(void **state)
{
    (void)state;
    for (rlim_t size = 0; size < 140; size += 45)
        assert_full_at(size, "");
}

/* Another thread writes the copy of a large file; its failure is the run's. */
static void a_large_copy_on_a_full_disk_is_removed(void **state)
{
    enum { LINES = 40000 };
    static const char line[] = "2026-01-02 03:04:05 user=bobby1 of 10.1.2.3\n";
    const size_t n = sizeof line - 1;
    char *text = malloc(LINES * n);

    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < LINES; i++)
        memcpy(text + i * n, line, n);
    put_file("e.log", text, LINES * n);
    free(text);
    for (rlim_t size = 300000; size < 1800000; size += 490000)
        assert_full_at(size, "cannot be written");
    remove_file("e.log");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_out_of_memory_keeps_nothing),
        cmocka_unit_test(a_copy_out_of_memory_is_removed),
        cmocka_unit_test(a_copy_on_a_full_disk_is_removed),
        cmocka_unit_test(a_large_copy_on_a_full_disk_is_removed),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
