/*
 * gecko - profiles of Firefox and of programs that write its format: samply,
 * and converters of other profiles.
 *
 * Format: the "processed profile" of the Firefox Profiler, versions up to 70:
 * tables of columns, of each thread or shared by all (from 60 on).  And the
 * form that Firefox itself delivers: tables of rows with a schema, names of
 * functions with their places, and other processes inside.
 *
 * A sample counts its weight, or 1; a weight may also be ms or bytes.  Time of
 * CPUs since the sample before is a kind of its own.  Times are ms since the
 * start of the profile, which is in ms since 1970.
 */
#include "gecko/gecko.h"

#include "corr_builtin.h"

#define WALL_LEAST (100000000000ll * 1000000) /* 1973, in ns */
#define NESTED     4                          /* processes inside processes */

/* ---- recognising --------------------------------------------------------- */

/* What the member meta says: processed, or how many known members it has. */
static int judge_meta(json *j)
{
    static const json_name names[] = {
        JSON_NAME("interval"),     JSON_NAME("startTime"),
        JSON_NAME("processType"),  JSON_NAME("product"),
        JSON_NAME("version"),      JSON_NAME("stackwalk"),
        JSON_NAME("markerSchema"), JSON_NAME("categories"),
        JSON_NAME("sampleUnits"),  JSON_NAME("preprocessedProfileVersion"),
        JSON_NAME("symbolicated"),
    };
    enum { PROCESSED = 9, ALL = sizeof names / sizeof *names };
    int known = 0;

    for (size_t at = JSON_FIRST; json_member(j, names, ALL, &at);) {
        if (at == PROCESSED)
            return 90;
        known += at < ALL;
        json_skip(j);
    }
    return known >= 2 ? 70 : 0;
}

static int gecko_probe(const uint8_t *head, size_t n, bool whole)
{
    static const json_name names[] = { JSON_NAME("meta"), JSON_NAME("threads"),
                                       JSON_NAME("libs") };
    enum { META, THREADS, LIBS, ALL };
    bool has_tables = false;
    int meta = 0;
    json j;

    (void)whole;
    json_open_text(&j, (corr_str){ (const char *)head, n }, 8);
    if (!json_top(&j, NULL))
        return 0;
    for (size_t at = JSON_FIRST; json_member(&j, names, ALL, &at);) {
        if (at == META && json_next(&j) == JSON_OBJECT) {
            meta = judge_meta(&j);
            if (meta == 90)
                return 90;
            continue;
        }
        has_tables |= at < ALL && json_next(&j) == JSON_ARRAY;
        json_skip(&j);
    }
    return has_tables || json_cut(&j) ? meta : 0;
}

/* ---- members ------------------------------------------------------------- */

/* "123", 123, "123.1": the number in front; 0: unknown. */
static int64_t take_id(gecko *g)
{
    corr_str s, rest;
    json_val v;
    int64_t n;

    if (!json_value(&g->j, &v) ||
        (v.type != JSON_STRING && v.type != JSON_NUMBER))
        return 0;
    if (!corr_str_cut(v.text, '.', &s, &rest))
        s = v.text;
    return corr_str_i64(s, &n) && n > 0 ? n : 0;
}

/* Passes over a table that is not used and returns the number of its rows: the
 * length of its longest list.  A counter has its table inside. */
static uint64_t pass_table(gecko *g, bool is_outer)
{
    uint64_t most = 0;
    corr_str key;

    if (json_next(&g->j) != JSON_OBJECT) {
        json_skip(&g->j);
        return 0;
    }
    if (!json_enter(&g->j, JSON_OBJECT))
        return 0;
    while (!corr_build_failed(g->b) && json_key(&g->j, &key)) {
        uint64_t n = 0;
        if (is_outer && corr_str_is(key, "samples"))
            n = pass_table(g, false);
        else if (json_next(&g->j) == JSON_ARRAY)
            for (size_t i = 0; json_each(&g->j, &i); n++)
                json_skip(&g->j);
        else
            json_skip(&g->j);
        most = n > most ? n : most;
    }
    return most;
}

/* Whether a member of a thread is a table of what corr has no use for. */
static bool is_passed(corr_str key)
{
    return corr_str_is(key, "markers") || corr_str_is(key, "jsAllocations") ||
           corr_str_is(key, "nativeAllocations");
}

static void read_thread(gecko *g, gecko_profile *p)
{
    corr_str key;

    if (!json_enter(&g->j, JSON_OBJECT) ||
        !corr_vec_push(g->b, &p->thread, (gecko_thread){ .pid = 0 }))
        return;
    gecko_thread *t = &p->thread.v[p->thread.n - 1];
    while (!corr_build_failed(g->b) && json_key(&g->j, &key)) {
        if (gecko_read_tables(g, &t->own, key, &t->weight))
            continue;
        if (corr_str_is(key, "name"))
            t->name = json_take_text(&g->j, g->b, &g->scratch);
        else if (corr_str_is(key, "pid"))
            t->pid = take_id(g);
        else if (corr_str_is(key, "tid"))
            t->tid = take_id(g);
        else if (is_passed(key))
            g->passed += pass_table(g, false);
        else
            json_skip(&g->j);
    }
}

static void read_sample_units(gecko *g, gecko_profile *p)
{
    corr_str key;
    json_val v;

    if (!json_enter(&g->j, JSON_OBJECT))
        return;
    while (json_key(&g->j, &key))
        if (json_value(&g->j, &v) && corr_str_is(key, "threadCPUDelta"))
            p->cpu_scale =
                corr_str_is(v.text, "ns") ? 1
                : corr_str_is(v.text, "\u00b5s") || corr_str_is(v.text, "us")
                    ? 1000
                    : 0;
}

static void read_meta(gecko *g, gecko_profile *p)
{
    corr_str key;
    json_val v;
    int64_t n;

    if (!json_enter(&g->j, JSON_OBJECT))
        return;
    while (!corr_build_failed(g->b) && json_key(&g->j, &key)) {
        if (corr_str_is(key, "sampleUnits")) {
            read_sample_units(g, p);
        } else if (corr_str_is(key, "startTime")) {
            if (json_value(&g->j, &v) && gecko_millionths(&v, &n) &&
                n >= WALL_LEAST)
                p->start = n;
        } else if (corr_str_is(key, "product")) {
            if (json_value(&g->j, &v) && v.type == JSON_STRING)
                corr_set_producer(g->b, json_str(&v, &g->scratch));
            corr_arena_reset(&g->scratch);
        } else if (corr_str_is(key, "interval")) {
            if (json_value(&g->j, &v) && v.type == JSON_NUMBER)
                corr_add_setting(g->b, CORR_STR("interval, ms"), v.text);
        } else {
            json_skip(&g->j);
        }
    }
}

static void read_libs(gecko *g, gecko_profile *p)
{
    static const json_name names[] = { JSON_NAME("name") };
    json_val v;

    for (size_t i = 0; !corr_build_failed(g->b) && json_each(&g->j, &i);) {
        if (!json_members(&g->j, names, 1, &v))
            return;
        gecko_add_text(g, &p->libs, json_str(&v, &g->scratch));
        corr_arena_reset(&g->scratch);
    }
}

static void read_shared(gecko *g, gecko_profile *p)
{
    corr_str key;

    if (!json_enter(&g->j, JSON_OBJECT))
        return;
    while (!corr_build_failed(g->b) && json_key(&g->j, &key))
        if (!gecko_read_tables(g, &p->shared, key, NULL))
            json_skip(&g->j);
}

/* ---- the document -------------------------------------------------------- */

static void read_gecko_profile(gecko *g, unsigned depth);

static void read_profile_member(gecko *g, gecko_profile *p, corr_str key,
                                unsigned depth)
{
    if (corr_str_is(key, "meta"))
        read_meta(g, p);
    else if (corr_str_is(key, "libs"))
        read_libs(g, p);
    else if (corr_str_is(key, "shared"))
        read_shared(g, p);
    else if (corr_str_is(key, "threads"))
        for (size_t i = 0; !corr_build_failed(g->b) && json_each(&g->j, &i);)
            read_thread(g, p);
    else if (corr_str_is(key, "counters"))
        for (size_t i = 0; !corr_build_failed(g->b) && json_each(&g->j, &i);)
            g->passed += pass_table(g, true);
    else if (corr_str_is(key, "processes") && depth < NESTED)
        for (size_t i = 0; !corr_build_failed(g->b) && json_each(&g->j, &i);)
            read_gecko_profile(g, depth + 1);
    else
        json_skip(&g->j);
}

/* Reads a document, or a process inside it. */
static void read_gecko_profile(gecko *g, unsigned depth)
{
    gecko_profile p = { .start = GECKO_NONE };
    corr_str key;

    if (!json_enter(&g->j, JSON_OBJECT))
        return;
    while (!corr_build_failed(g->b) && json_key(&g->j, &key))
        read_profile_member(g, &p, key, depth);
    corr_recognised(g->b);
    g->is_own |= p.start == GECKO_NONE;
    for (size_t i = 0; i < p.thread.n && !corr_build_failed(g->b); i++)
        gecko_add_samples(g, &p, &p.thread.v[i]);
    for (size_t i = 0; i < p.thread.n; i++)
        gecko_clear_tables(&p.thread.v[i].own);
    corr_vec_free(&p.thread);
    gecko_clear_tables(&p.shared);
    gecko_clear_texts(&p.libs);
}

static void say_what_is_missing(gecko *g)
{
    corr_build *b = g->b;

    if (g->passed)
        corr_note(b, "PASSED_OVER",
                  "%llu entr%s of markers, allocations or counters %s not read",
                  (unsigned long long)g->passed, g->passed == 1 ? "y" : "ies",
                  g->passed == 1 ? "was" : "were");
    if (g->weightless)
        corr_damage(b, CORR_NO_OFFSET, 0, g->weightless,
                    "%llu sample%s no weight, unlike others; not counted",
                    (unsigned long long)g->weightless,
                    g->weightless == 1 ? " has" : "s have");
    if (g->untimed)
        corr_warn(b, CORR_NO_OFFSET, "%llu sample%s no time, unlike others",
                  (unsigned long long)g->untimed,
                  g->untimed == 1 ? " has" : "s have");
    if (g->unknown)
        corr_damage(b, CORR_NO_OFFSET, 0, 0,
                    "%llu row%s in its table; frames are missing",
                    (unsigned long long)g->unknown,
                    g->unknown == 1 ? " is named and not"
                                    : "s are named and not");
    if (g->deep)
        corr_damage(b, CORR_NO_OFFSET, 0, 0,
                    "%llu stack%s too deep; frames near the root are left out",
                    (unsigned long long)g->deep,
                    g->deep == 1 ? " is" : "s are");
    if (g->odd)
        corr_damage(b, CORR_NO_OFFSET, 0, 0,
                    "%llu entr%s not a number, or out of range",
                    (unsigned long long)g->odd,
                    g->odd == 1 ? "y is" : "ies are");
}

static void say_whose(gecko *g)
{
    if (g->pid > 0) {
        corr_begin_labels(g->b);
        corr_push_int(g->b, CORR_STR("process.pid"), g->pid, CORR_STR(""));
        corr_set_owner(g->b, corr_add_proc(g->b, corr_end_labels(g->b)));
    }
    if (!g->is_own)
        return;
    corr_set_clock(g->b, CORR_CLOCK_OWN);
    if (g->has_times)
        corr_note(g->b, "CLOCK_UNKNOWN",
                  "times count from an unknown start and cannot be matched to "
                  "spans; use --clock");
}

static corr_code gecko_read(corr_src *in, const corr_want *want, corr_build *b,
                            corr_err *err)
{
    gecko g = { .in = in, .b = b };

    (void)want;
    json_open(&g.j, in, "a profile of Firefox");
    while (json_document(&g.j, NULL, b))
        read_gecko_profile(&g, 0);
    json_finish(&g.j, b);
    say_what_is_missing(&g);
    say_whose(&g);
    corr_vec_free(&g.path);
    corr_arena_clear(&g.scratch);
    return corr_finish(in, b, err);
}

const corr_format corr_format_gecko = {
    .name = "gecko",
    .title = "profile of Firefox or samply",
    .probe = gecko_probe,
    .members = "meta",
    .read = gecko_read,
};
