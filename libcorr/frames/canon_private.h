/*
 * canon_private - what the rules of canon are made of.
 *
 * A rule has up to three parts: a head says how many bytes at the beginning of a
 * name go, a tail how many stay before an end that goes, and a place replaces
 * what begins at the next byte of an edit, or says that nothing is to be
 * replaced there.  No part looks at a byte more than a few times.
 */
#ifndef CORR_CANON_PRIVATE_H
#define CORR_CANON_PRIVATE_H

#include "base/base.h"
#include "frames/canon.h"

/* What an identifier consists of; bytes of other alphabets do, too. */
static inline bool scan_is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           corr_is_digit(c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Whether s goes on with text at i. */
static inline bool scan_has(corr_str s, size_t i, const char *text)
{
    return i <= s.n && corr_str_starts((corr_str){ s.p + i, s.n - i }, text);
}

/* Whether no identifier goes on at i. */
static inline bool scan_ends_word(corr_str s, size_t i)
{
    return i >= s.n || !scan_is_word(s.p[i]);
}

/* The end of the digits, of the hex digits that begin at i. */
static inline size_t scan_digits(corr_str s, size_t i)
{
    while (i < s.n && corr_is_digit(s.p[i]))
        i++;
    return i;
}

static inline size_t scan_hex(corr_str s, size_t i)
{
    while (i < s.n && corr_hex_digit(s.p[i]) >= 0)
        i++;
    return i;
}

/* The end of a whole word of digits at i, or i. */
static inline size_t scan_number(corr_str s, size_t i)
{
    const size_t end = scan_digits(s, i);

    return scan_ends_word(s, end) ? end : i;
}

/* The length of what s ends in, of what it goes on with, of a table of n texts;
 * 0: none of them. */
static inline size_t scan_ending(corr_str s, const char *const *table, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (corr_str_ends(s, table[i]))
            return strlen(table[i]);
    return 0;
}

static inline size_t scan_beginning(corr_str s, size_t at,
                                    const char *const *table, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (scan_has(s, at, table[i]))
            return strlen(table[i]);
    return 0;
}

/* Appends to a text with room for it. */
static inline void scan_put(canon_text *to, corr_str s)
{
    /* NOLINTBEGIN(clang-analyzer-core.NonNullParamChecker): there is room */
    if (s.n)
        memcpy(to->v + to->n, s.p, s.n);
    /* NOLINTEND(clang-analyzer-core.NonNullParamChecker) */
    to->n += s.n;
}

/* ---- editing -------------------------------------------------------------- */

/* A name on its way through a rule. */
typedef struct edit {
    corr_str in;
    size_t at;       /* what is before was looked at */
    canon_text *out; /* and is here, once begun; has room for the rest */
    bool begun;      /* something was replaced */
    bool hopeless;   /* the rule finds nothing in the rest */
} edit;

static inline corr_str edit_done(const edit *e)
{
    return e->begun ? (corr_str){ e->out->v, e->out->n }
                    : (corr_str){ e->in.p, e->at };
}

static inline void edit_begin(edit *e)
{
    if (!e->begun)
        scan_put(e->out, (corr_str){ e->in.p, e->at });
    e->begun = true;
}

/* Takes back what was done last. */
static inline void edit_drop(edit *e, size_t n)
{
    edit_begin(e);
    e->out->n -= n;
}

/* Replaces what is up to end. */
static inline bool edit_replace(edit *e, size_t end, const char *by)
{
    edit_begin(e);
    scan_put(e->out, corr_str_of(by));
    e->at = end;
    return true;
}

/* Replaces what is from up_to to end, behind what stays. */
static inline bool edit_keep(edit *e, size_t up_to, size_t end, const char *by)
{
    edit_begin(e);
    scan_put(e->out, (corr_str){ e->in.p + e->at, up_to - e->at });
    return edit_replace(e, end, by);
}

/* ---- the parts ------------------------------------------------------------ */

/* canon_native.c */
bool canon_addr_place(edit *e);
size_t canon_annot_tail(corr_str s);
bool canon_koff_place(edit *e);
size_t canon_koff_tail(corr_str s);
size_t canon_rusth_tail(corr_str s);
bool canon_crate_place(edit *e);
size_t canon_clone_tail(corr_str s);
bool canon_clone_place(edit *e);
size_t canon_vendor_head(corr_str s);
bool canon_shape_place(edit *e);
/* canon_managed.c */
bool canon_lambda_place(edit *e);
bool canon_form_place(edit *e);
bool canon_accessor_place(edit *e);
bool canon_proxy_place(edit *e);
bool canon_cglib_place(edit *e);
bool canon_buddy_place(edit *e);
bool canon_net_place(edit *e);
size_t canon_net_tail(corr_str s);
/* canon_script.c */
size_t canon_v8_head(corr_str s);
size_t canon_v8_tail(corr_str s);
bool canon_v8_place(edit *e);
bool canon_script_place(edit *e);
size_t canon_script_tail(corr_str s);

#endif
