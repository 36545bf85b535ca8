/*
 * otlp - exported traces as OTLP JSON.
 *
 * Specification: opentelemetry-proto 1.x, trace.proto in its JSON form, and
 * the Collector's file exporter. In that form ids are hex, enums are numbers,
 * 64-bit numbers are text and keys are camelCase. The reader also accepts
 * files that differ:
 *   - Tempo's API prints ids in base64 and enums by name, as protobuf does;
 *   - printers with the original names write snake_case, sometimes inside
 *     camelCase; dumps of Go structs write CamelCase;
 *   - before proto 0.15 scopeSpans were called instrumentationLibrarySpans; one
 *     document may have both, and Tempo and Grafana call resourceSpans batches;
 *   - Grafana's download writes times as numbers that went through milliseconds
 *     in floating point (1.7e18), and joins all instances of one service;
 *   - Jaeger's /api/v3 may send several {"result":...} in a row, an error last;
 *   - Tempo's v2 answer may be PARTIAL: spans are missing, and the user is
 *     warned.
 *
 * A file is one document, JSON lines, values in a row or an array of
 * documents; bare, or wrapped by Tempo (batches, {"trace":...}) or Jaeger
 * ({"result":...}). The walk goes down to one span, so a document needs the
 * memory of its longest span and longest resource, however many spans belong
 * to one resource.
 *
 * The reader honours three members of corr_want: ids (text without any
 * spelling of the id is skipped unparsed), the window, and CORR_NEED_ATTRS:
 * without it spans come without events and links, and only with the attributes
 * that name their thread and profile.
 *
 * A value at the top is a record: a part of a source has some of the records.
 */
#include "otlp/otlp.h"
#include "common/json_scan.h"
#include "common/reader.h"
#include "otlp/otlp_span_common.h"

/* ---- resource ----------------------------------------------------------- */

const json_name otlp_attributes_name[1] = { JSON_NAME("attributes") };

static json_val keep_value(otlp *o, corr_arena *a, const json_val *v)
{
    json_val kept = *v;

    kept.text = reader_keep(o->b, a, v->text);
    if (kept.text.n == 0)
        kept.type = JSON_NONE;
    return kept;
}

static corr_labels resource_labels(void *ctx)
{
    otlp *o = ctx;
    json_val attrs;
    json j = json_of(&o->j, &o->resource);

    if (o->resource.type != JSON_OBJECT)
        return (corr_labels){ 0 };
    if (json_members(&j, otlp_attributes_name, 1, &attrs))
        return otlp_labels(o, &attrs);
    corr_damage(
        o->b, o->at, 0, 0,
        "some resources are not JSON; their spans are shown without them");
    return (corr_labels){ 0 };
}

corr_proc otlp_proc(otlp *o)
{
    if (o->proc.i)
        return o->proc;
    if (o->resource.type == JSON_NONE) {
        o->proc = corr_later_proc(o->b);
        o->proc_later = true;
    } else {
        o->proc =
            otlp_proc_of(&o->procs, o->b, o->resource.text, resource_labels, o);
    }
    return o->proc;
}

static void read_resource(otlp *o)
{
    json_val v;

    if (json_value(&o->j, &v) && v.type == JSON_OBJECT)
        o->resource = keep_value(o, &o->resource_mem, &v);
}

/* ---- scope -------------------------------------------------------------- */

typedef struct scope {
    json_val name, version, attrs;
} scope;

static const json_name scope_name[] = {
    JSON_NAME("name"),
    JSON_NAME("version"),
    JSON_NAME("attributes"),
};

static void read_scope(otlp *o)
{
    json_val v;
    scope s;

    if (!o->attrs || !json_value(&o->j, &v) || v.type != JSON_OBJECT)
        return;
    json j = json_of(&o->j, &v);
    if (!JSON_TAKE(&j, scope_name, &s)) {
        corr_damage(
            o->b, json_offset(&o->j), 0, 0,
            "some scopes are not JSON; their spans are shown without them");
        return;
    }
    corr_arena *mem = &o->scope_mem;
    o->scope = (otlp_scope){
        .name = reader_keep(o->b, mem, json_str(&s.name, mem)),
        .version = reader_keep(o->b, mem, json_str(&s.version, mem)),
        .attrs = keep_value(o, mem, &s.attrs),
    };
}

/* ---- spans -------------------------------------------------------------- */

static bool try_span(otlp *o, json *view)
{
    *view = json_view(&o->j);
    o->at = json_offset(&o->j);
    if (!otlp_read_span(o, view))
        return false;
    if (!json_failed(&o->j))
        json_join(&o->j, view);
    return true;
}

/* Most spans are complete in the window and are parsed in place. For another
 * span, the end is fetched first. */
static void read_span(otlp *o)
{
    json view;

    if (json_next(&o->j) != JSON_OBJECT) {
        otlp_pass_odd(o->b, &o->j);
        return;
    }
    if (try_span(o, &view))
        return;
    if (json_cut(&view) && (!json_whole(&o->j) || try_span(o, &view)))
        return;
    json_give_up(&o->j, &view, o->b);
}

const json_name otlp_group_name[OTLP_GROUP_MEMBERS] = {
    [OTLP_GROUP_SCOPE] = JSON_NAME("scope"),
    [OTLP_GROUP_LIBRARY] = JSON_NAME("instrumentationLibrary"),
    [OTLP_GROUP_SPANS] = JSON_NAME("spans"),
};

/* Reads an element of scopeSpans. */
static void read_group(otlp *o)
{
    json *j = &o->j;
    bool had_spans = false;
    corr_str key;

    corr_arena_reset(&o->scope_mem);
    o->scope = (otlp_scope){ 0 };
    if (!otlp_enter(o->b, j, JSON_OBJECT))
        return;
    while (json_key(j, &key)) {
        const size_t at =
            json_find_name(otlp_group_name, OTLP_GROUP_MEMBERS, 0, key);

        if (at == OTLP_GROUP_SPANS) {
            if (otlp_enter(o->b, j, JSON_ARRAY))
                while (json_element(j, o->only)) {
                    read_span(o);
                    had_spans = true;
                }
        } else if (at != OTLP_GROUP_MEMBERS && had_spans &&
                   (o->attrs || o->want->mode == CORR_MODE_CENSUS)) {
            corr_warn(
                o->b, json_offset(j),
                "a scope comes after its spans; they are shown without it");
            json_skip(j);
        } else if (at == OTLP_GROUP_MEMBERS || !o->attrs) {
            json_skip(j);
        } else {
            read_scope(o);
        }
    }
}

const json_name otlp_batch_name[OTLP_BATCH_MEMBERS] = {
    [OTLP_BATCH_RESOURCE] = JSON_NAME("resource"),
    [OTLP_BATCH_SCOPES] = JSON_NAME("scopeSpans"),
    [OTLP_BATCH_LIBRARIES] = JSON_NAME("instrumentationLibrarySpans"),
};

static void read_traces(otlp *o)
{
    corr_recognised(o->b);
    otlp_meet(&o->met, OTLP_SIGNAL_TRACES);
}

/* A record without a request around it may be of another signal. */
static void pass_batch_member(otlp *o, corr_str key)
{
    const otlp_signal s = otlp_scope_signal_of(key);

    if (s < OTLP_SIGNALS)
        otlp_pass_over(&o->met, s, &o->j);
    else
        json_skip(&o->j);
}

/* Reads an element of resourceSpans. */
static void read_batch(otlp *o)
{
    json *j = &o->j;
    corr_str key;

    corr_arena_reset(&o->resource_mem);
    o->resource = (json_val){ 0 };
    o->proc = (corr_proc){ 0 };
    o->proc_later = false;
    if (!otlp_enter(o->b, j, JSON_OBJECT))
        return;
    while (json_key(j, &key)) {
        const size_t at =
            json_find_name(otlp_batch_name, OTLP_BATCH_MEMBERS, 0, key);

        if (at == OTLP_BATCH_RESOURCE) {
            read_resource(o);
        } else if (at == OTLP_BATCH_MEMBERS) {
            pass_batch_member(o, key);
        } else if (o->no_spans) {
            read_traces(o);
            json_skip(j);
        } else if (otlp_enter(o->b, j, JSON_ARRAY)) {
            read_traces(o);
            o->signs |= at == OTLP_BATCH_LIBRARIES ? OTLP_LIBRARY : 0;
            while (json_element(j, o->only))
                read_group(o);
        }
    }
    if (o->proc_later)
        corr_set_proc(o->b, o->proc, resource_labels(o));
}

/* ---- the objects around resourceSpans ----------------------------------- */

const json_name otlp_answer_name[OTLP_ANSWER_MEMBERS] = {
    [OTLP_ANSWER_SPANS] = JSON_NAME("resourceSpans"),
    [OTLP_ANSWER_BATCHES] = JSON_NAME("batches"),
    [OTLP_ANSWER_STATUS] = JSON_NAME("status"),
    [OTLP_ANSWER_MESSAGE] = JSON_NAME("message"),
    [OTLP_ANSWER_ERROR] = JSON_NAME("error"),
    [OTLP_ANSWER_REJECTED] = JSON_NAME("partialSuccess"),
};

/* {"traces": [], "metrics": {}} of a search, {"trace": {}, "metrics": {}} of a
 * lookup by id: Tempo found no trace. */
typedef struct nothing {
    bool trace, metrics;
} nothing;

static void note_nothing(nothing *n, const json *at, corr_str key)
{
    json view = json_view(at);
    const bool is_list = corr_str_is(key, "traces");
    corr_str unused;

    if (corr_str_is(key, "metrics"))
        n->metrics = json_next(&view) == JSON_OBJECT;
    else if (is_list && json_enter(&view, JSON_ARRAY))
        n->trace = !json_element(&view, NULL) && !json_failed(&view);
    else if (corr_str_is(key, "trace") && json_enter(&view, JSON_OBJECT))
        n->trace = !json_key(&view, &unused) && !json_failed(&view);
}

/* The members of an object that describe it as a server's answer. */
typedef struct answer {
    bool is_partial, is_error;
    nothing none;
    char message[128]; /* the warning has room for this much */
} answer;

/* Reads a short text. False: the value has another type, and is still
 * unread. */
static bool short_text(otlp *o, char *to, size_t room)
{
    json_val v;

    if (json_next(&o->j) != JSON_STRING || !json_value(&o->j, &v))
        return false;
    const corr_str s = json_str(&v, &o->scratch);
    const size_t n = s.n < room - 1 ? s.n : room - 1;
    memcpy(to, s.p, n);
    to[n] = '\0';
    corr_arena_reset(&o->scratch);
    return true;
}

static void read_answer(otlp *o, unsigned level);

static void read_answer_member(otlp *o, corr_str key, unsigned level, answer *a)
{
    const size_t at =
        json_find_name(otlp_answer_name, OTLP_ANSWER_MEMBERS, 0, key);
    char word[16];

    switch (at) {
    case OTLP_ANSWER_SPANS:
    case OTLP_ANSWER_BATCHES:
        read_traces(o);
        o->signs |= at == OTLP_ANSWER_BATCHES ? OTLP_BATCHES : 0;
        if (o->no_spans)
            json_skip(&o->j);
        else if (otlp_enter(o->b, &o->j, JSON_ARRAY))
            while (json_element(&o->j, o->only))
                read_batch(o);
        return;
    case OTLP_ANSWER_REJECTED:
        otlp_read_rejected(o->b, &o->j, &o->scratch);
        return;
    case OTLP_ANSWER_STATUS:
        if (short_text(o, word, sizeof word)) {
            a->is_partial |= strcmp(word, "PARTIAL") == 0;
            return;
        }
        break;
    case OTLP_ANSWER_MESSAGE:
        if (short_text(o, a->message, sizeof a->message))
            return;
        break;
    case OTLP_ANSWER_ERROR:
        a->is_error |= json_next(&o->j) != JSON_NULL;
        break;
    default:
        if (otlp_signal_of(key) < OTLP_SIGNALS) {
            otlp_pass_over(&o->met, otlp_signal_of(key), &o->j);
            return;
        }
        if (level == 0)
            note_nothing(&a->none, &o->j, key);
        break;
    }
    read_answer(o, level + 1);
}

/* Reads a value that may contain resourceSpans. */
static void read_answer(otlp *o, unsigned level)
{
    const json_type type = json_next(&o->j);
    answer a = { 0 };
    corr_str key;

    if (level >= OTLP_WRAPPERS || (type != JSON_OBJECT && type != JSON_ARRAY)) {
        json_skip(&o->j);
        return;
    }
    if (otlp_is_bare(&o->j)) {
        read_batch(o);
        return;
    }
    if (!json_enter(&o->j, type))
        return;
    if (type == JSON_ARRAY) {
        while (json_element(&o->j, o->only))
            read_answer(o, level + 1);
        return;
    }
    while (json_key(&o->j, &key))
        read_answer_member(o, key, level, &a);
    if (a.none.trace && a.none.metrics) {
        corr_recognised(o->b);
        corr_note(o->b, "NO_TRACE", "an answer of Tempo without a trace");
    }
    if (a.is_partial || a.is_error)
        corr_recognised(o->b);
    if (a.is_partial)
        corr_note(o->b, "PARTIAL",
                  "partial trace%s%s: counts are lower, self times upper "
                  "bounds, durations hold",
                  a.message[0] ? ", because " : "", a.message);
    if (a.is_error)
        corr_note(
            o->b, "PARTIAL",
            "the server stopped with an error; the trace may be incomplete");
}

/* Reads the whole source, or the available part of it. */
static void read_part(otlp *o)
{
    while (json_document(&o->j, o->only, o->b)) {
        if (o->want->mode == CORR_MODE_CENSUS)
            corr_seen_record(o->b, json_offset(&o->j));
        read_answer(o, 0);
    }
}

/* What to search for in place of parsing everything: the wanted id, and records
 * of other signals, whichever id they have.  If no span is wanted, only
 * those. */
static void search_for_wanted(otlp *o)
{
    enum { OTHERS = 6 };
    const corr_str others[OTHERS] = {
        CORR_STR("\"resourceMetrics\""),  CORR_STR("\"resource_metrics\""),
        CORR_STR("\"resourceLogs\""),     CORR_STR("\"resource_logs\""),
        CORR_STR("\"resourceProfiles\""), CORR_STR("\"resource_profiles\""),
    };

    if (!corr_wants(o->want, CORR_NEED_SPANS)) {
        needles_init_texts(&o->ids, others, OTHERS);
        o->only = &o->ids;
        o->no_spans = true;
    } else if (needles_init_among(&o->ids, o->want, others, OTHERS) &&
               o->want->mode != CORR_MODE_CENSUS) {
        o->only = &o->ids;
    }
}

static corr_code otlp_read(corr_src *in, const corr_want *want, corr_build *b,
                           corr_err *err)
{
    /* parts of the keys in corr_wants_always */
    const corr_str kept[] = {
        CORR_STR("\"thread."),    CORR_STR("\"profile."),
        CORR_STR("is_summary\""), CORR_STR("span_count\""),
        CORR_STR("duration_"),    CORR_STR("composite.")
    };
    otlp o = { .b = b,
               .want = want,
               .attrs = corr_wants(want, CORR_NEED_ATTRS),
               .met = { .b = b, .want = want, .mine = OTLP_SIGNAL_TRACES } };

    search_for_wanted(&o);
    needles_init_texts(&o.kept, kept, sizeof kept / sizeof *kept);
    json_open(&o.j, in, "an export request");
    if (want->mode == CORR_MODE_CENSUS)
        json_watch(&o.j);
    do
        read_part(&o);
    while (json_next_part(&o.j));
    json_finish(&o.j, b);
    otlp_met_end(&o.met);
    if ((o.signs & OTLP_GRAFANA) == OTLP_GRAFANA)
        corr_warn(b, CORR_NO_OFFSET,
                  "a trace from Grafana, which merges the instances of a "
                  "service into the first");
    corr_map_clear(&o.procs);
    corr_arena_clear(&o.resource_mem);
    corr_arena_clear(&o.scope_mem);
    corr_arena_clear(&o.scratch);
    return corr_finish(in, b, err);
}

/* ---- detection ---------------------------------------------------------- */

enum { SURE = 60 };

static bool has_nothing(const uint8_t *head, size_t n)
{
    nothing none = { 0 };
    corr_str key;
    json j;

    json_open_text(&j, (corr_str){ (const char *)head, n }, OTLP_WRAPPERS + 4);
    if (json_top(&j, NULL) && json_enter(&j, JSON_OBJECT))
        while (json_key(&j, &key)) {
            note_nothing(&none, &j, key);
            json_skip(&j);
        }
    return none.trace && none.metrics && !json_failed(&j);
}

static int otlp_probe(const uint8_t *head, size_t n, bool whole)
{
    if ((whole && has_nothing(head, n)) ||
        otlp_is_first(otlp_json_signals(head, n), OTLP_SIGNAL_TRACES))
        return SURE;
    return whole && json_scan_bare(head, head + n);
}

const corr_format corr_format_otlp = {
    .name = "otlp",
    .title = "OTLP traces (JSON)",
    .probe = otlp_probe,
    .members = "resourceSpans scopeSpans instrumentationLibrarySpans\n"
               "resourceLogs scopeLogs instrumentationLibraryLogs batches\n"
               "metrics",
    .read = otlp_read,
    .cut = otlp_cut,
    .parts = true,
    .traces = true,
    .mixed = true,
};

/* ---- Tempo's search ----------------------------------------------------- */

static const json_name summary_name[] = {
    JSON_NAME("rootServiceName"),
    JSON_NAME("rootTraceName"),
    JSON_NAME("spanSet"),
    JSON_NAME("spanSets"),
};

/* Offset of the member that only a summary of a trace has; 0: no such
 * member. */
static size_t find_summary(const uint8_t *head, size_t n)
{
    const corr_str text = { (const char *)head, n };
    json j;
    corr_str key;

    json_open_text(&j, text, OTLP_WRAPPERS);
    if (!json_top(&j, NULL) || !json_enter(&j, JSON_OBJECT))
        return 0;
    while (json_key(&j, &key)) {
        if (corr_str_is(key, "traces"))
            return otlp_first_has(&j, summary_name, 4, &key)
                       ? (size_t)(key.p - 1 -
                                  text.p) /* at the quote before it */
                       : 0;
        json_skip(&j);
    }
    return 0;
}

static int search_probe(const uint8_t *head, size_t n, bool whole)
{
    (void)whole;
    return find_summary(head, n) ? SURE : 0;
}

const corr_format corr_format_tempo_search = {
    .name = "tempo-search",
    .title = "answer of a Tempo search",
    .probe = search_probe,
    .members = "traces",
    .refusal =
        "an answer of a Tempo search, which lists traces without their spans",
    .instead = "fetch /api/v2/traces/ID for the trace you want",
    .refused_at = find_summary,
};
