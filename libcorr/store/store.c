#include "store/store.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/base.h"
#include "corr_sort.h"
#include "store/edition.h"

corr_store *corr_store_new(const corr_format *const *formats, corr_err *err)
{
    corr_store *st = calloc(1, sizeof *st);

    if (!st)
        corr_no_memory(err);
    else
        st->formats = formats;
    return st;
}

void store_forget(corr_store *st)
{
    if (st->forget)
        st->forget(st);
    st->forget = NULL;
    edition_forget(st);
    st->warning.n = 0;
    st->prepared = false;
}

void corr_store_free(corr_store *st)
{
    if (!st)
        return;
    store_forget(st);
    for (size_t i = 0; i < st->loaded.n; i++) {
        input_clear(st->loaded.v[i]);
        free(st->loaded.v[i]);
    }
    vec_free(&st->input);
    vec_free(&st->loaded);
    vec_free(&st->vote);
    vec_free(&st->match);
    vec_free(&st->warning);
    vec_free(&st->kind_facts);
    vec_free(&st->kind_at);
    vec_free(&st->services);
    vec_free(&st->joined);
    alias_clear(&st->aliases);
    labelmap_clear(&st->map);
    corr_arena_clear(&st->arena);
    free(st->passed_name);
    free(st);
}

corr_code corr_label_files(corr_store *st, corr_str text, const char *name,
                           corr_err *err)
{
    return labelmap_read(&st->map, text, name, err);
}

/* ---- texts and warnings ------------------------------------------------ */

static char *copy_text(corr_store *st, const char *text)
{
    const size_t n = strlen(text) + 1;
    char *copy = corr_arena_alloc(&st->arena, 1, n);

    if (copy)
        memcpy(copy, text, n);
    return copy;
}

CORR_PRINTF(2, 0)
static char *format_text(corr_store *st, const char *what, va_list ap)
{
    char text[512];

    vsnprintf(text, sizeof text, what, ap);
    return copy_text(st, text);
}

const char *store_text(corr_store *st, const char *what, ...)
{
    va_list ap;

    va_start(ap, what);
    const char *text = format_text(st, what, ap);
    va_end(ap);
    return text;
}

/* A note lost to a full memory is no matter: the answer will fail too. */
static void add_warning(corr_store *st, const char *code, const char *format,
                        char *text)
{
    const warning w = { .format = format,
                        .code = code,
                        .text = text,
                        .offset = CORR_NO_OFFSET,
                        .count = 1 };

    if (text && !vec_push(&st->warning, w))
        return;
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
    add_warning(st, code, what, format_text(st, what, ap));
    va_end(ap);
}

void store_warn_text(corr_store *st, const char *code, const char *text)
{
    for (size_t i = 0; i < st->warning.n; i++)
        if (strcmp(st->warning.v[i].text, text) == 0)
            return;
    add_warning(st, code, NULL, copy_text(st, text));
}

size_t corr_warnings(const corr_store *st)
{
    size_t n = st->warning.n;

    for (size_t i = 0; i < st->input.n; i++)
        n += st->input.v[i]->warning.n;
    return n;
}

static bool has_note(const input *in, const char *code)
{
    for (size_t i = 0; i < in->warning.n; i++)
        if (strcmp(in->warning.v[i].code, code) == 0)
            return true;
    return false;
}

/* What is known of samples that are not CPU time is no news with each of them:
 * it stands beside the numbers. */
static bool is_told_once(const input *in, const warning *w)
{
    static const char *const codes[] = { "SAMPLER_NOT_CPU", "SAMPLER_BIAS",
                                         "YIELD" };

    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (strcmp(w->code, codes[i]) == 0)
            return has_note(in, codes[0]);
    return false;
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
    uint64_t offset = w->offset;
    const src_file *p =
        which < 0 ? NULL : input_piece_at(st->input.v[which], &offset);
    return (corr_warning){
        .code = w->code,
        .text = w->text,
        .field = "",
        .input = which,
        .file = p ? p->show : NULL,
        .offset = offset,
        .line = w->line,
        .count = w->count,
        .changes_meaning =
            w->damage ||
            (*w->code && !(which >= 0 && is_told_once(st->input.v[which], w)))
    };
}

/* ---- inputs ---------------------------------------------------------------- */

bool store_adopt(corr_store *st, input *in)
{
    if (!vec_reserve(&st->input, 1) || !vec_push(&st->loaded, in))
        return false;
    st->input.v[st->input.n++] = in;
    return true;
}

SORT_POINTERS_BY(input_by_path, input, ASC_CHARS(path), ASC_CHARS(file),
                 ASC(group))

void store_sort(corr_store *st)
{
    if (st->loaded.n)
        qsort(st->loaded.v, st->loaded.n, sizeof *st->loaded.v, input_by_path);
    for (size_t i = 0; i < st->loaded.n; i++)
        st->input.v[i] = st->loaded.v[i];
}

input *store_unread(corr_store *st, uint32_t i)
{
    return st->loaded.v[i]->held ? st->loaded.v[i] : NULL;
}

size_t corr_inputs(const corr_store *st)
{
    return st->input.n;
}

size_t corr_ignored(const corr_store *st)
{
    return st->ignored;
}

size_t corr_passed(const corr_store *st, const char **name)
{
    *name = st->passed_name;
    return st->passed;
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
                        const process_match *t)
{
    const proc_row *p = proc_of_input(in);

    if (p) {
        x->service = input_text(in, p->service);
        x->version = input_text(in, p->version);
        x->host = input_text(in, p->host);
        x->pid = p->pid;
    }
    x->tied = t && t->tied;
    x->one_of_several = t && t->service && !t->proc;
    if (t && t->service && !x->service.n) {
        x->service = st->spans.service.v[t->service];
        x->service_assumed = t->assumed;
        x->service_by_pid = t->by_pid;
    }
}

static void add_metrics(corr_input *x, const input *in)
{
    x->is_traces = in->format && in->format->traces;
    x->is_metrics = in->format && in->format->metrics;
    x->series = in->nmetric;
    x->points = in->nmetric ? in->point.n : 0;
    x->is_alerts = x->is_metrics && in->format->alerts;
    x->resolution = in->nmetric ? in->step : 0;
}

corr_input corr_input_at(const corr_store *st, size_t i)
{
    const input *in = st->input.v[i];
    const process_match *t = i < st->match.n ? &st->match.v[i] : NULL;
    corr_input x = {
        .path = in->path,
        .format = in->format ? in->format->name : "",
        .title = in->format ? in->format->title : "",
        .producer = { "", 0 },
        .service = { "", 0 },
        .version = { "", 0 },
        .host = { "", 0 },
        .bytes = in->bytes,
        .files = in->npiece ? in->npiece : !in->is_rest,
        .from = CORR_NO_TIME,
        .to = CORR_NO_TIME,
        .is_cut = in->is_cut,
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
    x.window_from_name = has_note(in, "WINDOW_FROM_NAME");
    x.lost_bytes = in->lost_bytes;
    x.lost_events = in->lost_events;
    x.lost_ns = in->lost_ns;
    x.has_yield = in->has_yield || (t && t->has_yield);
    x.yield = in->has_yield || !t ? in->yield : t->yield;
    x.rescaled = in->rescaled;
    x.block = in->nblock && in->format ? in->format->block : NULL;
    x.blocks = in->nblock;
    x.broken = in->nbroken;
    x.whole_from = in->whole_from;
    x.whole_to = in->whole_to;
    x.own_clock = in->clock == CORR_CLOCK_OWN;
    x.clock_told = in->clock_told;
    x.clock_shift = in->shift;
    x.spans =
        in->has_window ? in->win_spans : in->span.n - 1 + in->idless_spans;
    x.traces = in->has_window ? in->win_traces : in->trace.n - 1;
    add_metrics(&x, in);
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

bool corr_input_broken(const corr_store *st, size_t i, size_t k,
                       corr_broken *broken)
{
    const input *in = st->input.v[i];

    if (k >= in->broken.n)
        return false;
    const broken_row *b = &in->broken.v[k];
    uint64_t offset = b->block.at;
    const src_file *p = input_piece_at(in, &offset);
    *broken = (corr_broken){ .number = b->number,
                             .file = p ? p->show : in->path,
                             .bytes = b->block.bytes,
                             .read = b->block.read,
                             .to = b->block.to,
                             .types_of = b->block.types_of,
                             .open = b->block.open };
    return true;
}

corr_str corr_input_setting(const corr_store *st, size_t i, size_t k,
                            corr_str *value)
{
    const input *in = st->input.v[i];

    *value = input_text(in, in->setting.v[k].value);
    return input_text(in, in->setting.v[k].name);
}
