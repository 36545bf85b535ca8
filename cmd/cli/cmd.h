/*
 * cmd - the record of a command, and the context that its run function gets.
 *
 * A command is data: names, options, flags, and a run function.  main finds the
 * record, parses the options, loads the inputs, calls run, and renders the
 * report that run filled.  run builds a query, selects samples, calls views and
 * adds them to the report.  run does not print, does not exit, and keeps
 * nothing outside the report.
 *
 *     static corr_code span_run(const cmd_ctx *ctx, corr_report *r,
 *                               corr_err *err)
 *
 * Everything in a context is borrowed until run returns.  Only the store lives
 * longer than the report: run may hand views of the store over with
 * corr_report_own.  All functions here run on the main thread; they fail with a
 * code and fill err, or make the report fail when memory is short.
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

/* COL: a column of the data.  SEE: a column of the screen. */
#define COL(key, as, row, member) CORR_COLUMN(key, NULL, 0, as, row, member)
#define SEE(title, flags, as, row, member)                                     \
    CORR_COLUMN(NULL, title, flags, as, row, member)
/* SHOWN: how a screen draws the row: BRANCH, STRONG, TONE. */
#define SHOWN(as, row, member) CORR_COLUMN(NULL, NULL, 0, as, row, member)

/* Exit statuses; corr-methods 5 lists them, and every manual page. */
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

/* The groups of shared options that a command takes (groups.h).
 *
 *  group      verbs                         because the answer
 *  INPUTS     all but help, index, version  is made from files
 *  SELECTION  all but info, merge, when     depends on which samples
 *  OF         top tree peek spans           may be about one request
 *             convert cut
 *  SIDES      diff check                    compares two groups of files
 *  RESCALE    top tree peek span diff       is in CPU time, which a clock or a
 *             check                         metric may know better
 *  VERDICT    all that print rows, but      may be a gate in a script
 *             for index
 *  SERVERS    fetch alert chase             may be fetched first */
enum cmd_takes {
    TAKES_INPUTS = 1 << 0,
    TAKES_SELECTION = 1 << 1,
    TAKES_OF = 1 << 2,
    TAKES_SIDES = 1 << 3,
    TAKES_RESCALE = 1 << 4,
    TAKES_VERDICT = 1 << 5,
    TAKES_SERVERS = 1 << 6
};

/* The meaning of the first operand, if it is no file. */
typedef enum cmd_operand {
    OPERAND_NONE,
    OPERAND_ID,       /* a trace or span: span */
    OPERAND_MAYBE_ID, /* the same, unless a file has that name: trace */
    OPERAND_TWO_IDS,  /* two of them: diff, where the operands are ids */
    OPERAND_WORD,     /* the name of a function: peek */
    OPERAND_PAYLOAD   /* a file that is no input: alert */
} cmd_operand;

/* The output of a command, which decides on its options of output. */
typedef enum cmd_prints {
    PRINTS_TEXT,   /* text about corr itself: help, version, completion */
    PRINTS_ROWS,   /* a report whose longest table -n may cut */
    PRINTS_DRAWN,  /* the same with a picture: tree, diff, span */
    PRINTS_PAGE,   /* a page in a file: open */
    PRINTS_WHOLE,  /* a report without such a table: info, check, index */
    PRINTS_STRIPS, /* strips of time: when */
    PRINTS_FOLDER, /* a report; -o is the folder it is about: fetch */
    PRINTS_FILE    /* a file in some format: convert, cut, merge */
} cmd_prints;

/* Which samples become rows of the tables; of others there are sums.  Fewer
 * rows are read faster and take less memory. */
typedef enum cmd_loads {
    LOADS_ALL,        /* check, cut, merge: any sample may matter */
    LOADS_ONE_KIND,   /* top, tree, peek, spans, convert: one kind is shown */
    LOADS_KIND_ASKED, /* diff: one kind where --kind names it, else all, since
                         it also tells what else changed */
    LOADS_SUMS,       /* info: it counts, and what joins */
    LOADS_NO_BYTES,   /* span, trace: kinds in bytes only where --kind names
                         one; allocations are most of a recording */
    LOADS_SHOWN_BYTES /* when: the same for a screen without --all, unless the
                         files are small: which code allocates the memory that
                         grew is asked of all */
} cmd_loads;

/* A selection or a slice that a format writes instead of a report.  The report
 * owns both. */
typedef struct cmd_export {
    const corr_format *format; /* NULL: no selection */
    const corr_sel *sel;
    const corr_sel *base; /* the base of two sides, sel is the new one; or NULL
                             */
    corr_slice *slice;    /* NULL: none */
    const corr_sel *const *kinds; /* for write_kinds and write_folder */
    size_t nkinds;
} cmd_export;

typedef struct cmd_ctx {
    const struct cmd *cmd;
    corr_store *store;
    const void *opts;                 /* the command's own options */
    const struct fetch_opts *servers; /* TAKES_SERVERS */
    const inputs_opts *inputs;
    const select_opts *select;
    const of_opts *of;
    const rescale_opts *rescale;
    const verdict_opts *verdict;
    const struct expect_list *expects; /* assertions: read before the inputs */
    const output_opts *output;
    corr_zone zone;   /* of times on a screen */
    const char *id;   /* OPERAND_ID: as typed, or as read; or NULL */
    const char *id2;  /* OPERAND_TWO_IDS: the other one; or NULL */
    const char *word; /* OPERAND_WORD, OPERAND_PAYLOAD; or NULL */
    const struct cmd_sides *sides; /* TAKES_SIDES */
    corr_arena *arena;             /* texts and lists of the command line */
    opt_list operands;  /* without the id; the files of a command with inputs */
    unsigned needs;     /* the least that was loaded; never 0 */
    const char *deeper; /* a folder in this one that was read as well, because
                           profiles or traces were missing here; or NULL */
    cmd_export *export; /* set by cmd_export_to and cmd_slice_to */
} cmd_ctx;

typedef struct cmd {
    const char *name;
    cmd_group group;
    const char *brief;    /* for the list of commands */
    const char *operands; /* "ID [FILE...]" */
    /* Files that options name besides the operands; or NULL. */
    const opt_list *(*files_of)(const cmd_ctx *ctx);
    const opt *options; /* own, or NULL */
    size_t opts_size;   /* sizeof the struct they fill */
    unsigned takes;     /* cmd_takes */
    const opt *selects; /* of TAKES_SELECTION: its own table instead of
                           select_options; or NULL */
    cmd_operand operand;
    cmd_prints prints;
    cmd_loads loads;
    corr_load_slices slices; /* how inputs are read for the file it prints */
    bool inputs_are_rows;    /* the primary table is that of the inputs: info */
    bool expects_code;  /* assertions are about the selected samples, too */
    bool judges_itself; /* run gives the verdict */
    bool says_sampler;  /* its screen explains a sampler that does not measure
                           CPU time beside the number */
    /* corr_need flags besides those that the shared options ask for */
    unsigned needs;
    /* more corr_need flags, from the options; or NULL */
    unsigned (*needs_of)(const cmd_ctx *ctx);
    /* Whether the options need other traces than the one of the id; or NULL. */
    bool (*reads_whole)(const cmd_ctx *ctx);
    /* The kind that the options imply without --kind; NULL: they imply no kind.
     * */
    const char *(*kind_of)(const cmd_ctx *ctx);
    corr_code (*run)(const cmd_ctx *ctx, corr_report *r, corr_err *err);
    /* Shows the answer with another program instead; false: it did not; or
     * NULL. */
    bool (*opens)(const cmd_ctx *ctx);
    /* a command about corr itself: no inputs, no report, plain text */
    corr_code (*print)(const cmd_ctx *ctx, corr_out *out, corr_err *err);
    /* The numbers of the report that --expect can name, up to a NULL word; or
     * NULL.  Commands with two sides have other subjects (assertion.h). */
    const struct subject *subjects;
    /* A hint for assertions about other numbers; or NULL. */
    const char *other_subjects;
    /* Adds assertions besides --expect, before the inputs are loaded; or NULL.
     * */
    corr_code (*expects_of)(const cmd_ctx *ctx, struct expect_list *list,
                            corr_err *err);
    /* Returns the record that the options select.  It has the same name and
     * options, but may use and need other things; or NULL. */
    const struct cmd *(*as)(const cmd_ctx *ctx);
    /* The program that answers, with the words of the command line; or NULL
     * (program.h). */
    const char *program;
    bool is_page; /* printed as a page unless the options say otherwise */
    bool hidden;  /* not listed, not completed */
} cmd;

/* Every command, in the order of `corr help`; NULL-terminated. */
extern const cmd *const cmds[];
const cmd *cmd_find(const char *name); /* NULL: no command has the name */

/* Fills in the option tables of a command, its own first.  An unused table is
 * NULL.  The caller sets `into`. */
enum cmd_set {
    SET_OWN,
    SET_SELECT,
    SET_OF,
    SET_INPUTS,
    SET_SIDES,
    SET_RESCALE,
    SET_VERDICT,
    SET_SERVERS,
    SET_OUTPUT,
    SET_COMMON,
    SET_COUNT
};
void cmd_tables(const cmd *c, opt_set sets[SET_COUNT]);

/* corr_need flags: samples, spans and what joins them; the same with clocks. */
#define CMD_NEEDS_JOIN                                                         \
    (CORR_NEED_SAMPLES | CORR_NEED_TIME | CORR_NEED_LABELS | CORR_NEED_SPANS | \
     CORR_NEED_ATTRS)
#define CMD_NEEDS_REQUESTS (CMD_NEEDS_JOIN | CORR_NEED_CLOCKS)

/* Returns what the shared options need to be loaded, without the needs of the
 * command. */
unsigned cmd_needs(const cmd_ctx *ctx);

/* cmd_began reads --clock.  cmd_clock_told refuses --clock when no file uses
 * it. */
corr_code cmd_began(const cmd_ctx *ctx, corr_began *began,
                    corr_err *err) CORR_CHECK;
corr_code cmd_clock_told(const cmd_ctx *ctx, corr_err *err) CORR_CHECK;

/* Returns what --rescale-to scales CPU samples to. */
corr_rescale cmd_rescale(const cmd_ctx *ctx);
/* Fails when --rescale-to is given and no input could be rescaled. */
corr_code cmd_rescaled(const cmd_ctx *ctx, corr_err *err) CORR_CHECK;
/* Returns the title of a column, with a mark for rescaled values. */
const char *cmd_share_title(corr_report *r, const corr_sel_facts *f,
                            const char *title);

/* Builds the query of the shared options.  A time of day is resolved against
 * the day of the inputs.  The query borrows texts from the context. */
corr_code cmd_query(const cmd_ctx *ctx, corr_query *q,
                    corr_err *err) CORR_CHECK;

/* The same of a command without --service and the like: of these times, and of a
 * request; of: or NULL. */
corr_code cmd_query_times(const cmd_ctx *ctx, const select_opts *times,
                          const of_opts *of, corr_query *q,
                          corr_err *err) CORR_CHECK;

/* Restricts the query to samples with a label, KEY=VALUE.  A key that only
 * spans have as an attribute selects these spans and the code that ran in
 * them. */
corr_code cmd_add_label(const cmd_ctx *ctx, corr_query *q, const char *label,
                        corr_err *err) CORR_CHECK;

/* Returns --hide, --show and --show-from. */
corr_show cmd_show(const cmd_ctx *ctx);

/* Finds the trace or span with the id `text` and puts it into q. */
corr_code cmd_seek(const cmd_ctx *ctx, const char *text, corr_query *q,
                   corr_err *err) CORR_CHECK;

/* The corr_need flags of times of samples and of their clocks. */
#define CMD_NEEDS_CLOCK (CORR_NEED_TIME | CORR_NEED_LABELS | CORR_NEED_SPANS)
/* Beside these flags: rows of every kind, unless --kind names one other than
 * parked threads.  Any of them may show who holds a lock. */
#define CMD_NEEDS_SIGHTS (1U << 16)
/* Rows of kinds in bytes, of a verb with LOADS_SHOWN_BYTES. */
#define CMD_NEEDS_BYTES (1U << 17)
/* Beside CORR_NEED_ROWS: counts since the start of a process are subtracted from
 * later ones nevertheless, as for sums. */
#define CMD_NEEDS_COUNTS (1U << 18)

/* Selects samples.  The report owns the selection.  NULL: it failed. */
corr_sel *cmd_select(const cmd_ctx *ctx, const corr_query *q, corr_report *r,
                     corr_err *err);

/* " a.pb.gz traces.json": the files of the command line, quoted for a shell, a
 * space before each; "" if the command found its files itself. */
const char *cmd_files(const cmd_ctx *ctx, corr_report *r);

/* A word, in quotes if a shell would change it. */
const char *cmd_quoted(corr_report *r, const char *word);

/* " --span 4bf9 --kind lock --from 14:00 a.pb.gz": the kind, the request, the
 * filters and the files of the command line, for a command about the same
 * samples. */
const char *cmd_same_samples(const cmd_ctx *ctx, corr_report *r);

/* Whether the screen may end with what to ask next: a pipe cannot be read
 * again, and a verdict is to be the last line. */
bool cmd_can_ask_again(const cmd_ctx *ctx);
/* " --focus parse --from 14:00": the filters of the command line, or "". */
const char *cmd_filters(const cmd_ctx *ctx, corr_report *r);

/* " that matches --focus parse --from 14:00": the filters of the command line;
 * "" without filters. */
const char *cmd_matching(const cmd_ctx *ctx, corr_report *r);

/* Exports what a query selects in a format of all kinds: each kind is a selection
 * of its own, so that it is what corr top counts. */
corr_code cmd_export_kinds(const cmd_ctx *ctx, const char *format,
                           const corr_query *q, corr_report *r, corr_err *err);

/* Exports a selection in a format, without hidden frames.  Fails if corr cannot
 * write the format or no sample is selected. */
corr_code cmd_export_to(const cmd_ctx *ctx, const char *format, corr_sel *sel,
                        corr_err *err) CORR_CHECK;
/* Exports two selections side by side.  Fails if both have samples of different
 * units. */
corr_code cmd_export_sides(const cmd_ctx *ctx, const char *format,
                           corr_sel *base, corr_sel *now,
                           corr_err *err) CORR_CHECK;

/* Exports a slice, which the report then owns.  Fails if the output would
 * replace an input. */
corr_code cmd_slice_to(const cmd_ctx *ctx, corr_slice *s, corr_report *r,
                       corr_err *err) CORR_CHECK;

/* The evidence object of corr-json(7), as a table of one row that lives as
 * long as the report:
 *     corr_report_put(r, "evidence", corr_cell_object(t, 0));
 * NULL: out of memory, and r knows. */
const corr_table *cmd_evidence(corr_report *r, const corr_evidence *e);
/* "-1234.500 s": the offset to add to the times of a profile. */
const char *cmd_shift_text(corr_report *r, int64_t ns);
/* Explains a reason why samples were not joined; NULL: no explanation. */
const char *cmd_why_hint(corr_why w);

/* The numbers that n observations allow a view to show (corr-methods 4.9). */
typedef enum cmd_band {
    BAND_NONE,     /* none */
    BAND_SEEN,     /* 1..9: the stacks themselves, no numbers */
    BAND_COUNTS,   /* 10..29: how many, no percentages */
    BAND_SHARES,   /* percentages */
    BAND_MEASURED, /* percentages of measured values, which have no error */
    BAND_UNKNOWN   /* percentages of an amount; n is not known */
} cmd_band;

/* Puts the members kind, unit, total and observations, and the head of the
 * screen: what the view shows, of which service, how much, and how sure.
 * Without samples it explains why and sets the verdict.  cmd_head does the same
 * for measured events and leaves out how sure the numbers are.
 * cmd_put_evidence puts the member evidence after the members of the caller. */
cmd_band cmd_heading(const cmd_ctx *ctx, corr_report *r,
                     const corr_sel_facts *f);
cmd_band cmd_head(const cmd_ctx *ctx, corr_report *r, const corr_sel_facts *f);
void cmd_put_evidence(const cmd_ctx *ctx, corr_report *r,
                      const corr_sel_facts *f);
/* The same for a screen that answers in its second line: cmd_title is the first
 * line, cmd_say_doubt warns of few samples, and cmd_foot, after the table, says
 * the evidence, the other kinds if the title has no room for them, and how sure
 * the shares are. */
cmd_band cmd_title(const cmd_ctx *ctx, corr_report *r, const corr_sel_facts *f,
                   bool *said_others);
void cmd_say_doubt(const cmd_ctx *ctx, corr_report *r, const corr_sel_facts *f);
void cmd_foot(const cmd_ctx *ctx, corr_report *r, const corr_sel_facts *f,
              bool said_others);

/* Returns the effective number of samples that are joined to the request
 * (corr-methods 4.7). */
double cmd_tied(const corr_sel_facts *f);

/* A kind as a headline begins: "CPU", "Bytes allocated". */
corr_str cmd_kind_words(corr_str kind);
/* The name of one observation of a kind: "sample", "wait". */
const char *cmd_one(corr_str kind, bool measured);
/* The same for a kind of an input. */
/* What one observation of a selection is called. */
const char *cmd_one_of(const corr_sel_facts *f);
/* Whether some values are negative, as in a difference. */
bool cmd_has_negative(const corr_sel_facts *f);
/* Whether values are sizes: bytes, or of a unit of their own. */
bool cmd_is_size(const corr_sel_facts *f);
const char *cmd_one_in(const corr_input *in, corr_str kind);
/* The title of the column of observations; allocations are objects. */
const char *cmd_count_title(const corr_sel_facts *f);

/* Whether the query names a trace or a span. */
bool cmd_is_restricted(const cmd_ctx *ctx);
/* Explains why no sample is selected, and sets the verdict. */
void cmd_say_nothing(const cmd_ctx *ctx, corr_report *r);
/* Explain in one line why no sample is joined to the request; false: it is
 * another reason.  cmd_say_no_kind: no file has samples of the kind.
 * cmd_say_unmatched: filters of code, thread, label or time leave no sample. */
bool cmd_say_no_kind(const cmd_ctx *ctx, corr_report *r);
bool cmd_say_unmatched(const cmd_ctx *ctx, corr_report *r, const char *id);
/* Lists the services of the inputs when --service names none of them. */
void cmd_say_services(const cmd_ctx *ctx, corr_report *r);
/* Returns one or two services with profiles whose names are most like a name;
 * "": no service has a profile. */
const char *cmd_nearest_services(const cmd_ctx *ctx, corr_report *r,
                                 corr_str service);
/* Prints the window of the inputs when the query has a time. */
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
/* Fails for the first given option, which does not go with --with. */
corr_code cmd_check_beside(const cmd_given *option, size_t n, const char *with,
                           corr_err *err) CORR_CHECK;
/* Whether --from or --to left a part of any file out. */
bool cmd_any_cut(const cmd_ctx *ctx);

/* A warning: a note, and a line of the screen.  cmd_warn takes a format. */
void cmd_warn_text(corr_report *r, const char *code, const char *text);
#define cmd_warn(r, code, ...)                                                 \
    cmd_warn_text(r, code, corr_report_text(r, __VA_ARGS__))

/* Whether the answer is printed with its figures: only then are they built. */
bool cmd_draws(const cmd_ctx *ctx);
/* Whether programs read the answer: with every row, and without strips. */
bool cmd_is_data(const cmd_ctx *ctx);

/* Returns the ns of the monotonic clock. */
int64_t cmd_now_ns(void);

/* The ending of a word for n things. */
#define cmd_plural(n) corr_plural((uint64_t)(n))

/* The name of a function as a screen shows it: its last two parts, or with
 * --wide and for data all of it. */
const char *cmd_name(const cmd_ctx *ctx, corr_report *r, const char *name);

/* Whether a span is named only by a method, as "GET". */
bool cmd_is_method(corr_str name);
/* The route or path of row `row` by its n attributes; "": unknown. */
corr_str cmd_route(uint32_t n,
                   corr_label (*attr)(const void *of, uint32_t row, uint32_t k),
                   const void *of, uint32_t row);
/* "GET /api/checkout": a name that is only a method gets the route, or the
 * telling name of a span below it, which may be empty. */
const char *cmd_request_name(corr_report *r, corr_str name, corr_str route,
                             corr_str telling);

/* The mark that one of these remarks puts on its numbers, or "". */
const char *cmd_mark(corr_remarks list);
/* cmd_note_remark puts a remark into notes[]; cmd_say_remark may also show it at
 * the foot; cmd_say_remarks does so with all remarks of one place. */
void cmd_note_remark(corr_report *r, const corr_remark *m);
void cmd_say_remark(corr_report *r, const corr_remark *m);
void cmd_say_remarks(corr_report *r, corr_remarks list, corr_place place);
/* How the heading says that counts without a duration were read; "" if none is
 * selected. */
const char *cmd_counts_read(const corr_sel_facts *f);
/* "evidence  96% span id, 4% thread+time   confidence 0.98 (exact)" */
void cmd_say_evidence(corr_report *r, const corr_evidence *e);
/* ", clock: inferred ±1.4 ms"; "" if spans placed no clock. */
const char *cmd_clock_words(corr_report *r, const corr_evidence *e);
/* Prints how sure n observations make the numbers (corr-methods 4.9); measured
 * values print nothing.  of_span: the samples are of one span. */
cmd_band cmd_say_sure(corr_report *r, const corr_sel_facts *f, double n,
                      bool of_span);

/* Texts that live as long as the report; "" when memory is short. */
const char *cmd_count(corr_report *r, int64_t n);              /* 15,507 */
const char *cmd_n(corr_report *r, int64_t n, const char *one); /* 2 spans */
const char *cmd_duration(corr_report *r, int64_t ns); /* 3.200 s, 41 ms */
const char *cmd_length(corr_report *r, int64_t ns);   /* 44m10s, 30 s */
const char *cmd_bytes(corr_report *r, int64_t bytes); /* 18.4 MB */
const char *cmd_amount(corr_report *r, int64_t v, corr_unit unit);
const char *cmd_str(corr_report *r, corr_str s);
const char *cmd_trace_id(corr_report *r, corr_trace_id id); /* 32 digits */
const char *cmd_span_id(corr_report *r, uint64_t id);       /* 16 digits */
/* 8 digits of a span id: the first, or the last where the first are zeros. */
const char *cmd_short_span(corr_report *r, uint64_t id);
/* The beginning of a trace id that finds the trace: 8 digits, or more where the
 * first 8 are zeros or only the time of the trace.  when: a time of the trace,
 * or of all traces. */
const char *cmd_short(corr_report *r, corr_trace_id id, int64_t when);
/* A time as a screen shows it. */
const char *cmd_time(const cmd_ctx *ctx, corr_report *r, int64_t unix_ns);
/* The same without the day. */
const char *cmd_clock(const cmd_ctx *ctx, corr_report *r, int64_t unix_ns);
/* "2026-02-05 14:15:22.104Z..14:21:00.000Z": the day once, if it is one. */
const char *cmd_window(const cmd_ctx *ctx, corr_report *r, int64_t from,
                       int64_t to);

/* "2026-11-21 17:21:36Z..17:23:44Z (2m08s)"; with fractions below 10 s. */
const char *cmd_range(const cmd_ctx *ctx, corr_report *r, int64_t from,
                      int64_t to);

/* Returns the cells of a text whose characters are one cell each; NULL: 0. */
int cmd_cells(const char *text);

/* Puts the first row of a table: each column is the member path + key. */
void cmd_put_members(corr_report *r, const char *path, const corr_table *row);

/* Put a table: into the data, as the rows of the data, on the screen. */
void cmd_data(corr_report *r, const char *path, corr_table t);
void cmd_primary(corr_report *r, const char *path, corr_table t);
void cmd_screen(corr_report *r, corr_table t);

/* Returns the value of an attribute or label as a cell. */
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
/* Whether parts of a screen may have a short form: no number of rows is asked
 * for, and no detail. */
bool cmd_may_fold(const cmd_ctx *ctx);

#endif
