/* Tests of load_index: indices are made, used and left alone, and never change
 * an answer. */
#include "load/load_index.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <zlib.h>

#include "corr_builtin.h"
#include "corr_index.h"
#include "test/testing.h"

enum { LINES = 300, PADDING = 3000, PER_TRACE = 3 };

static char dir[64], indices[80], file[80], plain_file[80];

/* ---- files --------------------------------------------------------------- */

/* Line i is a span of trace i % 100.  broken: this line is no JSON. */
static char *make_lines(size_t *n, int broken)
{
    const size_t room = (size_t)LINES * (PADDING + 1000);
    char *text = malloc(room);
    char pad[PADDING + 1];
    size_t at = 0;

    assert_non_null(text);
    memset(pad, 'x', PADDING);
    pad[PADDING] = '\0';
    for (int i = 0; i < LINES; i++)
        at += (size_t)snprintf(
            text + at, room - at,
            "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":"
            "\"service.name\",\"value\":{\"stringValue\":\"shop-%d\"}}]},"
            "\"scopeSpans\":[{\"spans\":[{\"traceId\":\"%08x%s\",\"spanId\":"
            "\"%08xdeadbeef\",\"name\":\"line %d\",\"startTimeUnixNano\":"
            "\"%d000000000\",\"endTimeUnixNano\":\"%d000000000\","
            "\"attributes\":[{\"key\":\"pad\",\"value\":{\"stringValue\":"
            "\"%s\"}}]}]%s}]}]}\n",
            i % 7, 0x1000000 * (i % (LINES / PER_TRACE) + 1),
            "0123456789abcdef01234567", i + 1, i, i + 1, i + 2, pad,
            i == broken ? ",,,," : "");
    *n = at;
    return text;
}

static void write_gz(const char *path, const char *text, size_t n)
{
    gzFile gz = gzopen(path, "wb");

    assert_non_null(gz);
    assert_int_equal(gzwrite(gz, text, (unsigned)n), n);
    assert_int_equal(gzclose(gz), Z_OK);
}

static void make_file(int broken)
{
    size_t n;
    char *text = make_lines(&n, broken);

    write_gz(file, text, n);
    testing_write(plain_file, text, n);
    free(text);
}

static int begin(void **state)
{
    (void)state;
    snprintf(dir, sizeof dir, "/tmp/corr-index-XXXXXX");
    assert_non_null(mkdtemp(dir));
    snprintf(indices, sizeof indices, "%s/a/b", dir);
    snprintf(file, sizeof file, "%s/t.gz", dir);
    snprintf(plain_file, sizeof plain_file, "%s/t", dir);
    make_file(-1);
    return 0;
}

static int end(void **state)
{
    char upper[80];

    (void)state;
    corr_index_clear(indices, NULL);
    chmod(indices, 0700);
    unlink(indices);
    rmdir(indices);
    snprintf(upper, sizeof upper, "%s/a", dir);
    rmdir(upper);
    unlink(file);
    unlink(plain_file);
    return rmdir(dir);
}

/* ---- questions --------------------------------------------------------------- */

/* Spans of the answer, and the warnings. */
typedef struct answer {
    corr_code code;
    size_t nspan, nproc;
    char names[512], said[512];
} answer;

static answer ask_with(const char *path, const corr_load_opts *opts)
{
    corr_store *st = corr_store_new(corr_builtin_formats, NULL);
    corr_err err = { 0 };
    answer a = { 0 };

    assert_non_null(st);
    a.code = corr_load(st, &path, 1, opts, &err);
    snprintf(a.said, sizeof a.said, "%s;", err.what);
    if (a.code == CORR_OK) {
        const input *in = store_input(st, 0);
        assert_null(input_check(in));
        a.nspan = in->span.n - 1;
        a.nproc = in->proc.n;
        for (size_t i = 1; i < in->span.n; i++) {
            const corr_str name = input_text(in, in->span.v[i].name);
            const size_t at = strlen(a.names);
            snprintf(a.names + at, sizeof a.names - at, "%.*s;",
                     CORR_STR_ARG(name));
        }
        for (size_t i = 0; i < in->warning.n; i++) {
            const size_t at = strlen(a.said);
            snprintf(a.said + at, sizeof a.said - at, "%s@%llu;",
                     in->warning.v[i].text,
                     (unsigned long long)in->warning.v[i].offset);
        }
    }
    corr_store_free(st);
    return a;
}

static answer ask(const char *path, const char *id)
{
    return ask_with(path, &(corr_load_opts){ .id = id,
                                             .jobs = 1,
                                             .index.dir = indices,
                                             .index.least = 1 });
}

static void assert_same(const answer *a, const answer *b)
{
    assert_int_equal(a->code, b->code);
    assert_int_equal(a->nspan, b->nspan);
    assert_int_equal(a->nproc, b->nproc);
    assert_string_equal(a->names, b->names);
    assert_string_equal(a->said, b->said);
}

static void assert_as_without(const char *path, const char *id)
{
    const answer with = ask(path, id);
    const answer without =
        ask_with(path, &(corr_load_opts){ .id = id, .jobs = 1 });

    assert_same(&with, &without);
}

static size_t count_indices(corr_index_row *first)
{
    corr_indices *l = corr_indices_of(indices, NULL);

    assert_non_null(l);
    const size_t n = corr_indices_size(l);
    if (n && first)
        *first = corr_indices_at(l, 0);
    corr_indices_free(l);
    return n;
}

static corr_index_state state_of_first(void)
{
    corr_index_row r = { .state = CORR_INDEX_STATE_COUNT };

    assert_int_equal(count_indices(&r), 1);
    return r.state;
}

static index_key key_of(const char *path)
{
    const int fd = open(path, O_RDONLY);
    index_key k;

    assert_true(fd >= 0);
    assert_true(index_key_of(fd, &k));
    assert_true(index_key_ends(fd, &k));
    close(fd);
    return k;
}

/* Replaces an index by one without any trace: an empty answer shows that the
 * index was used. */
static void put_empty_index(const char *path, const char *format,
                            const char *program)
{
    index_maker *m = index_maker_new(0, 0);
    index_facts f = { .key = key_of(path) };
    char name[INDEX_NAME];
    const int fd = index_dir_open(indices, true);

    assert_true(fd >= 0);
    snprintf(f.program, sizeof f.program, "%s", program);
    snprintf(f.format, sizeof f.format, "%s", format);
    index_see_record(m, 0);
    index_see_record(m, 500000);
    const corr_str bytes = index_bytes(m, &f, 1000000, path);
    assert_true(index_file_save(fd, index_name(name, &f.key), bytes));
    index_maker_free(m);
    close(fd);
}

static const char id_7[] = "070000000123456789abcdef01234567";
static const char names_7[] = "line 6;line 106;line 206;";

/* ---- making and using ---------------------------------------------------------- */

static void
the_first_question_makes_an_index_and_the_second_uses_it(void **state)
{
    corr_index_row r = { .state = CORR_INDEX_STATE_COUNT };

    (void)state;
    assert_int_equal(count_indices(NULL), 0);
    const answer first = ask(file, id_7);
    assert_string_equal(first.names, names_7);
    assert_int_equal(count_indices(&r), 1);
    assert_int_equal(r.state, CORR_INDEX_VALID);
    assert_int_equal(r.spans, LINES);
    assert_int_equal(r.traces, LINES / PER_TRACE);
    assert_in_range(r.blocks, 3, 5);
    const answer second = ask(file, id_7);
    assert_same(&first, &second);
    put_empty_index(file, "otlp", CORR_VERSION);
    assert_int_equal(ask(file, id_7).nspan, 0);
}

static void answers_are_the_same_with_and_without(void **state)
{
    static const char *const ids[] = {
        id_7,
        "07",
        "0700",
        "07000000",
        "0000006bdeadbeef",
        "0000006b",
        "89abcdef01234567",
        "ffffffff",
        "0a000000-0123-4567-89ab-cdef01234567",
        "BwAAAAEjRWeJq83vASNFZw==",
        "12345678901234567",
    };

    (void)state;
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < countof(ids); i++)
            assert_as_without(file, ids[i]);
    assert_int_equal(
        corr_index_build(corr_builtin_formats, indices, plain_file, NULL),
        CORR_OK);
    for (size_t i = 0; i < countof(ids); i++)
        assert_as_without(plain_file, ids[i]);
}

static void a_window_is_read_by_the_index_too(void **state)
{
    corr_load_opts o = { .spans.from = 50000000000,
                         .spans.to = 52000000000,
                         .index.dir = indices,
                         .index.least = 1 };

    (void)state;
    const answer without = ask_with(file, &o);
    assert_string_equal(without.names, "line 48;line 49;line 50;");
    assert_int_equal(count_indices(NULL), 0); /* only ids make an index */
    ask(file, id_7);
    const answer with = ask_with(file, &o);
    assert_same(&without, &with);
    put_empty_index(file, "otlp", CORR_VERSION);
    assert_int_equal(ask_with(file, &o).nspan, 0);
}

static void what_is_read_whole_needs_no_index(void **state)
{
    corr_load_opts o = { .index.dir = indices, .index.least = 1 };

    (void)state;
    assert_int_equal(ask_with(file, &o).nspan, LINES);
    assert_int_equal(count_indices(NULL), 0);
    put_empty_index(file, "otlp", CORR_VERSION);
    assert_int_equal(ask_with(file, &o).nspan, LINES);
}

static void small_and_plain_files_get_none_by_themselves(void **state)
{
    corr_load_opts o = { .id = id_7, .index.dir = indices };

    (void)state;
    ask(plain_file, id_7);
    ask_with(file, &o);
    o.index.least = key_of(file).size + 1;
    ask_with(file, &o);
    assert_int_equal(count_indices(NULL), 0);
    o.index.least--;
    ask_with(file, &o);
    assert_int_equal(count_indices(NULL), 1);
}

static void other_limits_mean_no_index(void **state)
{
    corr_load_opts o = {
        .id = id_7, .index.dir = indices, .index.least = 1, .limits.depth = 100
    };

    (void)state;
    ask_with(file, &o);
    assert_int_equal(count_indices(NULL), 0);
    put_empty_index(file, "otlp", CORR_VERSION);
    assert_int_equal(ask_with(file, &o).nspan, PER_TRACE);
}

/* ---- changed files --------------------------------------------------------------- */

static void a_file_that_changed_is_read_anew(void **state)
{
    const index_key old = key_of(file);
    const struct timespec times[2] = {
        { .tv_nsec = UTIME_OMIT },
        { old.mtime / 1000000000, (long)(old.mtime % 1000000000) },
    };

    (void)state;
    put_empty_index(file, "otlp", CORR_VERSION);
    assert_int_equal(ask(file, id_7).nspan, 0);
    make_file(-1); /* the same bytes, the same inode, the time set back */
    assert_int_equal(utimensat(AT_FDCWD, file, times, 0), 0);
    const index_key now = key_of(file);
    assert_int_equal(now.size, old.size);
    assert_int_equal(now.ino, old.ino);
    assert_int_equal(now.mtime, old.mtime);
    assert_int_equal(now.ends, old.ends);
    assert_int_not_equal(now.ctime, old.ctime);
    assert_int_equal(state_of_first(), CORR_INDEX_STALE);
    assert_string_equal(ask(file, id_7).names, names_7);
    assert_int_equal(state_of_first(), CORR_INDEX_VALID);
    assert_string_equal(ask(file, id_7).names, names_7);
}

static void a_key_tells_any_part_of_it(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        index_maker *m = index_maker_new(0, 0);
        index_facts f = { .key = key_of(file) };
        char name[INDEX_NAME];

        index_name(name, &f.key);
        uint64_t *part[] = { &f.key.dev,
                             &f.key.ino,
                             &f.key.size,
                             (uint64_t *)&f.key.mtime,
                             (uint64_t *)&f.key.ctime,
                             &f.key.ends };
        ++*part[i];
        snprintf(f.program, sizeof f.program, "%s", CORR_VERSION);
        snprintf(f.format, sizeof f.format, "otlp");
        index_see_record(m, 0);
        index_see_record(m, 500000);
        const int fd = index_dir_open(indices, true);
        assert_true(
            index_file_save(fd, name, index_bytes(m, &f, 1000000, file)));
        close(fd);
        index_maker_free(m);
        assert_string_equal(ask(file, id_7).names, names_7);
    }
}

static void indices_of_others_are_not_used(void **state)
{
    (void)state;
    put_empty_index(file, "jaeger", CORR_VERSION);
    assert_string_equal(ask(file, id_7).names, names_7);
    put_empty_index(file, "otlp", "0.0.9");
    assert_int_equal(state_of_first(), CORR_INDEX_STALE);
    assert_string_equal(ask(file, id_7).names, names_7);
    assert_int_equal(state_of_first(), CORR_INDEX_VALID);
}

/* ---- damage ------------------------------------------------------------------------ */

static void of_a_damaged_file_is_said_what_was_always_said(void **state)
{
    (void)state;
    make_file(150); /* not of trace 7: a lookup steps over it */
    assert_as_without(file, id_7);
    assert_int_equal(state_of_first(), CORR_INDEX_WARNED);
    assert_as_without(file, id_7);
    assert_as_without(file, "33000000");
    assert_int_equal(state_of_first(), CORR_INDEX_WARNED);
    assert_int_equal(ask(file, id_7).nspan, PER_TRACE);
}

static void a_strict_question_is_answered_as_without(void **state)
{
    corr_load_opts o = { .id = id_7, .strict = true };

    (void)state;
    make_file(150);
    const answer without = ask_with(file, &o);
    o.index.dir = indices;
    o.index.least = 1;
    for (int i = 0; i < 2; i++) {
        const answer with = ask_with(file, &o);
        assert_same(&without, &with);
    }
}

static void a_file_that_is_cut_gets_none(void **state)
{
    (void)state;
    assert_int_equal(truncate(file, (off_t)key_of(file).size - 500), 0);
    for (int i = 0; i < 2; i++)
        assert_as_without(file, id_7);
    assert_int_equal(state_of_first(), CORR_INDEX_WARNED);
}

static void a_broken_index_is_replaced(void **state)
{
    char path[160], name[INDEX_NAME];
    const index_key k = key_of(file);

    (void)state;
    ask(file, id_7);
    snprintf(path, sizeof path, "%s/%s", indices, index_name(name, &k));
    testing_write(path, "corrindx and then something else", 32);
    assert_int_equal(count_indices(NULL), 0);
    assert_string_equal(ask(file, id_7).names, names_7);
    assert_int_equal(state_of_first(), CORR_INDEX_VALID);
    assert_int_equal(truncate(path, 300), 0);
    assert_string_equal(ask(file, id_7).names, names_7);
    assert_int_equal(state_of_first(), CORR_INDEX_VALID);
}

/* Changes a byte of an index, at this distance from its end. */
static void spoil_index(const char *of, off_t from_end)
{
    char path[160], name[INDEX_NAME];
    const index_key k = key_of(of);
    uint8_t byte;

    snprintf(path, sizeof path, "%s/%s", indices, index_name(name, &k));
    const int fd = open(path, O_RDWR);
    assert_true(fd >= 0);
    const off_t at = lseek(fd, 0, SEEK_END) - from_end;
    assert_int_equal(pread(fd, &byte, 1, at), 1);
    byte ^= 1;
    assert_int_equal(pwrite(fd, &byte, 1, at), 1);
    close(fd);
}

static void an_index_that_is_damaged_inside_is_replaced(void **state)
{
    (void)state;
    ask(file, id_7);
    /* its last section that is not empty: three bytes a span */
    spoil_index(file, 3 * LINES + 1);
    assert_int_equal(state_of_first(), CORR_INDEX_VALID);
    assert_string_equal(ask(file, id_7).names, names_7);
    assert_int_equal(count_indices(NULL), 0);
    assert_string_equal(ask(file, id_7).names, names_7);
    put_empty_index(file, "otlp", CORR_VERSION);
    assert_int_equal(ask(file, id_7).nspan, 0);
}

static void what_no_reader_counted_has_no_index(void **state)
{
    size_t n;
    char *text = make_lines(&n, -1);

    (void)state;
    memset(text, 1, 1000); /* not recognised */
    write_gz(file, text, n);
    assert_as_without(file, id_7);
    assert_int_equal(count_indices(NULL), 0);
    free(text);
}

/* ---- the directory -------------------------------------------------------------------- */

static void a_directory_that_others_may_write_to_is_not_used(void **state)
{
    (void)state;
    put_empty_index(file, "otlp", CORR_VERSION);
    assert_int_equal(chmod(indices, 0770), 0);
    assert_string_equal(ask(file, id_7).names, names_7);
    assert_int_equal(count_indices(NULL), 0);
    assert_int_equal(chmod(indices, 0700), 0);
    assert_int_equal(ask(file, id_7).nspan, 0);
}

static void it_is_made_for_its_owner_alone(void **state)
{
    struct stat st;
    char path[160], name[INDEX_NAME];
    const index_key k = key_of(file);

    (void)state;
    ask(file, id_7);
    assert_int_equal(stat(indices, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0700);
    snprintf(path, sizeof path, "%s/%s", indices, index_name(name, &k));
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
}

static void without_a_directory_there_is_an_answer_all_the_same(void **state)
{
    char upper[80];

    (void)state;
    snprintf(upper, sizeof upper, "%s/a", dir);
    mkdir(upper, 0700);
    testing_write(indices, "a file", 6);
    assert_string_equal(ask(file, id_7).names, names_7);
    assert_int_equal(count_indices(NULL), 0);
    assert_int_equal(corr_index_clear(indices, NULL), 0);
    assert_int_equal(
        corr_index_build(corr_builtin_formats, indices, file, NULL), CORR_EIO);
}

static void a_link_in_place_of_an_index_is_not_followed(void **state)
{
    char path[160], other[160], name[INDEX_NAME];
    const index_key k = key_of(file);

    (void)state;
    put_empty_index(file, "otlp", CORR_VERSION);
    snprintf(path, sizeof path, "%s/%s", indices, index_name(name, &k));
    snprintf(other, sizeof other, "%s/other.index", indices);
    assert_int_equal(rename(path, other), 0);
    assert_int_equal(symlink(other, path), 0);
    assert_string_equal(ask(file, id_7).names, names_7);
}

/* ---- on request -------------------------------------------------------------------------- */

static void indices_are_built_and_cleared_on_request(void **state)
{
    corr_err err = { 0 };
    corr_index_row r = { .state = CORR_INDEX_STATE_COUNT };

    (void)state;
    assert_int_equal(
        corr_index_build(corr_builtin_formats, indices, plain_file, &err),
        CORR_OK);
    assert_int_equal(count_indices(&r), 1);
    assert_int_equal(r.state, CORR_INDEX_VALID);
    assert_int_equal(r.points, 0);
    assert_int_equal(r.decoded, r.bytes);
    put_empty_index(plain_file, "otlp", CORR_VERSION);
    assert_int_equal(ask(plain_file, id_7).nspan, 0);
    assert_int_equal(
        corr_index_build(corr_builtin_formats, indices, file, &err), CORR_OK);
    assert_int_equal(count_indices(NULL), 2);
    assert_int_equal(corr_index_clear(indices, plain_file), 1);
    assert_int_equal(corr_index_clear(indices, plain_file), 0);
    assert_int_equal(unlink(file), 0);
    assert_int_equal(state_of_first(), CORR_INDEX_GONE);
    assert_int_equal(corr_index_clear(indices, file), 1);
    assert_int_equal(count_indices(NULL), 0);
    make_file(-1);
}

static void what_a_killed_writer_left_is_cleared_with_the_rest(void **state)
{
    char path[160];

    (void)state;
    ask(file, id_7);
    snprintf(path, sizeof path, "%s/.1-2.index.77", indices);
    testing_write(path, "half of one", 11);
    snprintf(path, sizeof path, "%s/notes", indices);
    testing_write(path, "mine", 4);
    assert_int_equal(count_indices(NULL), 1);
    assert_int_equal(corr_index_clear(indices, NULL), 1);
    assert_int_equal(unlink(path), 0); /* was left alone */
    assert_int_equal(rmdir(indices), 0);
}

static void the_oldest_make_room_for_the_newest(void **state)
{
    static const char *const names[] = { "1-1.index", "1-2.index", "1-3.index",
                                         "1-1.other" };
    char path[160];

    (void)state;
    close(index_dir_open(indices, true));
    for (size_t i = 0; i < countof(names); i++) {
        const struct timespec t = { 1000 - (long)i, 0 };
        const struct timespec times[2] = { t, t };

        snprintf(path, sizeof path, "%s/%s", indices, names[i]);
        testing_write(path, "x", 1);
        assert_int_equal(truncate(path, 500 << 20), 0);
        assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    }
    ask(file, id_7);
    assert_int_equal(state_of_first(), CORR_INDEX_VALID);
    for (size_t i = 0; i < countof(names); i++) {
        snprintf(path, sizeof path, "%s/%s", indices, names[i]);
        assert_int_equal(access(path, F_OK), i == 2 ? -1 : 0);
    }
    assert_int_equal(unlink(path), 0);
}

static void what_cannot_have_an_index_says_why(void **state)
{
    corr_err err = { 0 };

    (void)state;
    testing_write(plain_file, "a;b;c 1\na;b 2\na;d 4\n", 20);
    assert_int_equal(
        corr_index_build(corr_builtin_formats, indices, plain_file, &err),
        CORR_ENOTYET);
    assert_string_equal(err.what,
                        "files of this format (collapsed) get no index");
    assert_string_equal(err.input, plain_file);
    err = (corr_err){ 0 };
    assert_int_equal(
        corr_index_build(corr_builtin_formats, indices, "/nowhere/x", &err),
        CORR_EIO);
    err = (corr_err){ 0 };
    testing_write(plain_file, "\1\2\3\4", 4);
    assert_int_equal(
        corr_index_build(corr_builtin_formats, indices, plain_file, &err),
        CORR_EFORMAT);
    assert_int_equal(count_indices(NULL), 0);
}

int main(void)
{
#undef TEST
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(the_first_question_makes_an_index_and_the_second_uses_it),
        TEST(answers_are_the_same_with_and_without),
        TEST(a_window_is_read_by_the_index_too),
        TEST(what_is_read_whole_needs_no_index),
        TEST(small_and_plain_files_get_none_by_themselves),
        TEST(other_limits_mean_no_index),
        TEST(a_file_that_changed_is_read_anew),
        TEST(a_key_tells_any_part_of_it),
        TEST(indices_of_others_are_not_used),
        TEST(of_a_damaged_file_is_said_what_was_always_said),
        TEST(a_strict_question_is_answered_as_without),
        TEST(a_file_that_is_cut_gets_none),
        TEST(a_broken_index_is_replaced),
        TEST(an_index_that_is_damaged_inside_is_replaced),
        TEST(what_no_reader_counted_has_no_index),
        TEST(a_directory_that_others_may_write_to_is_not_used),
        TEST(it_is_made_for_its_owner_alone),
        TEST(without_a_directory_there_is_an_answer_all_the_same),
        TEST(a_link_in_place_of_an_index_is_not_followed),
        TEST(indices_are_built_and_cleared_on_request),
        TEST(what_a_killed_writer_left_is_cleared_with_the_rest),
        TEST(the_oldest_make_room_for_the_newest),
        TEST(what_cannot_have_an_index_says_why),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
