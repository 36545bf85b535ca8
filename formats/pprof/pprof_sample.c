/* Decodes samples one by one with the cursor: the hot path of the reader.  A
 * sample is kept as bytes; equal lists of locations and equal lists of labels
 * are found by their bytes. */
#include "pprof/pprof.h"

#include "common/wire.h"

/* A list within one sample: a slice of the file if the list is in one piece,
 * else the pieces joined in scratch memory, with the encoding of a single
 * piece. */
typedef struct list {
    const uint8_t *p;
    size_t n;
    pprof_bytes *scratch;
} list;

static void list_add(pprof_file *f, list *l, const uint8_t *p, size_t n,
                     bool may_borrow)
{
    const bool is_copied = l->p == l->scratch->v;

    if (may_borrow && !is_copied && (l->n == 0 || l->p + l->n == p)) {
        l->p = l->n ? l->p : p;
        l->n += n;
        return;
    }
    if (!is_copied) {
        l->scratch->n = 0;
        if (!corr_vec_append(f->b, l->scratch, l->p, l->n))
            return;
    }
    if (!corr_vec_append(f->b, l->scratch, p, n))
        return;
    l->p = l->scratch->v;
    l->n = l->scratch->n;
}

/* Reads a packed list, or one number of an unpacked list. False: the field is
 * not a list of numbers. */
static bool list_numbers(pprof_file *f, list *l, const wire_field *w)
{
    uint8_t one[WIRE_VARINT_MAX];

    if (w->type == WIRE_BYTES)
        list_add(f, l, w->bytes.p, corr_cur_left(&w->bytes), true);
    else if (w->type == WIRE_VARINT)
        list_add(f, l, one, corr_put_varint(one, w->value), false);
    else
        return false;
    return true;
}

static bool list_ends_well(const list *l)
{
    return l->n == 0 || l->p[l->n - 1] < 0x80;
}

static void put_sample_row(pprof_file *f, uint32_t stack, uint32_t labels,
                           const list *values)
{
    uint8_t head[3 * WIRE_VARINT_MAX];
    size_t n = corr_put_varint(head, stack);

    n += corr_put_varint(head + n, labels);
    n += corr_put_varint(head + n, values->n);
    if (corr_vec_append(f->b, &f->samples.rows, head, n) &&
        corr_vec_append(f->b, &f->samples.rows, values->p, values->n))
        f->samples.n++;
}

/* A sample must have as many values as the file has sample types. The types may
 * not be known yet, so this remembers whether all samples have the same number
 * of values. */
static void count_values(pprof_file *f, const list *values)
{
    const pprof_count here = { f->samples.n, f->offset,
                               wire_count(values->p, values->n) };

    if (f->samples.first.offset == CORR_NO_OFFSET)
        f->samples.first = here;
    else if (here.n != f->samples.first.n &&
             f->samples.uneven.offset == CORR_NO_OFFSET)
        f->samples.uneven = here;
}

/* Checks the texts of a list when the list is new, so that a text out of range
 * is reported with its offset. */
static uint32_t label_set(pprof_file *f, const list *labels)
{
    size_t had = f->samples.labels.end.n;
    uint32_t set = pprof_memo_find(f, &f->samples.labels, labels->p, labels->n);

    if (f->samples.labels.end.n > had) {
        corr_cur c = corr_cur_of(labels->p, labels->n);
        pprof_label label;
        while (pprof_next_label(f, &c, &label))
            continue;
    }
    return set;
}

void pprof_take_sample(pprof_file *f, corr_cur c)
{
    const uint8_t *at = c.p;
    wire_field w;
    bool is_whole = true;
    /* without a type the labels tell what a sample is worth */
    const bool with_labels =
        corr_wants(f->want, CORR_NEED_LABELS | CORR_NEED_TIME) ||
        f->head.type.n == 0;
    list ids = { .p = at, .scratch = &f->samples.list[0] };
    list values = { .p = at, .scratch = &f->samples.list[1] };
    list labels = { .p = at, .scratch = &f->samples.list[2] };

    while (is_whole && wire_next(&c, &w)) {
        if (w.number == 1)
            is_whole = list_numbers(f, &ids, &w);
        else if (w.number == 2)
            is_whole = list_numbers(f, &values, &w);
        else if (w.number == 3 && with_labels) /* checks key and length too */
            list_add(f, &labels, at, (size_t)(c.p - at), true);
        at = c.p;
    }
    if (c.bad || !is_whole || !list_ends_well(&ids) ||
        !list_ends_well(&values)) {
        pprof_malformed(f, "sample");
        values.n = 0; /* the row keeps its number, without values */
        put_sample_row(f, 0, 0, &values);
        return;
    }
    uint32_t stack = pprof_memo_find(f, &f->samples.stacks, ids.p, ids.n);
    uint32_t set = labels.n ? label_set(f, &labels) : 0;
    count_values(f, &values);
    put_sample_row(f, stack, set, &values);
}
