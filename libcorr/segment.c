#include "segment.h"

#include "base.h"

/* Every column of a segment: where it is, how wide it is. */
typedef struct column {
    size_t at, size;
} column;

#define COLUMN(member, width)                                                  \
    {                                                                          \
        offsetof(segment, member), sizeof *((segment *)0)->member *(width)     \
    }

static const column columns[] = {
    [SEG_STACK] = COLUMN(stack, 1),   [SEG_VALUE] = COLUMN(value, 1),
    [SEG_TIME] = COLUMN(time, 1),     [SEG_LABELS] = COLUMN(labels, 1),
    [SEG_THREAD] = COLUMN(thread, 1), [SEG_SPAN] = COLUMN(span, 1),
    [SEG_ROOT] = COLUMN(root, 1),     [SEG_TRACE] = COLUMN(trace, 2),
    [SEG_DUR] = COLUMN(dur, 1),       [SEG_OBS] = COLUMN(obs, 1),
    [SEG_ROW] = COLUMN(row, 1),       [SEG_OTHER] = COLUMN(other, 1),
    [SEG_OWN] = COLUMN(own, 1),
};

/* Columns have different types; their pointers are moved as bytes, so that no
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

static bool resize(segment *s, size_t i, size_t room)
{
    size_t bytes;

    if (MUL_OVERFLOWS(columns[i].size, room, &bytes))
        return false;
    void *p = realloc(get_column(s, i), bytes);
    if (!p)
        return false;
    set_column(s, i, p);
    return true;
}

static bool grow(segment *s)
{
    size_t room = s->room ? s->room * 2 : 256;

    for (size_t i = 0; i < countof(columns); i++)
        if (get_column(s, i) && !resize(s, i, room))
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
    /* what the rows before had without saying so */
    for (size_t i = 0; p && i < s->n && part == SEG_TIME; i++)
        p[i] = CORR_NO_TIME;
    for (size_t i = 0; p && i < s->n && part == SEG_OBS; i++)
        p[i] = 1;
    return p != NULL;
}

/* The columns that this row is the first to need. */
static bool add_columns(segment *s, const corr_sample_row *r, bool with_row)
{
    return segment_need(s, SEG_STACK) && segment_need(s, SEG_VALUE) &&
           (r->time == CORR_NO_TIME || segment_need(s, SEG_TIME)) &&
           (r->obs <= 1 || segment_need(s, SEG_OBS)) &&
           (!r->labels.i || segment_need(s, SEG_LABELS)) &&
           (!r->thread.i || segment_need(s, SEG_THREAD)) &&
           (!r->span || segment_need(s, SEG_SPAN)) &&
           (!r->root || segment_need(s, SEG_ROOT)) &&
           (!(r->trace.hi | r->trace.lo) || segment_need(s, SEG_TRACE)) &&
           (!r->duration || segment_need(s, SEG_DUR)) &&
           (!with_row || segment_need(s, SEG_ROW)) &&
           (!r->other.i || segment_need(s, SEG_OTHER));
}

bool segment_add(segment *s, const corr_sample_row *r, bool with_row)
{
    size_t i = s->n;

    if (i == s->room && !grow(s))
        return false;
    if (!add_columns(s, r, with_row))
        return false;
    s->stack[i] = r->stack.i;
    s->value[i] = r->value;
    if (s->time)
        s->time[i] = r->time;
    if (s->labels)
        s->labels[i] = r->labels.i;
    if (s->thread)
        s->thread[i] = r->thread.i;
    if (s->span)
        s->span[i] = r->span;
    if (s->root)
        s->root[i] = r->root;
    if (s->trace) {
        s->trace[2 * i] = r->trace.hi;
        s->trace[2 * i + 1] = r->trace.lo;
    }
    if (s->dur)
        s->dur[i] = r->duration;
    if (s->obs)
        s->obs[i] = r->obs > 0 ? r->obs : 1;
    if (s->row)
        s->row[i] = r->row;
    if (s->other)
        s->other[i] = r->other.i;
    s->n++;
    return true;
}

typedef struct timed {
    int64_t time;
    uint32_t row;
} timed;

static int by_time(const void *va, const void *vb)
{
    const timed *a = va;
    const timed *b = vb;

    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

static void permute(char *to, const char *from, size_t size, const timed *order,
                    size_t n)
{
    for (size_t i = 0; i < n; i++)
        memcpy(to + i * size, from + order[i].row * size, size);
}

bool segment_sort(segment *s)
{
    bool sorted = true;

    if (!s->time)
        return true;
    for (size_t i = 1; i < s->n && sorted; i++)
        sorted = s->time[i - 1] <= s->time[i];
    if (sorted)
        return true;
    timed *order = malloc(s->n * sizeof *order);
    void *spare = malloc(s->n * 2 * sizeof(uint64_t));
    if (order && spare) {
        for (size_t i = 0; i < s->n; i++)
            order[i] = (timed){ s->time[i], (uint32_t)i };
        qsort(order, s->n, sizeof *order, by_time);
        for (size_t c = 0; c < countof(columns); c++) {
            char *p = get_column(s, c);
            if (!p)
                continue;
            permute(spare, p, columns[c].size, order, s->n);
            memcpy(p, spare, s->n * columns[c].size);
        }
    }
    bool ok = order && spare;
    free(order);
    free(spare);
    return ok;
}

void segment_own_time(segment *s)
{
    s->own = s->time;
    s->time = NULL;
    s->min = INT64_MAX;
    s->max = INT64_MIN;
}

void segment_clear(segment *s)
{
    for (size_t i = 0; i < countof(columns); i++)
        free(get_column(s, i));
    *s = (segment){ 0 };
}

size_t segment_width(const segment *s)
{
    size_t width = 0;

    for (size_t i = 0; i < countof(columns); i++)
        if (get_column(s, i))
            width += columns[i].size;
    return width;
}
