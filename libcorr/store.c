#include "store.h"

#include <stdarg.h>
#include <stdio.h>

#include "base.h"
#include "join.h"
#include "tie.h"

corr_store *corr_store_new(const corr_format *const *formats, corr_err *err)
{
    corr_store *st = calloc(1, sizeof *st);

    if (!st)
        corr_fail(err, CORR_ENOMEM, "out of memory");
    else
        st->formats = formats;
    return st;
}

void store_forget(corr_store *st)
{
    join_free(st->join);
    st->join = NULL;
    spans_clear(&st->spans);
    st->tie.n = st->kind_facts.n = st->kind_at.n = 0;
    st->services.n = st->joined.n = st->warning.n = 0;
    st->prepared = false;
}

void corr_store_free(corr_store *st)
{
    if (!st)
        return;
    store_forget(st);
    for (size_t i = 0; i < st->input.n; i++) {
        input_clear(st->input.v[i]);
        free(st->input.v[i]);
    }
    vec_free(&st->input);
    vec_free(&st->tie);
    vec_free(&st->warning);
    vec_free(&st->kind_facts);
    vec_free(&st->kind_at);
    vec_free(&st->services);
    vec_free(&st->joined);
    alias_clear(&st->aliases);
    corr_arena_clear(&st->arena);
    free(st);
}

/* ---- texts and warnings ------------------------------------------------ */

CORR_PRINTF(2, 0)
static char *format_text(corr_store *st, const char *what, va_list ap)
{
    char text[512];

    vsnprintf(text, sizeof text, what, ap);
    size_t n = strlen(text) + 1;
    char *copy = corr_arena_alloc(&st->arena, 1, n);
    if (copy)
        memcpy(copy, text, n);
    return copy;
}

const char *store_text(corr_store *st, const char *what, ...)
{
    va_list ap;

    va_start(ap, what);
    const char *text = format_text(st, what, ap);
    va_end(ap);
    return text;
}

void store_warn(corr_store *st, const char *code, const char *what, ...)
{
    for (size_t i = 0; i < st->warning.n; i++)
        if (st->warning.v[i].format == what) {
            st->warning.v[i].count++;
            return;
        }
    va_list ap;
    va_start(ap, what);
    char *text = format_text(st, what, ap);
    va_end(ap);
    const warning w = { .format = what,
                        .code = code,
                        .text = text,
                        .offset = CORR_NO_OFFSET,
                        .count = 1 };
    if (text && !vec_push(&st->warning, w))
        return; /* a note lost to a full memory: the answer will fail too */
}

size_t corr_warnings(const corr_store *st)
{
    size_t n = st->warning.n;

    for (size_t i = 0; i < st->input.n; i++)
        n += st->input.v[i]->warning.n;
    return n;
}

corr_warning corr_warning_at(const corr_store *st, size_t i)
{
    const warning *w = NULL;
    int which = -1;

    for (size_t k = 0; k < st->input.n && !w; k++) {
        if (i < st->input.v[k]->warning.n) {
            w = &st->input.v[k]->warning.v[i];
            which = (int)k;
        } else {
            i -= st->input.v[k]->warning.n;
        }
    }
    w = w ? w : &st->warning.v[i];
    return (corr_warning){ .code = w->code,
                           .text = w->text,
                           .field = "",
                           .input = which,
                           .offset = w->offset,
                           .line = w->line,
                           .count = w->count,
                           .changes_meaning = w->damage || *w->code };
}

/* ---- inputs ---------------------------------------------------------------- */

size_t corr_inputs(const corr_store *st)
{
    return st->input.n;
}

size_t corr_ignored(const corr_store *st)
{
    return st->ignored;
}

/* The text of a member of the process that recorded an input's samples; with
 * spans of one process only, of that. */
static const proc_row *proc_of_input(const input *in)
{
    if (in->owner)
        return &in->proc.v[in->owner];
    return in->proc.n == 2 ? &in->proc.v[1] : NULL;
}

static void add_process(corr_input *x, const corr_store *st, const input *in,
                        const tie *t)
{
    const proc_row *p = proc_of_input(in);

    if (p) {
        x->service = input_text(in, p->service);
        x->version = input_text(in, p->version);
        x->host = input_text(in, p->host);
        x->pid = p->pid;
    }
    if (t && t->service && !x->service.n) {
        x->service = st->spans.service.v[t->service];
        x->service_assumed = t->assumed;
    }
}

corr_input corr_input_at(const corr_store *st, size_t i)
{
    const input *in = st->input.v[i];
    const tie *t = i < st->tie.n ? &st->tie.v[i] : NULL;
    corr_input x = {
        .path = in->path,
        .format = in->format ? in->format->name : "",
        .title = in->format ? in->format->title : "",
        .producer = { "", 0 },
        .service = { "", 0 },
        .version = { "", 0 },
        .host = { "", 0 },
        .bytes = in->bytes,
        .from = CORR_NO_TIME,
        .to = CORR_NO_TIME,
        .err = in->err,
    };

    if (in->err.code) {
        x.why_not = in->err.what;
        return x;
    }
    x.producer = input_text(in, in->producer);
    x.from = in->from;
    x.to = in->to;
    x.damaged = in->damaged;
    x.lost_bytes = in->lost_bytes;
    x.lost_events = in->lost_events;
    x.lost_ns = in->lost_ns;
    x.spans = in->span.n - 1;
    x.traces = in->trace.n - 1;
    add_process(&x, st, in, t);
    x.used = !t || t->used;
    x.why_not = t ? t->why_not : NULL;
    x.scope = t ? t->scope : CORR_SCOPE_NONE;
    if (t && i + 1 < st->kind_at.n) {
        x.kinds = st->kind_facts.v + st->kind_at.v[i];
        x.nkinds = st->kind_at.v[i + 1] - st->kind_at.v[i];
    }
    x.nsettings = in->setting.n;
    return x;
}

corr_str corr_input_setting(const corr_store *st, size_t i, size_t k,
                            corr_str *value)
{
    const input *in = st->input.v[i];

    *value = input_text(in, in->setting.v[k].value);
    return input_text(in, in->setting.v[k].name);
}

/* ---- preparing --------------------------------------------------------------- */

static corr_kind_facts sum_kind(const input *in, const segment *s)
{
    const kind_row *k = &in->kind.v[s->kind];
    const corr_want w = { .needs = in->needs };
    bool labels = corr_wants(&w, CORR_NEED_LABELS);
    bool times = corr_wants(&w, CORR_NEED_TIME);
    corr_kind_facts f = { .kind = input_text(in, k->name),
                          .type = input_text(in, k->type),
                          .unit = k->unit,
                          .period = k->period,
                          .is_default = k->flags & CORR_KIND_DEFAULT,
                          .cumulative = k->flags & CORR_KIND_CUMULATIVE,
                          .with_span = labels ? 0 : -1,
                          .with_trace = labels ? 0 : -1,
                          .with_time = times ? 0 : -1,
                          .with_thread = labels ? 0 : -1 };

    for (size_t i = 0; i < s->n; i++) {
        int64_t obs = s->obs ? s->obs[i] : 1;
        bool span = s->span && s->span[i];
        bool request = (s->root && s->root[i]) ||
                       (s->trace && (s->trace[2 * i] | s->trace[2 * i + 1]));
        f.samples = add_clamped(f.samples, obs);
        f.total = add_clamped(f.total, s->value[i]);
        f.with_span += labels && span ? obs : 0;
        f.with_trace += labels && (span || request) ? obs : 0;
        f.with_time += times && s->time && s->time[i] != CORR_NO_TIME ? obs : 0;
        f.with_thread += labels && s->thread && s->thread[i] ? obs : 0;
    }
    if (k->flags & CORR_KIND_NO_COUNT)
        f.samples = -1;
    return f;
}

static bool list_kinds(corr_store *st)
{
    for (size_t i = 0; i < st->input.n; i++) {
        const input *in = st->input.v[i];
        if (!vec_push(&st->kind_at, (uint32_t)st->kind_facts.n))
            return false;
        for (size_t s = 1; s < in->segment.n; s++)
            if (!vec_push(&st->kind_facts, sum_kind(in, &in->segment.v[s])))
                return false;
    }
    return vec_push(&st->kind_at, (uint32_t)st->kind_facts.n);
}

corr_code store_prepare(corr_store *st, corr_err *err)
{
    if (st->prepared)
        return CORR_OK;
    store_forget(st);
    bool ok = spans_of(&st->spans, st->input.v, st->input.n) &&
              list_kinds(st) && tie_inputs(st);
    if (!ok) {
        store_forget(st);
        return corr_fail(err, CORR_ENOMEM, "out of memory");
    }
    if (st->spans.copies)
        store_warn(st, "DUPLICATE_SPANS",
                   "%llu records are copies of spans that other records hold: "
                   "each is counted once",
                   (unsigned long long)st->spans.copies);
    st->prepared = true;
    return CORR_OK;
}

corr_code corr_prepare(corr_store *st, corr_err *err)
{
    return store_prepare(st, err);
}

corr_code store_join(corr_store *st, corr_err *err)
{
    corr_code code = store_prepare(st, err);

    if (code || st->join)
        return code;
    st->join = join_of(st);
    return st->join ? CORR_OK : corr_fail(err, CORR_ENOMEM, "out of memory");
}

/* ---- services ------------------------------------------------------------------ */

static bool add_version(corr_store *st, corr_str *list, corr_str version)
{
    corr_str rest = *list;
    corr_str one;

    if (!version.n)
        return true;
    while (list->n && corr_str_next(&rest, ',', &one))
        if (corr_str_eq(corr_str_trim(one), version))
            return true;
    const char *text = list->n
                           ? store_text(st, "%.*s, %.*s", CORR_STR_ARG(*list),
                                        CORR_STR_ARG(version))
                           : store_text(st, "%.*s", CORR_STR_ARG(version));
    *list = corr_str_of(text);
    return text != NULL;
}

static bool list_services(corr_store *st)
{
    const spans *s = &st->spans;
    size_t nservice = s->service.n;
    vec(uint32_t) last_trace = { 0 };
    bool ok = true;

    for (size_t i = 0; ok && i < nservice; i++)
        ok = vec_push(&st->services, (corr_service){ .name = s->service.v[i],
                                                     .versions = { "", 0 } }) &&
             vec_push(&last_trace, UINT32_MAX);
    for (size_t p = 1; ok && p < s->service_of.n; p++)
        st->services.v[s->service_of.v[p]].instances++;
    for (uint32_t i = 1; ok && i < s->at.n; i++) {
        uint32_t service = spans_service(s, i);
        corr_service *row = &st->services.v[service];
        const input *in = st->input.v[s->at.v[i].input];
        const span_row *span = store_span(st, i);
        row->spans++;
        if (last_trace.v[service] != s->trace_of.v[i]) {
            row->traces++;
            last_trace.v[service] = s->trace_of.v[i];
            ok = add_version(st, &row->versions,
                             input_text(in, in->proc.v[span->proc].version));
        }
    }
    vec_free(&last_trace);
    return ok;
}

size_t corr_services(corr_store *st)
{
    if (store_prepare(st, NULL) != CORR_OK)
        return 0;
    if (st->services.n == 0 && !list_services(st))
        st->services.n = 0;
    return st->services.n;
}

corr_service corr_service_at(corr_store *st, size_t i)
{
    return st->services.v[i];
}
