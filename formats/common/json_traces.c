/* json_traces - shared code of the readers of exported traces in JSON. */
#include "common/json_traces.h"

void export_open(export *t, corr_src *in, const corr_want *want, corr_build *b,
                 const char *what)
{
    *t = (export){ .b = b,
                   .in = in,
                   .what = what,
                   .want = want,
                   .attrs = corr_wants(want, CORR_NEED_ATTRS) };
    t->has_needles = needles_init(&t->ids, want);
    json_open(&t->j, in, what);
}

corr_code export_close(export *t, corr_src *in, corr_err *err)
{
    json_finish(&t->j, t->b);
    corr_map_clear(&t->procs);
    corr_arena_clear(&t->scratch);
    return corr_finish(in, t->b, err);
}

/* ---- one record --------------------------------------------------------- */

bool export_whole(export *t)
{
    t->at = json_offset(&t->j) + 1;
    if (json_whole(&t->j))
        return true;
    t->in_item = json_failed(&t->j);
    return false;
}

static bool try_item(export *t, json *view, export_reader *read, void *ctx)
{
    *view = json_view(&t->j);
    t->at = json_offset(&t->j) + 1;
    const bool ok = read(ctx, view);
    corr_arena_reset(&t->scratch);
    if (ok && !json_failed(&t->j))
        json_join(&t->j, view);
    return ok;
}

void export_pass_over(export *t)
{
    const json_type type = json_next(&t->j);

    if (type != JSON_NONE && type != JSON_NULL)
        corr_tally(t->b, CORR_PASSED_OVER, json_offset(&t->j), 1,
                   "value is no span where a span is due, and was left out",
                   "values are no spans where spans are due, and were left "
                   "out");
    json_skip(&t->j);
}

/* Most records are completely in the window and are parsed in place.  The end
 * of any other record is fetched first. */
void export_item(export *t, export_reader *read, void *ctx)
{
    json view;

    if (json_next(&t->j) != JSON_OBJECT) {
        export_pass_over(t);
        return;
    }
    if (try_item(t, &view, read, ctx))
        return;
    if (json_cut(&view) && !export_whole(t))
        return;
    if (!json_cut(&view) || !try_item(t, &view, read, ctx))
        t->in_item = !json_give_up(&t->j, &view, t->b);
}

/* ---- after damage ------------------------------------------------------- */

/* A record without an end is searched to the end of the window or of the input.
 * A file can have a few such records, where a writer was stopped and went on
 * later.  After ENDLESS_MOST of them the rest is skipped. */
enum { BROKEN_MOST = 20000, ENDLESS_MOST = 16 };

/* The record at t->at has no end: skips its beginning and starts a new
 * tokenizer behind it. */
static bool leave_item(export *t)
{
    const uint64_t bad_at = json_offset(&t->j);
    const bool is_cut = json_cut(&t->j);

    json_finish(&t->j, t->b);
    corr_src_skip(t->in, t->at - corr_src_offset(t->in));
    t->endless += is_cut;
    t->broken++;
    const bool is_enough = t->endless > ENDLESS_MOST || t->broken > BROKEN_MOST;
    if (is_enough)
        corr_src_skip_rest(t->in);
    json_open(&t->j, t->in, t->what);
    const bool is_found = !is_enough && json_find_line(&t->j);
    const uint64_t lost = json_offset(&t->j) - (t->at - 1);
    corr_damage(
        t->b, bad_at, lost, 1,
        is_cut
            ? "the input ends inside %s; its last %llu byte%s cannot "
              "be used"
            : "not JSON; a record in %s has no end; %llu byte%s cannot be used",
        t->what, (unsigned long long)lost, corr_plural(lost));
    t->in_item = false;
    return is_found && !corr_build_failed(t->b);
}

bool export_resume(export *t)
{
    if (!json_failed(&t->j) || corr_src_failed(t->in))
        return false;
    return t->in_item ? leave_item(t) : json_resume(&t->j, t->b);
}

/* ---- ids and times ------------------------------------------------------ */

/* Notes whether ids are written in a searchable form.  If they are, records
 * without the wanted id are skipped from now on. */
static void learn_ids(export *t, bool searched)
{
    if (searched && t->has_needles)
        t->only = &t->ids;
    t->knows_ids = true;
}

static void warn_id(corr_build *b, uint64_t at, corr_str id)
{
    corr_warn(
        b, at,
        "ids such as \"%.*s\" are not hex or base64; they are compared as text",
        id.n < 40 ? (int)id.n : 40, id.p);
}

corr_trace_id export_trace_text(corr_build *b, uint64_t at, corr_str text)
{
    corr_trace_id id;

    if (!corr_parse_trace_id(text, &id))
        warn_id(b, at, text);
    return id;
}

uint64_t export_span_text(corr_build *b, uint64_t at, corr_str text)
{
    uint64_t id;

    if (!corr_parse_span_id(text, &id))
        warn_id(b, at, text);
    return id;
}

/* An id written as a number; some files have signed halves of a trace id. */
static bool number_id(const json_val *v, uint64_t *id)
{
    int64_t n;

    if (v->type != JSON_NUMBER)
        return false;
    if (corr_str_u64(v->text, id))
        return true;
    if (!corr_str_i64(v->text, &n))
        return false;
    *id = (uint64_t)n;
    return true;
}

corr_trace_id export_trace_id(export *t, const json_val *v)
{
    corr_trace_id id = { 0, 0 };

    if (v->type == JSON_NONE)
        return id;
    if (number_id(v, &id.lo)) {
        if (!t->knows_ids)
            learn_ids(t, true);
        return id;
    }
    const corr_str text = json_str(v, &t->scratch);
    if (corr_str_eq(text, (corr_str){ t->last_text, t->last_n }))
        return t->last;
    if (!t->knows_ids)
        learn_ids(t, corr_parse_trace_id(text, &id));
    id = export_trace_text(t->b, t->at, text);
    if (text.n <= sizeof t->last_text) {
        memcpy(t->last_text, text.p, text.n);
        t->last_n = text.n;
        t->last = id;
    }
    return id;
}

uint64_t export_span_id(export *t, const json_val *v)
{
    uint64_t id = 0;

    if (v->type == JSON_NONE || number_id(v, &id))
        return id;
    return export_span_text(t->b, t->at, json_str(v, &t->scratch));
}

bool export_micros(export *t, const json_val *v, int64_t *ns)
{
    int64_t us;

    if (v->type == JSON_NONE || v->type == JSON_NULL || v->text.n == 0)
        return false;
    if (!json_i64(v, &us) || us < 0 || us > INT64_MAX / 1000) {
        corr_warn(t->b, t->at,
                  "times such as \"%.*s\" are not valid microseconds and count "
                  "as missing",
                  v->text.n < 40 ? (int)v->text.n : 40, v->text.p);
        return false;
    }
    *ns = us * 1000;
    return true;
}

/* ---- words -------------------------------------------------------------- */

const json_name export_kind_word[CORR_SPAN_KIND_COUNT] = {
    [CORR_SPAN_UNSPECIFIED] = JSON_NAME("unspecified"),
    [CORR_SPAN_INTERNAL] = JSON_NAME("internal"),
    [CORR_SPAN_SERVER] = JSON_NAME("server"),
    [CORR_SPAN_CLIENT] = JSON_NAME("client"),
    [CORR_SPAN_PRODUCER] = JSON_NAME("producer"),
    [CORR_SPAN_CONSUMER] = JSON_NAME("consumer"),
};

const json_name export_status_word[CORR_STATUS_COUNT] = {
    [CORR_STATUS_UNSET] = JSON_NAME("UNSET"),
    [CORR_STATUS_OK] = JSON_NAME("OK"),
    [CORR_STATUS_ERROR] = JSON_NAME("ERROR"),
};

/* The number of a word; 0: not in the list. */
static size_t find_word(const json_name *words, size_t n, corr_str word)
{
    const size_t i = json_find_name(words, n, 1, word);

    return i < n ? i : 0;
}

corr_span_kind export_kind(corr_str word)
{
    return (corr_span_kind)find_word(export_kind_word, CORR_SPAN_KIND_COUNT,
                                     word);
}

corr_status export_status(corr_str word)
{
    return (corr_status)find_word(export_status_word, CORR_STATUS_COUNT, word);
}

/* ---- tags --------------------------------------------------------------- */

export_type export_type_of(const json_val *v)
{
    int64_t n;

    if (v->type == JSON_TRUE || v->type == JSON_FALSE)
        return EXPORT_BOOL;
    if (v->type != JSON_NUMBER)
        return EXPORT_TEXT;
    return corr_str_i64(v->text, &n) ? EXPORT_INT : EXPORT_REAL;
}

bool export_push_typed(corr_build *b, corr_str key, export_type type,
                       const json_val *v)
{
    int64_t n;
    double x;

    if (type == EXPORT_BOOL)
        corr_push_bool(b, key, corr_str_is(v->text, "true"));
    else if (type == EXPORT_INT && json_i64(v, &n))
        corr_push_int(b, key, n, (corr_str){ "", 0 });
    else if (type == EXPORT_REAL && json_real(v, &x))
        corr_push_real(b, key, x);
    else
        return false;
    return true;
}

void export_push(export *t, corr_str key, export_type type, const json_val *v)
{
    if (export_push_typed(t->b, key, type, v))
        return;
    if (v->type == JSON_OBJECT || v->type == JSON_ARRAY)
        corr_push_json(t->b, key, v->text);
    else
        corr_push_label(t->b, key, json_str(v, &t->scratch));
}

/* ---- rows --------------------------------------------------------------- */

corr_proc export_proc(export *t, corr_labels resource)
{
    bool is_new = true;

    if (!resource.i)
        return (corr_proc){ 0 };
    uint32_t *proc = corr_map_u64(&t->procs, resource.i, &is_new);
    if (proc && !is_new)
        return (corr_proc){ *proc };
    const corr_proc added = corr_add_proc(t->b, resource);
    if (proc)
        *proc = added.i;
    return added;
}
