/*
 * Labels that an agent sends beside a recording.  Events name them by number:
 *
 *   LabelsSnapshot { map<int64, Context> contexts = 1;
 *                    map<int64, string> strings = 2; }
 *   Context        { map<int64, int64> labels = 1; }  numbers of strings
 *
 * The bytes stay in the source of the labels, which is open until all is read.
 * The file of labels by itself is a format of its own, without samples.
 */
#include "jfr/jfr.h"

#include <stdlib.h>

#include "common/wire.h"
#include "corr_builtin.h"

enum { CONTEXTS = 1, STRINGS = 2, LABELS = 1, KEY = 1, VALUE = 2 };

/* ---- the file ------------------------------------------------------------ */

/* An entry of a map; a missing field is 0 or empty. */
typedef struct entry {
    uint64_t key, number;
    corr_cur bytes;
} entry;

/* False: the bytes are not an entry with a value of this wire type. */
static bool read_entry(corr_cur c, uint32_t type, entry *e)
{
    wire_field f;

    *e = (entry){ .bytes = corr_cur_of(NULL, 0) };
    while (wire_next(&c, &f)) {
        if (f.number == KEY && f.type == WIRE_VARINT)
            e->key = f.value;
        else if (f.number != VALUE || f.type != type)
            return false;
        else if (type == WIRE_BYTES)
            e->bytes = f.bytes;
        else
            e->number = f.value;
    }
    return !c.bad;
}

static bool is_context(corr_cur c)
{
    wire_field f;
    entry e;

    while (wire_next(&c, &f))
        if (f.number != LABELS || f.type != WIRE_BYTES ||
            !read_entry(f.bytes, WIRE_VARINT, &e))
            return false;
    return !c.bad;
}

/* The answer is sure if the head has only entries, and one of them is a string
 * with a number. */
static int labels_probe(const uint8_t *head, size_t n, bool whole)
{
    corr_cur c = corr_cur_of(head, n);
    bool any = false;
    wire_field f;
    entry e;

    while (wire_next(&c, &f)) {
        if ((f.number != CONTEXTS && f.number != STRINGS) ||
            f.type != WIRE_BYTES || !read_entry(f.bytes, WIRE_BYTES, &e) ||
            (f.number == CONTEXTS && !is_context(e.bytes)))
            return 0;
        any |= f.number == STRINGS && e.key && corr_cur_left(&e.bytes);
    }
    return any && !(whole && c.bad) ? 60 : 0;
}

/* ---- looking up ---------------------------------------------------------- */

static bool add_entry(jfr_labels *l, corr_map *to, const entry *e)
{
    bool is_new;

    if (!corr_vec_reserve(NULL, &l->at, 1))
        return false;
    uint32_t *row = corr_map_u64(to, e->key, &is_new);
    if (!row)
        return false;
    l->at.v[l->at.n++] = e->bytes;
    *row = (uint32_t)l->at.n;
    return true;
}

void jfr_labels_read(jfr *j, corr_src *in)
{
    jfr_labels *l = &j->file->labels;
    const uint64_t most = in ? corr_src_limits(in)->record : 0;
    bool ok = true;
    wire_field f;
    entry e;
    size_t n;

    if (!in)
        return;
    l->is_here = true;
    const uint8_t *p = corr_src_peek(in, (size_t)most, &n);
    corr_cur c = corr_cur_of(p, n);
    while (ok && wire_next(&c, &f)) {
        if (f.type != WIRE_BYTES || !read_entry(f.bytes, WIRE_BYTES, &e))
            continue;
        if (f.number == CONTEXTS)
            ok = add_entry(l, &l->context, &e);
        else if (f.number == STRINGS)
            ok = add_entry(l, &l->string, &e);
    }
    if (!ok)
        corr_refuse(j->b, CORR_ENOMEM, CORR_NO_OFFSET, NULL, "out of memory");
    if (c.bad || corr_src_cut(in) || corr_src_failed(in) || n == most)
        corr_damage(j->b, CORR_NO_OFFSET, 0, 0,
                    "the labels of the recording are damaged or cut off; some "
                    "are unknown");
}

void jfr_labels_clear(jfr_labels *l)
{
    corr_map_clear(&l->context);
    corr_map_clear(&l->string);
    corr_map_clear(&l->made);
    corr_vec_free(&l->at);
}

static bool find_bytes(const jfr_labels *l, const corr_map *in, uint64_t key,
                       corr_cur *bytes)
{
    const uint32_t *row = corr_map_find_u64(in, key);

    if (row)
        *bytes = l->at.v[*row - 1];
    return row != NULL;
}

static corr_str string_of(const jfr_labels *l, uint64_t key)
{
    corr_cur c;

    if (!find_bytes(l, &l->string, key, &c))
        return (corr_str){ "", 0 };
    return (corr_str){ (const char *)c.p, corr_cur_left(&c) };
}

/* False: the context is missing. */
static bool push_context(jfr *j, uint64_t context)
{
    const jfr_labels *l = &j->file->labels;
    wire_field f;
    corr_cur c;
    entry e;

    if (!find_bytes(l, &l->context, context, &c))
        return false;
    while (wire_next(&c, &f)) {
        if (f.number != LABELS || f.type != WIRE_BYTES ||
            !read_entry(f.bytes, WIRE_VARINT, &e))
            continue;
        const corr_str key = string_of(l, e.key);
        if (key.n)
            corr_push_label(j->b, key, string_of(l, e.number));
    }
    return true;
}

/* The numbers of the current record, if it has them. */
static bool label_numbers(const jfr *j, uint64_t *context, uint64_t *name)
{
    const jfr_record *r = &j->record;

    *context = (uint64_t)jfr_number(r, F_CONTEXT, 0);
    *name = 0;
    if (jfr_has(r, F_SPAN_NAME) && jfr_field_of(r, F_SPAN_NAME)->bits == 64)
        *name = (uint64_t)jfr_number(r, F_SPAN_NAME, 0);
    return *context || *name;
}

bool jfr_push_labels(jfr *j)
{
    uint64_t context, name;

    if (!label_numbers(j, &context, &name))
        return true;
    const corr_str span = string_of(&j->file->labels, name);
    const bool is_here = !context || push_context(j, context);
    if (span.n)
        corr_push_label(j->b, CORR_STR("span_name"), span);
    return is_here && (!name || span.n);
}

corr_labels jfr_labels_of(jfr *j)
{
    uint64_t key[2];
    bool is_new = true;

    if (!label_numbers(j, &key[0], &key[1]))
        return (corr_labels){ 0 };
    uint32_t *slot =
        corr_map_bytes(&j->file->labels.made, key, sizeof key, &is_new);
    if (!slot)
        return (corr_labels){ 0 };
    if (is_new) {
        corr_begin_labels(j->b);
        const bool is_here = jfr_push_labels(j);
        *slot = corr_end_labels(j->b).i << 1 | !is_here;
    }
    j->file->labels.missing += *slot & 1;
    return (corr_labels){ *slot >> 1 };
}

void jfr_labels_settle(jfr *j)
{
    const jfr_labels *l = &j->file->labels;

    if (!l->missing)
        return;
    corr_note(j->b, "LABELS_MISSING",
              l->is_here ? "some samples refer to labels that are not among "
                           "those of the recording"
                         : "labels of samples are missing; the agent pushes "
                           "them in the part \"labels\"");
}

/* ---- the file by itself -------------------------------------------------- */

/* A file of labels alone. Labels beside their recording are read with the
 * recording. */
static corr_code labels_read(corr_src *in, const corr_want *want, corr_build *b,
                             corr_err *err)
{
    corr_src *of = corr_src_beside(in, ".jfr");

    (void)want;
    corr_recognised(b);
    if (of)
        corr_set_producer(b, CORR_STR("labels of the recording next to them"));
    else
        corr_refuse(b, CORR_EFORMAT, CORR_NO_OFFSET, NULL,
                    "labels without a recording; put them next to the .jfr of "
                    "the same name");
    corr_src_close(of);
    return corr_finish(in, b, err);
}

const corr_format corr_format_jfr_labels = {
    .name = "jfr-labels",
    .title = "labels of a flight recording",
    .probe = labels_probe,
    .read = labels_read,
    .is_binary = true,
};
