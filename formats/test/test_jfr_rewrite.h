/*
 * test_jfr_rewrite - recordings that are copied with other texts: maps, a
 * recording with a text of every kind, its copy, and what corr reads of it.
 */
#ifndef CORR_TEST_JFR_REWRITE_H
#define CORR_TEST_JFR_REWRITE_H

#include "jfr/jfr_rewrite.h"

#include "test/test_jfr.h"

/* ---- maps ---------------------------------------------------------------- */

/* Every call, as "type.field[key]=value " and "!" for a word, "&" for a text
 * that is not written from here. */
static char calls[1 << 16];
static size_t ncalls;

static inline corr_str same_text(void *ctx, const jfr_text_at *at,
                                 corr_str value)
{
    (void)ctx;
    (void)at;
    return value;
}

/* Puts a prefix before names, and long ones before some. */
static inline corr_str longer_text(void *ctx, const jfr_text_at *at,
                                   corr_str value)
{
    static char z[4096];
    const char *prefix = ctx;

    if (at->is_word || value.n > 2000)
        return value;
    const int n = snprintf(z, sizeof z, "%s%.*s", prefix, CORR_STR_ARG(value));
    return (corr_str){ z, (size_t)n };
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

static inline void make_copy(copy *c, const void *p, size_t n, map_fn *map,
                             const char *prefix)
{
    const jfr_rewriter by = { .map = map, .ctx = (void *)(uintptr_t)prefix };
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

static inline void end_copy(copy *c)
{
    if (c->out)
        corr_out_close(c->out, NULL);
}

static inline bool has_bytes(corr_str s, const char *part)
{
    return corr_str_has(s, part);
}

/* ---- recordings ------------------------------------------------------------ */

static recording r;

static inline void begin(void)
{
    static const char types[] =
        "jdk.InitialSystemProperty! startTime:long@TICKS key:String "
        "value:String;"
        "app.Order! startTime:long@TICKS customer:String "
        "lines:java.lang.String[] tag:String*;";

    r.all.n = 0;
    begin_java(&r, types);
}

static inline void put_orders(void)
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

/* What corr reads: rows of a kind, and the number of warnings. */
static inline const char *read_rows(const void *p, size_t n, const char *kind)
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

static inline corr_str type_texts(void *ctx, const jfr_text_at *at,
                                  corr_str value)
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

/* What is copied without a loss is copied so once more. */
static inline void assert_copies(const void *p, size_t n)
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

#endif
