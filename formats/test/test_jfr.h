/*
 * test_jfr - what the tests of flight recordings share: chunks made from short
 * texts, and what they become.
 *
 *     recording r = { 0 };
 *     begin_chunk(&r, &(clock){ .ticks = 1000, .hz = 1000000000 }, JAVA_TYPES
 *                 "jdk.ExecutionSample! startTime:long@TICKS ...;");
 *     put_constants(&r, "jdk.types.Symbol: 1 'main'; 2 'run'");
 *     put_event(&r, "jdk.ExecutionSample", "2501000 1 1 0");
 *     end_chunk(&r);
 *
 * A type is its name, '!' if it is an event, and its fields: name:type, then
 * '*' if it is a constant's key, '[]' if there are several, '@' and the unit of
 * a time or duration.  test_jfr_bytes.h has the spelling of values.
 */
#ifndef CORR_TEST_JFR_H
#define CORR_TEST_JFR_H

#include "test/format_test.h"

#include <inttypes.h>

#include "test/test_jfr_bytes.h"

typedef struct clock {
    int64_t ns, ticks, hz, duration; /* ns 0: START */
    unsigned major, minor;           /* 0: 2.0 */
    int64_t first;                   /* number of its first type, 0: 4 */
} clock;

#define START INT64_C(1700000000000000000)

enum { MOST_TYPES = 64, MOST_WORDS = 600 };

typedef struct recording {
    bytes all;
    /* the chunk that is being made */
    size_t at, checkpoint;
    clock clock;
    corr_str type[MOST_TYPES];
    unsigned ntype;
} recording;

#define JAVA_TYPES                                                             \
    "java.lang.Thread osName:String osThreadId:long javaName:String "          \
    "javaThreadId:long;"                                                       \
    "jdk.types.StackTrace truncated:boolean frames:jdk.types.StackFrame[];"    \
    "jdk.types.StackFrame method:jdk.types.Method* lineNumber:int "            \
    "bytecodeIndex:int type:jdk.types.FrameType*;"                             \
    "jdk.types.Method type:java.lang.Class* name:jdk.types.Symbol* "           \
    "descriptor:jdk.types.Symbol* modifiers:int hidden:boolean;"               \
    "java.lang.Class name:jdk.types.Symbol* modifiers:int;"                    \
    "jdk.types.Symbol string:String;"                                          \
    "jdk.types.FrameType description:String;"                                  \
    "jdk.types.ThreadState name:String;"                                       \
    "jdk.ExecutionSample! startTime:long@TICKS "                               \
    "sampledThread:java.lang.Thread* stackTrace:jdk.types.StackTrace* "        \
    "state:jdk.types.ThreadState*;"                                            \
    "jdk.ActiveSetting! startTime:long@TICKS id:long name:String "             \
    "value:String;"

/* Thread 1 is main, 2 a worker, 3 one that is gone; stack 1 is main calling
 * work at line 7, stack 2 a cut one in C. */
#define JAVA_CONSTANTS                                                         \
    "java.lang.Thread: 1 'main' 4242 'main' 1; 2 'w' 4243 'worker' 2|"         \
    "jdk.types.StackTrace: 1 0 2 2 7 0 1 1 -1 0 0; 2 1 1 3 0 0 4|"             \
    "jdk.types.Method: 1 1 1 9 0 0; 2 1 2 9 0 0; 3 2 3 10 256 0|"              \
    "java.lang.Class: 1 4 0; 2 5 0; 3 6 0|"                                    \
    "jdk.types.Symbol: 1 'main'; 2 'work'; 3 'write'; 4 'app/Main'; "          \
    "5 'libc.so.6'; 6 '[[Ljava/lang/Object;'; 9 '()V'; 10 '()L;'|"             \
    "jdk.types.FrameType: 0 'Interpreted'; 1 'JIT compiled'; 4 'C++'|"         \
    "jdk.types.ThreadState: 0 'STATE_DEFAULT'; 1 'STATE_RUNNABLE'; "           \
    "2 'STATE_SLEEPING'"

/* ---- types ------------------------------------------------------------------- */

/* Words of the metadata, each once, and its elements. */
typedef struct words {
    bytes text, tree;
    corr_str word[MOST_WORDS];
    unsigned n;
} words;

static inline unsigned word_of(words *w, corr_str s)
{
    unsigned i = 0;

    while (i < w->n && !corr_str_eq(w->word[i], s))
        i++;
    if (i == w->n) {
        assert_true(w->n < MOST_WORDS);
        w->word[w->n++] = s;
        put_text(&w->text, w->n % 2 ? 'u' : 0, s); /* both are met */
    }
    return i;
}

/* An element: its name, and so many pairs of attributes. */
static inline void put_element(words *w, const char *name, const corr_str *pair,
                               unsigned npair, unsigned children)
{
    put_int(&w->tree, word_of(w, corr_str_of(name)));
    put_int(&w->tree, npair);
    for (unsigned i = 0; i < 2 * npair; i++)
        put_int(&w->tree, word_of(w, pair[i]));
    put_int(&w->tree, children);
}

/* The numbers of the types that every recording has come first. */
static const char *const plain_types[] = {
    "long",
    "int",
    "short",
    "char",
    "byte",
    "boolean",
    "float",
    "double",
    "java.lang.String",
    "jdk.jfr.Timestamp",
    "jdk.jfr.Timespan",
    "jdk.jfr.Contextual",
};
enum { PLAIN_TYPES = sizeof plain_types / sizeof *plain_types };

static inline int64_t number_of(const recording *r, corr_str type)
{
    if (corr_str_is(type, "String"))
        type = CORR_STR("java.lang.String");
    for (unsigned i = 0; i < r->ntype; i++)
        if (corr_str_eq(r->type[i], type))
            return r->clock.first + i;
    return 99999; /* none has it */
}

static char number_room[MOST_TYPES + 1][24];

static inline corr_str number_text(int64_t n)
{
    char *z = number_room[n == 99999 ? 0 : (size_t)n % MOST_TYPES + 1];

    snprintf(z, sizeof number_room[0], "%lld", (long long)n);
    return corr_str_of(z);
}

static inline void put_field(const recording *r, words *w, corr_str field)
{
    corr_str name, type, unit = { "", 0 };
    corr_str pair[8] = { CORR_STR("name"), { "", 0 }, CORR_STR("class") };
    unsigned npair = 2;

    assert_true(corr_str_cut(field, ':', &name, &type));
    const corr_str whole = type;
    if (!corr_str_cut(whole, '@', &type, &unit))
        type = whole;
    pair[1] = name;
    for (bool more = true; more && type.n;) {
        more = false;
        if (type.p[type.n - 1] == '*') {
            pair[2 * npair] = CORR_STR("constantPool");
            pair[2 * npair++ + 1] = CORR_STR("true");
            type.n--;
            more = true;
        } else if (corr_str_ends(type, "[]")) {
            pair[2 * npair] = CORR_STR("dimension");
            pair[2 * npair++ + 1] = CORR_STR("1");
            type.n -= 2;
            more = true;
        }
    }
    pair[3] = number_text(number_of(r, type));
    put_element(w, "field", pair, npair, unit.n != 0);
    if (unit.n) {
        const bool epoch = corr_str_ends(unit, "EPOCH");
        const bool time = epoch || (corr_str_is(name, "startTime") ||
                                    corr_str_is(name, "allocationTime"));
        const bool context = corr_str_is(unit, "CONTEXT"); /* has no value */
        const corr_str annotation[] = {
            CORR_STR("class"),
            number_text(number_of(r, corr_str_of(context ? "jdk.jfr.Contextual"
                                                 : time  ? "jdk.jfr.Timestamp"
                                                        : "jdk.jfr.Timespan"))),
            CORR_STR("value"), unit
        };
        put_element(w, "annotation", annotation, context ? 1 : 2, 0);
    }
}

static inline void put_type(const recording *r, words *w, unsigned i,
                            corr_str text)
{
    corr_str name, field, rest = text;
    unsigned nfield = 0;

    assert_true(next_word(&rest, &name));
    const bool event = name.p[name.n - 1] == '!';
    name.n -= event;
    for (corr_str scan = rest; next_word(&scan, &field);)
        nfield++;
    const corr_str pair[] = {
        CORR_STR("id"),        number_text(r->clock.first + i),
        CORR_STR("name"),      name,
        CORR_STR("superType"), CORR_STR("jdk.jfr.Event")
    };
    put_element(w, "class", pair, event ? 3 : 2, nfield);
    while (next_word(&rest, &field))
        put_field(r, w, field);
}

static inline void put_metadata(recording *r, const char *types)
{
    static words w;
    corr_str rest = corr_str_of(types), one, name;
    bytes *b = &r->all;
    unsigned n = 0;

    w.text.n = w.tree.n = w.n = 0;
    for (r->ntype = 0; r->ntype < PLAIN_TYPES; r->ntype++)
        r->type[r->ntype] = corr_str_of(plain_types[r->ntype]);
    while (corr_str_next(&rest, ';', &one))
        if (next_word(&one, &name)) {
            name.n -= name.p[name.n - 1] == '!';
            assert_true(r->ntype < MOST_TYPES);
            r->type[r->ntype++] = name;
        }
    put_element(&w, "root", NULL, 0, 2);
    put_element(&w, "metadata", NULL, 0, r->ntype);
    for (; n < PLAIN_TYPES; n++)
        put_type(r, &w, n, r->type[n]);
    for (rest = corr_str_of(types); corr_str_next(&rest, ';', &one);)
        if (corr_str_trim(one).n)
            put_type(r, &w, n++, one);
    put_element(&w, "region",
                (const corr_str[]){ CORR_STR("gmtOffset"), CORR_STR("3600") },
                1, 0);
    const size_t at = b->n;
    put_padded(b, 0);
    put_values(b, CORR_STR("0 0 0 1"));
    put_int(b, w.n);
    put(b, w.text.p, w.text.n);
    put(b, w.tree.p, w.tree.n);
    const size_t end = b->n;
    b->n = at;
    put_padded(b, end - at);
    b->n = end;
}

/* ---- chunks -------------------------------------------------------------------- */

static inline void begin_chunk(recording *r, const clock *c, const char *types)
{
    bytes *b = &r->all;

    r->clock = *c;
    r->clock.ns = c->ns ? c->ns : START;
    r->clock.hz = c->hz ? c->hz : 1000000000;
    r->clock.first = c->first ? c->first : 4;
    r->at = b->n;
    r->checkpoint = 0;
    put(b, "FLR", 4);
    put_be(b, c->major ? c->major : 2, 2);
    put_be(b, c->minor, 2);
    put_be(b, 0, 8);
    put_be(b, 0, 8);
    put_be(b, JFR_HEADER, 8);
    put_be(b, (uint64_t)r->clock.ns, 8);
    put_be(b, (uint64_t)c->duration, 8);
    put_be(b, (uint64_t)c->ticks, 8);
    put_be(b, (uint64_t)r->clock.hz, 8);
    put_be(b, JFR_COMPRESSED, 4);
    put_metadata(r, types);
}

static inline void end_chunk(recording *r)
{
    set_be(&r->all, r->at + 8, r->all.n - r->at, 8);
    set_be(&r->all, r->at + 16, r->checkpoint, 8);
}

static inline void put_event(recording *r, const char *type, const char *values)
{
    bytes body = { .n = 0 };

    put_int(&body, (uint64_t)number_of(r, corr_str_of(type)));
    put_values(&body, corr_str_of(values));
    put_int(&r->all, body.n + (body.n < 127 ? 1 : 2));
    put(&r->all, body.p, body.n);
}

/* Up to a separator that is in no quotes. */
static inline bool next_part(corr_str *rest, char c, corr_str *part)
{
    bool quoted = false;
    size_t n = 0;

    if (rest->n == 0)
        return false;
    for (; n < rest->n && (quoted || rest->p[n] != c); n++)
        quoted ^= rest->p[n] == '\'';
    *part = (corr_str){ rest->p, n };
    n += n < rest->n;
    *rest = (corr_str){ rest->p + n, rest->n - n };
    return true;
}

/* A checkpoint: "type: key value; key value|type: ...". */
static inline void put_constants(recording *r, const char *text)
{
    static bytes body;
    corr_str rest = corr_str_of(text), pool, type, values, one;
    const size_t at = r->all.n - r->at;
    unsigned npool = 0;

    body.n = 0;
    for (corr_str scan = rest; next_part(&scan, '|', &pool);)
        npool++;
    put_values(&body, CORR_STR("1 0 0"));
    put_int(&body, r->checkpoint ? (uint64_t)(r->checkpoint - at) : 0);
    put_byte(&body, 1);
    put_int(&body, npool);
    while (next_part(&rest, '|', &pool)) {
        unsigned n = 0;
        assert_true(corr_str_cut(pool, ':', &type, &values));
        for (corr_str scan = values; next_part(&scan, ';', &one);)
            n++;
        put_int(&body, (uint64_t)number_of(r, corr_str_trim(type)));
        put_int(&body, n);
        while (next_part(&values, ';', &one))
            put_values(&body, one);
    }
    put_padded(&r->all, body.n + 4);
    put(&r->all, body.p, body.n);
    r->checkpoint = at;
}

/* One chunk with the Java types and constants, and these events. */
static inline void begin_java(recording *r, const char *more_types)
{
    static char types[8192];

    snprintf(types, sizeof types, "%s%s", JAVA_TYPES, more_types);
    begin_chunk(r, &(clock){ .ticks = 1000 }, types);
    put_constants(r, JAVA_CONSTANTS);
}

/* The settings of a recorder for events of a type. */
static inline void put_setting(recording *r, const char *type, const char *name,
                               const char *value)
{
    char text[256];

    snprintf(text, sizeof text, "1000 %lld '%s' '%s'",
             (long long)number_of(r, corr_str_of(type)), name, value);
    put_event(r, "jdk.ActiveSetting", text);
}

/* ---- reading -------------------------------------------------------------------- */

static inline void load_bytes(loaded *l, const void *p, size_t n)
{
    const src_opts so = { .path = "t.jfr" };

    load_as(l, &corr_format_jfr, src_open_memory(p, n, &so, NULL),
            &(corr_load_opts){ 0 });
}

static inline void load_recording(loaded *l, const recording *r)
{
    load_bytes(l, r->all.p, r->all.n);
    if (l->code)
        fail_msg("%s", l->err.what);
}

static inline size_t add_labels(const loaded *l, uint32_t set, char *z,
                                size_t room)
{
    size_t n = 0;

    for (uint32_t i = 0; set && i < l->in.label.set_n.v[set]; i++) {
        const corr_label a = input_label(&l->in, set, i);
        n += (size_t)snprintf(z + n, room - n, " %.*s=", CORR_STR_ARG(a.key));
        n += a.type == CORR_VALUE_TEXT
                 ? (size_t)snprintf(z + n, room - n, "%.*s",
                                    CORR_STR_ARG(a.text))
                 : (size_t)snprintf(z + n, room - n, "%lld", (long long)a.num);
    }
    return n;
}

/* A row as a text: "+TIME VALUE thread stack" and what else it has.  Times
 * are ns since START. */
static inline size_t add_row(const loaded *l, const segment *s, size_t i,
                             char *z, size_t room)
{
    const input *in = &l->in;
    const uint32_t thread = s->thread ? s->thread[i] : 0;
    const int64_t time = s->time ? s->time[i] : START;
    size_t n = (size_t)snprintf(
        z, room, "%+lld %lld %.*s %s", (long long)(time - START),
        (long long)segment_value(s, i),
        CORR_STR_ARG(thread ? input_text(in, in->thread.v[thread].name)
                            : CORR_STR("?")),
        stack_of(l, s, i));

    if (s->obs && s->obs[i] > 1)
        n += (size_t)snprintf(z + n, room - n, " n=%lld", (long long)s->obs[i]);
    if (s->dur && s->dur[i])
        n += (size_t)snprintf(z + n, room - n, " for=%lld",
                              (long long)s->dur[i]);
    if (s->trace && s->trace[i])
        n += (size_t)snprintf(z + n, room - n, " trace=%" PRIx64 "%016" PRIx64,
                              segment_trace(s, i).hi, segment_trace(s, i).lo);
    if (s->span && s->span[i])
        n += (size_t)snprintf(z + n, room - n, " span=%" PRIx64, s->span[i]);
    if (s->root && s->root[i])
        n += (size_t)snprintf(z + n, room - n, " root=%" PRIx64, s->root[i]);
    if (s->other && s->other[i])
        n += (size_t)snprintf(
            z + n, room - n, " other=%.*s",
            CORR_STR_ARG(input_text(in, in->thread.v[s->other[i]].name)));
    return n + add_labels(l, s->labels ? s->labels[i] : 0, z + n, room - n);
}

/* All rows of a kind, in the order of time, apart by newlines. */
static inline const char *rows_of(const loaded *l, const char *kind)
{
    static char text[8192];
    size_t n = 0;

    text[0] = 0;
    for (size_t k = 1; k < l->in.segment.n; k++) {
        const segment *s = &l->in.segment.v[k];
        if (!corr_str_is(input_text(&l->in, l->in.kind.v[s->kind].name), kind))
            continue;
        for (size_t i = 0; i < s->n && n < sizeof text - 1024; i++) {
            n += (size_t)snprintf(text + n, sizeof text - n, "%s",
                                  n ? "\n" : "");
            n += add_row(l, s, i, text + n, sizeof text - n);
        }
    }
    return text;
}

/* How many rows there are, of all kinds. */
static inline size_t nrows(const loaded *l)
{
    size_t n = 0;

    for (size_t k = 1; k < l->in.segment.n; k++)
        n += l->in.segment.v[k].n;
    return n;
}

/* Value of a setting, or "". */
static inline const char *setting_of(const loaded *l, const char *name)
{
    static char text[256];

    text[0] = 0;
    for (size_t i = 0; i < l->in.setting.n; i++)
        if (corr_str_is(input_text(&l->in, l->in.setting.v[i].name), name))
            snprintf(
                text, sizeof text, "%.*s",
                CORR_STR_ARG(input_text(&l->in, l->in.setting.v[i].value)));
    return text;
}

#define assert_rows(l, kind, want) assert_string_equal(rows_of(l, kind), want)

#endif
