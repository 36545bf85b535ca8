/*
 * canon_private - scanning, editing and the parts of the rules of canon.
 *
 * A rule has up to three parts.  A head returns the number of bytes to remove
 * at the beginning of a name.  A tail returns the number of bytes to keep in
 * front of a removed end.  A place replaces the text at the next byte of an
 * edit, or returns false and replaces nothing.  Each part looks at a byte only
 * a few times.
 */
#ifndef CORR_CANON_PRIVATE_H
#define CORR_CANON_PRIVATE_H

#include "base/base.h"
#include "frames/canon.h"

/* Whether c belongs to an identifier; bytes of other alphabets do. */
static inline bool scan_is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           corr_is_digit(c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Whether text stands in s at i. */
static inline bool scan_has(corr_str s, size_t i, const char *text)
{
    return i <= s.n && corr_str_starts((corr_str){ s.p + i, s.n - i }, text);
}

/* Whether no identifier continues at i. */
static inline bool scan_ends_word(corr_str s, size_t i)
{
    return i >= s.n || !scan_is_word(s.p[i]);
}

/* The end of the digits that begin at i. */
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

/* The end of the digits at i if they are a whole word, else i. */
static inline size_t scan_number(corr_str s, size_t i)
{
    const size_t end = scan_digits(s, i);

    return scan_ends_word(s, end) ? end : i;
}

/* The length of the text of the table that s ends in, or that stands in s at
 * `at`; 0: s has no text of the table there. */
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

/* Appends to a text that has room for it. */
static inline void scan_put(canon_text *to, corr_str s)
{
    /* NOLINTBEGIN(clang-analyzer-core.NonNullParamChecker): there is room */
    if (s.n)
        memcpy(to->v + to->n, s.p, s.n);
    /* NOLINTEND(clang-analyzer-core.NonNullParamChecker) */
    to->n += s.n;
}

/* ---- editing -------------------------------------------------------------- */

/* A name while one rule edits it. */
typedef struct edit {
    corr_str in;
    size_t at;       /* bytes in front of it are done */
    canon_text *out; /* bytes done, once begun; has room for the rest */
    bool begun;      /* the rule replaced something */
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

/* Removes the last n bytes of the done part. */
static inline void edit_drop(edit *e, size_t n)
{
    edit_begin(e);
    e->out->n -= n;
}

/* Replaces the text from at to end. */
static inline bool edit_replace(edit *e, size_t end, const char *by)
{
    edit_begin(e);
    scan_put(e->out, corr_str_of(by));
    e->at = end;
    return true;
}

/* Keeps the text from at to up_to and replaces the text from there to end. */
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
