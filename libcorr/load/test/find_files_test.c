/* Tests of find_files: the files that a list of paths stands for. */
#include "load/find_files.h"

#include <linux/magic.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/vfs.h>

#include "test/testing.h"

/* A directory that the tests fill, and that is removed at the end. */
static char dir[] = "/tmp/corr-walk-XXXXXX";

static const char *at(const char *name)
{
    return testing_path(dir, name);
}

static void put(const char *name)
{
    testing_write(at(name), "x", 1);
}

static void make_folder(const char *name)
{
    assert_int_equal(mkdir(at(name), 0755), 0);
}

static int set_up(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(dir));
    make_folder("in");
    make_folder("in/sub");
    make_folder("in/sub/deeper");
    make_folder("in/profiles");
    make_folder("in/.git");
    make_folder("out");
    put("in/b.txt");
    put("in/a.txt");
    put("in/.hidden");
    put("in/.git/config");
    put("in/sub/c.txt");
    put("in/sub/deeper/d.txt");
    put("in/profiles/p.txt");
    put("out/secret");
    assert_int_equal(symlink("a.txt", at("in/inside")), 0);
    assert_int_equal(symlink("../out/secret", at("in/outside")), 0);
    assert_int_equal(symlink("../out", at("in/folder")), 0);
    assert_int_equal(symlink("sub", at("in/subfolder")), 0);
    assert_int_equal(symlink(".", at("in/loop")), 0);
    assert_int_equal(symlink("nowhere", at("in/broken")), 0);
    assert_int_equal(mkfifo(at("in/fifo"), 0600), 0);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return testing_remove(dir);
}

/* The shown names of the files, separated by spaces; "!" before a file that was
 * not named, "?" after one that cannot be read. */
static void assert_walk(const char *const *paths, size_t n, walk_how how,
                        const char *want)
{
    char got[512] = "";
    size_t len = 0;
    walk w = { 0 };

    assert_int_equal(walk_paths(&w, paths, n, &how, NULL), CORR_OK);
    assert_true(walk_show_windows(&w));
    for (size_t i = 0; i < w.file.n; i++) {
        const walk_file *f = &w.file.v[i];
        const char *show = f->show;
        if (strncmp(show, dir, strlen(dir)) == 0)
            show += strlen(dir) + 1;
        len += (size_t)snprintf(got + len, sizeof got - len, "%s%s%s%s",
                                len ? " " : "", f->named ? "" : "!", show,
                                f->err.code ? "?" : "");
    }
    walk_clear(&w);
    assert_int_equal(w.file.n, 0);
    assert_string_equal(got, want);
}

static void a_folder_is_read_with_its_subfolders(void **state)
{
    const char *const paths[] = { at("in") };

    (void)state;
    assert_walk(paths, 1, (walk_how){ 0 },
                "!a.txt !b.txt !inside !profiles/p.txt !sub/c.txt "
                "!sub/deeper/d.txt");
}

/* Whether a file system of the kernel is there; in a container it may not be. */
static bool is_mounted(const char *path)
{
    struct statfs fs;

    return statfs(path, &fs) == 0 &&
           (fs.f_type == PROC_SUPER_MAGIC || fs.f_type == SYSFS_MAGIC ||
            strncmp(path, "/dev", 4) == 0);
}

static void the_files_of_the_kernel_are_not_searched(void **state)
{
    static const char *const folders[] = { "/dev/.", "/proc", "/sys/kernel" };
    const walk_how how = { 0 };

    (void)state;
    for (size_t i = 0; i < countof(folders); i++) {
        walk w = { 0 };
        corr_err err = { 0 };
        if (!is_mounted(folders[i]))
            continue;
        assert_int_equal(walk_paths(&w, &folders[i], 1, &how, &err), CORR_OK);
        assert_int_equal(w.file.n, 1);
        assert_string_equal(w.file.v[0].err.what,
                            "folders of the kernel are not searched");
        walk_clear(&w);
    }
}

static void files_of_several_folders_are_shown_with_theirs(void **state)
{
    const char *const two[] = { at("in/sub/"), at("in/profiles") };
    const char *const one[] = { at("in/sub"), at("in/a.txt") };

    (void)state;
    assert_walk(two, 2, (walk_how){ 0 },
                "!in/profiles/p.txt !in/sub/c.txt !in/sub/deeper/d.txt");
    assert_walk(one, 2, (walk_how){ 0 }, "in/a.txt !c.txt !deeper/d.txt");
    assert_walk(one, 1, (walk_how){ .full = true },
                "!in/sub/c.txt !in/sub/deeper/d.txt");
}

static void a_flat_folder_is_read_one_level_deep(void **state)
{
    const char *const paths[] = { at("in") };

    (void)state;
    assert_walk(paths, 1, (walk_how){ .flat = true },
                "!a.txt !b.txt !inside !profiles/p.txt");
    walk w = { 0 };
    assert_int_equal(
        walk_paths(&w, paths, 1, &(walk_how){ .flat = true }, NULL), CORR_OK);
    assert_int_equal(w.passed.n, 1);
    assert_string_equal(w.passed.v[0], "sub");
    walk_clear(&w);
    assert_int_equal(walk_paths(&w, paths, 1, &(walk_how){ 0 }, NULL), CORR_OK);
    assert_int_equal(w.passed.n, 0);
    walk_clear(&w);
}

static void a_folder_may_end_in_a_slash(void **state)
{
    const char *const paths[] = { at("in/sub/") };
    walk w = { 0 };

    (void)state;
    assert_int_equal(walk_paths(&w, paths, 1, &(walk_how){ 0 }, NULL), CORR_OK);
    assert_int_equal(w.file.n, 2);
    assert_string_equal(w.file.v[0].show, "c.txt");
    assert_string_equal(w.file.v[0].path, at("in/sub/c.txt"));
    assert_string_equal(w.file.v[1].show, "deeper/d.txt");
    walk_clear(&w);
}

static void what_was_named_is_taken_as_it_is(void **state)
{
    const char *const paths[] = { at("in/.hidden"), at("in/outside"),
                                  at("in/fifo"), "-" };

    (void)state;
    assert_walk(paths, 4, (walk_how){ 0 },
                "in/.hidden in/fifo in/outside standard input");
}

static void files_that_were_found_are_not_named(void **state)
{
    const char *const paths[] = { at("in/a.txt") };

    (void)state;
    assert_walk(paths, 1, (walk_how){ .found = true }, "!in/a.txt");
}

static void a_link_named_as_a_folder_is_followed(void **state)
{
    const char *const paths[] = { at("in/folder") };

    (void)state;
    assert_walk(paths, 1, (walk_how){ 0 }, "!secret");
}

static void what_cannot_be_opened_says_why(void **state)
{
    const char *const paths[] = { at("in/no such"), at("in/a.txt") };
    walk w = { 0 };

    (void)state;
    assert_walk(paths, 2, (walk_how){ 0 }, "in/a.txt in/no such?");
    assert_int_equal(walk_paths(&w, paths, 1, &(walk_how){ 0 }, NULL), CORR_OK);
    assert_int_equal(w.file.v[0].err.code, CORR_EIO);
    assert_int_not_equal(w.file.v[0].err.sys, 0);
    walk_clear(&w);
}

static void a_socket_is_no_file(void **state)
{
    struct sockaddr_un name = { .sun_family = AF_UNIX };
    const int s = socket(AF_UNIX, SOCK_STREAM, 0);

    (void)state;
    assert_true(s >= 0);
    snprintf(name.sun_path, sizeof name.sun_path, "%s", at("out/socket"));
    assert_int_equal(bind(s, (const struct sockaddr *)&name, sizeof name), 0);
    const char *const named[] = { at("out/socket") };
    const char *const found[] = { at("out") };
    assert_walk(named, 1, (walk_how){ 0 }, "out/socket?");
    assert_walk(found, 1, (walk_how){ 0 }, "!secret");
    close(s);
    unlink(at("out/socket"));
}

static void a_folder_that_may_not_be_read_is_told(void **state)
{
    const char *const paths[] = { at("out/closed") };

    (void)state;
    if (geteuid() == 0)
        return; /* root may read everything */
    make_folder("out/closed");
    assert_int_equal(chmod(at("out/closed"), 0), 0);
    assert_walk(paths, 1, (walk_how){ 0 }, "out/closed?");
    assert_int_equal(chmod(at("out/closed"), 0755), 0);
}

/* "DIR@WINDOW", unless a file has that name. */
static void a_folder_may_have_a_window(void **state)
{
    const char *const one[] = { at("in/sub@-5m") };
    const char *const two[] = { at("in/sub@-5m"), at("in/profiles@14:00..") };
    const char *const none[] = { at("in/sub@tonight"), at("in/no@-5m"),
                                 at("in/a.txt@-5m") };
    walk w = { 0 };

    (void)state;
    assert_int_equal(walk_paths(&w, one, 1, &(walk_how){ 0 }, NULL), CORR_OK);
    assert_true(walk_show_windows(&w));
    assert_int_equal(w.file.n, 2);
    assert_string_equal(w.file.v[0].show, "c.txt");
    assert_string_equal(w.file.v[1].show, "deeper/d.txt");
    for (size_t i = 0; i < 2; i++) {
        assert_string_equal(w.file.v[i].window, "-5m");
        assert_int_equal(w.file.v[i].within, 1);
        assert_false(w.file.v[i].named);
    }
    assert_int_equal(w.cut.n, 1);
    assert_string_equal(w.cut.v[0].dir, at("in/sub"));
    walk_clear(&w);
    assert_walk(two, 2, (walk_how){ 0 },
                "!in/profiles/p.txt@14:00.. !in/sub/c.txt@-5m "
                "!in/sub/deeper/d.txt@-5m");
    assert_walk(one, 1, (walk_how){ .flat = true, .full = true },
                "!in/sub/c.txt@-5m");
    assert_walk(none, 3, (walk_how){ 0 },
                "in/a.txt@-5m in/no@-5m? in/sub@tonight?");
    make_folder("in/sub@-5m");
    put("in/sub@-5m/e.txt");
    const char *const named[] = { at("in/sub@-5m") };
    assert_walk(named, 1, (walk_how){ 0 }, "!e.txt");
}

static void nothing_is_no_files(void **state)
{
    (void)state;
    assert_walk(NULL, 0, (walk_how){ 0 }, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_is_read_with_its_subfolders),
        cmocka_unit_test(files_of_several_folders_are_shown_with_theirs),
        cmocka_unit_test(a_flat_folder_is_read_one_level_deep),
        cmocka_unit_test(a_folder_may_end_in_a_slash),
        cmocka_unit_test(what_was_named_is_taken_as_it_is),
        cmocka_unit_test(files_that_were_found_are_not_named),
        cmocka_unit_test(a_link_named_as_a_folder_is_followed),
        cmocka_unit_test(what_cannot_be_opened_says_why),
        cmocka_unit_test(a_socket_is_no_file),
        cmocka_unit_test(a_folder_that_may_not_be_read_is_told),
        cmocka_unit_test(a_folder_may_have_a_window),
        cmocka_unit_test(the_files_of_the_kernel_are_not_searched),
        cmocka_unit_test(nothing_is_no_files),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
