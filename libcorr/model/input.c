#include "model/input.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/base.h"
#include "base/id.h"
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
    vec_free(&in->histogram.row);
    vec_free(&in->histogram.bounds);
    vec_free(&in->histogram.bucket);
    vec_free(&in->histogram.count);
    vec_free(&in->exemplar);
    vec_free(&in->loss);
    vec_free(&in->asked);
    vec_free(&in->block.broken);
    vec_free(&in->setting);
    vec_free(&in->recording);
    vec_free(&in->warning);
    vec_free(&in->calls.side);
    vec_free(&in->calls.clock);
    vec_free(&in->file.told);
    corr_arena_clear(&in->arena);
    free(in->file.path);
    free(in->file.opened);
    free(in->file.named);
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
                              .written = input_text(in, f->written),
                              .begins = input_text(in, fn->at),
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
    for (uint32_t i = in->label.set_n.v[set]; i-- > 0;) {
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

/* ns from the measured point before of the series; 0: the point is the first. */
static int64_t measured_distance(const point_row *p, size_t i)
{
    size_t k = i;

    if (p[i].is_begin)
        return 0;
    while (k > 0 && p[k - 1].series == p[i].series && p[k - 1].is_begin)
        k--;
    return k == 0 || p[k - 1].series != p[i].series
               ? 0
               : sub_clamped(p[i].time, p[k - 1].time);
}

int64_t input_usual_step(const point_row *p, size_t n)
{
    enum { LOOKED_AT = 1024 };
    int64_t step[LOOKED_AT];
    size_t all = 0, seen = 0, k = 0;

    for (size_t i = 0; i < n; i++)
        all += measured_distance(p, i) > 0;
    for (size_t i = 0; i < n && k < LOOKED_AT; i++)
        if (measured_distance(p, i) > 0 && seen++ % (all / LOOKED_AT + 1) == 0)
            step[k++] = measured_distance(p, i);
    if (k == 0)
        return 0;
    qsort(step, k, sizeof *step, cmp_i64);
    return step[k / 2];
}

const histogram_row *input_histograms(const input *in, uint32_t series,
                                      size_t *n)
{
    const histogram_row *h = in->histogram.row.v;
    size_t lo = 0;

    LOWER_BOUND(lo, in->histogram.row.n, i, h[i].series < series);
    for (*n = 0; lo + *n < in->histogram.row.n && h[lo + *n].series == series;)
        ++*n;
    return *n ? h + lo : NULL;
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
