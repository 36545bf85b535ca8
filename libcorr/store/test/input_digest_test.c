/* Tests of input_digest: the digests of the files of inputs. */
#include "corr_digest.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "corr_builtin.h"
#include "test/testing.h"

enum { FILES = 3 };

/* Files of rising size, in a folder of their own. */
static const struct {
    const char *name, *text;
} made[FILES] = {
    { "a.folded", "main;small 1\n" },
    { "b.folded", "main;of;middle;size 1\n" },
    { "c.folded", "main;the;largest;of;all 1\n" },
};

static char folder[] = "/tmp/corr-digest-XXXXXX", path[FILES][100];

static int make_files(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < FILES; i++) {
        snprintf(path[i], sizeof path[i], "%s/%s", folder, made[i].name);
        FILE *f = fopen(path[i], "w");
        assert_non_null(f);
        fputs(made[i].text, f);
        assert_int_equal(fclose(f), 0);
    }
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    for (int i = 0; i < FILES; i++)
        unlink(path[i]);
    return rmdir(folder);
}

static corr_store *load_files(void)
{
    const char *const paths[] = { path[0], path[1], path[2] };
    corr_err err = { 0 };
    corr_store *st = corr_store_new(corr_builtin_formats, &err);

    assert_non_null(st);
    assert_int_equal(corr_load(st, paths, FILES, NULL, &err), CORR_OK);
    assert_int_equal(corr_inputs(st), FILES);
    return st;
}

/* Which of the files have a digest: that of their bytes. */
static void assert_digests(const corr_store *st, uint64_t most,
                           const bool has[FILES])
{
    char text[FILES][CORR_SHA256_TEXT], want[CORR_SHA256_TEXT];

    assert_int_equal(corr_inputs_digest(st, most, text, NULL), CORR_OK);
    for (int i = 0; i < FILES; i++) {
        corr_sha256_of(made[i].text, strlen(made[i].text), want);
        assert_string_equal(text[i], has[i] ? want : "");
    }
}

static void each_file_has_the_digest_of_its_bytes(void **state)
{
    corr_store *st = load_files();

    (void)state;
    assert_digests(st, UINT64_MAX, (const bool[]){ true, true, true });
    corr_store_free(st);
}

static void the_smallest_files_go_first(void **state)
{
    corr_store *st = load_files();
    const uint64_t two = strlen(made[0].text) + strlen(made[1].text);

    (void)state;
    assert_digests(st, 0, (const bool[]){ false, false, false });
    assert_digests(st, two - 1, (const bool[]){ true, false, false });
    assert_digests(st, two, (const bool[]){ true, true, false });
    corr_store_free(st);
}

static void what_is_no_longer_what_was_read_has_no_digest(void **state)
{
    corr_store *st = load_files();

    (void)state;
    assert_int_equal(truncate(path[0], 3), 0);
    assert_int_equal(unlink(path[1]), 0);
    assert_int_equal(mkfifo(path[1], 0600), 0);
    assert_digests(st, UINT64_MAX, (const bool[]){ false, false, true });
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_file_has_the_digest_of_its_bytes),
        cmocka_unit_test(the_smallest_files_go_first),
        cmocka_unit_test(what_is_no_longer_what_was_read_has_no_digest),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
