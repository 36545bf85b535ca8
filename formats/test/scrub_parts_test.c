/* Copies of large files, whose parts several threads copy: the same bytes and
 * counts for any number of threads, and nothing is lost where a part ends. */
#include "corr_builtin.h"
#include "corr_scrub.h"
#include "test/testing.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/scrub_parts_XXXXXX";

static void path_in(char path[128], const char *name)
{
    snprintf(path, 128, "%s/%s", folder, name);
}

static FILE *make_file(const char *name)
{
    char path[128];

    path_in(path, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    return f;
}

/* Copies the file `name` into the folder `out`. */
static corr_scrubbed *scrub(const char *name, const char *out, unsigned jobs)
{
    char from[128], to[128];
    const char *paths[] = { from };
    const corr_scrub_opts opts = { .key = { "corr-test-key", 13 },
                                   .formats = corr_builtin_formats,
                                   .text = &corr_rewrite_text,
                                   .json = &corr_rewrite_json,
                                   .jobs = jobs };
    corr_err err = { 0 };

    path_in(from, name);
    path_in(to, out);
    corr_scrubbed *s = corr_scrub_run(paths, 1, to, &opts, &err);
    if (!s)
        fail_msg("%s", err.what);
    return s;
}

/* The copy, which the caller frees. */
static char *read_copy(const corr_scrubbed *s, const char *out, size_t *n)
{
    char path[256];
    struct stat st;

    snprintf(path, sizeof path, "%s/%s/%s", folder, out,
             corr_scrubbed_file(s, 0)->to);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_int_equal(fstat(fileno(f), &st), 0);
    *n = (size_t)st.st_size;
    char *copy = malloc(*n + 1);
    assert_non_null(copy);
    assert_int_equal(fread(copy, 1, *n, f), *n);
    copy[*n] = '\0';
    fclose(f);
    return copy;
}

static void assert_same_counts(const corr_scrubbed *a, const corr_scrubbed *b)
{
    assert_int_equal(corr_scrubbed_known(a), corr_scrubbed_known(b));
    assert_int_equal(corr_scrubbed_weak(a), corr_scrubbed_weak(b));
    assert_int_equal(corr_scrubbed_file(a, 0)->changed,
                     corr_scrubbed_file(b, 0)->changed);
    for (unsigned k = 0; k < CORR_SCRUB_KIND_COUNT; k++) {
        const corr_scrub_count x = corr_scrubbed_count(a, (corr_scrub_kind)k);
        const corr_scrub_count y = corr_scrubbed_count(b, (corr_scrub_kind)k);
        assert_int_equal(x.texts, y.texts);
        assert_int_equal(x.values, y.values);
        for (unsigned i = 0; i < CORR_SCRUB_EXAMPLES; i++) {
            assert_string_equal(x.before[i], y.before[i]);
            assert_string_equal(x.after[i], y.after[i]);
        }
    }
}

/* Copies a file by one thread and by several, and returns the copy. */
static char *copy_of(const char *name, size_t *n)
{
    corr_scrubbed *one = scrub(name, "by-1", 1);
    char *copy = read_copy(one, "by-1", n);

    for (unsigned jobs = 2; jobs <= 4; jobs++) {
        char out[16];
        size_t other_n;
        snprintf(out, sizeof out, "by-%u", jobs);
        corr_scrubbed *s = scrub(name, out, jobs);
        char *other = read_copy(s, out, &other_n);
        assert_int_equal(*n, other_n);
        assert_memory_equal(copy, other, *n);
        assert_same_counts(one, s);
        free(other);
        corr_scrubbed_free(s);
    }
    corr_scrubbed_free(one);
    return copy;
}

static size_t count_of(const char *text, const char *what)
{
    size_t n = 0;

    for (const char *p = text; (p = strstr(p, what)); p += strlen(what))
        n++;
    return n;
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char all[64];

    (void)state;
    snprintf(all, sizeof all, "rm -r %s", folder);
    return system(all);
}

static int remove_copies(void **state)
{
    char all[64];

    (void)state;
    snprintf(all, sizeof all, "rm -rf %s/*", folder);
    return system(all);
}

/* ---- cases --------------------------------------------------------------- */

/* The last line teaches what the first ones have. */
static void lines_are_the_same_for_any_number_of_threads(void **state)
{
    enum { LINES = 60000 };
    size_t n;
    FILE *f = make_file("a.log");

    (void)state;
    for (unsigned i = 0; i < LINES; i++)
        fprintf(f,
                "GET http://u%u:pw@h/a?user=%u&x=%u of u%u@example.com by "
                "zebra-crossing trace %032x\n",
                i % 7, i % 50, i % 3, i % 400, i % 5000 + 1);
    fprintf(f, "password=zebra-crossing\n");
    fclose(f);
    char *copy = copy_of("a.log", &n);
    assert_true(n > 3 << 20);
    assert_int_equal(count_of(copy, "zebra"), 0);
    assert_int_equal(count_of(copy, "@example.com"), 0);
    assert_int_equal(count_of(copy, "\n"), LINES + 1);
    free(copy);
}

static void put_spans(FILE *f, unsigned lines)
{
    for (unsigned i = 0; i < lines; i++)
        fprintf(f,
                "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":"
                "\"host.name\",\"value\":{\"stringValue\":\"web-%02u\"}}]},"
                "\"scopeSpans\":[{\"spans\":[{\"traceId\":\"%032x\",\"spanId\":"
                "\"%016x\",\"name\":\"GET /a\",\"startTimeUnixNano\":\"1\","
                "\"endTimeUnixNano\":\"2\",\"attributes\":[{\"key\":\"note\","
                "\"value\":{\"stringValue\":\"of web-%02u, %032x\"}}]}]}]}]}\n",
                i % 90, i + 1, i + 1, (i + 1) % 90, i / 2 + 1);
}

static void traces_in_lines_are_the_same(void **state)
{
    size_t n;
    FILE *f = make_file("t.jsonl");

    (void)state;
    put_spans(f, 12000);
    fclose(f);
    char *copy = copy_of("t.jsonl", &n);
    assert_true(n > 3 << 20);
    assert_int_equal(count_of(copy, "web-"), 0);
    free(copy);
}

/* A brace, a line end and a brace stand in a string, where a part ends for all
 * that is known: the place of the string holds up to its end. */
static void a_text_across_two_parts_is_one_text(void **state)
{
    enum { PART = 1 << 20 };
    size_t n;
    FILE *f = make_file("odd.jsonl");

    (void)state;
    while (ftell(f) < PART - 4000)
        put_spans(f, 1);
    fprintf(f, "{\"password\":\"hunter}\n{ab zebra %08000d\"}\n", 7);
    put_spans(f, 4000);
    fclose(f);
    char *copy = copy_of("odd.jsonl", &n);
    assert_int_equal(count_of(copy, "zebra"), 0);
    assert_int_equal(count_of(copy, "hunter"), 0);
    free(copy);
}

/* A key of several lines that stands where a part ends. */
static void a_block_across_two_parts_is_one_text(void **state)
{
    enum { PART = 1 << 20 };
    static const char line[] = "all quiet\n";
    static const char body[] =
        "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJz\n";
    size_t n;
    FILE *f = make_file("key.log");

    (void)state;
    while (ftell(f) < PART - 3 * (long)sizeof body)
        fputs(line, f);
    fputs("-----BEGIN PRIVATE KEY-----\n", f);
    for (unsigned i = 0; i < 12; i++)
        fputs(body, f);
    fputs("-----END PRIVATE KEY-----\n", f);
    while (ftell(f) < 3 * PART)
        fputs(line, f);
    fclose(f);
    char *copy = copy_of("key.log", &n);
    assert_int_equal(count_of(copy, "QUJDREVG"), 0);
    assert_int_equal(count_of(copy, "PRIVATE KEY-----\n"), 2);
    free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(lines_are_the_same_for_any_number_of_threads,
                                  remove_copies),
        cmocka_unit_test_teardown(traces_in_lines_are_the_same, remove_copies),
        cmocka_unit_test_teardown(a_text_across_two_parts_is_one_text,
                                  remove_copies),
        cmocka_unit_test_teardown(a_block_across_two_parts_is_one_text,
                                  remove_copies),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
