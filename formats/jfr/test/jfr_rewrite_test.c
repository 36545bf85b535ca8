/* Recordings that are copied with other texts. */
#include "jfr/jfr_rewrite.h"

#include "test/test_jfr.h"

#include <fcntl.h>
#include <unistd.h>

/* ---- maps ---------------------------------------------------------------- */

/* Every call, as "type.field[key]=value " and "!" for a word, "&" for a text
 * that is not written from here. */
static char calls[1 << 16];
static size_t ncalls;

static corr_str same_text(void *ctx, const jfr_text_at *at, corr_str value)
{
    (void)ctx;
    (void)at;
    return value;
}

/* Notes all calls but those of types. */
static corr_str noted_text(void *ctx, const jfr_text_at *at, corr_str value)
{
    (void)ctx;
    if (strcmp(at->type, JFR_OF_TYPES) != 0 && ncalls < sizeof calls - 256)
        ncalls += (size_t)snprintf(
            calls + ncalls, sizeof calls - ncalls, "%s.%s[%.*s]%s%s=%.*s ",
            at->type, at->field, CORR_STR_ARG(at->key), at->is_word ? "!" : "",
            at->is_shared ? "&" : "", CORR_STR_ARG(value));
    return value;
}

/* Puts a prefix before names, and long ones before some. */
static corr_str longer_text(void *ctx, const jfr_text_at *at, corr_str value)
{
    static char z[4096];
    const char *prefix = ctx;

    if (at->is_word || value.n > 2000)
        return value;
    const int n = snprintf(z, sizeof z, "%s%.*s", prefix, CORR_STR_ARG(value));
    return (corr_str){ z, (size_t)n };
}

/* Every text becomes empty, but words. */
static corr_str no_text(void *ctx, const jfr_text_at *at, corr_str value)
{
    (void)ctx;
    return at->is_word || strcmp(at->type, JFR_OF_TYPES) == 0 ? value
                                                              : CORR_STR("");
}

/* ---- a copy --------------------------------------------------------------- */

typedef corr_str map_fn(void *, const jfr_text_at *, corr_str);

typedef struct copy {
    corr_out *out;
    corr_str got;
    jfr_rewritten done;
    corr_code code;
    corr_err err;
} copy;

static void make_copy(copy *c, const void *p, size_t n, map_fn *map,
                      const char *prefix)
{
    const jfr_rewriter by = { map, (void *)(uintptr_t)prefix };
    corr_src *in = src_open_memory(p, n, &(src_opts){ .path = "t" }, NULL);

    *c = (copy){ .out = corr_out_memory() };
    ncalls = 0;
    calls[0] = 0;
    if (in && c->out) {
        c->code = jfr_rewrite(in, &by, c->out, &c->done, &c->err);
        c->got = corr_out_bytes(c->out);
        if (!c->code && corr_out_failed(c->out))
            c->code = CORR_ENOMEM;
    } else {
        c->code = CORR_ENOMEM;
    }
    if (in)
        src_close(in);
}

static void end_copy(copy *c)
{
    if (c->out)
        corr_out_close(c->out, NULL);
}

static bool has_bytes(corr_str s, const char *part)
{
    return corr_str_has(s, part);
}

static void assert_called(const char *call)
{
    if (!strstr(calls, call))
        fail_msg("no call %s in %s", call, calls);
}

/* ---- recordings ------------------------------------------------------------ */

static recording r;

static void begin(void)
{
    static const char types[] =
        "jdk.InitialSystemProperty! startTime:long@TICKS key:String "
        "value:String;"
        "app.Order! startTime:long@TICKS customer:String "
        "lines:java.lang.String[] tag:String*;";

    r.all.n = 0;
    begin_java(&r, types);
}

static void put_orders(void)
{
    put_constants(&r, "java.lang.String: 7 'alice'; 8 l'caf\xe9'; 9 'unused'|"
                      "jdk.types.Symbol: 20 'never/Named'");
    put_event(&r, "jdk.InitialSystemProperty", "1000 'user.name' u'bob'");
    put_event(&r, "jdk.InitialSystemProperty", "1000 p7 p8");
    put_event(&r, "app.Order", "1000 'carol' 2 l'one' - 7");
    put_event(&r, "app.Order", "1000 ~ 0 0");
    put_event(&r, "jdk.ExecutionSample", "2000 1 1 1");
    put_event(&r, "jdk.ExecutionSample", "3000 2 2 1");
}

static void texts_are_asked_for_by_their_places(void **state)
{
    copy c;

    (void)state;
    begin();
    put_orders();
    end_chunk(&r);
    make_copy(&c, r.all.p, r.all.n, noted_text, NULL);
    assert_int_equal(c.code, CORR_OK);
    assert_int_equal(c.got.n, r.all.n);
    assert_memory_equal(c.got.p, r.all.p, r.all.n);
    assert_called("jdk.InitialSystemProperty.key[]=user.name ");
    assert_called("jdk.InitialSystemProperty.value[user.name]=bob ");
    assert_called("jdk.InitialSystemProperty.key[]=alice ");
    assert_called("jdk.InitialSystemProperty.value[alice]=caf\xc3\xa9 ");
    assert_called("java.lang.String.[]=unused ");
    assert_called("app.Order.customer[]=carol ");
    assert_called("app.Order.lines[]=one ");
    assert_called("app.Order.tag[]&=alice ");
    assert_called("jdk.types.Symbol.string[]=never/Named ");
    assert_called("java.lang.Thread.javaName[]=worker ");
    assert_called("jdk.types.ThreadState.name[]!=STATE_RUNNABLE ");
    assert_called("jdk.types.FrameType.description[]!=Interpreted ");
    assert_int_equal(c.done.changed, 0);
    end_copy(&c);
}

/* What corr reads: rows of a kind, and the number of warnings. */
static const char *read_rows(const void *p, size_t n, const char *kind)
{
    static char text[2][9000];
    static unsigned turn;
    char *to = text[turn++ % 2];
    loaded l;

    load_bytes(&l, p, n);
    assert_int_equal(l.code, CORR_OK);
    snprintf(to, sizeof *text, "%zu warnings\n%s", (size_t)l.in.warning.n,
             rows_of(&l, kind));
    input_clear(&l.in);
    return to;
}

static void numbers_stay_when_texts_get_longer(void **state)
{
    static char prefix[1500];
    static const size_t lengths[] = { 1, 60, 127, 128, 1200 };

    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        copy c, again;
        memset(prefix, 'x', lengths[i]);
        prefix[lengths[i]] = 0;
        begin();
        put_orders();
        put_constants(&r, "jdk.types.Symbol: 30 'late'");
        end_chunk(&r);
        make_copy(&c, r.all.p, r.all.n, longer_text, prefix);
        assert_int_equal(c.code, CORR_OK);
        assert_true(c.done.changed > 20);
        assert_int_equal(c.done.events, 0);
        assert_true(has_bytes(c.got, "never/Named"));
        /* the copy is whole: each of its bytes is a known one */
        make_copy(&again, c.got.p, c.got.n, same_text, NULL);
        assert_int_equal(again.code, CORR_OK);
        assert_int_equal(again.done.bytes, 0);
        assert_int_equal(again.got.n, c.got.n);
        assert_memory_equal(again.got.p, c.got.p, c.got.n);
        end_copy(&again);
        end_copy(&c);
    }
}

/* Changes only the names of code, and those of threads. */
static corr_str other_name(void *ctx, const jfr_text_at *at, corr_str value)
{
    return strcmp(at->type, "jdk.types.Symbol") == 0 &&
                   corr_str_is(value, "work")
               ? CORR_STR("a_much_longer_name_of_a_method_than_there_was")
           : strcmp(at->type, "java.lang.Thread") == 0
               ? longer_text(ctx, at, value)
               : value;
}

static void rows_stay_and_names_change(void **state)
{
    copy c;

    (void)state;
    r.all.n = 0;
    for (unsigned i = 0; i < 2; i++) { /* two chunks */
        begin_chunk(&r,
                    &(clock){ .ticks = 1000 + i, .ns = START + i * 1000000000 },
                    JAVA_TYPES);
        put_constants(&r, JAVA_CONSTANTS);
        put_setting(&r, "jdk.ExecutionSample", "period", "10 ms");
        put_event(&r, "jdk.ExecutionSample", i ? "5000 1 1 1" : "2000 1 1 1");
        put_constants(&r, "java.lang.String: 7 'late'");
        put_event(&r, "jdk.ExecutionSample", i ? "6000 2 2 1" : "3000 2 2 1");
        end_chunk(&r);
    }
    make_copy(&c, r.all.p, r.all.n, other_name, "pool-");
    assert_int_equal(c.code, CORR_OK);
    assert_int_equal(c.done.chunks, 2);
    const char *before = read_rows(r.all.p, r.all.n, "cpu");
    const char *after = read_rows(c.got.p, c.got.n, "cpu");
    assert_non_null(strstr(before, " main app.Main.main;app.Main.work:7"));
    assert_non_null(strstr(after, " pool-main app.Main.main;"));
    assert_non_null(strstr(after, "a_much_longer_name_of_a_method"));
    assert_non_null(strstr(before, "0 warnings\n"));
    assert_non_null(strstr(after, "0 warnings\n"));
    end_copy(&c);
}

static void nothing_of_a_text_stays(void **state)
{
    static const char *const gone[] = { "alice", "bob",    "carol",
                                        "never", "unused", "worker" };
    copy c;

    (void)state;
    begin();
    put_orders();
    end_chunk(&r);
    make_copy(&c, r.all.p, r.all.n, no_text, NULL);
    assert_int_equal(c.code, CORR_OK);
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
        assert_false(has_bytes(c.got, gone[i]));
    assert_true(has_bytes(c.got, "jdk.ExecutionSample"));
    end_copy(&c);
}

/* A place of its own wins over the constant that it refers to. */
static corr_str only_values(void *ctx, const jfr_text_at *at, corr_str value)
{
    (void)ctx;
    return strcmp(at->field, "value") == 0 && corr_str_is(at->key, "password")
               ? CORR_STR("hidden")
               : value;
}

static void a_reference_has_the_answer_of_its_own_place(void **state)
{
    copy c;
    loaded l;

    (void)state;
    begin();
    put_constants(&r, "java.lang.String: 7 'x'");
    put_event(&r, "jdk.InitialSystemProperty", "1000 'password' p7");
    put_event(&r, "app.Order", "1000 p7 0 7");
    end_chunk(&r);
    make_copy(&c, r.all.p, r.all.n, only_values, NULL);
    assert_int_equal(c.code, CORR_OK);
    assert_int_equal(c.done.changed, 1);
    assert_true(has_bytes(c.got, "hidden"));
    load_bytes(&l, c.got.p, c.got.n);
    assert_int_equal(l.code, CORR_OK);
    input_clear(&l.in);
    end_copy(&c);
}

static corr_str type_texts(void *ctx, const jfr_text_at *at, corr_str value)
{
    char z[] = "z";

    (void)ctx;
    if (strcmp(at->type, JFR_OF_TYPES) == 0 && ncalls < sizeof calls - 256)
        ncalls += (size_t)snprintf(calls + ncalls, sizeof calls - ncalls,
                                   "%s[%.*s]=%.*s ", at->field,
                                   CORR_STR_ARG(at->key), CORR_STR_ARG(value));
    return strcmp(at->type, JFR_OF_TYPES) == 0 ? longer_text(z, at, value)
                                               : value;
}

/* Readers find what they look for by name; names of the program are asked
 * for. */
static void names_of_types_that_readers_know_stay(void **state)
{
    copy c;

    (void)state;
    begin();
    put_orders();
    end_chunk(&r);
    make_copy(&c, r.all.p, r.all.n, type_texts, NULL);
    assert_int_equal(c.code, CORR_OK);
    assert_called("type[app.Order]=app.Order ");
    assert_called("field[app.Order]=customer ");
    assert_null(strstr(calls, "jdk.ExecutionSample "));
    assert_null(strstr(calls, "startTime "));
    assert_null(strstr(calls, "=class "));
    assert_true(has_bytes(c.got, "zapp.Order"));
    assert_true(has_bytes(c.got, "zcustomer"));
    assert_string_equal(read_rows(r.all.p, r.all.n, "cpu"),
                        read_rows(c.got.p, c.got.n, "cpu"));
    end_copy(&c);
}

/* "class" is a word of the format, and the name of a type of the program. */
static void a_word_of_the_format_may_be_a_name_too(void **state)
{
    copy c, again;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "class! startTime:long@TICKS field:String metadata:long;");
    put_event(&r, "class", "1000 'a' 5");
    put_event(&r, "jdk.ExecutionSample", "2000 1 1 1");
    end_chunk(&r);
    make_copy(&c, r.all.p, r.all.n, type_texts, NULL);
    assert_int_equal(c.code, CORR_OK);
    assert_called("type[class]=class ");
    assert_called("field[class]=field ");
    assert_true(has_bytes(c.got, "zclass"));
    assert_string_equal(read_rows(r.all.p, r.all.n, "cpu"),
                        read_rows(c.got.p, c.got.n, "cpu"));
    make_copy(&again, c.got.p, c.got.n, noted_text, NULL);
    assert_int_equal(again.code, CORR_OK);
    assert_called("zclass.zfield[]=a ");
    end_copy(&again);
    end_copy(&c);
}

/* ---- what cannot be known --------------------------------------------------- */

static void bytes_of_unknown_meaning_are_left_out(void **state)
{
    static const struct {
        const char *type, *values;
        size_t events;
    } ways[] = {
        { "no.such.Type", "1000 'secret'", 1 },
        { "app.Order", "1000 'a' 0 0 'secret'", 0 }, /* behind its end */
        { "app.Order", "1000 9 'secret'", 1 },       /* no such encoding */
        { "jdk.ExecutionSample", "1000 1 1 1 'secret'", 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        copy c;
        begin();
        put_event(&r, ways[i].type, ways[i].values);
        put_event(&r, "jdk.ExecutionSample", "2000 1 1 1");
        end_chunk(&r);
        make_copy(&c, r.all.p, r.all.n, same_text, NULL);
        assert_int_equal(c.code, CORR_OK);
        assert_int_equal(c.done.events, ways[i].events);
        assert_true(c.done.bytes > 6);
        assert_false(has_bytes(c.got, "secret"));
        assert_int_equal(c.got.n + c.done.bytes, r.all.n);
        end_copy(&c);
    }
}

static void constants_that_cannot_be_walked_are_left_out(void **state)
{
    copy c;

    (void)state;
    begin();
    put_constants(&r, "jdk.types.Symbol: 40 'good'|no.such.Type: 1 'secret'|"
                      "jdk.types.Symbol: 41 'secret'");
    put_event(&r, "jdk.ExecutionSample", "2000 1 1 1");
    end_chunk(&r);
    make_copy(&c, r.all.p, r.all.n, longer_text, "x");
    assert_int_equal(c.code, CORR_OK);
    assert_int_equal(c.done.constants, 1);
    assert_true(has_bytes(c.got, "xgood"));
    assert_false(has_bytes(c.got, "secret"));
    assert_non_null(strstr(read_rows(c.got.p, c.got.n, "cpu"), "0 warnings"));
    end_copy(&c);
}

/* ---- damage -------------------------------------------------------------------- */

static void assert_fails(const void *p, size_t n, const char *what)
{
    copy c;

    make_copy(&c, p, n, same_text, NULL);
    assert_int_equal(c.code, CORR_EFORMAT);
    if (!strstr(c.err.what, what))
        fail_msg("%s, not %s", c.err.what, what);
    assert_non_null(strstr(c.err.hint, "salvage"));
    end_copy(&c);
}

static void damage_is_a_sentence(void **state)
{
    (void)state;
    begin();
    put_orders();
    end_chunk(&r);
    assert_fails("no recording", 12, "no chunk begins here");
    assert_fails(r.all.p, r.all.n - 1, "is cut off");
    const size_t whole = r.all.n;
    put(&r.all, "junk", 4);
    assert_fails(r.all.p, r.all.n, "no chunk begins behind the last one");
    r.all.n = whole;
    set_be(&r.all, 24, 100, 8);
    assert_fails(r.all.p, r.all.n, "header names types");
    set_be(&r.all, 24, JFR_HEADER, 8);
    set_be(&r.all, 16, 100, 8);
    assert_fails(r.all.p, r.all.n, "header names constants");
    set_be(&r.all, 16, r.checkpoint, 8);
    set_be(&r.all, 8, 7, 8);
    assert_fails(r.all.p, r.all.n, "size is impossible");
    set_be(&r.all, 8, r.all.n, 8);
    set_be(&r.all, 66, 0, 2);
    assert_fails(r.all.p, r.all.n, "encoding is unknown");
    set_be(&r.all, 66, 1, 2);
    r.all.p[r.all.n - 1] = 0x80; /* a size without end */
    put_byte(&r.all, 0x80);
    set_be(&r.all, 8, r.all.n, 8);
    assert_fails(r.all.p, r.all.n, "break off");
}

static void a_chain_of_checkpoints_leads_to_checkpoints(void **state)
{
    (void)state;
    begin();
    r.checkpoint++; /* the next one names a place inside the first */
    put_constants(&r, "java.lang.String: 7 'x'");
    end_chunk(&r);
    assert_fails(r.all.p, r.all.n, "one before it that is missing");
}

static void zeros_that_fill_a_block_are_left_out(void **state)
{
    copy c;

    (void)state;
    begin();
    end_chunk(&r);
    const size_t whole = r.all.n;
    for (unsigned i = 0; i < 512; i++)
        put_byte(&r.all, 0);
    make_copy(&c, r.all.p, r.all.n, same_text, NULL);
    assert_int_equal(c.code, CORR_OK);
    assert_int_equal(c.got.n, whole);
    assert_int_equal(c.done.bytes, 512);
    end_copy(&c);
}

/* What is copied without a loss is copied so once more. */
static void assert_copies(const void *p, size_t n)
{
    copy c, again;

    make_copy(&c, p, n, longer_text, "xyz");
    if (c.code) {
        assert_true(c.err.what[0]);
        end_copy(&c);
        return;
    }
    make_copy(&again, c.got.p, c.got.n, same_text, NULL);
    assert_int_equal(again.code, CORR_OK);
    if (c.done.bytes == 0) {
        assert_int_equal(again.done.bytes, 0);
        assert_int_equal(again.got.n, c.got.n);
    }
    end_copy(&again);
    end_copy(&c);
}

static void any_damage_is_survived(void **state)
{
    (void)state;
    begin();
    put_orders();
    end_chunk(&r);
    for (size_t n = 0; n <= r.all.n; n++)
        assert_copies(r.all.p, n);
    for (size_t i = 0; i < r.all.n; i++) {
        static const uint8_t bits[] = { 0xff, 0x80, 0x01, 0x7f };
        for (size_t k = 0; k < sizeof bits; k++) {
            r.all.p[i] ^= bits[k];
            assert_copies(r.all.p, r.all.n);
            r.all.p[i] ^= bits[k];
        }
    }
}

static void memory_that_is_out_is_told(void **state)
{
    (void)state;
    begin();
    put_orders();
    end_chunk(&r);
    for (long n = 1, more = true; more; n++) {
        copy c;
        test_memory_arm(n);
        make_copy(&c, r.all.p, r.all.n, type_texts, NULL);
        more = test_memory_failed();
        assert_int_equal(c.code, more ? CORR_ENOMEM : CORR_OK);
        end_copy(&c);
        assert_int_equal(test_memory_disarm(), 0);
    }
}

/* ---- recordings of recorders --------------------------------------------------- */

static uint8_t room[4 << 20];

static size_t read_file(const char *name)
{
    char path[80];
    size_t n;

    snprintf(path, sizeof path, "testdata/jfr/%s.jfr.gz", name);
    const int fd = open(path, O_RDONLY);
    assert_true(fd >= 0);
    corr_src *in = src_open_fd(fd, &(src_opts){ .path = path }, NULL);
    const uint8_t *p = corr_src_peek(in, sizeof room, &n);
    assert_true(n > 0 && n <= sizeof room);
    memcpy(room, p, n);
    src_close(in);
    close(fd);
    return n;
}

static void recordings_of_recorders_are_copied(void **state)
{
    static const char *const names[] = { "async",     "jfrsync", "killed",
                                         "pyroscope", "twins",   "waits" };

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        copy c;
        const size_t n = read_file(names[i]);
        make_copy(&c, room, n, same_text, NULL);
        assert_int_equal(c.code, CORR_OK);
        assert_int_equal(c.done.bytes, 0);
        assert_int_equal(c.got.n, n);
        assert_memory_equal(c.got.p, room, n);
        end_copy(&c);
        assert_copies(room, n);
        make_copy(&c, room, n, no_text, NULL);
        assert_int_equal(c.code, CORR_OK);
        assert_false(has_bytes(c.got, "/home/"));
        assert_false(has_bytes(c.got, "user.dir"));
        end_copy(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_asked_for_by_their_places),
        cmocka_unit_test(numbers_stay_when_texts_get_longer),
        cmocka_unit_test(rows_stay_and_names_change),
        cmocka_unit_test(nothing_of_a_text_stays),
        cmocka_unit_test(a_reference_has_the_answer_of_its_own_place),
        cmocka_unit_test(names_of_types_that_readers_know_stay),
        cmocka_unit_test(a_word_of_the_format_may_be_a_name_too),
        cmocka_unit_test(bytes_of_unknown_meaning_are_left_out),
        cmocka_unit_test(constants_that_cannot_be_walked_are_left_out),
        cmocka_unit_test(damage_is_a_sentence),
        cmocka_unit_test(a_chain_of_checkpoints_leads_to_checkpoints),
        cmocka_unit_test(zeros_that_fill_a_block_are_left_out),
        cmocka_unit_test(any_damage_is_survived),
        cmocka_unit_test(memory_that_is_out_is_told),
        cmocka_unit_test(recordings_of_recorders_are_copied),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
