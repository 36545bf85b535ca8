/*
 * speedscope - profiles of speedscope.app and of writers of its format.
 *
 * Format: speedscope's file-format-spec, both types of profile.  A sampled
 * profile has stacks and their weights.  An evented profile has times at which
 * frames open and close.  Values count from the start of a profile, in its own
 * unit.  In a file with several profiles each one is a thread.
 *
 * Because exporters round, events are not always nested or in order.  Closing a
 * frame closes the frames inside it, closing a frame that is not open does
 * nothing, and time does not go back; these repairs are reported.
 */
#include "speedscope/speedscope.h"

#include "corr_builtin.h"
#include <stdlib.h>

typedef struct scope_unit {
    const char *text;
    int64_t scale; /* factor to unit */
    corr_unit unit;
    const char *kind;
    bool is_time;
} scope_unit;

/* An unknown unit is treated like the last entry. */
static const scope_unit units[] = {
    { "nanoseconds", 1, CORR_NS, "wall", true },
    { "microseconds", 1000, CORR_NS, "wall", true },
    { "milliseconds", 1000000, CORR_NS, "wall", true },
    { "seconds", 1000000000, CORR_NS, "wall", true },
    { "bytes", 1, CORR_BYTES, "bytes", false },
    { "none", 1, CORR_COUNT, "samples", false },
};
enum { UNITS = sizeof units / sizeof *units };

typedef struct scope_row {
    corr_stack stack;
    uint32_t leaf;          /* number of its leaf */
    scope_value weight, at; /* at: time of an event in the profile */
} scope_row;

/* The current profile: its unit may come after its rows. */
typedef struct profile {
    corr_text name;
    size_t unit;
    scope_value start, end;
    bool has_start, is_evented;
    corr_vec(scope_row) row;
    size_t nstack, nweight;  /* entries read of a sampled profile */
    corr_vec(uint32_t) open; /* open frames of events, or those of a sample */
    scope_value reached;     /* time of the last event */
} profile;

typedef struct reader {
    corr_src *in;
    corr_build *b;
    json j;
    scope_stacks stacks;
    profile p;
    corr_kind kind[UNITS]; /* indexed by the first unit with the same kind */
    bool evented[UNITS];
    corr_arena scratch;
    uint64_t profiles, mended, odd;
    uint64_t sampled, weightless; /* samples, and those without a weight */
    uint64_t stackless;           /* weights without a sample */
    uint64_t counted;             /* samples of profiles without weights */
    uint64_t mended_at, odd_at;   /* decoded offset of the first */
    uint32_t nrow;
    bool is_rounded, has_times, has_fractions;
} reader;

/* ---- recognising --------------------------------------------------------- */

static bool is_profile(json *j)
{
    corr_str key;
    json_val v;

    if (!json_enter(j, JSON_ARRAY) || !json_element(j, NULL) ||
        !json_enter(j, JSON_OBJECT))
        return false;
    while (json_key(j, &key)) {
        if (!corr_str_is(key, "type")) {
            json_skip(j);
            continue;
        }
        return json_value(j, &v) && (corr_str_is(v.text, "sampled") ||
                                     corr_str_is(v.text, "evented"));
    }
    return false;
}

static int speedscope_probe(const uint8_t *head, size_t n, bool whole)
{
    corr_str key;
    json_val v;
    json j;

    (void)whole;
    json_open_text(&j, (corr_str){ (const char *)head, n }, 8);
    if (!json_top(&j, NULL) || !json_enter(&j, JSON_OBJECT))
        return 0;
    while (json_key(&j, &key)) {
        json view = json_view(&j);
        if (corr_str_is(key, "profiles") && is_profile(&view))
            return 90;
        if (!corr_str_is(key, "$schema"))
            json_skip(&j);
        else if (json_value(&j, &v) && v.type == JSON_STRING &&
                 corr_str_starts(v.text, "https://www.speedscope.app/"))
            return 100;
    }
    return 0;
}

/* ---- what is wrong ------------------------------------------------------- */

static void note_odd(reader *r)
{
    if (r->odd++ == 0)
        r->odd_at = json_offset(&r->j);
}

static void note_mended(reader *r, bool is_so)
{
    if (is_so && r->mended++ == 0)
        r->mended_at = json_offset(&r->j);
}

/* ---- numbers ------------------------------------------------------------- */

static const scope_value none = { 0, 0 };

static bool take_value(reader *r, scope_value *x)
{
    json_val v;

    if (json_value(&r->j, &v) && scope_value_of(&v, x))
        return true;
    if (!json_failed(&r->j))
        note_odd(r);
    return false;
}

/* ---- rows of a profile --------------------------------------------------- */

/* Row i, added if it is the next one; NULL: memory is out. */
static scope_row *scope_row_at(reader *r, size_t i)
{
    profile *p = &r->p;

    if (i >= p->row.n &&
        !corr_vec_push(r->b, &p->row, (scope_row){ .weight = none }))
        return NULL;
    return &p->row.v[i];
}

static void push_open(reader *r, int64_t number)
{
    profile *p = &r->p;

    if (number < 0 || number >= UINT32_MAX)
        number = UINT32_MAX - 1; /* a number without a frame, reported later */
    (void)corr_vec_push(r->b, &p->open, (uint32_t)number);
}

static corr_stack open_stack(reader *r)
{
    return scope_stack_of(&r->stacks, r->p.open.v, r->p.open.n,
                          json_offset(&r->j));
}

static uint32_t leaf_of(const profile *p)
{
    return p->open.n ? p->open.v[p->open.n - 1] : SCOPE_GAP;
}

static void read_samples(reader *r)
{
    json_val v;
    int64_t n;

    for (size_t i = 0; json_each(&r->j, &i);) {
        r->p.open.n = 0;
        if (!json_enter(&r->j, JSON_ARRAY))
            note_odd(r);
        else
            while (!corr_build_failed(r->b) && json_element(&r->j, NULL))
                if (json_value(&r->j, &v))
                    push_open(r, json_i64(&v, &n) ? n : -1);
        if (json_failed(&r->j) || corr_build_failed(r->b))
            break; /* the stack may be incomplete */
        scope_row *row = scope_row_at(r, i - 1);
        if (row) {
            row->stack = open_stack(r);
            row->leaf = leaf_of(&r->p);
        }
        r->p.nstack = i;
    }
    r->p.open.n = 0;
}

static void read_weights(reader *r)
{
    scope_value x;

    for (size_t i = 0; !corr_build_failed(r->b) && json_each(&r->j, &i);) {
        if (!take_value(r, &x))
            x = none;
        if (json_failed(&r->j))
            break;
        scope_row *row = scope_row_at(r, r->p.nweight++);
        if (row)
            row->weight = x;
    }
}

/* Adds the time until `at` to the open stack. */
static void last_until(reader *r, scope_value at)
{
    profile *p = &r->p;

    if (!scope_value_less(p->reached, at))
        return;
    if (p->open.n > 0) {
        const corr_stack stack = open_stack(r);
        (void)corr_vec_push(r->b, &p->row,
                            (scope_row){ stack, leaf_of(p),
                                         scope_value_minus(at, p->reached),
                                         p->reached });
    }
    p->reached = at;
}

static void close_frame(reader *r, int64_t number)
{
    profile *p = &r->p;
    size_t n = p->open.n;

    while (n > 0 && p->open.v[n - 1] != number)
        n--;
    note_mended(r, n == 0 || n < p->open.n);
    if (n > 0)
        p->open.n = n - 1;
}

enum event { EVENT_TYPE, EVENT_FRAME, EVENT_AT, EVENT_MEMBERS };

static void read_event(reader *r)
{
    static const json_name names[EVENT_MEMBERS] = {
        [EVENT_TYPE] = JSON_NAME("type"),
        [EVENT_FRAME] = JSON_NAME("frame"),
        [EVENT_AT] = JSON_NAME("at"),
    };
    int64_t frame = -1;
    scope_value at = none;
    char type = 0;
    size_t m = 0;
    json_val v;

    if (json_next(&r->j) != JSON_OBJECT)
        note_odd(r);
    if (!json_enter(&r->j, JSON_OBJECT))
        return;
    while (json_member(&r->j, names, EVENT_MEMBERS, &m)) {
        if (m == EVENT_AT)
            take_value(r, &at);
        else if (m == EVENT_MEMBERS)
            json_skip(&r->j);
        else if (json_value(&r->j, &v) && m == EVENT_TYPE)
            type = v.text.n == 1 ? *v.text.p : 0;
        else
            (void)json_i64(&v, &frame);
    }
    if (json_failed(&r->j))
        return;
    if (!r->p.has_start && r->p.row.n == 0 && r->p.open.n == 0)
        r->p.reached = at;
    note_mended(r, scope_value_less(at, r->p.reached));
    last_until(r, at);
    if (type == 'O')
        push_open(r, frame);
    else if (type == 'C')
        close_frame(r, frame);
    else
        note_odd(r);
}

static void read_events(reader *r)
{
    r->p.is_evented = true;
    r->p.reached = r->p.start;
    for (size_t i = 0; !corr_build_failed(r->b) && json_each(&r->j, &i);)
        read_event(r);
}

/* ---- profiles ------------------------------------------------------------ */

static size_t kind_at(size_t unit)
{
    return units[unit].is_time ? 0 : unit; /* all times are one kind */
}

static corr_kind_row kind_row(const reader *r, size_t i)
{
    const bool fractions = units[i].unit == CORR_COUNT && r->has_fractions;

    return (corr_kind_row){ .name = corr_str_of(units[i].kind),
                            .type = corr_str_of(units[i].kind),
                            .unit = fractions ? CORR_FRACTION : units[i].unit,
                            .flags = r->evented[i] || fractions
                                         ? CORR_KIND_NO_COUNT
                                         : 0 };
}

/* Whether counts have decimals: decided by the first profile of counts. */
static void look_for_fractions(reader *r, size_t n)
{
    const size_t i = kind_at(r->p.unit);

    if (units[i].unit != CORR_COUNT || r->kind[i].i)
        return;
    for (size_t k = 0; k < n; k++)
        r->has_fractions |=
            r->p.row.v[k].weight.part > 0 && r->p.row.v[k].weight.part < 1;
}

static corr_kind profile_kind(reader *r)
{
    const size_t i = kind_at(r->p.unit);

    r->evented[i] |= r->p.is_evented;
    if (!r->kind[i].i) {
        const corr_kind_row row = kind_row(r, i);
        r->kind[i] = corr_add_kind(r->b, &row);
    }
    return r->kind[i];
}

/* The rows of a sampled profile: stacks with weights.  If the whole profile
 * has none, each stack counts 1. */
static size_t pair_rows(reader *r)
{
    profile *p = &r->p;
    const size_t both = p->nstack < p->nweight ? p->nstack : p->nweight;

    if (json_failed(&r->j)) /* the other list broke off */
        return both;
    if (p->nweight == 0 && p->nstack > 0) {
        r->counted += p->nstack;
        p->unit = UNITS - 1;
        for (size_t i = 0; i < p->nstack; i++)
            p->row.v[i].weight.whole = 1;
        return p->nstack;
    }
    r->sampled += p->nstack;
    r->weightless += p->nstack - both;
    r->stackless += p->nweight - both;
    return both;
}

static void flush_row(reader *r, const scope_row *row, corr_thread thread,
                      scope_value at)
{
    const scope_unit *unit = &units[r->p.unit];
    const bool counts = unit->unit == CORR_COUNT && !r->has_fractions;
    const int64_t scale = unit->unit == CORR_COUNT && r->has_fractions
                              ? CORR_FRACTIONS
                              : unit->scale;
    int64_t value, time = CORR_NO_TIME;

    if (unit->is_time &&
        !scope_value_scale(at, unit->scale, &time, &r->is_rounded))
        time = CORR_NO_TIME;
    r->has_times |= time != CORR_NO_TIME;
    if (scope_value_less(row->weight, none) ||
        !scope_value_scale(row->weight, scale, &value, &r->is_rounded)) {
        note_odd(r);
        return;
    }
    corr_add_sample(
        r->b, &(corr_sample_row){ .kind = profile_kind(r),
                                  .stack = row->stack,
                                  .thread = thread,
                                  .labels = scope_state(&r->stacks, row->leaf),
                                  .time = time,
                                  .value = value,
                                  .obs = counts && value > 0 ? value : 1,
                                  .row = r->nrow++ });
}

/* Adds the rows of a profile. */
static void flush_profile(reader *r, bool is_thread)
{
    profile *p = &r->p;
    const size_t n = p->is_evented ? p->row.n : pair_rows(r);
    scope_value at = p->start;
    corr_thread thread = { 0 };

    look_for_fractions(r, n);
    if (is_thread && p->name.i && n > 0)
        thread = corr_add_thread(r->b, p->name, 0, 0);
    for (size_t i = 0; i < n; i++) {
        const scope_row *row = &p->row.v[i];
        flush_row(r, row, thread, p->is_evented ? row->at : at);
        at = scope_value_plus(at, row->weight);
    }
    p->row.n = p->nstack = p->nweight = p->open.n = 0;
}

enum member {
    P_NAME,
    P_UNIT,
    P_START,
    P_END,
    P_SAMPLES,
    P_WEIGHTS,
    P_EVENTS,
    P_MEMBERS
};

static void read_text_member(reader *r, size_t at)
{
    json_val v;

    if (!json_value(&r->j, &v) || v.type != JSON_STRING)
        return;
    const corr_str text = json_str(&v, &r->scratch);
    if (at == P_NAME)
        r->p.name = corr_add_text(r->b, text);
    for (size_t i = 0; i < UNITS && at == P_UNIT; i++)
        if (corr_str_is(text, units[i].text))
            r->p.unit = i;
    corr_arena_reset(&r->scratch);
}

static void read_profile_member(reader *r, size_t at)
{
    if (at == P_NAME || at == P_UNIT)
        read_text_member(r, at);
    else if (at == P_START)
        r->p.has_start = take_value(r, &r->p.start);
    else if (at == P_END)
        (void)take_value(r, &r->p.end);
    else if (at == P_SAMPLES)
        read_samples(r);
    else if (at == P_WEIGHTS)
        read_weights(r);
    else if (at == P_EVENTS)
        read_events(r);
    else
        json_skip(&r->j);
}

static void read_profile(reader *r)
{
    static const json_name names[P_MEMBERS] = {
        [P_NAME] = JSON_NAME("name"),        [P_UNIT] = JSON_NAME("unit"),
        [P_START] = JSON_NAME("startValue"), [P_END] = JSON_NAME("endValue"),
        [P_SAMPLES] = JSON_NAME("samples"),  [P_WEIGHTS] = JSON_NAME("weights"),
        [P_EVENTS] = JSON_NAME("events"),
    };
    profile *p = &r->p;
    size_t at = 0;

    if (!json_enter(&r->j, JSON_OBJECT))
        return;
    if (r->profiles++ > 0)
        flush_profile(r, true);
    p->name.i = 0;
    p->unit = UNITS - 1;
    p->start = p->end = none;
    p->has_start = p->is_evented = false;
    while (!corr_build_failed(r->b) &&
           json_member(&r->j, names, P_MEMBERS, &at))
        read_profile_member(r, at);
    if (p->is_evented && !json_failed(&r->j))
        last_until(r, p->end); /* of frames that were not closed */
    corr_recognised(r->b);
}

/* ---- the whole file ------------------------------------------------------ */

static void read_shared(reader *r)
{
    corr_str key;

    if (!json_enter(&r->j, JSON_OBJECT))
        return;
    while (json_key(&r->j, &key))
        if (corr_str_is(key, "frames"))
            scope_read_frames(&r->stacks, &r->j, &r->scratch);
        else
            json_skip(&r->j);
}

static void read_document(reader *r)
{
    corr_str key;
    json_val v;

    r->profiles = 0;
    if (!json_enter(&r->j, JSON_OBJECT))
        return;
    while (!corr_build_failed(r->b) && json_key(&r->j, &key)) {
        if (corr_str_is(key, "shared")) {
            read_shared(r);
        } else if (corr_str_is(key, "exporter")) {
            if (json_value(&r->j, &v) && v.type == JSON_STRING)
                corr_set_producer(r->b, json_str(&v, &r->scratch));
        } else if (corr_str_is(key, "profiles")) {
            for (size_t i = 0; json_each(&r->j, &i);)
                read_profile(r);
        } else {
            json_skip(&r->j);
        }
    }
    flush_profile(r, r->profiles > 1);
    scope_bind(&r->stacks);
}

static void say_what_does_not_pair(reader *r)
{
    if (r->weightless)
        corr_damage(r->b, CORR_NO_OFFSET, 0, r->weightless,
                    "%llu sample%s of %llu %s no weight; not counted",
                    (unsigned long long)r->weightless,
                    r->weightless == 1 ? "" : "s",
                    (unsigned long long)r->sampled,
                    r->weightless == 1 ? "has" : "have");
    if (r->stackless)
        corr_damage(r->b, CORR_NO_OFFSET, 0, r->stackless,
                    "%llu weight%s no sample; not counted",
                    (unsigned long long)r->stackless,
                    r->stackless == 1 ? " has" : "s have");
    if (r->counted)
        corr_warn(r->b, CORR_NO_OFFSET,
                  "%llu sample%s no weight; each counts 1",
                  (unsigned long long)r->counted,
                  r->counted == 1 ? " has" : "s have");
}

static void say_what_was_done(reader *r)
{
    corr_build *b = r->b;

    for (size_t i = 0; i < UNITS; i++)
        if (r->kind[i].i) {
            const corr_kind_row row = kind_row(r, i);
            corr_set_kind(b, r->kind[i], &row);
        }
    if (r->stacks.unknown)
        corr_damage(b, r->stacks.where, 0, 0,
                    "%llu frame%s not in the list of frames left out",
                    (unsigned long long)r->stacks.unknown,
                    corr_plural(r->stacks.unknown));
    if (r->odd)
        corr_damage(b, r->odd_at, 0, r->odd,
                    "%llu value%s invalid, or beyond 2^63",
                    (unsigned long long)r->odd, corr_plural(r->odd));
    say_what_does_not_pair(r);
    if (r->mended)
        corr_warn(
            b, r->mended_at,
            "%llu event%s not nested or in order; frames end with their parent",
            (unsigned long long)r->mended, corr_plural(r->mended));
    if (r->is_rounded)
        corr_note(b, "ROUNDED", "some values have fractions; they are rounded");
    if (r->has_times)
        corr_set_clock(b, CORR_CLOCK_OWN);
}

static corr_code speedscope_read(corr_src *in, const corr_want *want,
                                 corr_build *b, corr_err *err)
{
    reader r = { .in = in, .b = b, .stacks = { .b = b } };

    (void)want;
    json_open(&r.j, in, "a speedscope file");
    while (json_document(&r.j, NULL, b))
        read_document(&r);
    json_finish(&r.j, b);
    say_what_was_done(&r);
    scope_stacks_clear(&r.stacks);
    corr_arena_clear(&r.scratch);
    corr_vec_free(&r.p.row);
    corr_vec_free(&r.p.open);
    return corr_finish(in, b, err);
}

const corr_format corr_format_speedscope = {
    .name = "speedscope",
    .title = "speedscope file",
    .probe = speedscope_probe,
    .members = "profiles $schema",
    .read = speedscope_read,
    .write = speedscope_write,
};
