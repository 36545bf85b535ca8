/*
 * scrub_private - the table of a run, and the steps of changing one text.
 *
 *     scrub_place.c   where a value stands, by its key
 *     scrub_known.c   values to remove everywhere
 *     scrub_shape.c   what looks like a secret; scrub_token.c, scrub_url.c and
 *                     scrub_sql.c for tokens, addresses and statements
 *     scrub_name.c    names of code and the allow-list
 *     scrub_edit.c    edits of one text: sorted, joined, written
 *     scrub_text.c    the steps in order, and the memo
 *     scrub_plain.c   stacks that do not change
 *     scrub_id.c      ids of traces and spans
 *     scrub_threads.c tables of several threads
 */
#ifndef CORR_SCRUB_PRIVATE_H
#define CORR_SCRUB_PRIVATE_H

#include "base/vec.h"
#include "corr_scrub.h"
#include "scrub/scrub_match.h"
#include "scrub/scrub_pseudonym.h"
#include "scrub/scrub_public.h"
#include "scrub/scrub_view.h"

/* What stands in place of a part of a text. */
typedef enum edit_with {
    WITH_VALUE,   /* v_ */
    WITH_HOST,    /* h_ */
    WITH_SEGMENT, /* s_ */
    WITH_KEYWORD, /* k_: a segment with a sensitive word */
    WITH_MARK,    /* ? */
    WITH_DROPPED, /* [dropped] */
    WITH_ID       /* another id, of as many hex digits */
} edit_with;

typedef struct scrub_edit {
    uint32_t from, to; /* of the text */
    corr_scrub_kind kind;
    edit_with with;
    corr_str value; /* what the pseudonym is of; borrowed */
} scrub_edit;

typedef struct known_value {
    corr_str text;
    corr_scrub_kind kind;
    bool is_service; /* a service has the name, too: it stays */
    uint64_t part;   /* of the input that taught it */
} known_value;

/* What the first pass collects, and the second one only reads.  Sets hold the
 * hashes of texts. */
typedef struct scrub_values {
    vec(known_value) known; /* in the order of the input */
    size_t nhex;            /* of them: tokens that may be ids of traces */
    corr_map known_index;
    corr_map weak;      /* values that are removed at their own places only */
    corr_map services;  /* names */
    corr_map trace_ids; /* and of spans, if ids change */
    corr_map shared;    /* a text -> corr_spot of a field */
    corr_arena arena;   /* texts of known values */

    matcher anywhere, dashless;
    matcher strong; /* what no output may have; its longer patterns go fast */
    matcher in_ids; /* what 16 or 32 hex digits can have */
    bool has_separator; /* a known value has a ';' */
} scrub_values;

typedef struct scrub_example {
    const char *before, *after;
    uint64_t value, part; /* the hash of the value; where it was */
} scrub_example;

typedef struct scrub_tally {
    uint64_t texts;
    corr_map values;
    scrub_example example[CORR_SCRUB_EXAMPLES]; /* of the first values */
    unsigned nexample;
} scrub_tally;

/* How often the memo of a place had a text. */
typedef struct memo_use {
    uint32_t asked, had, skipped;
} memo_use;

/* The result of a text that was seen before. */
typedef struct memo_row {
    corr_str text;   /* p NULL: unchanged */
    uint32_t counts; /* the first row of its edits */
} memo_row;

typedef struct memo_count {
    corr_scrub_kind kind;
    uint32_t n : 31, more : 1; /* more: of the next row, too */
} memo_count;

struct corr_scrub {
    const corr_scrub_opts *opts;
    pseudonym_keys keys;
    public_keep keep;
    bool learning, failed;
    bool goes_on;    /* corr_scrub_goes_on */
    unsigned length; /* of pseudonyms */
    bool collided;   /* two values have one pseudonym of that length */
    corr_map taken;  /* bits of a pseudonym -> part of its HMAC behind them */

    scrub_values own;           /* what it collects */
    const scrub_values *values; /* what it removes: its own, or the run's */
    uint64_t part;              /* of the input, counted from 1 */

    corr_map place_index; /* key -> 1 + place */
    corr_map memo_index[CORR_PLACE_COUNT];
    memo_use memo_use[CORR_PLACE_COUNT];
    vec(memo_row) memo;
    vec(memo_count) memo_count;
    corr_arena memo_arena;
    uint64_t memo_bytes, memo_most;
    corr_map frames; /* of stacks: what scrub_plain.c found */
    vec(char) stack; /* the last one that is plain */

    vec(scrub_edit) edit; /* of the current text */
    view views[VIEW_COUNT];
    vec(char) out; /* the current text, changed */
    uint64_t changed;
    scrub_tally tally[CORR_SCRUB_KIND_COUNT];
    corr_arena arena; /* examples */
};

corr_scrub *scrub_new(const corr_scrub_opts *opts);
void scrub_free(corr_scrub *map);
/* Ends learning: from now on texts change.  False: out of memory. */
bool scrub_learned(corr_scrub *map);
/* Starts the second pass again, with longer pseudonyms. */
void scrub_restart(corr_scrub *map);
void scrub_reset_memo(corr_scrub *map);

/* A table for another thread, with what this one knows.  NULL: out of memory. */
corr_scrub *scrub_fork(const corr_scrub *map, size_t threads);
/* Adds what other tables collected and counted. */
bool scrub_join(corr_scrub *map, corr_scrub *const *from, size_t n);

corr_spot scrub_place_of(corr_str key);
/* Whether a list has a key, in any way to write it: "userId", "user.id". */
bool scrub_lists_key(const char *const *list, size_t n, corr_str key);

/* ---- edits --------------------------------------------------------------- */

void scrub_add_edit(corr_scrub *map, const scrub_edit *edit);
/* Sorts the edits from number `first` on and joins those that overlap. */
void scrub_join_edits(corr_scrub *map, corr_str text);
/* The text with its edits, in map->out. */
corr_str scrub_write_edits(corr_scrub *map, corr_str text);

/* ---- values to remove everywhere ----------------------------------------- */

/* Remembers a value, unless it is too short or too common. */
void known_learn(corr_scrub *map, corr_str value, corr_scrub_kind kind);
void known_service(corr_scrub *map, corr_str name);
/* A host that has the name of a service says no more than the service does. */
bool known_is_service(const corr_scrub *map, corr_str name);
/* Ends the collection. */
bool known_build(corr_scrub *map);
/* Adds what other tables collected, to one without matchers.  All values of a
 * part are in one table. */
bool known_join(scrub_values *to, corr_scrub *const *from, size_t n);
size_t known_nweak(const scrub_values *v);
void known_clear(scrub_values *v);
/* Adds an edit for each known value of the text, in any encoding. */
void known_edits(corr_scrub *map, corr_spot place, corr_str text);
/* Whether bytes of an output have a known value.  A plain word may be part of a
 * public name, and does not count. */
bool known_in_bytes(const corr_scrub *map, const uint8_t *p, size_t n);

/* ---- shapes -------------------------------------------------------------- */

/* Kinds of statements, and how many of them are read in one text. */
enum { SHAPE_STATEMENTS = 9, SHAPE_SQL_MOST = 32 };

/* A text in one view, with its edits placed in the text itself. */
typedef struct shape_scan {
    corr_scrub *map;
    corr_str s;         /* the view */
    const uint32_t *at; /* places of the view in the text; NULL: the same */
    size_t done;        /* bytes of the view that an edit covers */
    corr_spot place;
    /* What keeps a hostile text from taking the square of its length. */
    unsigned nsql; /* statements so far, up to sql_end */
    size_t sql_end;
    size_t no_word_to[SHAPE_STATEMENTS]; /* no word of a statement up to here */
    size_t pem_end; /* of the last search: where a block ends, or the text */
} shape_scan;

void shape_edit(shape_scan *x, size_t from, size_t to, corr_scrub_kind kind,
                edit_with with);
/* Adds an edit for all that looks like a secret. */
void shape_edits(corr_scrub *map, corr_spot place, corr_str text);
void shape_scan_view(shape_scan *x);

/* scrub_token.c: the run [from,to) of letters, digits, '_' and '-'. */
void shape_token(shape_scan *x, size_t from, size_t to);
bool shape_is_ipv4(corr_str s, size_t from, size_t *to);
bool shape_is_ipv6(corr_str s, size_t from, size_t *to);
/* scrub_url.c */
void shape_url(shape_scan *x, size_t colon);
void shape_query(shape_scan *x, size_t mark);
void shape_email(shape_scan *x, size_t at);
void shape_home(shape_scan *x, size_t slash);
void shape_host(corr_scrub *map, corr_str text);
/* scrub_sql.c: whether a statement begins at `from`, and its literals. */
/* Whether a verb of a statement and a blank are in it. */
bool shape_has_verb(corr_str s);
bool shape_begins_sql(shape_scan *x, size_t from);
void shape_sql(shape_scan *x, size_t from);

/* ---- names --------------------------------------------------------------- */

/* Whether the name around [from,to) is of a public library. */
bool name_around_is_public(const corr_scrub *map, corr_str text, size_t from,
                           size_t to);
/* Adds edits for segments of names between the edits there are. */
void name_edits(corr_scrub *map, corr_spot place, corr_str text);

/* ---- stacks -------------------------------------------------------------- */

/* Whether a text, read on its own, would change, or teaches a value. */
bool text_has_edits(corr_scrub *map, corr_spot place, corr_str text);
/* Whether a line is a stack, "main;com.acme.Order.load 3", that stays as it is
 * and teaches no value. */
bool plain_stack(corr_scrub *map, corr_str line);

/* ---- ids ----------------------------------------------------------------- */

/* Whether a text is an id as formats write it: hex, decimal, or base64 of 8 or
 * 16 bytes. */
bool id_is_text(corr_str text);
/* Whether it is 16 or 32 hex digits. */
bool id_is_plain(corr_str text);
void id_learn(corr_scrub *map, corr_str text);
/* Whether 32 hex digits are the id of a trace of the inputs. */
bool id_is_known(const corr_scrub *map, corr_str text);
corr_str id_text(corr_scrub *map, corr_str text);

#endif
