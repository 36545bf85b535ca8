/* Tests of src_reserve: what is read of bytes that there is room for. */
#include "test/test_src.h"

#include <fcntl.h>
#include <unistd.h>

enum { SIZE = 3000000, BEGIN = 70001, N = 2000003 };

static uint8_t *text;

/* A source at an odd place, with room for N bytes from there on. */
static const uint8_t *reserve(corr_src **in)
{
    size_t got;

    *in = open_bytes(text, SIZE, &plain);
    corr_src_peek(*in, 65536, &got);
    corr_src_skip(*in, BEGIN);
    const uint8_t *p = corr_src_reserve(*in, N);
    assert_non_null(p);
    return p;
}

static void assert_goes_on(corr_src *in, uint64_t at)
{
    size_t got;

    assert_int_equal(corr_src_offset(in), at);
    const uint8_t *p = corr_src_peek(in, 600000, &got);
    assert_true(got >= 600000 || at + got == SIZE);
    assert_memory_equal(p, text + at, got);
    assert_int_equal(corr_src_offset(in), at);
}

/* Whether the source took these bytes from its file, which says otherwise
 * now. */
static bool was_read(const uint8_t *p, size_t at, size_t n)
{
    return memcmp(p + at, text + BEGIN + at, n) == 0;
}

static void what_is_fetched_is_there(void **state)
{
    static const struct {
        size_t at, n;
    } each[] = { { 0, 68 },
                 { 1999000, 1003 },
                 { 4095, 2 },
                 { 900000, 300000 },
                 { 950000, 400000 },
                 { 899000, 600000 },
                 { 2000002, 1 },
                 { 2000003, 5 },
                 { 3000000, 9 },
                 { 1999999, 900000 },
                 { 0, N } };
    corr_src *in;
    const uint8_t *p = reserve(&in);

    (void)state;
    for (size_t i = 0; i < countof(each); i++) {
        assert_true(corr_src_fetch(in, each[i].at, each[i].n));
        const size_t has = each[i].at < N ? N - each[i].at : 0;
        const size_t n = each[i].n < has ? each[i].n : has;
        if (n)
            assert_memory_equal(p + each[i].at, text + BEGIN + each[i].at, n);
    }
    corr_src_skip(in, N);
    assert_goes_on(in, BEGIN + N);
    src_close(in);
}

static void what_nobody_asked_for_is_not_read(void **state)
{
    static const uint8_t other[8192];
    corr_src *in;
    const uint8_t *p = reserve(&in);

    (void)state;
    assert_true(corr_src_fetch(in, 500000, 10));
    assert_true(was_read(p, 500000, 10));
    /* a second time it does not matter what the file says */
    assert_int_equal(pwrite(FILE_FD, other, 10, BEGIN + 500000), 10);
    assert_int_equal(pwrite(FILE_FD, other, 8192, BEGIN + 1500000), 8192);
    assert_true(corr_src_fetch(in, 400000, 200000));
    assert_true(was_read(p, 400000, 200000));
    assert_true(corr_src_fetch(in, 1500000, 10));
    assert_memory_equal(p + 1500000, other, 10);
    assert_true(was_read(p, 400000, 200000));
    src_close(in);
}

static void it_goes_on_wherever_one_steps_to(void **state)
{
    static const size_t steps[] = { 0,     1, 4095,  500000,     500001, 700000,
                                    N - 1, N, N + 1, N + 300000, SIZE };

    (void)state;
    for (size_t i = 0; i < countof(steps); i++)
        for (int fetched = 0; fetched < 2; fetched++) {
            corr_src *in;
            reserve(&in);
            if (fetched)
                assert_true(corr_src_fetch(in, 490000, 20000));
            corr_src_skip(in, steps[i]);
            const size_t at = BEGIN + steps[i];
            assert_goes_on(in, at < SIZE ? at : SIZE);
            assert_false(corr_src_failed(in));
            assert_false(corr_src_cut(in));
            src_close(in);
        }
}

static void one_may_follow_the_other(void **state)
{
    corr_src *in = open_bytes(text, SIZE, &plain);
    size_t at = 0;

    (void)state;
    for (size_t n = 300001; at + n <= SIZE; n += 70001) {
        const uint8_t *p = corr_src_reserve(in, n);
        assert_non_null(p);
        assert_int_equal(corr_src_offset(in), at);
        assert_true(corr_src_fetch(in, 0, 100));
        assert_true(corr_src_fetch(in, n - 100, 100));
        assert_memory_equal(p, text + at, 100);
        assert_memory_equal(p + n - 100, text + at + n - 100, 100);
        corr_src_skip(in, n);
        at += n;
        assert_int_equal(corr_src_offset(in), at);
    }
    assert_goes_on(in, at);
    src_close(in);
}

static void there_is_room_only_for_what_a_file_has_as_it_stands(void **state)
{
    const src_opts small = { .path = "some/file", .limits.record = 400000 };
    corr_src *in = open_bytes(text, SIZE, &plain);
    corr_err err = { 0 };
    size_t got;

    (void)state;
    assert_null(corr_src_reserve(in, SIZE + 1));
    corr_src_peek(in, 100, &got);
    assert_null(corr_src_reserve(in, 100)); /* is there */
    assert_goes_on(in, 0);
    assert_true(corr_src_fetch(in, 0, 100));
    src_close(in);
    in = open_bytes(text, SIZE, &small);
    assert_null(corr_src_reserve(in, 400001));
    assert_non_null(corr_src_reserve(in, 400000));
    src_close(in);
    in = src_open_memory(text, SIZE, &plain, &err);
    assert_null(corr_src_reserve(in, SIZE));
    src_close(in);
    z.n = 0;
    pack(&z, text, 900000);
    in = open_bytes(z.bytes, z.n, &plain);
    assert_null(corr_src_reserve(in, 500000));
    src_close(in);
}

static void a_file_that_becomes_shorter_is_told(void **state)
{
    corr_err err = { 0 };
    corr_src *in;

    (void)state;
    reserve(&in);
    assert_int_equal(ftruncate(FILE_FD, BEGIN + 600000), 0);
    assert_true(corr_src_fetch(in, 500000, 90000));
    assert_false(corr_src_fetch(in, 500000, 300000));
    assert_false(corr_src_fetch(in, 0, 1));
    assert_int_equal(src_failure(in, &err), CORR_EIO);
    assert_string_equal(
        err.what, "cannot read: the file became shorter while corr read it");
    src_close(in);
}

static void files_in_a_row_have_room_each(void **state)
{
    char path[] = "/tmp/corr-src-XXXXXX";
    const int fd = mkstemp(path);
    src_file more = { .file = path, .show = path };
    const src_opts opts = { .path = "a", .more = &more, .nmore = 1 };
    corr_src *in = open_bytes(text, 1000001, &opts);

    (void)state;
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, SIZE), SIZE);
    close(fd);
    assert_non_null(corr_src_reserve(in, 900000));
    assert_true(corr_src_next(in));
    unlink(path);
    assert_int_equal(corr_src_offset(in), 1000001);
    const uint8_t *p = corr_src_reserve(in, N);
    assert_non_null(p);
    assert_true(corr_src_fetch(in, 1000000, 9));
    assert_memory_equal(p + 1000000, text + 1000000, 9);
    corr_src_skip(in, N);
    assert_int_equal(corr_src_offset(in), 1000001 + N);
    size_t got;
    p = corr_src_peek(in, 1000, &got);
    assert_memory_equal(p, text + N, 1000);
    src_close(in);
}

static void nothing_is_left_of_what_is_let_go(void **state)
{
    corr_src *in;
    size_t got;

    (void)state;
    reserve(&in);
    corr_src_skip(in, 500000);
    src_release(in);
    corr_src_peek(in, 100, &got);
    assert_int_equal(got, 0);
    assert_int_equal(corr_src_offset(in), BEGIN + 500000);
    assert_false(corr_src_failed(in));
    assert_false(corr_src_cut(in));
    src_close(in);
    reserve(&in);
    src_release(in); /* with unused room */
    assert_int_equal(corr_src_offset(in), BEGIN);
    assert_null(corr_src_reserve(in, N));
    src_close(in);
}

static void bytes_may_go_elsewhere(void **state)
{
    static uint8_t to[2000];
    corr_src *in;
    const uint8_t *p = reserve(&in);

    (void)state;
    for (size_t at = 0; at + sizeof to <= N; at += 99999) {
        assert_true(corr_src_copy(in, at, sizeof to, to));
        assert_memory_equal(to, text + BEGIN + at, sizeof to);
    }
    assert_false(was_read(p, 900000, 4096)); /* which is elsewhere only */
    assert_true(corr_src_copy(in, N - 1, 1, to));
    assert_false(corr_src_copy(in, N - 1, 2, to));
    memcpy(to, text + BEGIN + 900001, 8);
    corr_src_put(in, 900001, 8, to); /* and some get to their place */
    assert_memory_equal(p + 900001, text + BEGIN + 900001, 8);
    assert_false(was_read(p, 900009, 4));
    corr_src_put(in, N - 1, 2, to); /* of which not all has one */
    assert_true(corr_src_fetch(in, 900000, 100));
    assert_memory_equal(p + 900000, text + BEGIN + 900000, 100);
    assert_false(corr_src_copy(in, N + 1, 0, to));
    assert_false(corr_src_failed(in));
    corr_src_close(in);

    in = open_bytes(text, SIZE, &plain); /* all is at hand */
    size_t got;
    corr_src_peek(in, 5000, &got);
    corr_src_skip(in, 1000);
    assert_true(corr_src_copy(in, 10, 1000, to));
    assert_memory_equal(to, text + 1010, 1000);
    assert_false(corr_src_copy(in, got - 1000, 1, to));
    src_close(in);
}

static void room_that_was_longer_is_let_go(void **state)
{
    static const size_t each[] = { 1000000, 300000, 400000, 300000, 900000 };
    corr_src *in = open_bytes(text, SIZE, &plain);
    size_t got, at = 0;

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        corr_src_peek(in, 1, &got);
        const uint8_t *p = corr_src_reserve(in, each[i]);
        assert_non_null(p);
        assert_true(corr_src_fetch(in, 0, each[i]));
        assert_memory_equal(p, text + at, each[i]);
        if (i == 2) /* where the first one was */
            assert_int_equal(p[900000], 0);
        at += each[i];
        corr_src_skip(in, each[i]);
        assert_int_equal(corr_src_offset(in), at);
    }
    src_close(in);
}

/* ---- twins -------------------------------------------------------------- */

static corr_src *open_named(const char *path, const src_opts *more)
{
    src_opts opts = *more;
    const int fd = open(path, O_RDONLY);

    opts.file = path;
    return src_open_fd(fd, &opts, NULL);
}

static void write_text(char *path)
{
    const int fd = mkstemp(path);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, SIZE), SIZE);
    close(fd);
}

static void a_twin_goes_to_any_place(void **state)
{
    static const uint64_t each[] = {
        2000000, 2000100, 5, 5, 70000, 0, SIZE - 1
    };
    char path[] = "/tmp/corr-src-XXXXXX";
    size_t got;

    (void)state;
    write_text(path);
    corr_src *in = open_named(path, &plain);
    corr_src *twin = corr_src_twin(in);
    corr_src *memory = src_open_memory(text, SIZE, &plain, NULL);
    corr_src *other = corr_src_twin(memory);
    corr_src_skip(in, 100);
    assert_non_null(twin);
    assert_non_null(other);
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        corr_src_go(twin, each[i]);
        assert_goes_on(twin, each[i]);
        corr_src_go(other, each[i]);
        assert_int_equal(corr_src_offset(other), each[i]);
        assert_memory_equal(corr_src_peek(other, 1, &got), text + each[i], 1);
    }
    corr_src_go(twin, 1000000);
    const uint8_t *p = corr_src_reserve(twin, 1500000);
    assert_non_null(p);
    assert_true(corr_src_fetch(twin, 1400000, 100));
    assert_memory_equal(p + 1400000, text + 2400000, 100);
    corr_src_go(twin, 30);
    assert_goes_on(twin, 30);
    corr_src_go(twin, SIZE + 7);
    corr_src_peek(twin, 1, &got);
    assert_int_equal(got, 0);
    corr_src_go(other, SIZE + 7);
    corr_src_peek(other, 1, &got);
    assert_int_equal(got, 0);
    assert_goes_on(in, 100); /* it has not moved */
    corr_src_close(twin);
    corr_src_close(other);
    src_close(memory);
    src_close(in);
    unlink(path);
}

static void what_has_no_name_any_more_has_no_twin(void **state)
{
    char path[] = "/tmp/corr-src-XXXXXX";

    (void)state;
    write_text(path);
    corr_src *in = open_named(path, &plain);
    unlink(path);
    assert_null(corr_src_twin(in));
    const int fd = open(path, O_CREAT | O_WRONLY, 0600); /* another file */
    assert_null(corr_src_twin(in));
    close(fd);
    unlink(path);
    src_close(in);
    in = open_bytes(text, SIZE, &plain); /* has none */
    assert_null(corr_src_twin(in));
    src_close(in);
}

static void what_is_stepped_over_is_not_read(void **state)
{
    size_t got;

    (void)state;
    corr_src *in = open_bytes(text, SIZE, &plain);
    corr_src_peek(in, 10, &got);
    corr_src_skip(in, 10);
    const uint64_t before = src_raw(in);
    corr_src_skip(in, 2000000);
    assert_true(src_raw(in) > before); /* progress */
    assert_goes_on(in, 2000010);
    corr_src_skip(in, SIZE);
    assert_int_equal(corr_src_offset(in), SIZE);
    corr_src_peek(in, 1, &got);
    assert_int_equal(got, 0);
    src_close(in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_fetched_is_there),
        cmocka_unit_test(what_nobody_asked_for_is_not_read),
        cmocka_unit_test(it_goes_on_wherever_one_steps_to),
        cmocka_unit_test(one_may_follow_the_other),
        cmocka_unit_test(there_is_room_only_for_what_a_file_has_as_it_stands),
        cmocka_unit_test(a_file_that_becomes_shorter_is_told),
        cmocka_unit_test(files_in_a_row_have_room_each),
        cmocka_unit_test(nothing_is_left_of_what_is_let_go),
        cmocka_unit_test(bytes_may_go_elsewhere),
        cmocka_unit_test(room_that_was_longer_is_let_go),
        cmocka_unit_test(a_twin_goes_to_any_place),
        cmocka_unit_test(what_has_no_name_any_more_has_no_twin),
        cmocka_unit_test(what_is_stepped_over_is_not_read),
    };

    text = pattern(SIZE);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(text);
    return failed;
}
