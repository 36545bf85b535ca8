/*
 * partial_cut - several partials as one, or some sums of one.
 *
 * Recordings that an earlier partial has are left out.
 */
#include "corr_write.h"
#include "partial/partial_sums.h"

#define LEFT_OUT UINT32_MAX /* number of a recording that was added before */

typedef struct adder {
    partial_sums *sums;
    corr_slice *slice;
    corr_slice_input in;
    bool adds; /* all sums of several partials */
    uint32_t size[PARTIAL_TAGS];
    corr_vec(
        uint32_t) number[PARTIAL_TAGS]; /* in sums, by number in the file */
    corr_vec(uint32_t) frames;
    uint32_t seen; /* recordings that were added before */
    uint64_t kept, rows;
    bool no_memory;
} adder;

/* Adds a line of a table to the sums.  False: the line is bad. */
static bool add_table_line(adder *a, const partial_line *line)
{
    corr_str frames = line->field[1];
    bool bad = false;
    uint32_t frame, number;

    if (line->tag == PARTIAL_RECORDING) {
        number = partial_open_recording(a->sums);
        if (!partial_close_recording(a->sums, number, line->rest)) {
            number = LEFT_OUT;
            a->seen++;
        }
    } else if (line->tag == PARTIAL_STACK) {
        a->frames.n = 0;
        while (
            partial_next_frame(&frames, a->size[PARTIAL_FRAME], &frame, &bad))
            a->no_memory |= !corr_vec_push(NULL, &a->frames,
                                           a->number[PARTIAL_FRAME].v[frame]);
        if (bad)
            return false;
        number = partial_add_stack(a->sums, a->frames.v, a->frames.n);
    } else {
        number = partial_add_line(a->sums, line->tag, line->rest);
    }
    a->no_memory |= !corr_vec_push(NULL, &a->number[line->tag], number);
    return true;
}

static bool add_sum(adder *a, const partial_line *line)
{
    partial_sum sum;

    if (!partial_read_sum(line, a->size, &sum))
        return false;
    sum.recording = a->number[PARTIAL_RECORDING].v[sum.recording];
    sum.kind = a->number[PARTIAL_KIND].v[sum.kind];
    sum.process = a->number[PARTIAL_PROCESS].v[sum.process];
    sum.stack = a->number[PARTIAL_STACK].v[sum.stack];
    const uint32_t row = (uint32_t)a->rows++;
    const bool is_kept = a->adds || corr_slice_row(a->slice, row) > 0;
    if (is_kept && sum.recording != LEFT_OUT)
        partial_add_sum(a->sums, &sum);
    a->kept += is_kept;
    return true;
}

static corr_code add_lines(adder *a, corr_err *err)
{
    corr_str text;

    for (unsigned t = 0; t < PARTIAL_TAGS; t++)
        a->number[t].n = a->size[t] = 0;
    a->seen = 0;
    a->kept = a->rows = 0;
    while (!a->no_memory && corr_src_line(a->in.in, &text)) {
        const partial_line line = partial_split(text);
        if (line.tag == PARTIAL_HEAD)
            continue;
        if (line.tag == PARTIAL_TAGS ||
            !(line.tag == PARTIAL_SUM ? add_sum(a, &line)
                                      : add_table_line(a, &line)))
            return corr_fail_at(err, CORR_EFORMAT, corr_src_offset(a->in.in),
                                NULL, "line %llu is no line of a partial",
                                (unsigned long long)corr_src_lineno(a->in.in));
        a->size[line.tag]++;
    }
    corr_slice_count(a->slice, a->kept, a->rows);
    if (a->seen)
        corr_note(a->in.b, "DUPLICATE",
                  "%u of its recordings %s added before and %s left out",
                  a->seen, a->seen == 1 ? "was" : "were",
                  a->seen == 1 ? "is" : "are");
    return CORR_OK;
}

corr_code partial_cut(corr_slice *s, corr_out *out, corr_err *err)
{
    adder a = { .sums = partial_sums_new(),
                .slice = s,
                .adds = corr_slice_adds(s) };
    corr_code code = a.sums ? CORR_OK : corr_no_memory(err);

    for (size_t i = 0; !code && i < corr_slice_inputs(s); i++) {
        code = corr_slice_open(s, i, &a.in, err);
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
    partial_sums_free(a.sums);
    return code;
}
