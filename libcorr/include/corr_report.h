/*
 * corr_report.h - the answer of a command, and its renderings.
 *
 * A report has two faces that show the same views: data, a tree of named values
 * and tables (JSON, JSON lines, TSV, CSV), and a screen, a sequence of lines,
 * fields and tables (text, Markdown).  A table is columns over rows, which are
 * structs of the caller.  Rows are not copied: a renderer reads or makes them
 * when it prints, so the memory behind a table must live until the report is
 * freed. corr_report_own passes ownership of a view to the report.
 *
 *     corr_report *r = corr_report_new("top");
 *     corr_report_put(r, "kind", corr_cell_text(kind));
 *     corr_report_line(r, "CPU of %s", service);
 *     corr_report_table(r, "rows", &table, CORR_PRIMARY | CORR_SCREEN);
 *     corr_render(r, "json", &style, out, &err);
 *
 * Failure is sticky: if memory is out, the report drops its input and
 * corr_render fails.  One thread uses a report.
 */
#ifndef CORR_REPORT_H
#define CORR_REPORT_H

#include <stddef.h>

#include "corr_bytes.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- cells --------------------------------------------------------------- */

struct corr_table;

typedef enum corr_cell_type {
    CORR_CELL_NULL,
    CORR_CELL_TEXT,
    CORR_CELL_COUNT,    /* i; text: 15,507 */
    CORR_CELL_AMOUNT,   /* i in unit; text: 155.1 s, 3.2 MB, 1,204 */
    CORR_CELL_TIME,     /* i, Unix ns; JSON: a string of digits */
    CORR_CELL_SHARE,    /* f, 0..1; text: 18.2% */
    CORR_CELL_TENTHS,   /* i, tenths of a percent, apportioned; text: 18.2 */
    CORR_CELL_REAL,     /* f */
    CORR_CELL_BOOL,     /* i */
    CORR_CELL_TRACE_ID, /* trace; 32 hex digits */
    CORR_CELL_SPAN_ID,  /* i; 16 hex digits */
    CORR_CELL_FRAME,    /* frame; JSON: an object; TSV: five columns */
    CORR_CELL_OBJECT,   /* row `row` of table, as an object */
    CORR_CELL_LIST,     /* all rows of table, as objects; or, if the table has
                           one column with the key "", as plain values */
    CORR_CELL_MAP,      /* all rows of table, as one object: the first column
                           is the name of the member, the second its value */
    CORR_CELL_BAR,      /* bar, drawn on a screen; null elsewhere */
    CORR_CELL_TYPE_COUNT
} corr_cell_type;

/* How a piece of a bar is drawn.  A bar is a line from 0 to 1.  Pieces of one
 * ink do not overlap.  A screen cell is strong if strong pieces cover half of
 * the pieces in it. */
typedef enum corr_ink {
    CORR_INK_PLAIN,
    CORR_INK_FAINT,
    CORR_INK_STRONG
} corr_ink;

typedef struct corr_bar_piece {
    double from, to; /* cut to the line; parts outside are drawn at its edge */
    corr_ink ink;
} corr_bar_piece;

typedef struct corr_bar {
    const corr_bar_piece *piece;
    uint32_t n;
} corr_bar;

typedef struct corr_cell {
    corr_cell_type type;
    corr_unit unit;
    int64_t i;
    double f;
    corr_str s;
    corr_str brief; /* shown instead of s on a screen without room for s */
    corr_str forms; /* more, longest first, with CORR_OR between: the first that
                       fits is shown instead of brief */
    corr_trace_id trace;
    corr_frame_view frame;
    const struct corr_table *table;
    uint32_t row;
    corr_bar bar;
} corr_cell;

corr_cell corr_cell_null(void);
corr_cell corr_cell_str(corr_str s);
corr_cell corr_cell_text(const char *z); /* NULL: null; z is borrowed */
corr_cell corr_cell_either(const char *z, const char *brief);
corr_cell corr_cell_count(int64_t i); /* negative: null */
corr_cell corr_cell_int(int64_t i);   /* any value */
corr_cell corr_cell_amount(int64_t i, corr_unit unit);
corr_cell corr_cell_time(int64_t unix_ns); /* CORR_NO_TIME: null */
corr_cell corr_cell_share(double f);       /* not finite: null */
corr_cell corr_cell_tenths(int64_t tenths);
corr_cell corr_cell_real(double f); /* not finite: null */
corr_cell corr_cell_bool(bool b);
corr_cell corr_cell_trace(corr_trace_id id); /* zero: null */
corr_cell corr_cell_span(uint64_t id);       /* zero: null */
corr_cell corr_cell_frame(corr_frame_view f);
corr_cell corr_cell_object(const struct corr_table *t, uint32_t row);
corr_cell corr_cell_list(const struct corr_table *t);
corr_cell corr_cell_map(const struct corr_table *t);

/* ---- tables -------------------------------------------------------------- */

enum corr_column_flag {
    CORR_COL_RIGHT = 1,   /* numbers: aligned right on a screen */
    CORR_COL_FLEX = 2,    /* uses the remaining width; cut in the middle */
    CORR_COL_TREE = 4,    /* guides are drawn before it, by depth */
    CORR_COL_EDGE = 8,    /* flush right at the screen's edge, dropped first if
                             there is no room: "<- hot" */
    CORR_COL_WIDE = 16,   /* only on screens of 100 columns or more */
    CORR_COL_DIM = 32,    /* less important: dim on a terminal */
    CORR_COL_TIGHT = 64,  /* one space before it, not two */
    CORR_COL_SLIM = 128,  /* with TREE: guides of two cells, not three */
    CORR_COL_SPARE = 256, /* dropped first if names have no room */
    CORR_COL_SPARE_NEXT = 512,  /* dropped next */
    CORR_COL_SPARE_LAST = 1024, /* dropped last */
    CORR_COL_TONED = 2048,      /* in the tone of the row */
    CORR_COL_ID = 4096          /* what the user may copy: an id, a handle */
};

/* The cell that a column makes of a member of its row, and the allowed types of
 * the member.  An integer is an int64_t, uint64_t, int or unsigned. */
typedef enum corr_as {
    CORR_AS_TEXT,     /* const char *, NULL: null; corr_str; corr_words */
    CORR_AS_NAME,     /* corr_str, empty: null */
    CORR_AS_COUNT,    /* an integer, negative: null */
    CORR_AS_POSITIVE, /* an integer, not above 0: null */
    CORR_AS_INT,      /* an integer, CORR_NO_INT: null */
    CORR_AS_AMOUNT, /* an integer in the unit of the table; CORR_NO_INT: null */
    CORR_AS_TENTHS, /* an integer; CORR_NO_INT: null */
    CORR_AS_TIME,   /* int64_t, CORR_NO_TIME: null */
    CORR_AS_WHOLE,  /* double, rounded to an integer; not finite: null */
    CORR_AS_SHARE,  /* double, not finite: null */
    CORR_AS_REAL,   /* double, not finite: null */
    CORR_AS_BOOL,   /* bool */
    CORR_AS_TRACE,  /* corr_trace_id, zero: null */
    CORR_AS_SPAN,   /* uint64_t, zero: null */
    CORR_AS_FRAME,  /* corr_frame_view, or a pointer to one; NULL: null */
    CORR_AS_OBJECT, /* corr_table, or a pointer to one: its first row */
    CORR_AS_LIST,   /* the same: all rows */
    CORR_AS_MAP,    /* the same; no columns, or NULL: null */
    CORR_AS_BAR,    /* corr_bar */
    CORR_AS_CELL,   /* corr_cell, if rows differ in type */
    /* neither key nor title: how a screen shows the row */
    CORR_AS_BRANCH, /* corr_branch, of a column with CORR_COL_TREE */
    CORR_AS_STRONG, /* bool: bold (the hot path, the requested span) */
    CORR_AS_TONE    /* corr_tone, of the columns with CORR_COL_TONED */
} corr_as;

#define CORR_NO_INT INT64_MIN

/* The meaning of a row that colour supports and never carries alone: a word, a
 * mark or a sign says the same. */
typedef enum corr_tone {
    CORR_TONE_PLAIN,
    CORR_TONE_WORSE,
    CORR_TONE_BETTER,
    CORR_TONE_DOUBT,
    CORR_TONE_ID,
    CORR_TONE_FAINT,
    CORR_TONE_GROUP, /* this and the next CORR_TONE_GROUPS - 1: one a service,
                        or one a kind of code */
} corr_tone;
enum { CORR_TONE_GROUPS = 6 };

/* The tone of group number i. */
static inline corr_tone corr_tone_group(uint32_t i)
{
    return (corr_tone)(CORR_TONE_GROUP + i % CORR_TONE_GROUPS);
}

/* A text, and a shorter one for a screen without room for the first, or NULL.
 * There may be several, longest first, with CORR_OR between them. */
typedef struct corr_words {
    const char *full, *brief;
} corr_words;
#define CORR_OR "\x1f"

/* The place of a row in a tree: its depth, and whether it is the last of its
 * siblings. */
typedef struct corr_branch {
    uint32_t depth;
    bool is_last;
} corr_branch;

/* The type of a member. */
typedef enum corr_member {
    CORR_IS_PLAIN, /* the only type that the column allows */
    CORR_IS_I64,
    CORR_IS_I32,
    CORR_IS_U32,
    CORR_IS_STR,
    CORR_IS_WORDS,
    CORR_IS_FRAME,
    CORR_IS_TABLE
} corr_member;

typedef struct corr_column {
    const char *key;   /* JSON member, TSV header; NULL: screen only */
    const char *title; /* screen header, "" for none; NULL: data only */
    unsigned flags;
    corr_as as;
    corr_member member;
    uint32_t at, row_size; /* offset of the member, size of the row struct */
} corr_column;

enum { CORR_ROW_MAX = 2048 }; /* bytes */

/* A column over rows of the struct type `row`.  `as` is one of corr_as without
 * CORR_AS_.  The compiler checks that the type of the member fits `as`, and
 * that the row is not too large. */
#define CORR_COLUMN(key, title, flags, as, row, member)                        \
    {                                                                          \
        (key), (title), (flags), CORR_AS_##as,                                 \
            CORR_TYPE_##as(((row *)0)->member), offsetof(row, member),         \
            sizeof(row) + 0 * sizeof(char[CORR_ROW_MAX - sizeof(row)])         \
    }
/* clang-format off */
#define CORR_TYPE_TEXT(m) \
    _Generic((m), const char *: CORR_IS_PLAIN, char *: CORR_IS_PLAIN, \
             corr_str: CORR_IS_STR, corr_words: CORR_IS_WORDS)
#define CORR_TYPE_INTEGER(m) \
    _Generic((m), int64_t: CORR_IS_I64, uint64_t: CORR_IS_I64, \
             int: CORR_IS_I32, unsigned: CORR_IS_U32)
#define CORR_TYPE_FRAME(m) \
    _Generic((m), corr_frame_view: CORR_IS_FRAME, \
             const corr_frame_view *: CORR_IS_PLAIN)
#define CORR_TYPE_TABLE(m) \
    _Generic((m), corr_table: CORR_IS_TABLE, const corr_table *: CORR_IS_PLAIN)
#define CORR_TYPE_NAME(m)     _Generic((m), corr_str: CORR_IS_PLAIN)
#define CORR_TYPE_COUNT(m)    CORR_TYPE_INTEGER(m)
#define CORR_TYPE_POSITIVE(m) CORR_TYPE_INTEGER(m)
#define CORR_TYPE_INT(m)      CORR_TYPE_INTEGER(m)
#define CORR_TYPE_AMOUNT(m)   CORR_TYPE_INTEGER(m)
#define CORR_TYPE_TENTHS(m)   CORR_TYPE_INTEGER(m)
#define CORR_TYPE_TIME(m)     _Generic((m), int64_t: CORR_IS_I64)
#define CORR_TYPE_WHOLE(m)    _Generic((m), double: CORR_IS_PLAIN)
#define CORR_TYPE_SHARE(m)    _Generic((m), double: CORR_IS_PLAIN)
#define CORR_TYPE_REAL(m)     _Generic((m), double: CORR_IS_PLAIN)
#define CORR_TYPE_BOOL(m)     _Generic((m), bool: CORR_IS_PLAIN)
#define CORR_TYPE_TRACE(m)    _Generic((m), corr_trace_id: CORR_IS_PLAIN)
#define CORR_TYPE_SPAN(m)     _Generic((m), uint64_t: CORR_IS_PLAIN)
#define CORR_TYPE_OBJECT(m)   CORR_TYPE_TABLE(m)
#define CORR_TYPE_LIST(m)     CORR_TYPE_TABLE(m)
#define CORR_TYPE_MAP(m)      CORR_TYPE_TABLE(m)
#define CORR_TYPE_BAR(m)      _Generic((m), corr_bar: CORR_IS_PLAIN)
#define CORR_TYPE_CELL(m)     _Generic((m), corr_cell: CORR_IS_PLAIN)
#define CORR_TYPE_BRANCH(m)   _Generic((m), corr_branch: CORR_IS_PLAIN)
#define CORR_TYPE_STRONG(m)   _Generic((m), bool: CORR_IS_PLAIN)
#define CORR_TYPE_TONE(m)     _Generic((m), corr_tone: CORR_IS_PLAIN)
/* clang-format on */

/* A table.  Its rows are an array of the struct that the columns are declared
 * over, or fill makes each row from ctx when it is printed.  fill must set each
 * member that a column shows; the struct is not zeroed before.  A row may point
 * to itself; all other memory it points to must live until the report is
 * freed. */
typedef struct corr_table {
    const corr_column *columns;
    uint32_t ncolumns, nrows;
    const void *rows; /* NULL: fill makes them */
    void (*fill)(const void *ctx, uint32_t i, void *row);
    const void *ctx;
    corr_unit unit;      /* unit of amounts */
    bool no_header;      /* on a screen */
    const char *axis[3]; /* instead of the title of bars: what their beginning,
                            middle and end stand for, or NULL */
} corr_table;

#define CORR_TABLE(cols, n)                                                    \
    .columns = (cols), .ncolumns = sizeof(cols) / sizeof((cols)[0]), .nrows = n

/* A table with n rows; cols is an array.  CORR_ROWS takes the array of rows,
 * CORR_FILLED a function and its ctx.  Other members may follow:
 * CORR_ROWS(c, 3, list, .unit = u). */
#define CORR_ROWS(cols, n, ...)                                                \
    ((corr_table){ CORR_TABLE(cols, n), .rows = __VA_ARGS__ })
#define CORR_FILLED(cols, n, fn, ...)                                          \
    ((corr_table){ CORR_TABLE(cols, n), .fill = (fn), .ctx = __VA_ARGS__ })

/* Returns one cell.  Not for cells that point into the row itself, because a
 * row that fill makes is gone when this returns. */
corr_cell corr_table_cell(const corr_table *t, uint32_t row, uint32_t column);

/* ---- the report ---------------------------------------------------------- */

typedef struct corr_report corr_report;

/* verb names the schema: "top" is corr.top/1. */
corr_report *corr_report_new(const char *verb);
void corr_report_free(corr_report *r); /* also frees what it owns */
/* Frees p with fn when the report is freed. */
void corr_report_own(corr_report *r, void *p, void (*fn)(void *));
/* Memory and text that live as long as the report.  On failure: NULL; "". */
void *corr_report_alloc(corr_report *r, size_t size, size_t count);
const char *corr_report_text(corr_report *r, const char *format, ...)
    CORR_PRINTF(2, 3);

/* Adds a member of the data.  A path "trace.name" creates the object.  Members
 * keep the order in which they were first added. */
void corr_report_put(corr_report *r, const char *path, corr_cell cell);

/* Returns a member that was added, or a member of such an object; null: there
 * is no such member.  *table is set for a list, else NULL. */
corr_cell corr_report_member(const corr_report *r, const char *path,
                             const corr_table **table);

enum corr_face {
    CORR_DATA = 1,   /* a member of the JSON document */
    CORR_SCREEN = 2, /* shown in text and Markdown */
    CORR_LISTED = 4, /* only the rows of --jsonl, --tsv, --csv */
    CORR_PRIMARY = 5 /* CORR_DATA, and the rows of --jsonl, --tsv, --csv */
};
/* Adds a table.  path may be NULL for tables only on the screen.  *t and its
 * columns are copied; its rows or ctx are borrowed.  The path "inputs" is that
 * of the envelope. */
void corr_report_table(corr_report *r, const char *path, const corr_table *t,
                       unsigned faces);

/* Chooses the table whose rows --jsonl, --tsv and --csv print, by its path.
 * false: the report has no such table. */
bool corr_report_choose_table(corr_report *r, const char *path);
/* The paths of all tables, with ", " between them; NULL: no memory. */
const char *corr_report_tables(corr_report *r);

/* Adds a line to the screen, wrapped at the width with an indented
 * continuation. The text may contain names from files; the renderer escapes
 * them. */
void corr_report_line(corr_report *r, const char *format, ...)
    CORR_PRINTF(2, 3);
/* Adds a heading: a line, bold on a terminal. */
void corr_report_head(corr_report *r, const char *format, ...)
    CORR_PRINTF(2, 3);
/* Adds a field, as in "evidence  100% span id": key padded to 10 cells, text
 * wrapped beside it.  key "" continues the field before. */
void corr_report_field(corr_report *r, const char *key, const char *format, ...)
    CORR_PRINTF(3, 4);
/* Adds a field whose text begins at another cell. */
void corr_report_entry(corr_report *r, unsigned cells, const char *key,
                       const char *format, ...) CORR_PRINTF(4, 5);
/* The same, with a last part, or NULL: it stands on the line if it fits as a
 * whole, else in lines of its own below the text. */
void corr_report_aside(corr_report *r, unsigned cells, const char *key,
                       const char *text, const char *aside);
void corr_report_blank(corr_report *r); /* never two in a row, never first */
/* Adds a line for programs, which ends the screen: neither wrapped nor cut. */
void corr_report_raw(corr_report *r, const char *format, ...) CORR_PRINTF(2, 3);
/* Whether the screen is only lines for programs: no note may join them. */
bool corr_report_is_list(const corr_report *r);

/* Marks the last line or field as one of a list, of which a screen without room
 * shows the first ones and the number of the others: "3 more findings: --all".
 * noun, in the singular, and option are static. */
void corr_report_spare(corr_report *r, const char *noun, const char *option);
/* Adds that number where the list itself was cut to fewer; left: at least 1. */
void corr_report_spare_rest(corr_report *r, uint32_t left, const char *noun,
                            const char *option);

/* Parts of a screen that have two forms.  Items that are added from now on are of
 * the long form, or of the short one that a screen without room shows instead;
 * ANY ends it.  Parts of the lowest rank, 1 or more, give way first.  Pages,
 * Markdown and screens with room show the long form.  A short form says what it
 * folds, and how to see it. */
typedef enum corr_form {
    CORR_FORM_ANY,
    CORR_FORM_LONG,
    CORR_FORM_SHORT
} corr_form;
void corr_report_form(corr_report *r, corr_form form, unsigned rank);
/* The short form of `rank` that an even shorter one, of rank `until`, replaces. */
void corr_report_form_until(corr_report *r, unsigned rank, unsigned until);

struct corr_style;
/* Prints one line of a picture, n bytes.  The renderer cuts it at the width and
 * escapes it. */
typedef void corr_draw_line(void *to, const char *text, size_t n);
/* A picture whose size depends on the width.  ctx must live as long as the
 * report. */
typedef void corr_draw(const void *ctx, const struct corr_style *style,
                       corr_draw_line *line, void *to);
void corr_report_draw(corr_report *r, corr_draw *draw, const void *ctx);

/* Where a note stands.  All notes are entries of notes[] in the document. */
typedef enum corr_note_place {
    CORR_NOTE_DATA,  /* not on the screen, but for --verbose */
    CORR_NOTE_FOOT,  /* at the foot of the screen, if it is one of the most
                         important */
    CORR_NOTE_SCREEN /* the screen says it in a line of its own */
} corr_note_place;

/* What a note is about. */
typedef struct corr_note_about {
    corr_note_place place;
    corr_level level;
    const char *code; /* or NULL */
    const char *mark; /* stands on the number and before the line: "†"; or
                         NULL */
    const char *line; /* the line at the foot, which several notes may share;
                         NULL: the text */
    int input;        /* number in the store (printed from 1), or -1 */
} corr_note_about;

/* Adds a note.  A note whose text is there already is added once; of two places
 * the later one in corr_note_place counts. */
void corr_report_note_at(corr_report *r, const corr_note_about *about,
                         const char *format, ...) CORR_PRINTF(3, 4);
/* The same, with CORR_NOTE_DATA. */
void corr_report_note(corr_report *r, corr_level level, const char *code,
                      int input, const char *format, ...) CORR_PRINTF(5, 6);
/* Whether a note about the whole answer (input -1) has this code. */
bool corr_report_has_note(const corr_report *r, const char *code);

/* Adds the screen of another report behind the screen of r: its items, notes and
 * commands, without its data.  r frees it with its other objects.  prefix: goes
 * before the names of its figures and of their parts, which must differ in one
 * report; it lives as long as r. */
void corr_report_take(corr_report *r, corr_report *from, const char *prefix);

/* Decides which notes the foot shows: at most `most`, warnings first, and how
 * many more there are; 0: no note and no number.  `all`: every note that the
 * screen does not say elsewhere.  Called once, when the
 * report is complete. */
void corr_report_choose_notes(corr_report *r, unsigned most, bool all);

/* Adds a command that the user may go on with, and what it shows.  These lines
 * end the screen; a command that is there already is not added. */
void corr_report_next(corr_report *r, const char *what, const char *command,
                      ...) CORR_PRINTF(3, 4);

typedef enum corr_verdict {
    CORR_ANSWERED,
    CORR_PASS,
    CORR_FAILED,
    CORR_UNREADABLE,
    CORR_CANNOT_TELL,
    CORR_NOTHING_FOUND,
    CORR_VERDICT_COUNT
} corr_verdict;

/* Names the command that made the report, for the head of a page; borrowed. */
void corr_report_ran(corr_report *r, const char *command);

/* Sets the verdict; the most severe one stays.  Without one: CORR_ANSWERED. */
void corr_report_verdict(corr_report *r, corr_verdict v);
corr_verdict corr_report_outcome(const corr_report *r);
int corr_verdict_exit(corr_verdict v); /* 0 0 1 3 4 5 */
const char *corr_verdict_name(corr_verdict v);

/* ---- rendering ----------------------------------------------------------- */

typedef struct corr_style {
    int width;      /* columns; 0: 80 */
    bool color;     /* use SGR codes */
    bool ascii;     /* only ASCII, also in names */
    bool wide;      /* never cut names */
    corr_zone zone; /* zone of times on a screen */
} corr_style;

/* Sets the style.  Width: --width (0: not given), the terminal or COLUMNS.
 * Colour: --color auto|always|never, NO_COLOR, the terminal.  ASCII: the option
 * or the locale.  fd: the destination of the report. */
void corr_style_init(corr_style *style, int fd, int width, const char *color,
                     bool ascii, bool wide);
/* The pager for output to fd: CORR_PAGER, PAGER, less.  NULL: fd is no terminal
 * or the variable is empty. */
const char *corr_style_pager(int fd);
/* Whether fd is a terminal where progress can be shown. */
bool corr_style_live(int fd);

/* Renders a report.  target: text json jsonl tsv csv md html svg, and types, the types of
 * the members of json (render_types.c).  CORR_EUSAGE: unknown target. */
corr_code corr_render(const corr_report *r, const char *target,
                      const corr_style *style, corr_out *out,
                      corr_err *err) CORR_CHECK;
/* NULL-terminated names of the targets. */
extern const char *const corr_targets[];

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
