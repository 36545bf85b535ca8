#include "model/segment.h"

#include <math.h>

#include "base/base.h"
#include "base/huge_pages.h"
#include "base/id.h"
#include "base/intern.h"
#include "base/parallel.h"
#include "corr_sort.h"

/* Columns that rows fill: part, member, value of row r, and whether the row
 * needs the column. */
#define ROW_COLUMNS(X)                                                         \
    X(SEG_STACK, stack, r->stack.i, r->stack.i != 0)                           \
    X(SEG_VALUE, value, r->value, r->value != 0)                               \
    X(SEG_TIME, time, r->time, r->time != CORR_NO_TIME)                        \
    X(SEG_LABELS, labels, r->labels.i, r->labels.i != 0)                       \
    X(SEG_THREAD, thread, r->thread.i, r->thread.i != 0)                       \
    X(SEG_SPAN, span, r->span, r->span != 0)                                   \
    X(SEG_ROOT, root, r->root, r->root != 0)                                   \
    X(SEG_TRACE, trace, trace, (r->trace.hi | r->trace.lo) != 0)               \
    X(SEG_DUR, dur, r->duration, r->duration != 0)                             \
    X(SEG_OBS, obs, r->obs > 0 ? r->obs : 1, r->obs > 1)                       \
    X(SEG_SQUARES, squares, r->squares, r->squares > 0)                        \
    X(SEG_ROW, row, r->row, with_row)                                          \
    X(SEG_OTHER, other, r->other.i, r->other.i != 0)

/* Offset and width of each column of a segment. */
typedef struct column {
    size_t at, size;
} column;

#define COLUMN(part, member, ...)                                              \
    [part] = { offsetof(segment, member), sizeof *((segment *)0)->member },

static const column columns[] = { ROW_COLUMNS(COLUMN)
                                      COLUMN(SEG_OWN, own, 0, 0) };

/* Columns have different types.  Their pointers are copied as bytes, so that no
 * object is accessed as another type than its own. */
static void *get_column(const segment *s, size_t i)
{
    void *p;

    memcpy(&p, (const char *)s + columns[i].at, sizeof p);
    return p;
}

static void set_column(segment *s, size_t i, const void *p)
{
    memcpy((char *)s + columns[i].at, &p, sizeof p);
}

static bool resize_column(segment *s, size_t i, size_t room)
{
    size_t bytes;

    if (MUL_OVERFLOWS(columns[i].size, room, &bytes))
        return false;
    void *p =
        huge_pages_resize(get_column(s, i), s->room * columns[i].size, bytes);
    if (!p)
        return false;
    set_column(s, i, p);
    return true;
}

static bool grow_columns(segment *s)
{
    size_t room = s->room ? s->room * 2 : 256;

    for (size_t i = 0; i < countof(columns); i++)
        if (get_column(s, i) && !resize_column(s, i, room))
            return false;
    s->room = room;
    return true;
}

bool segment_need(segment *s, segment_part part)
{
    if (get_column(s, part))
        return true;
    int64_t *p = calloc(s->room ? s->room : 1, columns[part].size);
    set_column(s, part, p);
    /* the value that the rows before had implicitly */
    for (size_t i = 0; p && i < s->n && part == SEG_TIME; i++)
        p[i] = CORR_NO_TIME;
    for (size_t i = 0; p && i < s->n && part == SEG_OBS; i++)
        p[i] = 1;
    return p != NULL;
}

/* Allocates the columns that this row is the first to need. */
static bool add_columns(segment *s, const corr_sample_row *r, bool with_row)
{
#define NEED(part, member, value, is_needed)                                   \
    if ((is_needed) && !segment_need(s, part))                                 \
        return false;
    ROW_COLUMNS(NEED)
    return true;
}

typedef struct span_profiles {
    const segment *s;
    corr_trace_id trace;
} span_profiles;

static bool is_named(const void *ctx, uint32_t number)
{
    const span_profiles *k = ctx;

    return trace_cmp(k->s->trace_id.v[number], k->trace) == 0;
}

bool segment_trace_number(segment *s, pool *traces, corr_trace_id trace,
                          uint32_t *number)
{
    const span_profiles key = { s, trace };

    *number = 0;
    if (!s->trace_id.n && !vec_push(&s->trace_id, (corr_trace_id){ 0, 0 }))
        return false;
    if (!(trace.hi | trace.lo))
        return true;
    const uint64_t hash = corr_hash(&trace, sizeof trace);
    *number = pool_find(traces, hash, is_named, &key);
    if (*number)
        return true;
    *number = (uint32_t)s->trace_id.n;
    return vec_push(&s->trace_id, trace) && pool_add(traces, hash, *number);
}

/* The same for a row.  Most rows name the trace of the row before. */
static bool find_trace(segment *s, pool *traces, corr_trace_id trace,
                       uint32_t *number)
{
    *number = s->trace && s->n ? s->trace[s->n - 1] : 0;
    if (!(trace.hi | trace.lo) && !s->trace)
        return true;
    return (*number && trace_cmp(s->trace_id.v[*number], trace) == 0) ||
           segment_trace_number(s, traces, trace, number);
}

bool segment_add(segment *s, pool *traces, const corr_sample_row *r,
                 bool with_row)
{
    size_t i = s->n;
    uint32_t trace;

    if (i == s->room && !grow_columns(s))
        return false;
    if (!add_columns(s, r, with_row) ||
        !find_trace(s, traces, r->trace, &trace))
        return false;
#define PUT(part, member, value, is_needed)                                    \
    if (s->member)                                                             \
        s->member[i] = (value);
    ROW_COLUMNS(PUT)
    s->n++;
    return true;
}

/* ---- by time ------------------------------------------------------------- */

/* Rows come in sorted runs: of a thread's buffer, of a chunk.  Neighbouring
 * runs are merged, in rounds.  Most merges move little, because later records
 * mostly come later in the file. */
typedef struct sorting {
    const int64_t *time;
    uint32_t *row;     /* [rows] order so far */
    uint32_t *spare;   /* [rows] scratch space */
    vec(uint32_t) run; /* start of each run, and the end of the last */
    size_t threads;
} sorting;

static bool find_runs(sorting *w, uint32_t n)
{
    bool ok = vec_push(&w->run, 0);

    for (uint32_t i = 1; ok && i < n; i++)
        if (w->time[i] < w->time[i - 1])
            ok = vec_push(&w->run, i);
    return ok && vec_push(&w->run, n);
}

/* Merges the sorted rows [from, mid) and [mid, to). */
static void merge_rows(const sorting *w, uint32_t from, uint32_t mid,
                       uint32_t to)
{
    const int64_t first = w->time[w->row[mid]];
    uint32_t left = 0, right = mid, at;

    while (from < mid && w->time[w->row[from]] <= first)
        from++;
    const uint32_t nleft = mid - from;
    uint32_t *spare = w->spare + from;
    memcpy(spare, w->row + from, nleft * sizeof *spare);
    for (at = from; left < nleft && right < to; at++) {
        const bool later = w->time[spare[left]] > w->time[w->row[right]];
        w->row[at] = later ? w->row[right] : spare[left];
        right += later;
        left += !later;
    }
    memcpy(w->row + at, spare + left, (nleft - left) * sizeof *spare);
}

static void merge_pair(void *ctx, size_t pair)
{
    const sorting *w = ctx;
    const uint32_t *run = w->run.v + 2 * pair;

    merge_rows(w, run[0], run[1], run[2]);
}

static void merge_runs(sorting *w)
{
    uint32_t *run = w->run.v;
    size_t n = w->run.n - 1;

    while (n > 1) {
        size_t kept = 0;
        parallel_for(w->threads, n / 2, merge_pair, w);
        for (size_t i = 0; i < n; i += 2)
            run[kept++] = run[i];
        run[kept] = run[n];
        n = kept;
    }
}

static inline void gather_values(char *to, const char *from, size_t size,
                                 const uint32_t *row, size_t n)
{
    for (size_t i = 0; i < n; i++)
        memcpy(to + i * size, from + row[i] * size, size);
}

/* A constant size makes each copy a plain move. */
static void gather_column(size_t c, char *to, const char *from,
                          const uint32_t *row, size_t n)
{
    const size_t size = columns[c].size;

    if (size == sizeof(uint32_t))
        gather_values(to, from, sizeof(uint32_t), row, n);
    else if (size == sizeof(uint64_t))
        gather_values(to, from, sizeof(uint64_t), row, n);
    else
        gather_values(to, from, size, row, n);
}

/* Reorders the columns one at a time, each into memory of exact size. */
static bool permute_columns(segment *s, const uint32_t *row)
{
    s->room = s->n;
    for (size_t c = 0; c < countof(columns); c++) {
        char *from = get_column(s, c);
        if (!from)
            continue;
        char *to = malloc(s->n * columns[c].size);
        if (!to)
            return false;
        gather_column(c, to, from, row, s->n);
        free(from);
        set_column(s, c, to);
    }
    return true;
}

/* False: out of memory. */
static bool sort_runs(segment *s, sorting *w)
{
    w->row = malloc(s->n * sizeof *w->row);
    w->spare = malloc(s->n * sizeof *w->spare);
    if (!w->row || !w->spare)
        return false;
    for (uint32_t i = 0; i < s->n; i++)
        w->row[i] = i;
    merge_runs(w);
    free(w->spare);
    w->spare = NULL;
    return permute_columns(s, w->row);
}

bool segment_sort(segment *s, size_t threads)
{
    enum { MANY = 1 << 14 }; /* rows that justify several threads */
    sorting w = { .time = s->time, .threads = s->n > MANY ? threads : 1 };

    if (!s->time || s->n < 2)
        return true;
    bool ok = find_runs(&w, (uint32_t)s->n);
    if (ok && w.run.n > 2)
        ok = sort_runs(s, &w);
    free(w.row);
    free(w.spare);
    vec_free(&w.run);
    return ok;
}

size_t segment_from(const segment *s, int64_t t)
{
    size_t lo = 0;

    LOWER_BOUND(lo, s->time ? s->n : 0, i, s->time[i] < t);
    return lo;
}

void segment_keep(segment *s, size_t from, size_t to)
{
    for (size_t c = 0; c < countof(columns) && from; c++) {
        char *p = get_column(s, c);
        if (p)
            memmove(p, p + from * columns[c].size,
                    (to - from) * columns[c].size);
    }
    s->n = to - from;
}

bool segment_pick(segment *to, const segment *from, const uint32_t *row,
                  size_t n)
{
    *to = (segment){ .kind = from->kind,
                     .n = n,
                     .room = n ? n : 1,
                     .min = from->min,
                     .max = from->max,
                     .left_out = from->left_out };
    bool ok = true;
    for (size_t c = 0; ok && c < countof(columns); c++) {
        const char *p = get_column(from, c);
        char *copy = p ? calloc(to->room, columns[c].size) : NULL;
        set_column(to, c, copy);
        ok = copy || !p;
        if (copy)
            gather_column(c, copy, p, row, n);
    }
    for (size_t i = 0; ok && i < from->trace_id.n; i++)
        ok = vec_push(&to->trace_id, from->trace_id.v[i]);
    if (!ok)
        segment_clear(to);
    return ok;
}

void segment_own_time(segment *s)
{
    s->own = s->time;
    s->time = NULL;
    s->min = INT64_MAX;
    s->max = INT64_MIN;
}

void segment_scale(segment *s, size_t row, double by)
{
    if (!s->value)
        return;
    const double value = (double)s->value[row] * by;
    s->value[row] = value >= 9e18    ? INT64_MAX
                    : value <= -9e18 ? INT64_MIN
                                     : llround(value);
    if (s->squares)
        s->squares[row] *= by * by;
}

void segment_clear(segment *s)
{
    for (size_t i = 0; i < countof(columns); i++)
        free(get_column(s, i));
    vec_free(&s->trace_id);
    packed_rows_clear(&s->packed);
    *s = (segment){ 0 };
}

void segment_clear_own(segment *copy, const segment *of)
{
    for (size_t i = 0; i < countof(columns); i++)
        if (get_column(copy, i) == get_column(of, i))
            set_column(copy, i, NULL);
    if (copy->trace_id.v == of->trace_id.v)
        copy->trace_id.v = NULL;
    if (copy->packed.byte.v == of->packed.byte.v)
        copy->packed = (packed_rows){ 0 };
    segment_clear(copy);
}

bool segment_own_column(segment *copy, const segment *of, segment_part part)
{
    const void *from = get_column(of, part);
    const size_t bytes = of->n * columns[part].size;

    if (!from || get_column(copy, part) != from)
        return true;
    void *to = malloc(bytes ? bytes : 1);
    if (!to)
        return false;
    memcpy(to, from, bytes);
    set_column(copy, part, to);
    return true;
}

bool segment_is_cpu(const input *in, const segment *s)
{
    const kind_row *k = &in->kind.v[s->kind];

    return k->unit == CORR_NS && !(k->flags & CORR_KIND_CUMULATIVE) &&
           corr_str_is(input_text(in, k->name), "cpu");
}

size_t segment_width(const segment *s)
{
    size_t width = 0;

    for (size_t i = 0; i < countof(columns); i++)
        if (get_column(s, i))
            width += columns[i].size;
    return width;
}
