/*
 * json - a pull tokenizer for documents of any size.
 *
 * A reader checks the type of the next value and then enters it, takes it as
 * one slice, or skips it.  The bytes come from a source, of which only a window
 * is in memory, or from a text; the calls are the same.
 *
 *     json_open(&j, in, "an export request");
 *     while (json_top(&j, NULL))
 *         if (json_enter(&j, JSON_OBJECT))
 *             while (json_key(&j, &key))
 *                 json_skip(&j);
 *
 * json_key and json_element are false at the end of the entered value, so each
 * level is one loop.  The body of a loop must enter, take or skip each value.
 * Slices are borrowed until the next call.
 *
 * Failure is sticky: after the first syntax error all loops end.  json_resume
 * reports the error and looks for a line to go on with.  Accepted beyond RFC
 * 8259: several values in a row with or without line ends, commas and byte
 * order marks between them, a comma before a closing bracket, NaN and
 * infinities as numbers. Skipped values are not validated.  Values deeper than
 * the input's limit are skipped.
 *
 * Exports have gigabytes, so no tree is built.  Taking every value of an OTLP
 * export of 34 MB, this tokenizer reads 350 MB/s in one window; cJSON reads 50
 * to 75 MB/s, needs six times the size of the file, and rounds numbers beyond
 * 2^53. It also loses all of a truncated document.  Documents that are always
 * small are read by cJSON: small_json.h.
 */
#ifndef CORR_JSON_H
#define CORR_JSON_H

#include "common/id_search.h"
#include "corr_format.h"

typedef enum json_type {
    JSON_NONE, /* the end, or a failure */
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_NUMBER,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL,
    JSON_TYPE_COUNT
} json_type;

/* A complete value. */
typedef struct json_val {
    json_type type;
    bool escaped;  /* a string with backslashes in it: see json_str */
    corr_str text; /* a string without its quotes, or else the raw text */
} json_val;

typedef struct json {
    /* private */
    const uint8_t *p, *end; /* unread bytes of the window */
    const uint8_t *from;    /* beginning of the window */
    uint64_t base;          /* offset of the beginning of the window */
    corr_src *in;           /* NULL: a text */
    const char *what;       /* name of a value at the top, for messages */
    uint64_t good;          /* offset behind the last complete value */
    const char *expected;   /* the failure; NULL: no failure */
    uint64_t bad_at;        /* offset of the failure */
    int found;              /* byte at bad_at; -1: the end */
    unsigned depth, max_depth;
    uint64_t line;            /* offset behind the last skipped line end */
    bool first;               /* no comma is due */
    uint64_t searched;        /* needles were searched up to this offset */
    uint64_t hit;             /* offset of the last needle found */
    bool too_deep, too_large; /* a value was skipped for this reason */
    bool watch, ran_over;     /* see json_watch */
    uint64_t stray, stray_at; /* bytes beside the documents, and the first */
    bool is_stray;            /* such bytes begin behind good */
    uint64_t boundary;        /* offset of the next line that begins a value */
} json;

/* what: "an export request", for messages; borrowed. */
void json_open(json *j, corr_src *in, const char *what);
/* depth: levels that may be entered. */
void json_open_text(json *j, corr_str text, unsigned depth);

/* Sets the levels that may be entered, never below the input's limit; for a
 * reader that uses no recursion. */
void json_deepen(json *j, unsigned depth);

/* Whether another value at the top begins here.  With needles, most values
 * without a needle are skipped, as far as that is cheap.  NULL: all values. */
bool json_top(json *j, const needles *only);

/* From now on json_finish reports whether a value at the top runs over the end
 * of its line.  Such a value has another meaning when it is read by itself. */
void json_watch(json *j);

/* Goes on with the next part of a source of parts.  False: there are no more
 * parts, or the part failed. */
bool json_next_part(json *j);

/* The type of the next value, without taking it. */
json_type json_next(json *j);

/* Enters the next value if it has this type (object or array), else skips
 * it. */
bool json_enter(json *j, json_type type);
/* In an object: the key of the next member, as raw text. */
bool json_key(json *j, corr_str *key);
/* In an array: another element begins here.  Needles: see json_top. */
bool json_element(json *j, const needles *only);

/* The key of the first member of the current object, which stays unread.
 * False: it is no object, or has no member. */
bool json_first_key(json *j, corr_str *key);

/* Walks a list: enters it before the first element.  *n is 0 before the first
 * call, and then the number of elements so far.  Another value is skipped.
 *
 *     for (size_t n = 0; json_each(&j, &n);)
 *         json_skip(&j); */
bool json_each(json *j, size_t *n);

/* Whether the unread bytes of the window (of a text: all its rest) contain a
 * needle.  Without needles: true. */
bool json_holds(json *j, const needles *only);

void json_skip(json *j);
/* Takes the whole value as one slice.  False: the tokenizer failed, or the
 * value exceeds the record limit and was skipped. */
bool json_value(json *j, json_val *v);

/* A view reads on from here without moving the window, for a value that is
 * probably complete in it.  If the view fails with json_cut, json_whole brings
 * the end of the value into the window, and a new view can read it.  json_join
 * continues where the view stopped. */
json json_view(const json *j);
bool json_whole(json *j);
void json_join(json *j, const json *view);

bool json_failed(const json *j);
/* Whether it failed because the bytes ended. */
bool json_cut(const json *j);
uint64_t json_offset(const json *j);
/* Fails at the current value: valid JSON, but not allowed here. */
void json_refuse(json *j, const char *expected);

/* Reports the failure and the loss to b and goes on with the next line that
 * looks like a value.  False: there is no such line. */
bool json_resume(json *j, corr_build *b);
/* Whether another value at the top begins here: the next one, or the one that
 * json_resume finds after a failure.  Needles: see json_top. */
bool json_document(json *j, const needles *only, corr_build *b);
/* Skips to the next brace at the beginning of a line.  False: there is no such
 * brace, and all bytes were skipped. */
bool json_find_line(json *j);
/* Skips the current value, which a view could not read, and reports one lost
 * record.  False: its end is not in sight; j has failed. */
bool json_give_up(json *j, const json *view, corr_build *b);
/* Adds warnings about values skipped for their size or depth, and about bytes
 * that belong to no document. */
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

/* The number of the name with this key; n: no name has it.  snake_case and
 * camelCase are the same, and case is ignored.  hint: the number after the last
 * one found, because members usually keep their order. */
size_t json_find_name(const json_name *names, size_t n, size_t hint,
                      corr_str key);

/* Walks the members of an object: enters it before the first one.  *at is
 * JSON_FIRST before the first call (another number: the object is entered), and
 * then the number of the name of this member; n: it has another name.  Another
 * value is skipped.
 *
 *     for (size_t at = JSON_FIRST; json_member(&j, names, n, &at);)
 *         json_skip(&j); */
#define JSON_FIRST SIZE_MAX
bool json_member(json *j, const json_name *names, size_t n, size_t *at);

/* Takes a whole object: val[i] is the member names[i], of type JSON_NONE if it
 * is missing.  The last of equal members counts.  False: the tokenizer
 * failed. */
bool json_members(json *j, const json_name *names, size_t n, json_val *val);

/* The same for a struct that consists of json_val only.  names is an array of
 * the names of all its members, in their order; the compiler checks the
 * number. */
#define JSON_COUNT(type) (sizeof(type) / sizeof(json_val))
#define JSON_IS_WHOLE(names, to)                                               \
    sizeof(                                                                    \
        char[sizeof(names) / sizeof(json_name) == JSON_COUNT(*(to)) ? 1 : -1])
#define JSON_TAKE(j, names, to)                                                \
    json_members(j, names, JSON_COUNT(*(to)) + 0 * JSON_IS_WHOLE(names, to),   \
                 (json_val *)(to))

/* The next element of an array, the same way.  False: no more elements, or the
 * tokenizer failed. */
#define JSON_TAKE_ELEMENT(j, names, to)                                        \
    (json_element(j, NULL) && JSON_TAKE(j, names, to))

/* Takes a whole object: bit i is set if it has the member names[i]; n is at
 * most 32.  0: the value is no object, and it is skipped. */
unsigned json_signs(json *j, const json_name *names, size_t n);

/* ---- values ------------------------------------------------------------- */

/* A string with its escapes decoded, lone surrogates as U+FFFD.  Other values
 * are returned as raw text; null and JSON_NONE are empty.  Borrowed from the
 * text or from a. */
corr_str json_str(const json_val *v, corr_arena *a);

/* Takes the current value: the builder's text of a string, nil of anything
 * else. Resets scratch. */
corr_text json_take_text(json *j, corr_build *b, corr_arena *scratch);

/* A raw key as a string value. */
static inline json_val json_key_value(corr_str key)
{
    return (json_val){ JSON_STRING, memchr(key.p, '\\', key.n) != NULL, key };
}

/* Numbers, also inside quotes: whole numbers exactly, others rounded (1.6e18).
 * False: no number, or out of range. */
bool json_i64(const json_val *v, int64_t *n);
bool json_u64(const json_val *v, uint64_t *n);
bool json_real(const json_val *v, double *x);
/* A number as whole + part of the same sign: whole keeps every digit.  False:
 * no number, or beyond 2^63. */
bool json_parts(const json_val *v, int64_t *whole, double *part);

/* A cursor over the text of an object or array. */
json json_of(const json *outer, const json_val *v);
/* A cursor over the elements of an array; any other value has no elements. */
json json_list(const json *outer, const json_val *v);

#endif
