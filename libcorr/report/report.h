/*
 * report - the inside of a corr_report, for renderers.
 *
 * Two lists in the report's own arena: members of the data, which form a tree,
 * and items of the screen, in order.  Text is stored as given; each renderer
 * escapes it in its own way.  Not safe for concurrent changes.
 */
#ifndef CORR_REPORT_P_H
#define CORR_REPORT_P_H

#include "corr_figure.h"
#include "report/table.h"

typedef struct report_member {
    const char *name;
    struct report_member *next;
    struct report_member *first, *last; /* members of an object */
    corr_cell cell;
    const corr_table *table; /* if set, replaces cell */
    unsigned faces;
} report_member;

typedef enum report_kind {
    REPORT_LINE,
    REPORT_HEAD,
    REPORT_FIELD,
    REPORT_BLANK,
    REPORT_RAW,
    REPORT_TABLE,
    REPORT_DRAW,
    REPORT_FIGURE /* drawn by pages and pictures, skipped by others */
} report_kind;

typedef enum report_spare {
    SPARE_NOT,
    SPARE_LINE, /* a screen without room leaves it out */
    SPARE_REST  /* the number of lines that were left out before */
} report_spare;

/* How much gave way where an item is shown: parts of the ranks from `from` on,
 * and not of `until`; 0: it always is. */
typedef struct report_ranks {
    unsigned from, until;
} report_ranks;

typedef struct report_item {
    report_kind kind;
    report_spare spare;
    report_ranks ranks;
    uint32_t left;             /* of SPARE_REST */
    const char *noun, *option; /* of a spare line: "finding", "--all" */
    struct report_item *next;
    corr_str key, text, aside;
    unsigned cells; /* of a field: column where its text begins */
    const corr_table *table;
    corr_draw *draw;
    const void *ctx;
    const corr_figure *figure;
} report_item;

typedef struct report_note {
    struct report_note *next;
    corr_note_about about;
    corr_str text;
    bool shown;   /* on the screen, at the foot or elsewhere */
    bool repeats; /* an earlier note has the same line */
} report_note;

/* A command to go on with. */
typedef struct report_next {
    struct report_next *next;
    corr_str command;
    const char *what;
} report_next;

/* The objects that a report frees.  The first block is part of the report, so
 * that handing over a few views cannot fail. */
typedef struct report_owned {
    struct report_owned *older;
    size_t n;
    struct {
        void *p;
        void (*fn)(void *);
    } slot[32];
} report_owned;

struct corr_report {
    corr_arena arena;
    const char *verb;
    const char *command; /* as it was run, for people; or NULL */
    report_member data;
    const corr_table *chosen; /* instead of the primary table; or NULL */
    report_item *first, *last;
    report_ranks ranks; /* of the items to come */
    report_note *first_note, *last_note;
    const corr_table *listed; /* rows that are no member; or NULL */
    size_t more_notes;        /* candidates for the foot that are not shown */
    bool folds_notes;         /* a screen without room shows fewer of them */
    report_next *first_next, *last_next;
    report_owned first_owned, *owned;
    corr_verdict verdict;
    bool failed;
    struct corr_report *into; /* the report that took this one, or NULL */
};

/* Whether the foot of the screen shows the note. */
static inline bool report_is_at_foot(const report_note *n)
{
    return n->shown && !n->repeats && n->about.place != CORR_NOTE_SCREEN;
}

static inline corr_str report_note_line(const report_note *n)
{
    return n->about.line ? corr_str_of(n->about.line) : n->text;
}

/* A member of an object, or NULL. */
report_member *report_member_named(const report_member *parent, corr_str name);

/* The table whose rows --jsonl, --tsv and --csv print, or NULL. */
const corr_table *report_primary(const corr_report *r);

#endif
