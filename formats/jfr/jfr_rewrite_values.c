/*
 * Texts inside events and constants, found by the types of the chunk.
 *
 * Values without texts are stepped over as the reader does it.
 */
#include "jfr/jfr_rewriting.h"

#include <string.h>

/* ---- which types have texts ---------------------------------------------- */

static bool is_text_type(const jfr_types *t, uint32_t type)
{
    return type != UINT32_MAX && t->type[type].prim == JFR_TEXT;
}

/* A type of the recorder whose constants are one text each: the names of a
 * closed set. */
static bool is_words(const jfr_types *t, const jfr_type *y)
{
    return y->nfield == 1 && !t->field[y->field].pooled &&
           is_text_type(t, t->field[y->field].type) && !y->is_event &&
           (corr_str_starts(y->name, "jdk.types.") ||
            corr_str_is(y->name, "profiler.types.LogLevel") ||
            corr_str_is(y->name, "datadog.types.ExecutionMode") ||
            corr_str_is(y->name, "datadog.types.ThreadState")) &&
           !corr_str_is(y->name, "jdk.types.Symbol");
}

static uint8_t fact_of_field(const jfr_rewriting *w, const jfr_type *y,
                             const jfr_field *f)
{
    const jfr_types *t = &w->types;
    const bool is_text = is_text_type(t, f->type);
    uint8_t fact = 0;

    if (is_text || (!f->pooled && f->type != UINT32_MAX &&
                    w->type_fact[f->type] & JFR_HAS_TEXT))
        fact |= JFR_HAS_TEXT;
    if (f->is_array && !f->pooled && f->type != UINT32_MAX &&
        (t->type[f->type].prim == JFR_INTEGER ||
         t->type[f->type].prim == JFR_BYTE))
        fact |= JFR_HAS_TEXT | JFR_IS_BYTES;
    if (w->by->has_number && !f->is_array && !f->pooled &&
        f->type != UINT32_MAX && t->type[f->type].prim == JFR_INTEGER &&
        w->by->has_number(w->by->ctx, y->name.p, f->name.p))
        fact |= JFR_HAS_TEXT | JFR_IS_NUMBER;
    if (is_text && !f->is_array &&
        (corr_str_is(f->name, "key") || corr_str_is(f->name, "name")))
        fact |= JFR_IS_KEY;
    if (is_text && is_words(t, y))
        fact |= JFR_IS_WORD;
    return fact;
}

/* Whether one more type turned out to have texts. */
static bool find_more_texts(jfr_rewriting *w)
{
    const jfr_types *t = &w->types;
    bool more = false;

    for (uint32_t i = 0; i < t->ntype; i++) {
        const jfr_type *y = &t->type[i];
        uint8_t any = y->prim == JFR_TEXT ? JFR_HAS_TEXT : 0;
        for (uint32_t k = 0; k < y->nfield; k++) {
            uint8_t *fact = &w->field_fact[y->field + k];
            *fact = fact_of_field(w, y, &t->field[y->field + k]);
            any |= *fact & JFR_HAS_TEXT;
        }
        more |= any != w->type_fact[i];
        w->type_fact[i] = any;
    }
    return more;
}

void jfr_find_texts(jfr_rewriting *w)
{
    const jfr_types *t = &w->types;

    if (!corr_grow((void **)&w->type_fact, &w->type_room, t->ntype + 1, 1) ||
        !corr_grow((void **)&w->field_fact, &w->field_room, t->nfield + 1, 1) ||
        !corr_grow((void **)&w->field_note, &w->note_room, t->nfield + 1, 1)) {
        w->no_memory = true;
        return;
    }
    memset(w->type_fact, 0, t->ntype);
    memset(w->field_fact, 0, t->nfield);
    memset(w->field_note, 0, t->nfield);
    /* a type nests at most so deep, or it is broken */
    for (unsigned i = 0; i <= JFR_DEPTH + 1 && find_more_texts(w); i++)
        ;
}

/* ---- values -------------------------------------------------------------- */

/* field: its number; UINT32_MAX: the value is a constant of its own. */
static void walk_value(jfr_rewriting *w, uint32_t type, const jfr_text_at *at,
                       uint32_t field, corr_cur *c, unsigned depth);

static jfr_text_at place_of(const jfr_rewriting *w, const jfr_type *y,
                            uint32_t field)
{
    return (jfr_text_at){ .type = y->name.p,
                          .field = w->types.field[field].name.p,
                          .key = { w->key.v ? w->key.v : "", w->key.n },
                          .is_word = (w->field_fact[field] & JFR_IS_WORD) != 0,
                          .note = &w->field_note[field] };
}

/* A field that refers to constants that are plain texts. */
static void walk_references(jfr_rewriting *w, const jfr_text_at *at,
                            uint32_t field, uint64_t n, corr_cur *c)
{
    for (; n > 0 && !c->bad && !w->no_memory; n--) {
        const uint64_t key = jfr_int(c);
        if (!c->bad)
            jfr_text_show(w, key, at, field);
    }
}

static void rewrite_number(jfr_rewriting *w, const jfr_text_at *at,
                           unsigned bits, corr_cur *c)
{
    const size_t from = jfr_at(w, c);
    const int64_t was = (int64_t)jfr_int(c);
    const int64_t now = c->bad ? was : w->by->number(w->by->ctx, at, was, bits);

    if (now == was)
        return;
    w->done.changed++;
    jfr_change_at(w, from);
    jfr_copy_put_int(w, (uint64_t)now, 1);
    w->copied = jfr_at(w, c);
}

static void walk_field(jfr_rewriting *w, const jfr_type *y, uint32_t field,
                       corr_cur *c, unsigned depth)
{
    const jfr_field *f = &w->types.field[field];
    const uint8_t fact = w->field_fact[field];

    if (!(fact & JFR_HAS_TEXT)) {
        jfr_skip_field(&w->types, f, c);
        return;
    }
    const jfr_text_at at = place_of(w, y, field);
    const size_t from = jfr_at(w, c);
    uint64_t n = f->is_array ? jfr_int(c) : 1;
    if (n > corr_cur_left(c)) {
        corr_cur_stop(c);
        return;
    }
    if (f->pooled) {
        walk_references(w, &at, field, n, c);
        return;
    }
    if (fact & JFR_IS_NUMBER) {
        rewrite_number(w, &at, w->types.type[f->type].bits, c);
        return;
    }
    if (fact & JFR_IS_BYTES) {
        jfr_bytes_rewrite(w, from, n, w->types.type[f->type].prim == JFR_BYTE,
                          &at, c);
        return;
    }
    for (const uint8_t *before = NULL; n > 0 && c->p != before; n--) {
        before = c->p;
        walk_value(w, f->type, &at, field, c, depth + 1);
    }
}

static void walk_value(jfr_rewriting *w, uint32_t type, const jfr_text_at *at,
                       uint32_t field, corr_cur *c, unsigned depth)
{
    const jfr_type *y = &w->types.type[type];

    if (y->is_broken || depth > JFR_DEPTH) {
        corr_cur_stop(c);
        return;
    }
    if (!(w->type_fact[type] & JFR_HAS_TEXT)) {
        jfr_skip_type(&w->types, type, c);
        return;
    }
    if (y->prim == JFR_TEXT) {
        jfr_text_rewrite(w, c, at,
                         field != UINT32_MAX &&
                             (w->field_fact[field] & JFR_IS_KEY) != 0,
                         field);
        return;
    }
    w->key.n = 0;
    for (uint32_t i = 0; i < y->nfield && !c->bad && !w->no_memory; i++)
        walk_field(w, y, y->field + i, c, depth);
}

/* ---- events -------------------------------------------------------------- */

/* The end of the last field is the end of the event. */
static void leave_out_rest(jfr_rewriting *w, const corr_cur *c)
{
    if (corr_cur_left(c) == 0)
        return;
    jfr_change_at(w, jfr_at(w, c));
    jfr_leave_out_to(w, w->e.at + w->e.size);
}

bool jfr_values_rewrite(jfr_rewriting *w)
{
    const uint32_t at = jfr_type_at(&w->types, w->e.id);
    corr_cur c = w->e.body;

    if (!at || w->types.type[at - 1].is_broken)
        return false;
    const jfr_type *y = &w->types.type[at - 1];
    if (!(w->type_fact[at - 1] & JFR_HAS_TEXT)) {
        if (w->only_maps)
            return true;
        jfr_skip_type(&w->types, at - 1, &c);
        if (!c.bad && corr_cur_left(&c) == 0)
            return true;
        c = w->e.body;
    }
    w->key.n = 0;
    /* an event may end before its last fields */
    for (uint32_t i = 0; i < y->nfield && corr_cur_left(&c) && !c.bad; i++)
        walk_field(w, y, y->field + i, &c, 0);
    if (c.bad)
        return false;
    leave_out_rest(w, &c);
    return true;
}

/* ---- checkpoints --------------------------------------------------------- */

/* Walks the constants of one type.  False: they cannot be walked. */
static bool walk_pool(jfr_rewriting *w, corr_cur *c)
{
    const jfr_type *y = jfr_type_of(&w->types, (int64_t)jfr_int(c));
    uint64_t n = jfr_int(c);

    if (!y || c->bad || n > corr_cur_left(c))
        return false;
    const uint32_t type = jfr_number_of_type(&w->types, y);
    uint8_t note = 0;
    const jfr_text_at at = { .type = y->name.p, .field = "", .note = &note };
    for (; n > 0 && !c->bad && !w->no_memory; n--) {
        jfr_int(c);
        if (!c->bad)
            walk_value(w, type, &at, UINT32_MAX, c, 0);
    }
    return !c->bad;
}

/* The checkpoint before this one moved, and so did this one.  A distance that
 * leads to no checkpoint stays: it leads nowhere in the copy, too. */
static void rewrite_delta(jfr_rewriting *w, corr_cur *c)
{
    const size_t from = jfr_at(w, c);
    const int64_t delta = (int64_t)jfr_int(c);
    const size_t to = jfr_at(w, c);
    const size_t here = w->is_open ? w->begins : jfr_at_in_copy(w, w->e.at);

    if (c->bad || delta == 0)
        return;
    const int64_t target = (int64_t)(w->e.at + (uint64_t)delta);
    const size_t before = jfr_moved_to(w, target, JFR_CHECKPOINT);
    const int64_t now = (int64_t)before - (int64_t)here;
    if (!before || now == delta)
        return;
    jfr_change_at(w, from);
    jfr_copy_put_int(w, (uint64_t)now, (unsigned)(to - from));
    w->copied = to;
}

enum { ALL_POOLS = -1, NO_CHECKPOINT = -2 };

/* Copies the first `most` pools of the current checkpoint.  Returns how many
 * can be copied. */
static int64_t rewrite_pools(jfr_rewriting *w, uint64_t most)
{
    corr_cur c = w->e.body;
    uint64_t n = 0;

    jfr_int(&c); /* start */
    jfr_int(&c); /* duration */
    rewrite_delta(w, &c);
    jfr_byte(&c);
    const size_t from = jfr_at(w, &c);
    const uint64_t all = jfr_int(&c);
    if (c.bad)
        return NO_CHECKPOINT;
    if (most < all) {
        jfr_change_at(w, from);
        jfr_copy_put_int(w, most, (unsigned)(jfr_at(w, &c) - from));
        w->copied = jfr_at(w, &c);
    }
    while (n < all && n < most && !w->no_memory && walk_pool(w, &c))
        n++;
    if (n == all || n == most)
        leave_out_rest(w, &c);
    return n == all ? ALL_POOLS : (int64_t)n;
}

bool jfr_constants_rewrite(jfr_rewriting *w)
{
    const int64_t good = rewrite_pools(w, UINT64_MAX);

    if (good < 0 || w->no_memory)
        return good != NO_CHECKPOINT;
    w->done.constants++;
    jfr_event_again(w);
    rewrite_pools(w, (uint64_t)good);
    return true;
}

/* ---- constants that are plain texts -------------------------------------- */

static void note_text_pool(jfr_rewriting *w, uint32_t type, uint64_t n,
                           corr_cur *c)
{
    const bool is_text = is_text_type(&w->types, type);

    for (; n > 0 && !c->bad && !w->no_memory; n--) {
        const uint64_t key = jfr_int(c);
        const size_t at = jfr_at(w, c);
        jfr_skip_type(&w->types, type, c);
        if (is_text && !c->bad)
            w->no_memory |= !jfr_pool_add(&w->texts, key, (uint32_t)at);
    }
}

static void note_texts(jfr_rewriting *w, corr_cur c)
{
    for (unsigned i = 0; i < 3; i++) /* start, duration, delta */
        jfr_int(&c);
    jfr_byte(&c);
    for (uint64_t n = jfr_int(&c); n > 0 && !c.bad; n--) {
        const uint32_t type = jfr_type_at(&w->types, (int64_t)jfr_int(&c));
        const uint64_t all = jfr_int(&c);
        if (!type)
            return;
        note_text_pool(w, type - 1, all, &c);
    }
}

bool jfr_find_constant_text(jfr_rewriting *w, uint64_t key, corr_cur *at)
{
    jfr_event e = { .size = JFR_HEADER };

    if (!w->has_texts) {
        w->has_texts = true;
        jfr_pool_empty(&w->texts);
        while (jfr_next(&w->k, &e))
            if (e.id == JFR_CHECKPOINT)
                note_texts(w, e.body);
    }
    const jfr_constant *found = jfr_pool_find(&w->texts, key);
    if (!found || !found->at)
        return false;
    *at = corr_cur_of(w->k.p + found->at, w->k.n - found->at);
    return true;
}
