/*
 * A text in any of its encodings, and the table's answer.
 *
 * A field refers to some of its texts and has the others inline, as the recorder
 * pleases.  Either way the answer is that of the field: if the constant itself
 * becomes another text, the field gets its own text inline.
 */
#include "jfr/jfr_rewriting.h"

#include <stdlib.h>
#include <string.h>

bool jfr_scratch_add(jfr_rewriting *w, jfr_scratch *s, const void *p, size_t n)
{
    if (n > s->room - s->n &&
        !corr_grow((void **)&s->v, &s->room, s->n + n, 1)) {
        w->no_memory = true;
        return false;
    }
    if (n)
        memcpy(s->v + s->n, p, n);
    s->n += n;
    return true;
}

bool jfr_scratch_set(jfr_rewriting *w, jfr_scratch *s, const void *p, size_t n)
{
    s->n = 0;
    return jfr_scratch_add(w, s, p, n);
}

static void add_char(jfr_rewriting *w, jfr_scratch *s, uint32_t c)
{
    char utf8[4];

    jfr_scratch_add(w, s, utf8, corr_put_utf8(utf8, c));
}

/* n units of UTF-16, each an integer. */
static corr_str read_units(jfr_rewriting *w, corr_cur *c, jfr_scratch *s,
                           uint64_t n)
{
    if (n <= corr_cur_left(c) && jfr_short_ints(c->p, (size_t)n) == n) {
        const corr_cur all = corr_cur_slice(c, n);
        return (corr_str){ (const char *)all.p, (size_t)n };
    }
    s->n = 0;
    for (; n > 0 && !c->bad && !w->no_memory; n--) {
        uint32_t unit = (uint32_t)(jfr_int(c) & 0xffff);
        corr_cur next = *c;
        if (corr_is_half(unit)) {
            const uint32_t low = n > 1 ? (uint32_t)jfr_int(&next) & 0xffff : 0;
            unit = corr_of_halves(unit, low);
            if (unit != CORR_NO_CHAR) {
                *c = next;
                n--;
            }
        }
        add_char(w, s, unit);
    }
    return (corr_str){ s->v ? s->v : "", s->n };
}

static corr_str read_latin1(jfr_rewriting *w, corr_cur bytes, jfr_scratch *s)
{
    const size_t n = corr_cur_left(&bytes);

    if (jfr_short_ints(bytes.p, n) == n)
        return (corr_str){ (const char *)bytes.p, n };
    s->n = 0;
    for (; bytes.p < bytes.end && !w->no_memory; bytes.p++)
        add_char(w, s, *bytes.p);
    return (corr_str){ s->v ? s->v : "", s->n };
}

unsigned jfr_text_read(jfr_rewriting *w, corr_cur *c, jfr_scratch *s,
                       corr_str *text, uint64_t *key)
{
    const uint8_t how = jfr_byte(c);
    corr_cur bytes;
    uint64_t n;

    *text = CORR_STR("");
    *key = 0;
    switch (how) {
    case JFR_TEXT_NULL:
    case JFR_TEXT_EMPTY:
        break;
    case JFR_TEXT_POOLED:
        *key = jfr_int(c);
        break;
    case JFR_TEXT_UTF8:
    case JFR_TEXT_LATIN1:
        n = jfr_int(c);
        bytes = corr_cur_slice(c, n);
        *text = how == JFR_TEXT_LATIN1
                    ? read_latin1(w, bytes, s)
                    : (corr_str){ (const char *)bytes.p, bytes.bad ? 0 : n };
        break;
    case JFR_TEXT_CHARS:
        n = jfr_int(c);
        *text = read_units(w, c, s, n);
        break;
    default:
        corr_cur_stop(c);
    }
    if (c->bad)
        *text = CORR_STR("");
    return how;
}

corr_str jfr_text_answer(jfr_rewriting *w, const jfr_text_at *at, corr_str text)
{
    w->done.texts++;
    return w->by->map(w->by->ctx, at, text);
}

/* The text of a constant, in the chunk or in w->value. */
static corr_str constant_text(jfr_rewriting *w, uint64_t key)
{
    corr_str text = CORR_STR("");
    corr_cur c;
    uint64_t other;

    if (jfr_find_constant_text(w, key, &c))
        jfr_text_read(w, &c, &w->value, &text, &other);
    return text;
}

static void put_text(jfr_rewriting *w, corr_str text, unsigned how)
{
    const uint8_t *p = (const uint8_t *)text.p;
    const bool keeps =
        (how == JFR_TEXT_LATIN1 || how == JFR_TEXT_CHARS) &&
        jfr_short_ints(p, text.n) == text.n; /* such bytes are units, too */
    const uint8_t as = text.n == 0 ? JFR_TEXT_EMPTY
                       : keeps     ? (uint8_t)how
                                   : JFR_TEXT_UTF8;

    jfr_copy_put(w, &as, 1);
    if (text.n == 0)
        return;
    jfr_copy_put_int(w, text.n, 1);
    jfr_copy_put(w, text.p, text.n);
}

/* Puts a text in place of the one that stands from `from` to `to`. */
static void replace_text(jfr_rewriting *w, size_t from, size_t to,
                         corr_str text, unsigned how)
{
    w->done.changed++;
    jfr_change_at(w, from);
    put_text(w, text, how);
    w->copied = to;
}

/* The answer to a text may depend on the key before it. */
static bool is_asked_once(const jfr_text_at *at, uint32_t field)
{
    return at->key.n == 0 && field != UINT32_MAX;
}

static jfr_kept_text *kept_row(jfr_kept_text *rows, uint64_t x, uint32_t field)
{
    return &rows[((x ^ field * UINT64_C(0xc2b2ae3d27d4eb4f)) *
                  UINT64_C(0x9e3779b97f4a7c15)) >>
                 (64 - JFR_KEPT_BITS)];
}

static bool is_kept_reference(const jfr_kept_text *r, uint64_t key,
                              uint32_t field)
{
    return r && r->key_or_at == key && r->field == field + 1;
}

static const jfr_text_at constant_at = { .type = "java.lang.String",
                                         .field = "" };

/* The answer to a field that refers to a constant text.  True: the field may
 * refer to it. */
static bool rewrite_reference(jfr_rewriting *w, size_t from, size_t to,
                              const jfr_text_at *at, corr_str text)
{
    const corr_str answer = jfr_text_answer(w, at, text);

    if (!jfr_scratch_set(w, &w->answer, answer.p, answer.n))
        return false;
    const corr_str mine = { w->answer.v ? w->answer.v : "", w->answer.n };
    const corr_str shared = jfr_text_answer(w, &constant_at, text);
    if (corr_str_eq(mine, shared))
        return true;
    replace_text(w, from, to, mine, JFR_TEXT_UTF8);
    return false;
}

/* Where a text in the chunk is noted that stays.  NULL: it is elsewhere. */
static jfr_kept_text *kept_text(jfr_rewriting *w, corr_str text, uint32_t field)
{
    enum { LEAST = 8, MOST = 64 };
    uint64_t head, tail;

    if (text.n < LEAST || text.n > MOST || (const uint8_t *)text.p < w->k.p ||
        (const uint8_t *)text.p >= w->k.p + w->k.n)
        return NULL;
    memcpy(&head, text.p, sizeof head);
    memcpy(&tail, text.p + text.n - sizeof tail, sizeof tail);
    return kept_row(w->stays, head ^ tail * UINT64_C(0x165667b19e3779f9),
                    field);
}

static bool is_kept_text(const jfr_rewriting *w, const jfr_kept_text *r,
                         corr_str text, uint32_t field)
{
    return r && r->field == field + 1 && r->n == text.n &&
           memcmp(w->k.p + r->key_or_at, text.p, text.n) == 0;
}

static void rewrite_inline(jfr_rewriting *w, size_t from, size_t to,
                           const jfr_text_at *at, corr_str text, unsigned how,
                           uint32_t field)
{
    jfr_kept_text *kept =
        is_asked_once(at, field) ? kept_text(w, text, field) : NULL;

    if (is_kept_text(w, kept, text, field))
        return;
    const corr_str answer = jfr_text_answer(w, at, text);
    if (!corr_str_eq(answer, text))
        replace_text(w, from, to, answer, how);
    else if (kept)
        *kept = (jfr_kept_text){ (uint64_t)((const uint8_t *)text.p - w->k.p),
                                 (uint32_t)text.n, field + 1 };
}

/* Passes the constant text that [from,to) refers to through the table. */
static corr_str rewrite_pooled(jfr_rewriting *w, size_t from, size_t to,
                               uint64_t key, const jfr_text_at *at,
                               uint32_t field)
{
    jfr_kept_text *kept =
        is_asked_once(at, field) ? kept_row(w->refers, key, field) : NULL;

    if (is_kept_reference(kept, key, field))
        return CORR_STR("");
    const corr_str text = constant_text(w, key);
    if ((text.n == 0 || rewrite_reference(w, from, to, at, text)) && kept)
        *kept = (jfr_kept_text){ key, 0, field + 1 };
    return text;
}

void jfr_text_rewrite(jfr_rewriting *w, corr_cur *c, const jfr_text_at *at,
                      bool is_key, uint32_t field)
{
    const size_t from = jfr_at(w, c);
    corr_str text;
    uint64_t key;
    const unsigned how = jfr_text_read(w, c, &w->value, &text, &key);

    if (c->bad || w->no_memory)
        return;
    if (how == JFR_TEXT_POOLED)
        text = rewrite_pooled(w, from, jfr_at(w, c), key, at,
                              is_key ? UINT32_MAX : field);
    else if (text.n > 0)
        rewrite_inline(w, from, jfr_at(w, c), at, text, how, field);
    if (is_key) /* not earlier: the place refers to the key before it */
        jfr_scratch_set(w, &w->key, text.p, text.n);
}

void jfr_bytes_rewrite(jfr_rewriting *w, size_t from, uint64_t n, bool as_bytes,
                       const jfr_text_at *at, corr_cur *c)
{
    const bool small = as_bytes || (n <= corr_cur_left(c) &&
                                    jfr_short_ints(c->p, (size_t)n) == n);
    const corr_cur all = corr_cur_slice(c, small ? n : 0);
    const corr_str text = { (const char *)all.p, small ? (size_t)n : 0 };

    if (!small)
        jfr_skip_ints(c, n);
    if (c->bad || text.n == 0)
        return;
    jfr_text_at bytes = *at;
    bytes.is_bytes = true;
    corr_str answer = jfr_text_answer(w, &bytes, text);
    if (corr_str_eq(answer, text))
        return;
    if (!as_bytes &&
        jfr_short_ints((const uint8_t *)answer.p, answer.n) != answer.n)
        answer.n = 0;
    w->done.changed++;
    jfr_change_at(w, from);
    jfr_copy_put_int(w, answer.n, 1);
    jfr_copy_put(w, answer.p, answer.n);
    w->copied = jfr_at(w, c);
}

void jfr_text_show(jfr_rewriting *w, uint64_t key, const jfr_text_at *at,
                   uint32_t field)
{
    jfr_kept_text *kept =
        is_asked_once(at, field) ? kept_row(w->refers, key, field) : NULL;

    if (is_kept_reference(kept, key, field))
        return;
    const corr_str text = constant_text(w, key);
    jfr_text_at shared = *at;
    if (kept)
        *kept = (jfr_kept_text){ key, 0, field + 1 };

    shared.is_shared = true;
    if (text.n && !w->no_memory)
        jfr_text_answer(w, &shared, text);
}
