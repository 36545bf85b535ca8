/*
 * partial_cut - several partials as one, or some sums of one.
 *
 * A partial of which all recordings were added before is left out.  One of which
 * only some were cannot be taken apart, and is refused.
 */
#include <stdlib.h>

#include "corr_sort.h"
#include "corr_write.h"
#include "partial/partial_sums.h"

typedef struct adder {
    partial_sums *sums;
    corr_slice *slice;
    corr_slice_input in;
    bool adds; /* all sums of several partials */
    uint32_t size[PARTIAL_TAGS];
    corr_vec(
        uint32_t) number[PARTIAL_TAGS]; /* in sums, by number in the file */
    corr_vec(uint32_t) frames;
    uint32_t seen, fresh; /* recordings added before, and others */
    uint64_t kept, rows;
    bool no_memory;
} adder;

/* Adds a line of a table to the sums.  False: the line is bad. */
static bool add_table_line(adder *a, const partial_line *line)
{
    corr_str frames = line->field[1];
    bool is_new, bad = false;
    uint32_t frame, number;

    if (line->tag == PARTIAL_STACK) {
        a->frames.n = 0;
        while (
            partial_next_frame(&frames, a->size[PARTIAL_FRAME], &frame, &bad))
            a->no_memory |= !corr_vec_push(NULL, &a->frames,
                                           a->number[PARTIAL_FRAME].v[frame]);
        if (bad)
            return false;
        number = partial_add_stack(a->sums, a->frames.v, a->frames.n);
    } else {
        number = partial_add_line(a->sums, line->tag, line->rest, &is_new);
        if (line->tag == PARTIAL_RECORDING && is_new)
            a->fresh++;
        else if (line->tag == PARTIAL_RECORDING)
            a->seen++;
    }
    a->no_memory |= !corr_vec_push(NULL, &a->number[line->tag], number);
    return true;
}

static bool add_sum(adder *a, const partial_line *line)
{
    partial_sum sum;

    if (!partial_read_sum(line, a->size, &sum))
        return false;
    sum.kind = a->number[PARTIAL_KIND].v[sum.kind];
    sum.process = a->number[PARTIAL_PROCESS].v[sum.process];
    sum.stack = a->number[PARTIAL_STACK].v[sum.stack];
    const uint32_t row = (uint32_t)a->rows++;
    const bool is_kept = a->adds || corr_slice_row(a->slice, row) > 0;
    if (is_kept && !(a->adds && a->seen))
        partial_add_sum(a->sums, &sum);
    a->kept += is_kept;
    return true;
}

static corr_code refuse_overlap(const adder *a, corr_err *err)
{
    corr_fail(
        err, CORR_EUSAGE,
        "%s has %u recording%s that another partial has too, and %u other%s",
        a->in.path, a->seen, corr_plural(a->seen), a->fresh,
        corr_plural(a->fresh));
    return corr_hint(err,
                     "sums cannot be taken apart; make the partials again");
}

/* Adds the lines of the open partial. */
static corr_code add_lines(adder *a, corr_err *err)
{
    corr_str text;

    for (unsigned t = 0; t < PARTIAL_TAGS; t++)
        a->number[t].n = a->size[t] = 0;
    a->seen = a->fresh = 0;
    a->kept = a->rows = 0;
    while (!a->no_memory && corr_src_line(a->in.in, &text)) {
        const partial_line line = partial_split(text);
        if (line.tag == PARTIAL_HEAD)
            continue;
        if (line.tag > PARTIAL_RECORDING && a->adds && a->seen && a->fresh)
            return refuse_overlap(a, err);
        if (line.tag == PARTIAL_TAGS ||
            !(line.tag == PARTIAL_SUM ? add_sum(a, &line)
                                      : add_table_line(a, &line)))
            return corr_fail_at(err, CORR_EFORMAT, corr_src_offset(a->in.in),
                                NULL, "line %llu is no line of a partial",
                                (unsigned long long)corr_src_lineno(a->in.in));
        a->size[line.tag]++;
    }
    corr_slice_count(a->slice, a->kept, a->rows);
    if (a->adds && a->seen)
        corr_note(a->in.b, "DUPLICATE",
                  "left out: its %u recording%s added before", a->seen,
                  a->seen == 1 ? " was" : "s were");
    return CORR_OK;
}

/* ---- the order of inputs ------------------------------------------------- */

typedef struct turn {
    size_t input;
    uint64_t recordings;
} turn;

SORT_BY(turn_most_first, turn, DESC(recordings), ASC(input))

/* Counts the recordings of an input. */
static corr_code count_recordings(corr_slice *s, turn *t, corr_err *err)
{
    corr_slice_input in;
    corr_str line;

    if (corr_slice_open(s, t->input, &in, err))
        return err->code;
    while (corr_src_line(in.in, &line)) {
        const partial_tag tag = partial_split(line).tag;
        t->recordings += tag == PARTIAL_RECORDING;
        if (tag > PARTIAL_RECORDING)
            break;
    }
    corr_src_skip_rest(in.in);
    return corr_slice_close(s, err);
}

/* Orders inputs by what they sum up, the most first, so that a part of another
 * is left out wherever it is named.  NULL: it failed. */
static turn *order_inputs(corr_slice *s, corr_err *err)
{
    const size_t n = corr_slice_inputs(s);
    turn *order = calloc(n, sizeof *order);

    if (!order) {
        corr_no_memory(err);
        return NULL;
    }
    for (size_t i = 0; i < n; i++) {
        order[i].input = i;
        if (n > 1 && corr_slice_adds(s) &&
            count_recordings(s, &order[i], err)) {
            free(order);
            return NULL;
        }
    }
    qsort(order, n, sizeof *order, turn_most_first);
    return order;
}

corr_code partial_cut(corr_slice *s, corr_out *out, corr_err *err)
{
    adder a = { .sums = partial_sums_new(),
                .slice = s,
                .adds = corr_slice_adds(s) };
    turn *order = a.sums ? order_inputs(s, err) : NULL;
    corr_code code = a.sums ? CORR_OK : corr_no_memory(err);

    if (a.sums && !order)
        code = err->code;
    for (size_t i = 0; !code && i < corr_slice_inputs(s); i++) {
        code = corr_slice_open(s, order[i].input, &a.in, err);
        if (code)
            break;
        code = add_lines(&a, err);
        const corr_code closed = corr_slice_close(s, code ? NULL : err);
        code = code ? code : closed;
    }
    if (!code && a.no_memory)
        code = corr_no_memory(err);
    if (!code)
        code = partial_sums_write(a.sums, out, err);
    for (unsigned t = 0; t < PARTIAL_TAGS; t++)
        corr_vec_free(&a.number[t]);
    corr_vec_free(&a.frames);
    free(order);
    partial_sums_free(a.sums);
    return code;
}
