/*
 * opt - options from tables: parsing, help, manual, completion.
 *
 * A command, and each group of shared options, has one constant table of `opt`
 * that says where in a struct each value goes.  Everything that knows options
 * reads these tables, so nothing else has to agree with them.
 *
 *     static const opt top_options[] = {
 *         O_FLAG(0, "cumulative", top_opts, cumulative, "order by total"),
 *         O_TEXT(0, "by", top_opts, by, "WHAT", "what a row stands for"),
 *         O_END
 *     };
 *
 * The structs start zeroed, and zero means "not given".  Texts are borrowed
 * from argv; the pointers of a list, and pairs, live in the arena that
 * opt_parse is given.
 */
#ifndef CORR_CMD_OPT_H
#define CORR_CMD_OPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "corr_report.h"

typedef enum opt_kind {
    OPT_END,
    OPT_FLAG,     /* bool; --no-NAME makes it false again */
    OPT_INT,      /* opt_int, not negative */
    OPT_TEXT,     /* const char * */
    OPT_WORD,     /* const char *, set to arg by the bare option */
    OPT_CHOICE,   /* const char *, one of the words of arg, in any case */
    OPT_DURATION, /* int64_t, ns */
    OPT_BYTES,    /* int64_t */
    OPT_TIME,     /* const char *, checked to be a time */
    OPT_LIST,     /* opt_list; may be given again and again */
    OPT_PAIR,     /* the same, of "NAME=value" with the option's own name */
    OPT_KIND_COUNT
} opt_kind;

typedef struct opt_int {
    int64_t value;
    bool given;
} opt_int;

typedef struct opt_list {
    const char *const *item;
    size_t n;
} opt_list;

typedef struct opt {
    char key;         /* short name, 0 if none */
    const char *name; /* long name, without dashes */
    opt_kind kind;
    size_t at;        /* offsetof the field in the struct of the table */
    const char *arg;  /* placeholder; choice: its words; word: its value */
    const char *help; /* one sentence, no full stop */
} opt;

/* The field's type is checked against the kind here, at compile time. */
#define OPT_AT(S, f, T) (offsetof(S, f) + 0 * sizeof((T *)0 == &((S *)0)->f))
/* clang-format off */
#define O_FLAG(k, n, S, f, h) \
    { k, n, OPT_FLAG, OPT_AT(S, f, bool), NULL, h }
#define O_INT(k, n, S, f, a, h) \
    { k, n, OPT_INT, OPT_AT(S, f, opt_int), a, h }
#define O_TEXT(k, n, S, f, a, h) \
    { k, n, OPT_TEXT, OPT_AT(S, f, const char *), a, h }
#define O_WORD(k, n, S, f, a, h) \
    { k, n, OPT_WORD, OPT_AT(S, f, const char *), a, h }
#define O_CHOICE(k, n, S, f, a, h) \
    { k, n, OPT_CHOICE, OPT_AT(S, f, const char *), a, h }
#define O_DURATION(k, n, S, f, a, h) \
    { k, n, OPT_DURATION, OPT_AT(S, f, int64_t), a, h }
#define O_BYTES(k, n, S, f, a, h) \
    { k, n, OPT_BYTES, OPT_AT(S, f, int64_t), a, h }
#define O_TIME(k, n, S, f, a, h) \
    { k, n, OPT_TIME, OPT_AT(S, f, const char *), a, h }
#define O_LIST(k, n, S, f, a, h) \
    { k, n, OPT_LIST, OPT_AT(S, f, opt_list), a, h }
#define O_PAIR(k, n, S, f, a, h) \
    { k, n, OPT_PAIR, OPT_AT(S, f, opt_list), a, h }
#define O_END { 0, NULL, OPT_END, 0, NULL, NULL }
/* clang-format on */

/* A table and the struct that it fills. */
typedef struct opt_set {
    const char *title;  /* heading in help, NULL: the command's own */
    const opt *options; /* NULL: no table */
    void *into;
} opt_set;

/* Reads the words of argv[0..argc) into the sets; what is no option goes to
 * *operands, in order.  "--" ends the options.  CORR_EUSAGE, with a hint where
 * a name is near, for anything else. */
corr_code opt_parse(int argc, char *const *argv, const opt_set *sets,
                    size_t nsets, corr_arena *arena, opt_list *operands,
                    corr_err *err) CORR_CHECK;

/* The option with a name, also one that --no-NAME takes back, or with a letter;
 * NULL: the sets have no such option. */
const opt *opt_find(const opt_set *sets, size_t nsets, corr_str name);
const opt *opt_find_key(const opt_set *sets, size_t nsets, char key);

/* Whether a text is a time, or a duration before the end of the data. */
bool opt_is_time(const char *value);

/* Whether a word with its value follows the option. */
bool opt_takes_value(const opt *o);

/* Edits from one short text to another; of long ones more than of any. */
unsigned opt_distance(const char *a, const char *b);
/* Returns the one of n words that is nearest to text; NULL: no word is near. */
const char *opt_nearest(const char *text, const char *const *words, size_t n);

/* "-n, --count N", and the value alone, "N"; written into buf. */
const char *opt_spelling(const opt *o, char *buf, size_t size);

/* One option as help prints it: whole, or on one line where that can be.
 * opt_print_man prints a table as a manual page wants it. */
void opt_print_help(const opt *o, bool whole, corr_out *out);
void opt_print_man(const opt *options, corr_out *out);

#endif
