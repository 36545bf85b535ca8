/*
 * otlp_cut - some spans of an export, or the spans of several, byte for byte.
 *
 * An input is walked twice. The first walk is the reader's walk without the
 * contents of spans: it plans the pieces to keep. Everything around kept spans
 * stays; array elements without kept spans go, with their comma. The second
 * walk copies. Only kept pieces take memory in the plan.
 *
 * A single input stays the same document. The batches of several inputs become
 * one document, or JSON lines if one of the inputs is JSON lines.
 */
#include "corr_write.h"
#include "otlp/otlp.h"

#include <stdlib.h>

/* The result of a walk over a value. */
typedef enum verdict {
    NO_SPANS, /* it contains no spans */
    LEFT_OUT, /* all its spans are left out */
    KEPT
} verdict;

/* Bytes of the input, and the text that is written before them. */
typedef struct piece {
    uint64_t from, to;
    const char *before;
} piece;

typedef struct walker {
    corr_slice *slice;
    json j;
    corr_arena scratch;
    corr_vec(piece) piece;
    uint64_t upto;  /* everything before this offset is decided */
    bool is_closed; /* the rest is lost, and brackets were written for it */
    bool is_joined; /* several inputs: only batches are kept */
    bool in_batch;
    const char *first,
        *next;     /* joined: text before the first batch, before the others */
    corr_map seen; /* of a merge: the spans so far */
    uint64_t kept, of;
    bool no_memory;
} walker;

/* ---- the plan ------------------------------------------------------------ */

static void put_piece(walker *w, const piece *p)
{
    if (w->piece.n > 0 && !p->before &&
        w->piece.v[w->piece.n - 1].to == p->from) {
        w->piece.v[w->piece.n - 1].to = p->to;
        return;
    }
    if (!corr_vec_push(NULL, &w->piece, *p))
        w->no_memory = true;
}

/* Keeps the undecided bytes before `at`; the second function leaves them
 * out. */
static void take_up_to(walker *w, uint64_t at)
{
    if (at > w->upto) {
        put_piece(w, &(piece){ w->upto, at, NULL });
        w->upto = at;
    }
}

static void leave_out_to(walker *w, uint64_t at)
{
    if (!w->is_joined || w->in_batch)
        w->upto = at;
}

static void put_literal(walker *w, const char *text)
{
    put_piece(w, &(piece){ .before = text });
}

/* Closes a value in which the walk failed and that is kept up to `good`. */
static void close_value(walker *w, uint64_t good, const char *bracket)
{
    if (w->is_joined && !w->in_batch)
        return;
    if (!w->is_closed)
        take_up_to(w, good);
    w->is_closed = true;
    w->upto = UINT64_MAX;
    put_literal(w, bracket);
}

/* A state to return to. Pieces may have grown since, so the last piece is
 * saved. */
typedef struct mark {
    size_t n;
    piece last;
    uint64_t upto;
    bool is_closed;
} mark;

static mark mark_here(const walker *w)
{
    mark m = { .n = w->piece.n, .upto = w->upto, .is_closed = w->is_closed };

    if (w->piece.n)
        m.last = w->piece.v[w->piece.n - 1];
    return m;
}

static void go_back(walker *w, const mark *m)
{
    w->piece.n = m->n;
    w->upto = m->upto;
    w->is_closed = m->is_closed;
    if (m->n)
        w->piece.v[m->n - 1] = m->last;
}

/* ---- arrays and objects -------------------------------------------------- */

typedef verdict walk_item(walker *w, unsigned level);

/* Drops elements without kept spans. In an array that is not known to have
 * spans, elements without any spans stay. */
static verdict walk_array(walker *w, walk_item *item, bool is_ours,
                          unsigned level)
{
    verdict all = is_ours ? LEFT_OUT : NO_SPANS;
    bool is_due = false; /* elements were dropped, and no element was kept so
                            far */
    bool any = false;    /* an earlier element stays */

    if (!json_enter(&w->j, JSON_ARRAY))
        return NO_SPANS;
    uint64_t good = json_offset(&w->j);
    while (json_element(&w->j, NULL)) {
        const uint64_t at = json_offset(&w->j);
        if (is_due)
            leave_out_to(w, at);
        const mark before = mark_here(w);
        const verdict v = item(w, level);
        const bool stays = v == KEPT || (v == NO_SPANS && !is_ours);
        all = v > all ? v : all;
        if (!stays)
            go_back(w, &before);
        if (json_failed(&w->j))
            break;
        const uint64_t end = json_offset(&w->j);
        if (!stays) {
            take_up_to(w, any ? good : at);
            leave_out_to(w, end);
        }
        any |= stays;
        is_due = !any;
        good = end;
    }
    if (json_failed(&w->j))
        close_value(w, good, "]");
    return all;
}

typedef verdict walk_member(walker *w, corr_str key, unsigned level);

static verdict walk_object(walker *w, walk_member *member, unsigned level)
{
    verdict all = NO_SPANS;
    corr_str key;

    if (!json_enter(&w->j, JSON_OBJECT))
        return NO_SPANS;
    uint64_t good = json_offset(&w->j);
    while (json_key(&w->j, &key)) {
        const mark before = mark_here(w);
        const verdict v = member(w, key, level);
        all = v > all ? v : all;
        if (json_failed(&w->j)) {
            if (v != KEPT)
                go_back(w, &before);
            break;
        }
        good = json_offset(&w->j);
    }
    if (json_failed(&w->j))
        close_value(w, good, "}");
    return all;
}

/* ---- spans --------------------------------------------------------------- */

typedef struct ids {
    json_val trace_id, span_id, document;
} ids;

static const json_name id_name[] = {
    JSON_NAME("traceId"),
    JSON_NAME("spanId"),
    JSON_NAME("resourceSpans"),
};

/* In a merge: whether an identical span came before. */
static bool is_copy(walker *w, corr_trace_id trace, uint64_t span,
                    corr_str text)
{
    const uint64_t key[] = { trace.hi, trace.lo, span,
                             corr_hash(text.p, text.n) };
    bool is_new = true;

    if (!corr_slice_adds(w->slice) || !span)
        return false;
    if (!corr_map_bytes(&w->seen, key, sizeof key, &is_new))
        w->no_memory = true;
    return !is_new;
}

static bool is_kept(walker *w, const ids *i, corr_str text)
{
    corr_trace_id trace;
    uint64_t span;

    corr_parse_trace_id(json_str(&i->trace_id, &w->scratch), &trace);
    corr_parse_span_id(json_str(&i->span_id, &w->scratch), &span);
    corr_arena_reset(&w->scratch);
    return corr_slice_span(w->slice, trace, span) &&
           !is_copy(w, trace, span, text);
}

static verdict walk_span(walker *w, unsigned level)
{
    json_val v;
    ids i;

    (void)level;
    if (json_next(&w->j) != JSON_OBJECT) {
        json_skip(&w->j);
        return LEFT_OUT;
    }
    if (!json_whole(&w->j))
        return LEFT_OUT;
    json view = json_view(&w->j);
    if (!json_value(&view, &v))
        return LEFT_OUT;
    json inside = json_of(&w->j, &v);
    const bool is_sound = JSON_TAKE(&inside, id_name, &i);
    if (is_sound && i.document.type != JSON_NONE) {
        json_refuse(&w->j, "a span"); /* the next line: this one ended early */
        return LEFT_OUT;
    }
    json_join(&w->j, &view);
    w->of++;
    if (!is_sound || !is_kept(w, &i, v.text))
        return LEFT_OUT;
    w->kept++;
    return KEPT;
}

static verdict group_member(walker *w, corr_str key, unsigned level)
{
    if (json_find_name(otlp_group_name, OTLP_GROUP_MEMBERS, 0, key) ==
        OTLP_GROUP_SPANS)
        return walk_array(w, walk_span, true, level);
    json_skip(&w->j);
    return NO_SPANS;
}

static verdict walk_group(walker *w, unsigned level)
{
    return walk_object(w, group_member, level);
}

static verdict batch_member(walker *w, corr_str key, unsigned level)
{
    const size_t at =
        json_find_name(otlp_batch_name, OTLP_BATCH_MEMBERS, 0, key);

    if (at == OTLP_BATCH_SCOPES || at == OTLP_BATCH_LIBRARIES)
        return walk_array(w, walk_group, true, level);
    json_skip(&w->j);
    return NO_SPANS;
}

/* With several inputs, only the batches around spans are kept. */
static verdict walk_batch(walker *w, unsigned level)
{
    const size_t first = w->piece.n;

    if (!w->is_joined)
        return walk_object(w, batch_member, level);
    w->upto = json_offset(&w->j);
    put_literal(w, w->first ? w->first : w->next);
    w->in_batch = true;
    const verdict v = walk_object(w, batch_member, level);
    if (v == KEPT) {
        if (!w->is_closed)
            take_up_to(w, json_offset(&w->j));
        w->first = NULL;
    } else {
        w->piece.n = first;
    }
    w->in_batch = w->is_closed = false;
    w->upto = UINT64_MAX;
    return v;
}

/* ---- the objects around spans -------------------------------------------- */

static verdict walk_answer(walker *w, unsigned level);

static verdict answer_member(walker *w, corr_str key, unsigned level)
{
    switch (json_find_name(otlp_answer_name, OTLP_ANSWER_MEMBERS, 0, key)) {
    case OTLP_ANSWER_SPANS:
    case OTLP_ANSWER_BATCHES:
        return walk_array(w, walk_batch, true, level);
    default:
        if (otlp_signal_of(key) < OTLP_SIGNALS) {
            json_skip(&w->j);
            return NO_SPANS;
        }
        return walk_answer(w, level + 1);
    }
}

static verdict walk_answer(walker *w, unsigned level)
{
    const json_type type = json_next(&w->j);

    if (level < OTLP_WRAPPERS && otlp_is_bare(&w->j))
        return walk_batch(w, level);
    if (level < OTLP_WRAPPERS && type == JSON_OBJECT)
        return walk_object(w, answer_member, level);
    if (level < OTLP_WRAPPERS && type == JSON_ARRAY)
        return walk_array(w, walk_answer, false, level + 1);
    json_skip(&w->j);
    return NO_SPANS;
}

/* ---- one input ----------------------------------------------------------- */

static const char lines_first[] = "{\"resourceSpans\":[";
static const char lines_last[] = "]}\n";

/* Walks one value at the top, which begins at `at`. */
static verdict walk_value(walker *w, uint64_t at, bool as_lines)
{
    const mark before = mark_here(w);

    w->first = as_lines ? lines_first : w->first;
    const verdict v = walk_answer(w, 0);
    if (v == KEPT && as_lines)
        put_literal(w, lines_last);
    if (v == KEPT)
        return v;
    go_back(w, &before);
    take_up_to(w, at);
    return v;
}

/* Drops values without kept spans, with the line end behind them. */
static void walk_input(walker *w, corr_slice_input *in, bool as_lines)
{
    bool is_due = false;

    w->piece.n = 0;
    w->is_closed = false;
    w->upto = w->is_joined ? UINT64_MAX : corr_src_offset(in->in);
    json_open(&w->j, in->in, "an export request");
    do {
        while (!w->no_memory && json_top(&w->j, NULL)) {
            const uint64_t at = json_offset(&w->j);
            if (is_due)
                leave_out_to(w, at);
            is_due = walk_value(w, at, as_lines) != KEPT;
            if (is_due)
                leave_out_to(w, json_offset(&w->j));
        }
        if (json_failed(&w->j) && !is_due && !w->is_joined)
            put_literal(w, "\n");
        is_due |= json_failed(&w->j);
        w->is_closed = false;
    } while (!w->no_memory && json_resume(&w->j, in->b));
    if (!is_due)
        take_up_to(w, json_offset(&w->j));
}

/* Copies the bytes of one piece. As JSON lines it drops line ends, which occur
 * only between tokens. */
static void copy_piece(corr_src *in, const piece *p, bool as_lines,
                       corr_out *out)
{
    uint64_t left = p->to - p->from;
    size_t got;

    if (p->before)
        corr_puts(out, p->before);
    if (left == 0)
        return;
    corr_src_skip(in, p->from - corr_src_offset(in));
    while (left > 0) {
        const uint8_t *bytes = corr_src_peek(in, 1, &got);
        size_t n = got < left ? got : (size_t)left;
        if (as_lines && n > 0) {
            const uint8_t *end = memchr(bytes, '\n', n);
            n = end ? (size_t)(end - bytes) : n;
            if (n == 0) {
                corr_putc(out, ' ');
                corr_src_skip(in, 1);
                left--;
                continue;
            }
        }
        if (n == 0)
            return;
        corr_put(out, bytes, n);
        corr_src_skip(in, n);
        left -= n;
    }
}

static corr_code take_input(walker *w, size_t i, bool as_lines, corr_out *out,
                            corr_err *err)
{
    corr_slice_input in;
    corr_code code = corr_slice_open(w->slice, i, &in, err);

    if (code)
        return code;
    w->kept = w->of = 0;
    walk_input(w, &in, as_lines);
    code = corr_slice_close(w->slice, err);
    if (!code && w->no_memory)
        code = corr_no_memory(err);
    corr_slice_count(w->slice, w->kept, w->of);
    if (code || w->kept == 0)
        return code;
    code = corr_slice_open(w->slice, i, &in, err);
    for (size_t k = 0; !code && k < w->piece.n && !corr_out_failed(out); k++)
        copy_piece(in.in, &w->piece.v[k], as_lines, out);
    return code ? code : corr_slice_close(w->slice, err);
}

/* ---- all inputs ---------------------------------------------------------- */

/* Whether an input has more than one document. */
static corr_code has_lines(corr_slice *s, size_t i, bool *lines, corr_err *err)
{
    corr_slice_input in;
    corr_code code = corr_slice_open(s, i, &in, err);
    unsigned n = 0;
    json j;

    if (code)
        return code;
    json_open(&j, in.in, "an export request");
    while (n < 2 && json_top(&j, NULL)) {
        json_skip(&j);
        n++;
    }
    *lines = n > 1;
    return corr_slice_close(s, err);
}

corr_code otlp_cut(corr_slice *s, corr_out *out, corr_err *err)
{
    const size_t n = corr_slice_inputs(s);
    walker w = { .slice = s, .first = "", .next = "," };
    bool as_lines = false;
    corr_code code = CORR_OK;

    w.is_joined = n > 1 || corr_slice_adds(s);
    for (size_t i = 0; w.is_joined && !code && !as_lines && i < n; i++)
        code = has_lines(s, i, &as_lines, err);
    if (w.is_joined && !as_lines)
        corr_puts(out, lines_first);
    for (size_t i = 0; !code && i < n; i++)
        code = take_input(&w, i, as_lines, out, err);
    if (w.is_joined && !as_lines)
        corr_puts(out, lines_last);
    corr_map_clear(&w.seen);
    corr_arena_clear(&w.scratch);
    corr_vec_free(&w.piece);
    return code;
}
