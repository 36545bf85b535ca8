#include "store/store.h"

#include <unistd.h>

#include "store/selected_part.h"

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
    st->warning.n = st->ahead_prepared.n = st->ahead_joined.n = 0;
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
    vec_free(&st->loading);
    vec_free(&st->ahead_prepared);
    vec_free(&st->ahead_joined);
    vec_free(&st->kind_facts);
    vec_free(&st->kind_at);
    vec_free(&st->services);
    vec_free(&st->joined);
    vec_free(&st->selected);
    label_alias_clear(&st->aliases);
    file_labels_clear(&st->map);
    file_labels_clear(&st->service_of);
    corr_arena_clear(&st->arena);
    for (size_t i = 0; i < st->passed.n; i++)
        free(st->passed.v[i]);
    vec_free(&st->passed);
    for (size_t i = 0; i < st->memory.n; i++)
        close(st->memory.v[i]);
    vec_free(&st->memory);
    free(st);
}

corr_code corr_label_files(corr_store *st, corr_str text, const char *name,
                           corr_err *err)
{
    return file_labels_read(&st->map, text, name, err);
}

corr_code corr_service_of(corr_store *st, corr_str pattern, corr_str service,
                          corr_err *err)
{
    return file_labels_add(&st->service_of, pattern, CORR_STR("service.name"),
                           service, err);
}

/* ---- texts and warnings --------------------------------------------- */

const char *store_text(corr_store *st, const char *what, ...)
{
    va_list ap;

    va_start(ap, what);
    const char *text = corr_arena_vprint(&st->arena, what, ap);
    va_end(ap);
    return text;
}

size_t corr_warnings(const corr_store *st)
{
    size_t n = st->loading.n + st->warning.n;

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

/* Whether a warning about the sampler is shown with the numbers instead.  It
 * would repeat for each input. */
static bool is_shown_elsewhere(const input *in, const warning *w)
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
    if (!w)
        w = i < st->loading.n ? &st->loading.v[i]
                              : &st->warning.v[i - st->loading.n];
    uint64_t offset = w->offset;
    const src_file *p =
        which < 0 ? NULL : input_piece_at(st->input.v[which], &offset);
    return (corr_warning){ .code = w->code,
                           .text = w->text,
                           .field = "",
                           .input = which,
                           .file = p ? p->show : NULL,
                           .offset = offset,
                           .line = w->line,
                           .count = w->count,
                           .changes_meaning =
                               w->damage ||
                               (*w->code &&
                                !(which >= 0 &&
                                  is_shown_elsewhere(st->input.v[which], w))) };
}

/* ---- inputs --------------------------------------------------------- */

bool store_adopt(corr_store *st, input *in)
{
    if (!vec_reserve(&st->input, 1) || !vec_push(&st->loaded, in))
        return false;
    st->input.v[st->input.n++] = in;
    return true;
}

SORT_POINTERS_BY(input_by_path, input, ASC_CHARS(file.path),
                 ASC_CHARS(file.named), ASC(group), ASC(file.nth))

void store_sort(corr_store *st)
{
    vec_sort(&st->loaded, input_by_path);
    for (size_t i = 0; i < st->loaded.n; i++)
        st->input.v[i] = st->loaded.v[i];
}

input *store_unread(corr_store *st, uint32_t i)
{
    return st->loaded.v[i]->file.held ? st->loaded.v[i] : NULL;
}

size_t corr_inputs(const corr_store *st)
{
    return st->input.n;
}

size_t corr_ignored(const corr_store *st)
{
    return st->ignored;
}

size_t corr_passed(const corr_store *st)
{
    return st->passed.n;
}

const char *corr_passed_at(const corr_store *st, size_t i)
{
    return st->passed.v[i];
}

/* The process that recorded an input's samples; without samples, the only
 * process of its spans. */
static const proc_row *proc_of_input(const input *in)
{
    if (in->process.owner)
        return &in->proc.v[in->process.owner];
    return in->proc.n == 2 ? &in->proc.v[1] : NULL;
}

static void add_process(corr_input *x, const corr_store *st, const input *in,
                        const process_match *t)
{
    const proc_row *p = proc_of_input(in);

    if (p) {
        x->process.service = input_text(in, p->service);
        x->process.version = input_text(in, p->version);
        x->process.host = input_text(in, p->host);
        x->process.pid = p->pid;
    }
    x->process.language = input_text(in, in->process.language);
    x->process.length = in->process.length;
    x->process.tied = t && t->tied;
    x->process.one_of_several = t && t->service && !t->proc;
    if (t && t->service && !x->process.service.n) {
        x->process.service = st->spans.service.v[t->service];
        x->process.assumed = t->assumed;
        x->process.by_file = t->by_file;
        x->process.by_pid = t->by_pid;
    }
}

static void add_metrics(corr_input *x, const input *in)
{
    x->is_traces = in->format && in->format->traces;
    x->is_metrics = in->format && in->format->metrics;
    x->series = in->metric.n;
    x->points = in->metric.points;
    x->exemplars = in->exemplar.n;
    x->is_alerts = x->is_metrics && in->format->alerts;
    x->resolution = in->metric.n ? in->metric.step : 0;
}

corr_input corr_input_at(const corr_store *st, size_t i)
{
    const input *in = st->input.v[i];
    const process_match *t = i < st->match.n ? &st->match.v[i] : NULL;
    corr_input x = {
        .path = in->file.path,
        .format = in->format ? in->format->name : "",
        .title = in->format ? in->format->title : "",
        .producer = { "", 0 },
        .process.service = { "", 0 },
        .process.version = { "", 0 },
        .process.host = { "", 0 },
        .process.language = { "", 0 },
        .bytes = in->file.bytes,
        .files = in->file.npiece ? in->file.npiece : !in->file.is_rest,
        .from = CORR_NO_TIME,
        .to = CORR_NO_TIME,
        .is_cut = in->window.is_asked,
        .err = in->err,
    };

    if (in->err.code) {
        x.why_not = in->err.what;
        return x;
    }
    x.producer = input_text(in, in->producer);
    x.from = in->from;
    x.to = in->to;
    x.lost.damaged = in->lost.damaged;
    x.window_from_name = has_note(in, "WINDOW_FROM_NAME");
    x.lost.bytes = in->lost.bytes;
    x.lost.events = in->lost.events;
    x.lost.ns = in->lost.ns;
    x.asked_service = in->fetched.service;
    x.has_yield = in->cpu.has_yield || (t && t->has_yield);
    x.yield = in->cpu.has_yield || !t ? in->cpu.yield : t->yield;
    x.rescaled = in->cpu.rescaled;
    x.block.name = in->block.n && in->format ? in->format->block : NULL;
    x.block.n = in->block.n;
    x.block.nbroken = in->block.nbroken;
    x.block.whole_from = in->block.whole_from;
    x.block.whole_to = in->block.whole_to;
    x.clock.is_own = in->clock.kind == CORR_CLOCK_OWN;
    x.clock.is_told = in->clock.is_told;
    x.clock.is_found = in->clock.is_found;
    x.clock.u = in->clock.shift_u;
    x.clock.shift = in->clock.shift;
    x.is_profile = in->kind.n > 1;
    x.spans = in->window.is_set ? in->window.spans
                                : in->span.n - 1 + in->lost.idless_spans;
    x.traces = in->window.is_set ? in->window.traces : in->trace.n - 1;
    add_metrics(&x, in);
    add_process(&x, st, in, t);
    x.used = !t || t->used;
    x.why_not = t ? t->why_not : NULL;
    x.scope = t ? t->scope : CORR_SCOPE_NONE;
    x.is_repeated = t && selected_part_is_repeated(st, (uint32_t)i);
    if (t && i + 1 < st->kind_at.n) {
        x.nkinds = st->kind_at.v[i + 1] - st->kind_at.v[i];
        x.kinds = x.nkinds ? st->kind_facts.v + st->kind_at.v[i] : NULL;
    }
    x.nsettings = in->setting.n;
    return x;
}

bool corr_input_broken(const corr_store *st, size_t i, size_t k,
                       corr_broken *broken)
{
    const input *in = st->input.v[i];

    if (k >= in->block.broken.n)
        return false;
    const broken_row *b = &in->block.broken.v[k];
    uint64_t offset = b->block.at;
    const src_file *p = input_piece_at(in, &offset);
    *broken = (corr_broken){ .number = b->number,
                             .file = p ? p->show : in->file.path,
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
