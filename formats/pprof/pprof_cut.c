/*
 * pprof_cut - some samples of a file, or of several, as one profile.
 *
 * Each file is walked as for reading.  Then the kept samples are written with
 * the rows they refer to.  A merge adds up samples with the same locations and
 * labels, as pprof does; a slice leaves each sample as it is.  The fields of
 * the whole profile come last, because they depend on all files: the earliest
 * start (of Node.js profiles: the last end), the sum of the durations, the
 * longest period.
 */
#include "pprof/pprof.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/wire.h"
#include "corr_write.h"
#include "pprof/pprof_merge.h"

/* Texts are kept by their number in the output. */
typedef struct head {
    char *types;   /* "cpu/nanoseconds, ..." of the first file */
    int64_t *type; /* [2 * ntype] names and units */
    size_t ntype;
    int64_t period_type[2];
    int64_t time, duration, period;
    int64_t drop, keep, default_type, doc_url;
    corr_vec(int64_t) comment;
    corr_map comments;
} head;

/* The sums of a merge: one row for all samples with the same lists. */
typedef struct sums {
    corr_map map; /* lists -> number */
    pprof_bytes bytes;
    corr_vec(size_t) end;    /* of a sample's lists, in bytes */
    corr_vec(int64_t) value; /* ntype of each sample */
} sums;

typedef struct cutter {
    corr_slice *slice;
    corr_err *err;
    pprof_out o;
    pprof_tables tables;
    head head;
    sums sums;
    const char *first; /* path of the first file */
    double *carry;     /* [ntype] remainders of rounding */
    corr_vec(pprof_label) label;
    pprof_bytes lists, ids, values;
} cutter;

/* ---- the fields of the whole profile ---------------------------------- */

static int64_t put_file_text(cutter *c, const pprof_file *f, uint32_t string)
{
    return pprof_put_text(&c->o, pprof_text(f, string));
}

static void find_type(cutter *c, const pprof_file *f, pprof_type t,
                      int64_t type[2])
{
    type[0] = put_file_text(c, f, t.type);
    type[1] = put_file_text(c, f, t.unit);
}

static bool is_type(cutter *c, const pprof_file *f, pprof_type t,
                    const int64_t type[2])
{
    return type[0] == put_file_text(c, f, t.type) &&
           type[1] == put_file_text(c, f, t.unit);
}

static char *print_types(const pprof_file *f)
{
    size_t n = 1;

    for (size_t i = 0; i < f->head.type.n; i++)
        n += pprof_text(f, f->head.type.v[i].type).n +
             pprof_text(f, f->head.type.v[i].unit).n + 3;
    char *text = malloc(n);
    if (!text)
        return NULL;
    text[0] = '\0';
    for (size_t i = 0, at = 0; i < f->head.type.n; i++)
        at += (size_t)snprintf(
            text + at, n - at, "%s%.*s/%.*s", i ? ", " : "",
            CORR_STR_ARG(pprof_text(f, f->head.type.v[i].type)),
            CORR_STR_ARG(pprof_text(f, f->head.type.v[i].unit)));
    return text;
}

static void put_type(cutter *c, unsigned field, const int64_t *type)
{
    c->lists.n = 0;
    pprof_add_number(&c->o, &c->lists, 1, (uint64_t)type[0]);
    pprof_add_number(&c->o, &c->lists, 2, (uint64_t)type[1]);
    pprof_put_bytes(&c->o, field, c->lists.v, c->lists.n);
}

static void begin_head(cutter *c, const pprof_file *f, const char *path)
{
    head *h = &c->head;

    c->first = path;
    h->ntype = f->head.type.n;
    h->types = print_types(f);
    h->type = calloc(2 * f->head.type.n + 1, sizeof *h->type);
    c->carry = calloc(f->head.type.n + 1, sizeof *c->carry);
    if (!h->types || !h->type || !c->carry) {
        pprof_out_no_memory(&c->o);
        return;
    }
    for (size_t i = 0; i < f->head.type.n; i++) {
        find_type(c, f, f->head.type.v[i], &h->type[2 * i]);
        put_type(c, PPROF_SAMPLE_TYPE, &h->type[2 * i]);
    }
    find_type(c, f, f->head.period_type, h->period_type);
    h->drop = put_file_text(c, f, f->head.drop);
    h->keep = put_file_text(c, f, f->head.keep);
}

static bool has_types(cutter *c, const pprof_file *f)
{
    const head *h = &c->head;
    bool same = h->ntype == f->head.type.n;

    for (size_t i = 0; same && i < h->ntype; i++)
        same = is_type(c, f, f->head.type.v[i], &h->type[2 * i]);
    return same;
}

static corr_code refuse_types(const cutter *c, const pprof_file *f,
                              const char *path)
{
    char *types = print_types(f);

    corr_fail(c->err, CORR_EUSAGE,
              "%s has %s and %s has %s; they cannot become one profile",
              c->first, c->head.types, path, types ? types : "something else");
    corr_hint(
        c->err,
        corr_slice_adds(c->slice)
            ? "name profiles of one kind"
            : "name profiles of one kind, or choose one with --kind NAME");
    free(types);
    return CORR_EUSAGE;
}

static corr_code refuse_period(const cutter *c, const pprof_file *f,
                               const char *path)
{
    return corr_fail(
        c->err, CORR_EUSAGE,
        "%s and %s differ in what a period is, %.*s/%.*s in the second",
        c->first, path, CORR_STR_ARG(pprof_text(f, f->head.period_type.type)),
        CORR_STR_ARG(pprof_text(f, f->head.period_type.unit)));
}

static void add_comments(cutter *c, const pprof_file *f)
{
    head *h = &c->head;

    for (size_t i = 0; i < f->head.comment.n; i++) {
        const int64_t text = put_file_text(c, f, f->head.comment.v[i]);
        bool is_new = false;
        if (!corr_map_u64(&h->comments, (uint64_t)text, &is_new))
            pprof_out_no_memory(&c->o);
        if (is_new)
            pprof_out_check(&c->o, corr_vec_push(NULL, &h->comment, text));
    }
}

static corr_code add_head(cutter *c, const pprof_file *f, const char *path)
{
    head *h = &c->head;

    if (!c->first)
        begin_head(c, f, path);
    if (c->o.is_failed)
        return CORR_ENOMEM;
    if (!has_types(c, f))
        return refuse_types(c, f, path);
    if (!is_type(c, f, f->head.period_type, h->period_type))
        return refuse_period(c, f, path);
    if (f->head.time &&
        (h->time == 0 ||
         (pprof_is_node(f) ? f->head.time > h->time : f->head.time < h->time)))
        h->time = f->head.time;
    if (__builtin_add_overflow(h->duration, f->head.duration, &h->duration))
        h->duration = INT64_MAX;
    if (f->head.period > h->period)
        h->period = f->head.period;
    if (!h->default_type)
        h->default_type = put_file_text(c, f, f->head.default_type);
    if (!h->doc_url)
        h->doc_url = put_file_text(c, f, f->head.doc_url);
    add_comments(c, f);
    return CORR_OK;
}

static void put_head(cutter *c)
{
    const head *h = &c->head;
    const struct {
        unsigned field;
        int64_t value;
    } numbers[] = {
        { PPROF_DROP_FRAMES, h->drop },
        { PPROF_KEEP_FRAMES, h->keep },
        { PPROF_TIME_NANOS, h->time },
        { PPROF_DURATION_NANOS, h->duration },
        { PPROF_PERIOD, h->period },
        { PPROF_DEFAULT_SAMPLE_TYPE, h->default_type },
        { PPROF_DOC_URL, h->doc_url },
    };

    if (h->period_type[0] || h->period_type[1])
        put_type(c, PPROF_PERIOD_TYPE, h->period_type);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        pprof_put_number(&c->o, numbers[i].field, numbers[i].value);
    for (size_t i = 0; i < h->comment.n; i++)
        pprof_put_number(&c->o, PPROF_COMMENT, h->comment.v[i]);
}

/* ---- the lists of a sample ---------------------------------------------- */

static bool add_varint(cutter *c, pprof_bytes *to, uint64_t value)
{
    uint8_t one[WIRE_VARINT_MAX];
    const size_t n = corr_put_varint(one, value);

    return pprof_out_check(&c->o, corr_vec_append(NULL, to, one, n));
}

/* False: the list names a location that the file does not define. */
static bool add_locations(cutter *c, const pprof_file *f, uint32_t stack)
{
    corr_cur path = pprof_memo_at(&f->samples.stacks, stack);

    c->ids.n = 0;
    while (path.p < path.end) {
        const uint32_t id =
            pprof_tables_location(&c->tables, f, corr_cur_varint(&path));
        if (!id || !add_varint(c, &c->ids, id))
            return false;
    }
    if (c->ids.n)
        pprof_add_bytes(&c->o, &c->lists, 1, c->ids.v, c->ids.n);
    return true;
}

#define SORTED 64 /* labels beyond this many stay in their order */

/* A merge sorts labels by their keys so that equal labels are equal bytes.
 * Labels with the same key keep their order. */
static size_t insert_at(const cutter *c, uint32_t key)
{
    size_t at = c->label.n;

    if (!corr_slice_adds(c->slice) || at >= SORTED)
        return at;
    while (at > 0 && c->label.v[at - 1].key > key)
        at--;
    return at;
}

static void add_labels(cutter *c, pprof_file *f, uint32_t set)
{
    corr_cur list = pprof_memo_at(&f->samples.labels, set);
    pprof_label l;

    c->label.n = 0;
    while (pprof_next_label(f, &list, &l)) {
        l.key = (uint32_t)put_file_text(c, f, l.key);
        l.str = (uint32_t)put_file_text(c, f, l.str);
        l.unit = (uint32_t)put_file_text(c, f, l.unit);
        const size_t at = insert_at(c, l.key);
        if (!pprof_out_check(&c->o, corr_vec_push(NULL, &c->label, l)))
            return;
        memmove(&c->label.v[at + 1], &c->label.v[at],
                (c->label.n - 1 - at) * sizeof l);
        c->label.v[at] = l;
    }
    for (size_t i = 0; i < c->label.n; i++) {
        const pprof_label *label = &c->label.v[i];
        const uint64_t fields[] = { label->key, label->str,
                                    (uint64_t)label->num, label->unit };
        c->ids.n = 0;
        for (unsigned k = 0; k < 4; k++)
            pprof_add_number(&c->o, &c->ids, k + 1, fields[k]);
        pprof_add_bytes(&c->o, &c->lists, 3, c->ids.v, c->ids.n);
    }
}

/* ---- samples ------------------------------------------------------------- */

static void put_sample(cutter *c, const uint8_t *lists, size_t n,
                       const int64_t *value)
{
    bool is_empty = true;

    c->values.n = 0;
    for (size_t i = 0; i < c->head.ntype; i++) {
        add_varint(c, &c->values, (uint64_t)value[i]);
        is_empty &= value[i] == 0;
    }
    if (is_empty || c->o.is_failed)
        return;
    c->ids.n = 0;
    pprof_add_bytes(&c->o, &c->ids, 2, c->values.v, c->values.n);
    if (pprof_out_check(&c->o, corr_vec_append(NULL, &c->ids, lists, n)))
        pprof_put_bytes(&c->o, PPROF_SAMPLE, c->ids.v, c->ids.n);
}

static void add_to_sums(cutter *c, const int64_t *value)
{
    sums *s = &c->sums;
    const size_t ntype = c->head.ntype;
    bool is_new;
    const uint32_t number =
        pprof_number_of(&c->o, &s->map, c->lists.v, c->lists.n, &is_new);

    if (is_new) {
        if (!pprof_out_check(
                &c->o,
                corr_vec_reserve(NULL, &s->value, ntype) &&
                    corr_vec_reserve(NULL, &s->bytes, c->lists.n + 1) &&
                    corr_vec_append(NULL, &s->bytes, c->lists.v, c->lists.n) &&
                    corr_vec_push(NULL, &s->end, s->bytes.n)))
            return;
        memset(s->value.v + s->value.n, 0, ntype * sizeof *s->value.v);
        s->value.n += ntype;
    }
    if (!number || number > s->end.n)
        return;
    int64_t *sum = s->value.v + (number - 1) * ntype;
    for (size_t i = 0; i < ntype; i++)
        if (__builtin_add_overflow(sum[i], value[i], &sum[i]))
            sum[i] = value[i] < 0 ? INT64_MIN : INT64_MAX;
}

/* A divided sample counts with its share. The remainder of rounding goes to the
 * next sample, so that the sum is right. */
static void divide_values(cutter *c, int64_t *value, double share)
{
    for (size_t i = 0; i < c->head.ntype; i++) {
        const double part = (double)value[i] * share + c->carry[i];
        value[i] = llround(part);
        c->carry[i] = part - (double)value[i];
    }
}

static void take_row(cutter *c, pprof_file *f, pprof_row *r, double share)
{
    if (share < 1)
        divide_values(c, r->value, share);
    c->lists.n = 0;
    if (!add_locations(c, f, r->stack))
        return;
    add_labels(c, f, r->labels);
    if (c->o.is_failed)
        return;
    if (corr_slice_adds(c->slice))
        add_to_sums(c, r->value);
    else
        put_sample(c, c->lists.v, c->lists.n, r->value);
}

static corr_code take_rows(cutter *c, pprof_file *f)
{
    corr_cur all = pprof_rows(f);
    pprof_row r = { .value = calloc(f->head.type.n + 1, sizeof *r.value) };
    uint64_t kept = 0;

    if (!r.value)
        return corr_no_memory(c->err);
    for (; pprof_next_row(f, &all, &r) && !c->o.is_failed; r.number++) {
        const double share = corr_slice_row(c->slice, (uint32_t)r.number);
        if (share <= 0 || !r.is_usable)
            continue;
        kept++;
        take_row(c, f, &r, share);
    }
    corr_slice_count(c->slice, kept, r.number);
    free(r.value);
    return CORR_OK;
}

/* ---- files --------------------------------------------------------------- */

static corr_code take_file(cutter *c, size_t i)
{
    static const corr_want all = { 0 };
    corr_slice_input in;
    corr_code code = corr_slice_open(c->slice, i, &in, c->err);

    if (code)
        return code;
    pprof_file f = { .in = in.in, .want = &all, .b = in.b };
    pprof_take(&f);
    if (!corr_build_failed(in.b) && !corr_src_failed(in.in)) {
        code = add_head(c, &f, in.path);
        if (!code)
            pprof_tables_begin(&c->tables, &f);
        if (!code && !c->o.is_failed)
            code = take_rows(c, &f);
    }
    pprof_clear(&f);
    return code ? code : corr_slice_close(c->slice, c->err);
}

static void put_summed_samples(cutter *c)
{
    const sums *s = &c->sums;
    size_t from = 0;

    for (size_t i = 0; i < s->end.n && !c->o.is_failed; from = s->end.v[i++])
        put_sample(c, corr_vec_from(&s->bytes, from), s->end.v[i] - from,
                   corr_vec_from(&s->value, i * c->head.ntype));
}

static void clear_cut(cutter *c)
{
    pprof_tables_clear(&c->tables);
    corr_map_clear(&c->head.comments);
    corr_map_clear(&c->sums.map);
    free(c->head.types);
    free(c->head.type);
    free(c->carry);
    corr_vec_free(&c->head.comment);
    corr_vec_free(&c->sums.bytes);
    corr_vec_free(&c->sums.end);
    corr_vec_free(&c->sums.value);
    corr_vec_free(&c->label);
    corr_vec_free(&c->lists);
    corr_vec_free(&c->ids);
    corr_vec_free(&c->values);
}

corr_code pprof_cut(corr_slice *s, corr_out *out, corr_err *err)
{
    cutter c = { .slice = s, .err = err };
    corr_code code = CORR_OK;

    if (!pprof_out_open(&c.o, out, Z_DEFAULT_COMPRESSION, err))
        return CORR_ENOMEM;
    c.tables = (pprof_tables){ .o = &c.o, .adds = corr_slice_adds(s) };
    for (size_t i = 0; !code && i < corr_slice_inputs(s); i++)
        code = take_file(&c, i);
    if (!code) {
        put_summed_samples(&c);
        put_head(&c);
    }
    clear_cut(&c);
    const corr_code closed = pprof_out_close(&c.o);
    return code ? code : closed;
}
