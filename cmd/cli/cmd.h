/*
 * cmd - the record of a command, and what it is called with.
 *
 * A command is data: words, options, and a recipe.  main finds the record,
 * parses the options, loads the inputs, calls run, and renders the report
 * that run filled.  run builds a query, selects, calls views and adds them to
 * the report; it does not print, exit or keep anything outside the report.
 *
 *     static corr_code span_run(const cmd_ctx *ctx, corr_report *r,
 *                               corr_err *err)
 *
 * Everything in a context is borrowed until run returns, except the store:
 * that lives longer than the report, so views of it may be handed over with
 * corr_report_own.
 */
#ifndef CORR_CMD_H
#define CORR_CMD_H

#include "cli/groups.h"
#include "cli/opt.h"
#include "corr.h"
#include "corr_view.h"

/* Elements of an array, such as a table of columns. */
#define COUNT(a) ((uint32_t)(sizeof(a) / sizeof((a)[0])))

/* Defines own_TYPE(r, p): the report frees p with TYPE_free. */
#define OWNS(type)                                                             \
    static void free_##type(void *p)                                           \
    {                                                                          \
        type##_free(p);                                                        \
    }                                                                          \
    static void own_##type(corr_report *r, type *p)                            \
    {                                                                          \
        corr_report_own(r, p, free_##type);                                    \
    }

/* A column of data, and one of a screen. */
#define COL(key, as, row, member) CORR_COLUMN(key, NULL, 0, as, row, member)
#define SEE(title, flags, as, row, member)                                     \
    CORR_COLUMN(NULL, title, flags, as, row, member)
/* No column, but how a screen shows the row: BRANCH, STRONG. */
#define SHOWN(as, row, member) CORR_COLUMN(NULL, NULL, 0, as, row, member)

/* The list of corr-methods 5, and of every manual page. */
enum corr_exit {
    CORR_EXIT_ANSWERED = 0,
    CORR_EXIT_FAILED = 1,
    CORR_EXIT_USAGE = 2,
    CORR_EXIT_UNREADABLE = 3,
    CORR_EXIT_CANNOT_TELL = 4,
    CORR_EXIT_NOTHING = 5
};

/* Headings of `corr help`, in this order. */
typedef enum cmd_group {
    CMD_LOOK, /* look around */
    CMD_ASK,  /* ask about requests and code */
    CMD_MAKE, /* write something else */
    CMD_SELF, /* about corr */
    CMD_GROUP_COUNT
} cmd_group;

enum cmd_uses {
    USES_INPUTS = 1 << 0,      /* files: loaded before run */
    USES_SELECTION = 1 << 1,   /* which samples */
    USES_OUTPUT = 1 << 2,      /* a report: --json and its kin */
    USES_WHOLE = 1 << 23,      /* a report of which no row is left out */
    USES_STRIPS = 1 << 24,     /* a report that is strips of time */
    USES_WRITTEN = 1 << 22,    /* a file: no rows, no screen */
    USES_ID = 1 << 3,          /* the first operand is an id; "-" reads it */
    USES_WORD = 1 << 4,        /* it is a name */
    USES_MAYBE_ID = 1 << 5,    /* it is an id, unless there is a file of it */
    USES_OF = 1 << 6,          /* --span and --trace */
    INPUTS_ARE_ROWS = 1 << 7,  /* the primary table is the envelope's inputs */
    USES_AGAIN = 1 << 8,       /* inputs are read once more for the answer */
    USES_ONE_KIND = 1 << 9,    /* only samples of one kind are looked at */
    USES_SUMS = 1 << 10,       /* only what they add up to, and the join */
    USES_KIND_ASKED = 1 << 11, /* the same, but all kinds if none is named */
    USES_SIDES = 1 << 12,      /* the first operands are two sides */
    USES_NO_BYTES = 1 << 13, /* samples that count bytes only where asked for */
    USES_VERDICT = 1 << 14,  /* --expect, --exit-code */
    EXPECTS_CODE = 1 << 15,  /* assertions are about the samples and spans that
                                are selected, too */
    JUDGES_ITSELF = 1 << 16, /* run gives the verdict */
    USES_OUTLINE = 1 << 17, /* of recordings only when their blocks were made */
    USES_ONCE = 1 << 18,    /* ... and these once more, but never twice */
    USES_NO_BYTES_SHOWN = 1 << 20, /* USES_NO_BYTES on a screen without --all */
    USES_RESCALE = 1 << 21,        /* --rescale-to-clock, --rescale-to-metric */
    SAYS_SAMPLER = 1 << 19, /* its screen says beside a number what a sampler
                                takes that does not take CPU time */
};

/* A selection or a slice to be written by a format instead of a report; both
 * are owned by the report. */
typedef struct cmd_export {
    const corr_format *format; /* NULL: no selection */
    const corr_sel *sel;
    const corr_sel *base; /* of two sides, sel being the new one; or NULL */
    corr_slice *slice;    /* NULL: none */
} cmd_export;

typedef struct cmd_ctx {
    const struct cmd *cmd;
    corr_store *store;
    const void *opts; /* the command's own options */
    const inputs_opts *inputs;
    const select_opts *select;
    const of_opts *of;
    const rescale_opts *rescale;
    const verdict_opts *verdict;
    const struct expect_list *expects; /* assertions: read before the inputs */
    const output_opts *output;
    corr_zone zone;                /* of times on a screen */
    const char *id;                /* USES_ID: as typed, or as read; or NULL */
    const char *word;              /* USES_WORD, or NULL */
    const struct cmd_sides *sides; /* USES_SIDES */
    corr_arena *arena;             /* of texts and lists, lives long enough */
    opt_list operands;  /* without the id; files, if the command uses inputs */
    unsigned needs;     /* what was loaded at least; never 0 */
    cmd_export *export; /* set by cmd_export_to and cmd_slice_to */
} cmd_ctx;

typedef struct cmd {
    const char *name;
    cmd_group group;
    const char *brief;    /* for the list of commands */
    const char *operands; /* "ID [FILE...]" */
    /* Files beside the operands; or NULL. */
    const opt_list *(*files_of)(const cmd_ctx *ctx);
    const opt *options; /* own, or NULL */
    size_t opts_size;   /* sizeof the struct they fill */
    unsigned uses;      /* cmd_uses flags */
    /* corr_need flags besides those that the shared options ask for */
    unsigned needs;
    /* and these, where that depends on the options; or NULL */
    unsigned (*needs_of)(const cmd_ctx *ctx);
    /* The kind that the options ask about where --kind does not; NULL: that is
     * not for the options to say. */
    const char *(*kind_of)(const cmd_ctx *ctx);
    corr_code (*run)(const cmd_ctx *ctx, corr_report *r, corr_err *err);
    /* a command about corr itself: no inputs, no report, plain text */
    corr_code (*print)(const cmd_ctx *ctx, corr_out *out, corr_err *err);
    /* What can be expected of its numbers, a list that ends with a word that is
     * NULL; or NULL.  Of two sides it is other things (assertion.h). */
    const struct subject *subjects;
    /* What else to ask where something else is expected; or NULL. */
    const char *other_subjects;
    /* Assertions besides those of --expect, or NULL; before anything is
     * loaded. */
    corr_code (*expects_of)(const cmd_ctx *ctx, struct expect_list *list,
                            corr_err *err);
    /* The record that the options make of it, of the same name and options: it
     * may use and need other things; or NULL. */
    const struct cmd *(*as)(const cmd_ctx *ctx);
    bool hidden; /* not listed, not completed */
} cmd;

/* Every command, in the order of `corr help`; NULL-terminated. */
extern const cmd *const cmds[];
const cmd *cmd_find(const char *name); /* NULL: there is none */

/* The option tables of a command, its own first; a table that it does not use
 * is NULL.  `into` is left to the caller. */
enum cmd_set {
    SET_OWN,
    SET_SELECT,
    SET_OF,
    SET_INPUTS,
    SET_SIDES,
    SET_RESCALE,
    SET_VERDICT,
    SET_OUTPUT,
    SET_COMMON,
    SET_COUNT
};
void cmd_tables(const cmd *c, opt_set sets[SET_COUNT]);

/* Samples, spans and what ties them together; and that with clocks. */
#define CMD_NEEDS_JOIN                                                         \
    (CORR_NEED_SAMPLES | CORR_NEED_TIME | CORR_NEED_LABELS | CORR_NEED_SPANS | \
     CORR_NEED_ATTRS)
#define CMD_NEEDS_REQUESTS (CMD_NEEDS_JOIN | CORR_NEED_CLOCKS)

/* What the shared options need to be loaded, the verb's own needs aside. */
unsigned cmd_needs(const cmd_ctx *ctx);

/* What --clock says, and a refusal where no file asks for it. */
corr_code cmd_began(const cmd_ctx *ctx, corr_began *began,
                    corr_err *err) CORR_CHECK;
corr_code cmd_clock_told(const cmd_ctx *ctx, corr_err *err) CORR_CHECK;

/* What samples of CPU are to add up to. */
corr_rescale cmd_rescale(const cmd_ctx *ctx);
/* Refuses a question whose samples were to be rescaled where none could be. */
corr_code cmd_rescaled(const cmd_ctx *ctx, corr_err *err) CORR_CHECK;
/* The title of a column, marked if what stands below it is rescaled. */
const char *cmd_share_title(corr_report *r, const corr_sel_facts *f,
                            const char *title);

/* The query that the shared options ask for.  Times of day are resolved
 * against the inputs' own day.  Its texts are borrowed from the context. */
corr_code cmd_query(const cmd_ctx *ctx, corr_query *q,
                    corr_err *err) CORR_CHECK;

/* Asks for what has this label, KEY=VALUE; where only spans have such a key, as
 * an attribute, for these spans and what ran in them. */
corr_code cmd_add_label(const cmd_ctx *ctx, corr_query *q, const char *label,
                        corr_err *err) CORR_CHECK;

/* --hide, --show and --show-from. */
corr_show cmd_show(const cmd_ctx *ctx);

/* The trace or span of `text`, put into q. */
corr_code cmd_seek(const cmd_ctx *ctx, const char *text, corr_query *q,
                   corr_err *err) CORR_CHECK;

/* Times of samples, and what tells of which clock these are. */
#define CMD_NEEDS_CLOCK (CORR_NEED_TIME | CORR_NEED_LABELS | CORR_NEED_SPANS)

/* Selects, and hands the selection over to the report. */
corr_sel *cmd_select(const cmd_ctx *ctx, const corr_query *q, corr_report *r,
                     corr_err *err);

/* " a.pb.gz traces.json": the files of the command line as one would type them
 * again, a space before each; "" if they were found. */
const char *cmd_files(const cmd_ctx *ctx, corr_report *r);

/* " that matches --focus parse --from 14:00": the filters that were given; ""
 * if there are none. */
const char *cmd_matching(const cmd_ctx *ctx, corr_report *r);

/* What run was asked to write, in a format that can be written, without frames
 * that are not shown. */
corr_code cmd_export_to(const cmd_ctx *ctx, const char *format, corr_sel *sel,
                        corr_err *err) CORR_CHECK;
/* The same of two selections side by side: refused unless they are of one kind,
 * if both have samples. */
corr_code cmd_export_sides(const cmd_ctx *ctx, const char *format,
                           corr_sel *base, corr_sel *now,
                           corr_err *err) CORR_CHECK;

/* The same of a slice, which is handed over to the report; it never replaces
 * one of the inputs. */
corr_code cmd_slice_to(const cmd_ctx *ctx, corr_slice *s, corr_report *r,
                       corr_err *err) CORR_CHECK;

/* The evidence object of corr-json(7), as a table of one row that lives as
 * long as the report:
 *     corr_report_put(r, "evidence", corr_cell_object(t, 0));
 * NULL: out of memory, and r knows. */
const corr_table *cmd_evidence(corr_report *r, const corr_evidence *e);
/* "-1234.500 s", what is to be added to the times of a profile. */
const char *cmd_shift_text(corr_report *r, int64_t ns);
/* What to make of samples that stopped there; NULL: nothing to say. */
const char *cmd_why_hint(corr_why w);

/* What may be said of n observations (corr-methods 4.9). */
typedef enum cmd_band {
    BAND_NONE,     /* none */
    BAND_SEEN,     /* 1..9: which ones they are */
    BAND_COUNTS,   /* 10..29: how many, no percentages */
    BAND_SHARES,   /* percentages */
    BAND_MEASURED, /* percentages, of what was measured: without an error */
    BAND_UNKNOWN   /* percentages of an amount, the number is not known */
} cmd_band;

/* Members kind, unit, total, observations and, after what is put by the
 * caller, evidence; and the head of the screen: what it shows, of whom, how
 * much, on what evidence, how sure.  Without any sample it says why and sets
 * the verdict. */
cmd_band cmd_heading(const cmd_ctx *ctx, corr_report *r,
                     const corr_sel_facts *f);
/* The same of events that are all there: nothing is said of how sure. */
cmd_band cmd_head(const cmd_ctx *ctx, corr_report *r, const corr_sel_facts *f);
void cmd_put_evidence(const cmd_ctx *ctx, corr_report *r,
                      const corr_sel_facts *f);

/* How many samples tell as much as those that are tied to what was asked about
 * (corr-methods 4.7). */
double cmd_tied(const corr_sel_facts *f);

/* What one observation of a kind is called: "sample", "wait". */
const char *cmd_one(corr_str kind, bool measured);
/* The same of a kind of an input. */
const char *cmd_one_in(const corr_input *in, corr_str kind);
/* What a column of observations is called: of allocations it counts objects. */
const char *cmd_count_title(const corr_sel_facts *f);

/* Whether a trace or a span is asked about. */
bool cmd_is_restricted(const cmd_ctx *ctx);
/* Why there is no sample at all, and the verdict. */
void cmd_say_nothing(const cmd_ctx *ctx, corr_report *r);
/* Why nothing is tied to what was asked about, each in a line; false: that is
 * not why.  No file has samples of the kind that was asked for; or only some
 * samples were asked for, by their code, thread, labels or time. */
bool cmd_say_no_kind(const cmd_ctx *ctx, corr_report *r);
bool cmd_say_unmatched(const cmd_ctx *ctx, corr_report *r, const char *id);
/* Which services there are, where the one that was asked for is none of them. */
void cmd_say_services(const cmd_ctx *ctx, corr_report *r);
/* Of which time files are, where some time was asked for. */
void cmd_say_times(const cmd_ctx *ctx, corr_report *r);
/* Whether a file has samples of a kind. */
bool cmd_input_has(const corr_input *in, const char *kind);
/* Whether any input is a profile. */
bool cmd_any_profile(const cmd_ctx *ctx);
/* An option that was given or not. */
typedef struct cmd_given {
    bool given;
    const char *name;
} cmd_given;
/* Refuses the first of n options that is given beside --with. */
corr_code cmd_check_beside(const cmd_given *option, size_t n, const char *with,
                           corr_err *err) CORR_CHECK;
/* Whether a part of any file was asked for, which may hold nothing. */
bool cmd_any_cut(const cmd_ctx *ctx);

/* A warning: a note, and a line of the screen.  cmd_warn takes a format. */
void cmd_warn_text(corr_report *r, const char *code, const char *text);
#define cmd_warn(r, code, ...)                                                 \
    cmd_warn_text(r, code, corr_report_text(r, __VA_ARGS__))

/* ns of a clock that only goes forward. */
int64_t cmd_now_ns(void);

/* The ending of a word for n things. */
#define cmd_plural(n) ((n) == 1 ? "" : "s")

/* Puts a remark into notes[]; on the screen, too; all that are lines at a
 * place. */
void cmd_note_remark(corr_report *r, const corr_remark *m);
void cmd_say_remark(corr_report *r, const corr_remark *m);
void cmd_say_remarks(corr_report *r, corr_remarks list, corr_place place);
/* Whether all that was selected counts since the start of its process. */
bool cmd_is_since_start(const corr_sel_facts *f);
/* "evidence  96% span id, 4% thread+time   confidence 0.98 (exact)" */
void cmd_say_evidence(corr_report *r, const corr_evidence *e);
/* How sure n observations of a selection make us (corr-methods 4.9), nothing of
 * those that were measured.  of_span: they are of one span. */
cmd_band cmd_say_sure(corr_report *r, const corr_sel_facts *f, double n,
                      bool of_span);

/* Texts that live as long as the report; "" when memory is short. */
const char *cmd_count(corr_report *r, int64_t n);     /* 15,507 */
const char *cmd_duration(corr_report *r, int64_t ns); /* 3.200 s, 41 ms */
const char *cmd_length(corr_report *r, int64_t ns);   /* 44m10s, 30 s */
const char *cmd_bytes(corr_report *r, int64_t bytes); /* 18.4 MB */
const char *cmd_amount(corr_report *r, int64_t v, corr_unit unit);
const char *cmd_trace_id(corr_report *r, corr_trace_id id); /* 32 digits */
const char *cmd_span_id(corr_report *r, uint64_t id);       /* 16 digits */
/* The beginning of a trace id that finds the trace: 8 digits, or more where the
 * first 8 are zeros or only the time of the trace.  when: a time of the trace,
 * or of all traces. */
const char *cmd_short(corr_report *r, corr_trace_id id, int64_t when);
/* A time as a screen shows it. */
const char *cmd_time(const cmd_ctx *ctx, corr_report *r, int64_t unix_ns);
/* "2026-02-05 14:15:22.104Z..14:21:00.000Z": the day once, if it is one. */
const char *cmd_window(const cmd_ctx *ctx, corr_report *r, int64_t from,
                       int64_t to);

/* Puts the first row of a table: each column is the member path + key. */
void cmd_put_members(corr_report *r, const char *path, const corr_table *row);

/* The value of an attribute or label. */
corr_cell cmd_label_cell(const corr_label *l);

/* Attributes as a map, a row each. */
typedef struct cmd_attr_row {
    corr_str key;
    corr_cell value;
} cmd_attr_row;

#define CMD_ATTR_COLUMNS                                                       \
    {                                                                          \
        COL("key", TEXT, cmd_attr_row, key),                                   \
            COL("value", CELL, cmd_attr_row, value)                            \
    }

/* Rows to show on a screen: -n, or `usual` if not given; -n 0: all. */
uint32_t cmd_rows(const cmd_ctx *ctx, uint32_t usual);

#endif
