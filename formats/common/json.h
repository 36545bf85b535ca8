/*
 * json - a pull tokenizer for documents of any size.
 *
 * A reader asks what comes next and then enters it, takes it as one slice, or
 * steps over it.  The bytes come from a source, of which only a window is in
 * memory, or from a text; the calls are the same.
 *
 *     json_open(&j, in, "an export request");
 *     while (json_top(&j, NULL))
 *         if (json_enter(&j, JSON_OBJECT))
 *             while (json_key(&j, &key))
 *                 json_skip(&j);
 *
 * json_key and json_element are false at the end of what was entered, so each
 * level is one loop; what a loop's body neither enters nor takes it must skip.
 * Slices are borrowed until the next call.
 *
 * Failure is sticky: after the first syntax error all loops end, and
 * json_resume says what happened and looks for a line to go on with.  Accepted
 * beyond RFC 8259: several values in a row with or without line ends, commas
 * and byte order marks between them, a comma before a closing bracket, NaN and
 * infinities as numbers.  What is stepped over is not validated.
 *
 * Depth is bounded by the input's limit: what lies deeper is stepped over.
 *
 * Exports come in gigabytes, so they are not made trees of.  Taking every value of
 * an OTLP export of 34 MB, this tokenizer reads 350 MB/s in one window; cJSON
 * reads 50 to 75 MB/s, holds six times the size of the file, and rounds numbers
 * beyond 2^53.  It also loses the whole of a document that breaks off.  Documents
 * that are small whatever the file is go to cJSON: small_json.h.
 */
#ifndef CORR_JSON_H
#define CORR_JSON_H

#include "common/id_search.h"
#include "corr_format.h"

typedef enum json_type {
    JSON_NONE, /* nothing: the end, or a failure */
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_NUMBER,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL,
    JSON_TYPE_COUNT
} json_type;

/* A value that is there whole. */
typedef struct json_val {
    json_type type;
    bool escaped;  /* a string with backslashes in it: see json_str */
    corr_str text; /* a string without its quotes, else as it stands */
} json_val;

typedef struct json {
    /* private */
    const uint8_t *p, *end; /* at hand and not yet read */
    const uint8_t *from;    /* where the window begins ... */
    uint64_t base;          /* ... and its offset */
    corr_src *in;           /* NULL: a text */
    const char *what;       /* what a value at the top is called */
    uint64_t good;          /* offset after what was last read whole */
    const char *expected;   /* the failure, NULL: none */
    uint64_t bad_at;        /* offset of the failure */
    int found;              /* byte there, -1: the end */
    unsigned depth, max_depth;
    uint64_t line;     /* offset after the line end last stepped over */
    bool first;        /* no comma is due */
    uint64_t searched; /* offset up to which needles were looked for ... */
    uint64_t hit;      /* ... and of the one found last */
    bool too_deep, too_large; /* something was stepped over for that */
    bool watch, ran_over;     /* see json_watch */
    uint64_t boundary;        /* offset of the next line that begins a value */
} json;

/* what: "an export request", for messages; borrowed. */
void json_open(json *j, corr_src *in, const char *what);
/* depth: levels that may be entered. */
void json_open_text(json *j, corr_str text, unsigned depth);

/* Levels that may be entered, for a reader that keeps no stack of calls for
 * them; never fewer than the input's limit. */
void json_deepen(json *j, unsigned depth);

/* Another value at the top begins here.  With needles, values that hold none
 * are left out as far as that can be seen cheaply; NULL: all. */
bool json_top(json *j, const needles *only);

/* From now on json_finish says whether a value at the top runs over the end of
 * its line into the next: read by itself, that one means something else. */
void json_watch(json *j);

/* Goes on with the next part of a source that consists of parts; false: there
 * is none, or it failed. */
bool json_next_part(json *j);

/* What comes next, without taking it. */
json_type json_next(json *j);

/* Enters the next value if it is of this type (object or array), else steps
 * over it. */
bool json_enter(json *j, json_type type);
/* In an object: the next member's key, as it stands in the text. */
bool json_key(json *j, corr_str *key);
/* In an array: another element begins here.  With needles: as json_top. */
bool json_element(json *j, const needles *only);

/* Whether a needle begins in what is at hand and not yet read: in a text, all
 * the rest of it.  Without needles: yes. */
bool json_holds(json *j, const needles *only);

void json_skip(json *j);
/* The whole value as one slice.  False: failed, or larger than a record may
 * be and stepped over. */
bool json_value(json *j, json_val *v);

/* A view reads on from here without moving the window: for a value that is
 * probably there whole.  If the view fails with json_cut, json_whole brings
 * the value's end into the window and a new view will see it.  json_join goes
 * on where the view stopped. */
json json_view(const json *j);
bool json_whole(json *j);
void json_join(json *j, const json *view);

bool json_failed(const json *j);
/* It failed because there was no more. */
bool json_cut(const json *j);
uint64_t json_offset(const json *j);
/* Fails at the value at hand: valid JSON, but not what can stand here. */
void json_refuse(json *j, const char *expected);

/* Tells b what is wrong and what is lost by it, and goes on with the next
 * line that looks like a value.  False: there is none. */
bool json_resume(json *j, corr_build *b);
/* Another value at the top begins here: the next one, or what json_resume
 * finds after one that failed.  With needles: as json_top. */
bool json_document(json *j, const needles *only, corr_build *b);
/* Steps to the next brace at the beginning of a line; false: there is none, and
 * all of it was stepped over. */
bool json_find_line(json *j);
/* Steps over the value at hand, which a view could not read, and reports it as
 * one lost record.  False: its end cannot be seen; j has failed. */
bool json_give_up(json *j, const json *view, corr_build *b);
/* Warnings about what was stepped over for its size or depth. */
void json_finish(json *j, corr_build *b);

/* ---- members by name ---------------------------------------------------- */

typedef struct json_name {
    const char *text; /* camelCase */
    size_t n;
} json_name;

#define JSON_NAME(literal)                                                     \
    {                                                                          \
        (literal), sizeof(literal) - 1                                         \
    }

/* The number of the name that this key spells, or n.  snake_case, and any
 * case of letters, are the same.  hint: the number after the last one found,
 * because members mostly come in one order. */
size_t json_find_name(const json_name *names, size_t n, size_t hint,
                      corr_str key);

/* Takes a whole object: val[i] is the member names[i], of type JSON_NONE if
 * it is missing.  Of equal members the last counts.  False: failed. */
bool json_members(json *j, const json_name *names, size_t n, json_val *val);

/* ---- values ------------------------------------------------------------- */

/* A string with its escapes undone, lone surrogates as U+FFFD.  Numbers and
 * the like as they stand; null and nothing are empty.  Borrowed from the text
 * or from a. */
corr_str json_str(const json_val *v, corr_arena *a);

/* Takes the value at hand: the builder's text of a string, nil of anything else.
 * scratch is reset. */
corr_text json_take_text(json *j, corr_build *b, corr_arena *scratch);

/* A key as it stands in the text, as a string. */
static inline json_val json_key_value(corr_str key)
{
    return (json_val){ JSON_STRING, memchr(key.p, '\\', key.n) != NULL, key };
}

/* Numbers, also inside quotes: whole ones exactly as written, others rounded
 * (1.6e18).  False: no number, or out of range. */
bool json_i64(const json_val *v, int64_t *n);
bool json_u64(const json_val *v, uint64_t *n);
bool json_real(const json_val *v, double *x);

/* A cursor over the text of an object or array. */
json json_of(const json *outer, const json_val *v);

#endif
