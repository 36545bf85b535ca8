#include "model/input.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/base.h"
#include "base/id.h"
#include "base/utf8.h"
#include "corr_sort.h"
#include "model/segment.h"

void input_clear(input *in)
{
    for (size_t i = 0; i < in->segment.n; i++)
        segment_clear(&in->segment.v[i]);
    vec_free(&in->text);
    vec_free(&in->text_at);
    vec_free(&in->func);
    vec_free(&in->frame);
    narrow_clear(&in->stack.frame);
    vec_free(&in->stack.at);
    vec_free(&in->stack.n);
    vec_free(&in->label.key);
    vec_free(&in->label.text);
    vec_free(&in->label.type);
    vec_free(&in->label.num);
    vec_free(&in->label.set_at);
    vec_free(&in->label.set_n);
    vec_free(&in->label.set_ids);
    vec_free(&in->proc);
    vec_free(&in->thread);
    vec_free(&in->kind);
    vec_free(&in->span);
    vec_free(&in->trace);
    vec_free(&in->event);
    vec_free(&in->link);
    vec_free(&in->segment);
    vec_free(&in->series);
    vec_free(&in->point);
    vec_free(&in->loss);
    vec_free(&in->asked);
    vec_free(&in->block.broken);
    vec_free(&in->setting);
    vec_free(&in->warning);
    vec_free(&in->calls.side);
    vec_free(&in->calls.clock);
    vec_free(&in->told);
    corr_arena_clear(&in->arena);
    free(in->file.path);
    free(in->file.opened);
    for (size_t i = 0; i < in->file.npiece; i++) {
        free(in->file.piece[i].file);
        free(in->file.piece[i].show);
    }
    free(in->file.piece);
    free(in->file.part);
    if (in->file.spool)
        close(in->file.spool - 1);
    corr_src_close(in->file.held);
    *in = (input){ 0 };
}

void input_show_parts(const input *in, corr_src *src)
{
    if (in->file.npart)
        src_only(src, in->file.part, in->file.npart, NULL, NULL);
}

const src_file *input_piece_at(const input *in, uint64_t *offset)
{
    size_t i = in->file.npiece;

    if (!i || *offset == CORR_NO_OFFSET)
        return NULL;
    while (i > 1 && (in->file.piece[i - 1].at == 0 ||
                     in->file.piece[i - 1].at > *offset))
        i--;
    *offset -= in->file.piece[i - 1].at;
    return &in->file.piece[i - 1];
}

corr_frame_view input_frame(const input *in, uint32_t frame)
{
    const frame_row *f = &in->frame.v[frame];
    const func_row *fn = &in->func.v[f->func];

    return (corr_frame_view){ .function = input_text(in, fn->name),
                              .module = input_text(in, fn->module),
                              .file = input_text(in, fn->file),
                              .line = f->line,
                              .type = (corr_frame_type)f->type,
                              .address = f->address };
}

corr_str corr_frame_name(const corr_frame_view *f,
                         char buf[CORR_FRAME_NAME_MAX])
{
    const unsigned long long address = f->address;
    corr_str file = corr_str_base(f->module);

    if (f->function.n)
        return f->function;
    if (file.n == 0)
        file = f->module;
    if (file.n == 0 && address == 0)
        return CORR_STR("<unknown>");
    file.n = file.n < 256 ? file.n : 256;
    if (address == 0)
        snprintf(buf, CORR_FRAME_NAME_MAX, "[%.*s]", CORR_STR_ARG(file));
    else if (file.n)
        snprintf(buf, CORR_FRAME_NAME_MAX, "%.*s+0x%llx", CORR_STR_ARG(file),
                 address);
    else
        snprintf(buf, CORR_FRAME_NAME_MAX, "0x%llx", address);
    return corr_str_of(buf);
}

corr_str input_func_name(const input *in, uint32_t func,
                         char buf[CORR_FRAME_NAME_MAX])
{
    const func_row *fn = &in->func.v[func];

    return corr_frame_name(
        &(corr_frame_view){ .function = input_text(in, fn->name),
                            .module = input_text(in, fn->module) },
        buf);
}

corr_label input_label(const input *in, uint32_t set, uint32_t i)
{
    size_t at = in->label.set_at.v[set] + i;
    corr_label l = { .key = input_text(in, in->label.key.v[at]),
                     .text = input_text(in, in->label.text.v[at]),
                     .type = (corr_value_type)in->label.type.v[at],
                     .num = in->label.num.v[at] };

    if (l.type == CORR_VALUE_REAL)
        memcpy(&l.real, &l.num, sizeof l.real);
    return l;
}

int64_t input_unsampled(const input *in, int64_t from, int64_t to)
{
    int64_t ns = 0;

    for (size_t k = 0; k < in->asked.n; k++) {
        const asked_row *r = &in->asked.v[k];
        const int64_t part =
            sub_clamped(min_i64(to, r->to), max_i64(from, r->from));
        if (input_is_unsampled(r) && part > 0)
            ns = add_clamped(ns, part);
    }
    return ns;
}

bool input_find_label(const input *in, uint32_t set, corr_str key,
                      corr_label *label)
{
    for (uint32_t i = 0; i < in->label.set_n.v[set]; i++) {
        const corr_label l = input_label(in, set, i);
        if (corr_str_eq(l.key, key)) {
            *label = l;
            return true;
        }
    }
    return false;
}

uint32_t input_trace(const input *in, corr_trace_id id)
{
    const size_t n = in->trace.n;
    size_t lo = 1;

    LOWER_BOUND(lo, n, i, trace_cmp(in->trace.v[i].id, id) < 0);
    return lo < n && trace_cmp(in->trace.v[lo].id, id) == 0 ? (uint32_t)lo : 0;
}

/* ---- invariants -------------------------------------------------------- */

static const char *check_text(const input *in)
{
    for (size_t i = 0; i + 1 < in->text_at.n; i++) {
        uint64_t bad;
        if (in->text_at.v[i] >= in->text_at.v[i + 1] ||
            in->text_at.v[i + 1] > in->text.n)
            return "text out of its bytes";
        utf8_repaired_size(input_text(in, (uint32_t)i), &bad);
        if (bad)
            return "text that is not UTF-8";
    }
    return NULL;
}

static const char *check_frames(const input *in)
{
    size_t ntext = in->text_at.n - 1;

    for (size_t i = 0; i < in->func.n; i++)
        if (in->func.v[i].name >= ntext || in->func.v[i].file >= ntext ||
            in->func.v[i].module >= ntext)
            return "a function without text";
    for (size_t i = 0; i < in->frame.n; i++)
        if (in->frame.v[i].func >= in->func.n ||
            in->frame.v[i].type >= CORR_FRAME_TYPE_COUNT)
            return "a frame without function";
    for (size_t i = 0; i < in->stack.frame.n; i++)
        if (narrow_at(&in->stack.frame, i) >= in->frame.n)
            return "a stack without frame";
    for (size_t i = 0; i < in->stack.at.n; i++)
        if ((size_t)in->stack.at.v[i] + in->stack.n.v[i] > in->stack.frame.n)
            return "a stack out of its frames";
    return NULL;
}

static const char *check_labels(const input *in)
{
    size_t ntext = in->text_at.n - 1;

    for (size_t i = 0; i < in->label.key.n; i++)
        if (in->label.key.v[i] >= ntext || in->label.text.v[i] >= ntext)
            return "a label without text";
    for (size_t i = 0; i < in->label.set_at.n; i++)
        if ((size_t)in->label.set_at.v[i] + in->label.set_n.v[i] >
            in->label.key.n)
            return "a set out of its labels";
    return in->label.set_ids.n == in->label.set_at.n ? NULL
                                                     : "sets without ids";
}

static const char *check_packed(const input *in, const packed_rows *p)
{
    packed_rows_place at = { 0 };
    uint32_t thread;
    int64_t time;
    size_t n = 0;

    for (; packed_rows_take(p, &at, &thread, &time, 1); n++)
        if (thread >= in->thread.n)
            return "a packed sample without thread";
    return n == p->n && !at.failed ? NULL : "packed samples that are not there";
}

static const char *check_samples(const input *in)
{
    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        const char *wrong = check_packed(in, &g->packed);
        if (wrong)
            return wrong;
        for (size_t i = 0; i < g->n; i++) {
            if (segment_stack(g, i) >= in->stack.at.n)
                return "a sample without stack";
            if (g->trace && g->trace[i] >= g->trace_id.n)
                return "a sample without its trace";
            if (g->labels && g->labels[i] >= in->label.set_at.n)
                return "a sample without labels";
            if (g->thread && g->thread[i] >= in->thread.n)
                return "a sample without thread";
            if (g->other && g->other[i] >= in->thread.n)
                return "a sample without its other thread";
            if (g->time && i && g->time[i - 1] > g->time[i])
                return "samples out of order";
        }
    }
    return NULL;
}

static const char *check_spans(const input *in)
{
    size_t ntext = in->text_at.n - 1;

    for (size_t i = 1; i < in->span.n; i++) {
        const span_row *s = &in->span.v[i];
        if (s->name >= ntext || s->status_text >= ntext ||
            s->proc >= in->proc.n || s->thread >= in->thread.n ||
            s->attrs >= in->label.set_at.n)
            return "a span without its rows";
        if (!s->id || !(s->trace.hi | s->trace.lo))
            return "a span without id";
        if (s->end < s->start)
            return "a span that ends before it begins";
    }
    for (size_t i = 1; i < in->trace.n; i++)
        if ((size_t)in->trace.v[i].first + in->trace.v[i].n > in->span.n)
            return "a trace out of its spans";
    return NULL;
}

/* Checks rows that only refer to text and to other rows. */
static const char *check_rows(const input *in)
{
    size_t ntext = in->text_at.n - 1;

    for (size_t i = 0; i < in->proc.n; i++) {
        const proc_row *p = &in->proc.v[i];
        const uint32_t texts[] = { p->service,   p->instance,  p->host,
                                   p->version,   p->container, p->pod,
                                   p->executable };
        for (size_t k = 0; k < countof(texts); k++)
            if (texts[k] >= ntext)
                return "a process without text";
        if (p->labels >= in->label.set_at.n)
            return "a process without labels";
    }
    for (size_t i = 0; i < in->thread.n; i++)
        if (in->thread.v[i].name >= ntext || in->thread.v[i].proc >= in->proc.n)
            return "a thread without text";
    for (size_t i = 0; i < in->kind.n; i++)
        if (in->kind.v[i].name >= ntext || in->kind.v[i].type >= ntext)
            return "a kind without text";
    for (size_t i = 0; i < in->setting.n; i++)
        if (in->setting.v[i].name >= ntext || in->setting.v[i].value >= ntext)
            return "a setting without text";
    if (in->process.owner >= in->proc.n || in->producer >= ntext ||
        in->process.language >= ntext)
        return "an owner, producer or language that is not there";
    return NULL;
}

static const char *check_events(const input *in)
{
    for (size_t i = 0; i < in->event.n; i++) {
        const event_row *e = &in->event.v[i];
        if (e->span == 0 || e->span >= in->span.n ||
            e->name >= in->text_at.n - 1 || e->labels >= in->label.set_at.n)
            return "an event without its rows";
        if (i && in->event.v[i - 1].span > e->span)
            return "events out of order";
    }
    for (size_t i = 0; i < in->link.n; i++) {
        const link_row *l = &in->link.v[i];
        if (l->span == 0 || l->span >= in->span.n ||
            l->labels >= in->label.set_at.n)
            return "a link without its rows";
        if (i && in->link.v[i - 1].span > in->link.v[i].span)
            return "links out of order";
    }
    return NULL;
}

const point_row *input_points(const input *in, uint32_t series, size_t *n)
{
    size_t lo = 0;

    LOWER_BOUND(lo, in->point.n, i, in->point.v[i].series < series);
    for (*n = 0;
         lo + *n < in->point.n && in->point.v[lo + *n].series == series;)
        ++*n;
    return *n ? in->point.v + lo : NULL;
}

static const char *check_series(const input *in)
{
    for (size_t i = 0; i < in->series.n; i++) {
        const series_row *s = &in->series.v[i];
        if (s->name >= in->text_at.n - 1 || s->unit >= in->text_at.n - 1 ||
            s->thread >= in->thread.n || s->labels >= in->label.set_at.n ||
            s->type >= CORR_METRIC_COUNT)
            return "series out of range";
    }
    for (size_t i = 0; i < in->point.n; i++)
        if (in->point.v[i].series >= in->series.n)
            return "point of no series";
    return NULL;
}

warning *input_add_warning(input *in, const char *format, const char *code,
                           const char *text)
{
    char *copy = corr_arena_text(&in->arena, corr_str_of(text));

    if (!copy || !vec_reserve(&in->warning, 1))
        return NULL;
    in->warning.v[in->warning.n] = (warning){ .format = format ? format : copy,
                                              .code = code,
                                              .text = copy,
                                              .offset = CORR_NO_OFFSET,
                                              .count = 1 };
    return &in->warning.v[in->warning.n++];
}

bool input_note(input *in, const char *code, const char *what, ...)
{
    char text[320];
    va_list ap;

    va_start(ap, what);
    vsnprintf(text, sizeof text, what, ap);
    va_end(ap);
    return input_add_warning(in, NULL, code, text) != NULL;
}

const char *input_check(const input *in)
{
    static const char *(*const checks[])(const input *) = {
        check_text,    check_frames, check_labels, check_rows,
        check_samples, check_spans,  check_events, check_series,
    };

    if (in->text_at.n == 0) /* the file was not read */
        return NULL;
    for (size_t i = 0; i < countof(checks); i++) {
        const char *wrong = checks[i](in);
        if (wrong)
            return wrong;
    }
    return NULL;
}
