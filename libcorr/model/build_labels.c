/* Sets of labels, and the meaning of their keys.  label_alias.c has the table
 * of keys, and this file applies it, so no reader knows a vendor's spelling. */
#include <stdio.h>
#include <stdlib.h>

#include "model/build_private.h"

/* Searching and sorting a set takes quadratic time, hence a limit. */
enum { MOST_LABELS = 1024 };

/* ---- collecting a set ------------------------------------------------- */

void corr_begin_labels(corr_build *b)
{
    input *in = &b->in;

    /* drop the labels of an unfinished set */
    in->label.key.n = in->label.text.n = b->open_set;
    in->label.type.n = in->label.num.n = b->open_set;
}

void corr_repeat_labels(corr_build *b)
{
    b->repeats_labels = true;
}

/* The place of a label in the open set: that of its key, whose last value wins,
 * or that of an equal label where keys repeat; else the end. */
static size_t label_place(const corr_build *b, uint32_t key, uint32_t text,
                          corr_value_type type, int64_t num)
{
    const input_labels *l = &b->in.label;

    for (size_t i = b->open_set; i < l->key.n; i++)
        if (l->key.v[i] == key &&
            (!b->repeats_labels ||
             (l->text.v[i] == text && l->type.v[i] == type &&
              l->num.v[i] == num)))
            return i;
    return l->key.n;
}

/* Adds a label to the open set. */
static void push_label_row(corr_build *b, corr_str key, corr_str text,
                           corr_value_type type, int64_t num)
{
    input *in = &b->in;
    uint32_t k = corr_add_text(b, key).i;
    uint32_t t = corr_add_text(b, text).i;

    if (b->err.code)
        return;
    const size_t at = label_place(b, k, t, type, num);
    if (at - b->open_set >= MOST_LABELS) {
        corr_warn(b, CORR_NO_OFFSET,
                  "label sets are cut to %d labels; the others are left out",
                  MOST_LABELS);
        return;
    }
    if (at == in->label.key.n) {
        if (!vec_push(&in->label.key, k) || !vec_push(&in->label.text, 0) ||
            !vec_push(&in->label.type, 0) || !vec_push(&in->label.num, 0)) {
            build_no_memory(b);
            return;
        }
    }
    in->label.text.v[at] = t;
    in->label.type.v[at] = (uint8_t)type;
    in->label.num.v[at] = num;
}

void corr_push_label(corr_build *b, corr_str key, corr_str text)
{
    push_label_row(b, key, text, CORR_VALUE_TEXT, 0);
}

void corr_push_int(corr_build *b, corr_str key, int64_t value, corr_str unit)
{
    push_label_row(b, key, unit, CORR_VALUE_INT, value);
}

void corr_push_real(corr_build *b, corr_str key, double value)
{
    int64_t bits;

    memcpy(&bits, &value, sizeof bits);
    push_label_row(b, key, (corr_str){ "", 0 }, CORR_VALUE_REAL, bits);
}

void corr_push_bool(corr_build *b, corr_str key, bool value)
{
    push_label_row(b, key, (corr_str){ "", 0 }, CORR_VALUE_BOOL, value);
}

void corr_push_json(corr_build *b, corr_str key, corr_str text)
{
    push_label_row(b, key, text, CORR_VALUE_JSON, 0);
}

/* Insertion sort by key.  Sets are small; sorting makes equal sets equal. */
static void sort_open_set(corr_build *b)
{
    input *in = &b->in;

    for (size_t i = b->open_set + 1; i < in->label.key.n; i++) {
        uint32_t key = in->label.key.v[i];
        uint32_t text = in->label.text.v[i];
        uint8_t type = in->label.type.v[i];
        int64_t num = in->label.num.v[i];
        size_t k = i;
        for (; k > b->open_set && in->label.key.v[k - 1] > key; k--) {
            in->label.key.v[k] = in->label.key.v[k - 1];
            in->label.text.v[k] = in->label.text.v[k - 1];
            in->label.type.v[k] = in->label.type.v[k - 1];
            in->label.num.v[k] = in->label.num.v[k - 1];
        }
        in->label.key.v[k] = key;
        in->label.text.v[k] = text;
        in->label.type.v[k] = type;
        in->label.num.v[k] = num;
    }
}

typedef struct set_key {
    const input *in;
    size_t first, n; /* labels of the open set */
} set_key;

static bool same_set(const void *ctx, uint32_t row)
{
    const set_key *k = ctx;
    const input *in = k->in;
    size_t at = in->label.set_at.v[row];

    return in->label.set_n.v[row] == k->n &&
           memcmp(in->label.key.v + at, in->label.key.v + k->first,
                  k->n * sizeof(uint32_t)) == 0 &&
           memcmp(in->label.text.v + at, in->label.text.v + k->first,
                  k->n * sizeof(uint32_t)) == 0 &&
           memcmp(in->label.type.v + at, in->label.type.v + k->first, k->n) ==
               0 &&
           memcmp(in->label.num.v + at, in->label.num.v + k->first,
                  k->n * sizeof(int64_t)) == 0;
}

static uint64_t hash_set(const input *in, size_t first, size_t n)
{
    return corr_hash(in->label.key.v + first, n * sizeof(uint32_t)) ^
           corr_hash(in->label.text.v + first, n * sizeof(uint32_t)) * 3 ^
           corr_hash(in->label.num.v + first, n * sizeof(int64_t)) * 5;
}

static uint32_t new_set(corr_build *b, size_t first, size_t n)
{
    input *in = &b->in;

    if (first > UINT32_MAX) {
        corr_fail(&b->err, CORR_ELIMIT, "more than 4 G labels");
        return 0;
    }
    if (!vec_push(&in->label.set_at, (uint32_t)first) ||
        !vec_push(&in->label.set_n, (uint32_t)n)) {
        build_no_memory(b);
        return 0;
    }
    build_hold(b, 8 + n * 17);
    return (uint32_t)in->label.set_at.n - 1;
}

corr_labels corr_end_labels(corr_build *b)
{
    set_key k = { &b->in, b->open_set, b->in.label.key.n - b->open_set };

    if (b->err.code || k.n == 0)
        return (corr_labels){ 0 };
    sort_open_set(b);
    uint64_t hash = hash_set(&b->in, k.first, k.n);
    uint32_t row = pool_find(&b->sets, hash, same_set, &k);
    if (!row) {
        row = new_set(b, k.first, k.n);
        if (row && !pool_add(&b->sets, hash, row))
            build_no_memory(b);
        b->open_set = b->in.label.key.n;
    }
    corr_begin_labels(b);
    return (corr_labels){ row };
}

/* ---- what labels mean ---------------------------------------------------- */

/* The meanings of keys, each looked up once. */
typedef struct meanings {
    unsigned where;      /* label_alias_place */
    const alias **of;    /* [texts] NULL: not looked up yet */
    uint32_t *recording; /* [texts] 1 + the recording of this digest; NULL: the
                            file sums up none */
} meanings;

static bool meanings_init(meanings *m, corr_build *b, unsigned where)
{
    const size_t n = b->in.text_at.n;

    *m = (meanings){ where, calloc(n, sizeof *m->of), NULL };
    if (b->in.recording.n)
        m->recording = calloc(n, sizeof *m->recording);
    for (uint32_t i = 0; m->recording && i < b->in.recording.n; i++)
        m->recording[b->in.recording.v[i].digest] = i + 1;
    return (m->of && (m->recording || !b->in.recording.n)) ||
           build_no_memory(b);
}

static void meanings_clear(meanings *m)
{
    free(m->of);
    free(m->recording);
}

/* Never NULL. */
static const alias *meaning_of(const corr_build *b, meanings *m, uint32_t key)
{
    if (!m->of[key])
        m->of[key] = label_alias_look_up(b->opts.aliases,
                                         input_text(&b->in, key), m->where);
    return m->of[key];
}

static int64_t label_int(const corr_label *l)
{
    int64_t n;

    return label_alias_number(l, &n) ? n : 0;
}

/* The facts collected from the labels of one set. */
typedef struct label_reading {
    label_ids ids;
    uint32_t thread_name; /* text */
    int64_t os_id, vm_id;
    int64_t dotted_id;         /* of "thread.id" */
    bool is_agent;             /* an agent in the process wrote the labels */
    uint8_t rank[ALIAS_COUNT]; /* rank of the key whose value was used */
} label_reading;

/* Whether no key with this meaning and a lower rank came before; keeps the
 * rank. */
static bool is_best_key(label_reading *r, const alias *a)
{
    if (a->rank > r->rank[a->meaning])
        return false;
    r->rank[a->meaning] = a->rank;
    return true;
}

static void read_id_label(label_reading *r, const alias *a, const corr_label *l)
{
    label_ids *ids = &r->ids;
    corr_trace_id id = { 0, 0 };

    ids->bad |= !label_alias_id(a, l, &id);
    if (!(id.hi | id.lo) || !is_best_key(r, a))
        return;
    if (a->meaning == ALIAS_TRACE_ID)
        ids->trace = id;
    else if (a->meaning == ALIAS_ROOT_ID)
        ids->root = id.lo;
    else if (a->meaning == ALIAS_SPAN_ID_EXACT || !ids->exact)
        ids->span = id.lo;
    ids->exact |= a->meaning == ALIAS_SPAN_ID_EXACT;
}

/* A key of one id goes before a header. */
static void read_context_label(label_reading *r, const alias *a,
                               const corr_label *l)
{
    const alias as_trace = { .meaning = ALIAS_TRACE_ID, .rank = a->rank };
    const alias as_span = { .meaning = ALIAS_SPAN_ID, .rank = a->rank };
    corr_trace_id trace;
    uint64_t span;

    r->ids.bad |= !label_alias_context(l, &trace, &span);
    if ((trace.hi | trace.lo) && is_best_key(r, &as_trace))
        r->ids.trace = trace;
    if (span && is_best_key(r, &as_span) && !r->ids.exact)
        r->ids.span = span;
}

/* A number under a key, a time in ns; 0: no such time. */
static int64_t label_ns(const alias *a, int64_t number)
{
    const int64_t ms = 1000000;

    if (!a->is_ms)
        return number;
    return number > 0 && number <= INT64_MAX / ms ? number * ms : 0;
}

/* Reads one label of a sample or of a span. */
static void read_label(label_reading *r, const alias *a, uint32_t text,
                       const corr_label *l)
{
    const label_alias_meaning means = a->meaning;
    const bool is_id = means >= ALIAS_TRACE_ID && means <= ALIAS_ROOT_ID;
    const int64_t number = label_ns(a, label_int(l));
    int64_t *to_number = means == ALIAS_TIME_NS        ? &r->ids.time
                         : means == ALIAS_THREAD_ID    ? &r->vm_id
                         : means == ALIAS_OS_THREAD_ID ? &r->os_id
                                                       : NULL;
    uint32_t *to_text = means == ALIAS_THREAD_NAME ? &r->thread_name
                        : means == ALIAS_SERVICE   ? &r->ids.service
                                                   : NULL;

    if (l->type != CORR_VALUE_TEXT) /* then text is a unit */
        text = 0;
    r->is_agent |= a->is_ms;
    if (corr_str_is(l->key, "thread.id"))
        r->dotted_id = number;
    if (is_id)
        read_id_label(r, a, l);
    else if (means == ALIAS_CONTEXT)
        read_context_label(r, a, l);
    else if (to_number && number && is_best_key(r, a))
        *to_number = number;
    else if (to_text && text && is_best_key(r, a))
        *to_text = text;
}

/* The ids and facts in the labels of a sample's or a span's set. */
static label_ids ids_of_set(corr_build *b, meanings *m, uint32_t set)
{
    label_reading r = { .ids = { .time = CORR_NO_TIME } };

    memset(r.rank, UINT8_MAX, sizeof r.rank);
    for (uint32_t i = 0; i < b->in.label.set_n.v[set]; i++) {
        size_t at = b->in.label.set_at.v[set] + i;
        const alias *a = meaning_of(b, m, b->in.label.key.v[at]);
        corr_label l = input_label(&b->in, set, i);
        if (a->meaning != ALIAS_NONE)
            read_label(&r, a, b->in.label.text.v[at], &l);
        if (m->recording && l.type == CORR_VALUE_TEXT &&
            corr_str_is(l.key, CORR_LABEL_RECORDING))
            r.ids.recording = m->recording[b->in.label.text.v[at]];
    }
    /* an agent knows its thread.id from the runtime, a profiler from the
       kernel */
    if (r.is_agent && r.dotted_id) {
        r.os_id = r.os_id == r.dotted_id ? 0 : r.os_id;
        r.vm_id = r.dotted_id;
    }
    if (r.thread_name || r.os_id || r.vm_id)
        r.ids.thread =
            corr_add_thread(b, (corr_text){ r.thread_name }, r.os_id, r.vm_id)
                .i;
    return r.ids;
}

static bool has_labelled_samples(const corr_build *b)
{
    for (size_t i = 1; i < b->in.segment.n; i++)
        if (b->in.segment.v[i].labels)
            return true;
    return false;
}

/* The text of a resource attribute; an integer becomes text. */
static uint32_t attr_text(corr_build *b, size_t at, const corr_label *l)
{
    char buf[32];

    if (l->type != CORR_VALUE_INT)
        return b->in.label.text.v[at];
    int n = snprintf(buf, sizeof buf, "%lld", (long long)l->num);
    return corr_add_text(b, (corr_str){ buf, (size_t)n }).i;
}

/* The member of a process row that an attribute fills, or NULL. */
static uint32_t *proc_member(proc_row *p, label_alias_meaning meaning)
{
    static const size_t member[ALIAS_COUNT] = {
        [ALIAS_SERVICE] = offsetof(proc_row, service),
        [ALIAS_HOST] = offsetof(proc_row, host),
        [ALIAS_INSTANCE] = offsetof(proc_row, instance),
        [ALIAS_VERSION] = offsetof(proc_row, version),
        [ALIAS_CONTAINER] = offsetof(proc_row, container),
        [ALIAS_POD] = offsetof(proc_row, pod),
        [ALIAS_EXECUTABLE] = offsetof(proc_row, executable),
    };

    if (meaning != ALIAS_SERVICE && !member[meaning])
        return NULL;
    return (uint32_t *)(void *)((char *)p + member[meaning]);
}

static void read_proc(corr_build *b, meanings *m, uint32_t proc)
{
    uint32_t set = b->in.proc.v[proc].labels;
    int rank[ALIAS_COUNT] = { 0 }; /* of the key that filled a member */

    for (uint32_t i = 0; i < b->in.label.set_n.v[set]; i++) {
        size_t at = b->in.label.set_at.v[set] + i;
        const alias *a = meaning_of(b, m, b->in.label.key.v[at]);
        corr_label l = input_label(&b->in, set, i);
        if (a->meaning == ALIAS_NONE)
            continue;
        uint32_t text = attr_text(b, at, &l);
        proc_row *p = &b->in.proc.v[proc];
        uint32_t *to = proc_member(p, a->meaning);
        if (a->meaning == ALIAS_PID)
            p->pid = label_int(&l);
        if (!to || !text || (*to && a->rank >= rank[a->meaning]))
            continue;
        *to = text;
        rank[a->meaning] = a->rank;
    }
}

/* Sets the thread of each span from its attributes.  Many spans share a set of
 * attributes. */
static bool read_span_threads(corr_build *b, meanings *m)
{
    input *in = &b->in;
    uint32_t *known =
        calloc(in->label.set_at.n + 1, sizeof *known); /* 1 + thread */

    if (!known)
        return build_no_memory(b);
    for (size_t s = 1; s < in->span.n; s++) {
        const uint32_t set = in->span.v[s].attrs;

        if (set && !known[set])
            known[set] = 1 + ids_of_set(b, m, set).thread;
        if (set)
            in->span.v[s].thread = known[set] - 1;
    }
    free(known);
    return true;
}

static bool read_label_sets(corr_build *b)
{
    input *in = &b->in;
    const bool needed = has_labelled_samples(b);
    meanings labels;

    if (!vec_resize(&in->label.set_ids, in->label.set_at.n))
        return build_no_memory(b);
    const bool ok = meanings_init(&labels, b, ALIAS_ON_SAMPLE);
    for (uint32_t set = 0; ok && set < in->label.set_at.n; set++)
        in->label.set_ids.v[set] = needed ? ids_of_set(b, &labels, set)
                                          : (label_ids){ .time = CORR_NO_TIME };
    meanings_clear(&labels);
    return ok;
}

bool build_label_ids(corr_build *b)
{
    meanings attrs;

    if (!read_label_sets(b))
        return false;
    bool ok = meanings_init(&attrs, b, ALIAS_ON_PROCESS);
    for (uint32_t p = 1; ok && p < b->in.proc.n; p++)
        read_proc(b, &attrs, p);
    ok = ok && read_span_threads(b, &attrs);
    meanings_clear(&attrs);
    return ok && !b->err.code;
}
