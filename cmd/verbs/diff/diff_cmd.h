/*
 * diff_cmd - a comparison of two sides as members, tables and lines of a
 * report.  The report owns a diff_page and all its views.
 */
#ifndef CORR_CMD_DIFF_H
#define CORR_CMD_DIFF_H

#include "cli/cmd.h"
#include "corr_gate.h"

/* The growth of an operation, function or part that fails (corr-methods 5). */
#define DIFF_MOST_GROWTH 0.20

typedef struct diff_opts {
    const char *by, *per, *app, *to, *requests;
    bool tree, leaves, raw_names, bootstrap;
    const char *tau; /* "5%"; NULL: that */
    const char *fdr;
    const char *slow, *vs;
    bool spans;
} diff_opts;

/* The record for --slow: compares slow spans of one recording with usual
 * ones. */
extern const cmd diff_slow_cmd;
/* The record for --spans: compares durations of spans on two sides. */
extern const cmd diff_spans_cmd;
/* CORR_EUSAGE for an option that does not go with `with`, "slow" or
 * "spans". */
corr_code diff_check_options(const cmd_ctx *ctx, const char *with,
                             corr_err *err) CORR_CHECK;
/* diff_opts_of reads the options of a comparison of code; diff_needs returns
 * what to load for it. */
corr_code diff_opts_of(const cmd_ctx *ctx, corr_diff_opts *of,
                       corr_err *err) CORR_CHECK;
unsigned diff_needs(const cmd_ctx *ctx);

typedef struct diff_page {
    const cmd_ctx *ctx;
    corr_report *r;
    corr_query side[2];
    corr_diff_opts opts;
    const corr_diff *d;
    corr_diff_facts f;
    /* how values are shown: v * scale with so many decimals */
    double scale;
    int decimals;
    const char *unit;     /* "ms", "cores", "%" ... */
    double even[2];       /* totals of the rows: at one mix if f.mix.even */
    double traffic;       /* the change of the total that no row has: of the mix
                             of requests */
    bool gated;           /* a verdict on the total follows */
    const char *who[2];   /* the sides in a sentence: "v1", "the base" */
    const char *title[2]; /* of the columns of the sides */
    const char *member;   /* what the rows are called in the document */
    corr_diff_cost clock; /* matches: samples contradict it in the total */
    const corr_also_row *also;
    uint32_t nalso;
} diff_page;

/* Compares q[0] with q[1].  The report owns the page and the comparison.  NULL:
 * it failed. */
diff_page *diff_page_new(const cmd_ctx *ctx, corr_report *r,
                         const corr_query q[2], const corr_diff_opts *opts,
                         corr_err *err);
/* Fills in how values are shown. */
void diff_page_scale(diff_page *p);
/* "2.136", "+2.004" */
const char *diff_value(const diff_page *p, double v, bool sign);
/* The same with three digits: "16.1". */
const char *diff_rough(const diff_page *p, double v, bool sign);
/* "1.02", "16.1"; NULL without a ratio */
const char *diff_ratio(const diff_page *p, double ratio);
const char *diff_range(const diff_page *p, const corr_estimate *ratio);

/* Columns of a judgement in a row of the data. */
#define JUDGED_COLUMNS(row, judged)                                            \
    COL("ratio", REAL, row, judged.ratio.value),                               \
        COL("ratio_lo", REAL, row, judged.ratio.lo),                           \
        COL("ratio_hi", REAL, row, judged.ratio.hi),                           \
        COL("p", REAL, row, judged.p), COL("q", REAL, row, judged.q)

/* ---- diff_names.c: names on a screen ---------------------------------------- */

/* Names the sides for a sentence, by what differs in them as typed. */
void diff_name_sides(const cmd_ctx *ctx, corr_report *r, const char *who[2]);
/* " v1 v2 traces.json": the sides and the files of both, as typed. */
const char *diff_sides_typed(const diff_page *p);
/* The class of a row as it is shown.  A row that answers for no change is the
 * same; one of one profile a side has a class without a mark. */
corr_change diff_shown_change(const corr_diff_row *w);
/* The class of the change that a node of the tree answers for; with few samples
 * no node has one. */
corr_change diff_node_change(const diff_page *p, const corr_diff_node *n);
/* Adds the call trees of both sides as pictures, for an answer with figures. */
void diff_put_figures(const diff_page *p);
/* A mark of the data. */
const char *diff_mark(const char *mark);
/* "Class.method", or the whole name if both names are equal so. */
const char *diff_brief_beside(const diff_page *p, const char *name,
                              const char *other);
/* "mix ← rules": the function, and what else its row says of it. */
corr_words diff_row_name(const diff_page *p, const corr_diff_row *w);

/* ---- tables ------------------------------------------------------------------ */

/* A row of a table of changes on the screen, and what its columns are
 * called. */
typedef struct diff_shown {
    const char *word, *base, *fresh, *delta, *ratio, *range, *bar;
    corr_words name;
    corr_tone tone; /* more is worse, less is better */
    bool strong;
} diff_shown;

typedef struct diff_titles {
    const char *unit, *base, *fresh;
} diff_titles;

/* Puts a table of n such rows; fill makes each row from ctx. */
void diff_put_shown(corr_report *r, const diff_titles *title, uint32_t n,
                    void (*fill)(const void *, uint32_t, void *),
                    const void *ctx);
/* "ms/request †": the unit of the numbers, for a header. */
const char *diff_unit_words(const diff_page *p);
/* Puts the table of the rows on the screen. */
void diff_show_rows(diff_page *p);

/* The rows and, unless the tree is asked for, the table on the screen. */
corr_code diff_put_rows(diff_page *p, bool on_screen, corr_err *err) CORR_CHECK;
/* nodes[], and if so the tree on the screen. */
corr_code diff_put_nodes(diff_page *p, bool on_screen,
                         corr_err *err) CORR_CHECK;
/* also[], and what of it is shown below the rows. */
corr_code diff_put_also(diff_page *p, corr_err *err) CORR_CHECK;
void diff_say_also(diff_page *p);

/* ---- diff_verdict.c: the answer in a sentence -------------------------------- */

/* A kind in a sentence: "live heap". */
const char *diff_kind_words(const diff_page *p, corr_str kind);
/* What is counted: "objects". */
const char *diff_kind_noun(const diff_page *p);
/* "lighter requests in v2", and briefly "lighter requests" */
const char *diff_traffic_words(const diff_page *p, bool brief);
/* Says in one sentence that both sides are the same; false: they are not. */
bool diff_is_same(diff_page *p);
/* Prints the verdict, and what was measured. */
void diff_say_verdict(diff_page *p);
/* Returns the remark with a code that stands at a place, or NULL.
 * diff_note_said notes a remark of which the screen has a line of its own. */
const corr_remark *diff_remark_at(const diff_page *p, const char *code,
                                  corr_place place);
void diff_note_said(diff_page *p, const corr_remark *m);

/* The limit of a relative growth, and " parts 1 pass 2 fail 3 cannot-tell". */
corr_limit diff_limit(const cmd_ctx *ctx, double growth);
const char *diff_gate_counts(corr_report *r, const char *what,
                             const uint32_t n[3]);
/* Print the lines below the rows (diff_foot.c): what else was found, what the
 * sides are, and how sure the answer is. */
void diff_say_foot(diff_page *p);

#endif
