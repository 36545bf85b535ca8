/*
 * corr_report.h - what a command answers, and the clothes it wears.
 *
 * A report has two faces that show the same views: data, a tree of named
 * values and tables (JSON, JSON lines, TSV, CSV), and a screen, a sequence of
 * lines, fields and tables (text, Markdown).  A table is columns over rows, which
 * are structs of the caller.  Rows are not copied: a renderer reads or makes
 * them when it prints, so what a table points to must live until the report is
 * freed; corr_report_own hands a view over.
 *
 *     corr_report *r = corr_report_new("top");
 *     corr_report_put(r, "kind", corr_cell_text(kind));
 *     corr_report_line(r, "CPU of %s", service);
 *     corr_report_table(r, "rows", &table, CORR_PRIMARY | CORR_SCREEN);
 *     corr_render(r, "json", &style, out, &err);
 *
 * Failure is sticky: out of memory makes the report drop what it is given and
 * corr_render fail.
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

/* Where something lies on a line that goes from 0 to 1.  Pieces of one ink do
 * not overlap.  A cell of the screen that is strong for half of what lies in
 * it is drawn so. */
typedef enum corr_ink {
    CORR_INK_PLAIN,
    CORR_INK_FAINT,
    CORR_INK_STRONG
} corr_ink;

typedef struct corr_bar_piece {
    double from, to; /* cut to the line; what lies outside is at its edge */
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
    corr_str brief; /* instead of s on a screen, where s has no room */
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
corr_cell corr_cell_int(int64_t i);   /* as it is */
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
corr_cell corr_cell_bar(const corr_bar_piece *piece, uint32_t n);

/* ---- tables ------------------------------------------------------------------ */

enum corr_column_flag {
    CORR_COL_RIGHT = 1,   /* numbers: aligned right on a screen */
    CORR_COL_FLEX = 2,    /* takes the width that is left; cut in the middle */
    CORR_COL_TREE = 4,    /* guides are drawn before it by depth */
    CORR_COL_EDGE = 8,    /* flush right at the screen's edge, dropped first
                             when there is no room: "<- hot" */
    CORR_COL_WIDE = 16,   /* only on screens of 100 columns or more */
    CORR_COL_DIM = 32,    /* less important: may be dim on a terminal */
    CORR_COL_TIGHT = 64,  /* one space before it, not two */
    CORR_COL_SLIM = 128,  /* with TREE: guides of two cells, not three */
    CORR_COL_SPARE = 256, /* left out where names would have no room, ... */
    CORR_COL_SPARE_NEXT = 512, /* ... if all that are spare are left out, ... */
    CORR_COL_SPARE_LAST = 1024 /* ... and if these are, too */
};

/* The cell that a column makes of a member of its row, and the types that the
 * member may have.  An integer is an int64_t, uint64_t, int or unsigned. */
typedef enum corr_as {
    CORR_AS_TEXT,     /* const char *, NULL: null; corr_str; corr_words */
    CORR_AS_NAME,     /* corr_str, empty: null */
    CORR_AS_COUNT,    /* an integer, negative: null */
    CORR_AS_POSITIVE, /* an integer, not above 0: null */
    CORR_AS_INT,      /* an integer, CORR_NO_INT: null */
    CORR_AS_AMOUNT,   /* an integer in the unit of the table; as above */
    CORR_AS_TENTHS,   /* an integer; as above */
    CORR_AS_TIME,     /* int64_t, CORR_NO_TIME: null */
    CORR_AS_WHOLE,    /* double, rounded to an integer; not finite: null */
    CORR_AS_SHARE,    /* double, not finite: null */
    CORR_AS_REAL,     /* double, not finite: null */
    CORR_AS_BOOL,     /* bool */
    CORR_AS_TRACE,    /* corr_trace_id, zero: null */
    CORR_AS_SPAN,     /* uint64_t, zero: null */
    CORR_AS_FRAME,    /* corr_frame_view, or a pointer to one; NULL: null */
    CORR_AS_OBJECT,   /* corr_table, or a pointer to one: its first row */
    CORR_AS_LIST,     /* the same: all its rows */
    CORR_AS_MAP,      /* the same; without columns, or NULL: null */
    CORR_AS_BAR,      /* corr_bar */
    CORR_AS_CELL,     /* corr_cell, where rows differ in type */
    /* neither key nor title: how a screen shows the row */
    CORR_AS_BRANCH, /* corr_branch, of a column with CORR_COL_TREE */
    CORR_AS_STRONG  /* bool: bold (the hot path, the asked span) */
} corr_as;

#define CORR_NO_INT INT64_MIN

/* A text, and a shorter one for a screen where the first has no room, or
 * NULL. */
typedef struct corr_words {
    const char *full, *brief;
} corr_words;

/* The place of a row in a tree: its depth, and whether it is the last of its
 * siblings. */
typedef struct corr_branch {
    uint32_t depth;
    bool is_last;
} corr_branch;

/* The type of a member. */
typedef enum corr_member {
    CORR_IS_PLAIN, /* the only one that the column may be of */
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
    uint32_t at, row_size; /* of the member, and of the struct it is in */
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
/* clang-format on */

/* Rows are an array of the struct that the columns are declared over, or fill
 * makes them of ctx, one by one, when they are printed.  fill sets each member
 * that a column shows; the bytes of the struct have any value before.  A row
 * may point to itself; all else that it points to must live until the report
 * is freed. */
typedef struct corr_table {
    const corr_column *columns;
    uint32_t ncolumns, nrows;
    const void *rows; /* NULL: fill makes them */
    void (*fill)(const void *ctx, uint32_t i, void *row);
    const void *ctx;
    corr_unit unit; /* of its amounts */
    bool no_header; /* on a screen */
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

/* One cell.  It must not be asked for what lies in the row itself: a row that
 * fill makes is gone when this returns. */
corr_cell corr_table_cell(const corr_table *t, uint32_t row, uint32_t column);

/* ---- the report ------------------------------------------------------------------ */

typedef struct corr_report corr_report;

/* verb names the schema: "top" is corr.top/1. */
corr_report *corr_report_new(const char *verb);
void corr_report_free(corr_report *r); /* and what it owns */
/* Frees p with fn when the report is freed. */
void corr_report_own(corr_report *r, void *p, void (*fn)(void *));
/* Memory and text that live as long as the report; NULL, "" on failure. */
void *corr_report_alloc(corr_report *r, size_t size, size_t count);
const char *corr_report_text(corr_report *r, const char *format, ...)
    CORR_PRINTF(2, 3);

/* A member of the data; path "trace.name" makes objects on the way.  Members
 * come out in the order in which they were first put. */
void corr_report_put(corr_report *r, const char *path, corr_cell cell);

/* A member that was put, or one of an object that was; null: there is none.
 * *table is set for a list, else NULL. */
corr_cell corr_report_member(const corr_report *r, const char *path,
                             const corr_table **table);

enum corr_face {
    CORR_DATA = 1,   /* a member of the JSON document */
    CORR_SCREEN = 2, /* shown in text and Markdown */
    CORR_PRIMARY = 5 /* CORR_DATA, and the rows of --jsonl, --tsv, --csv */
};
/* path may be NULL for tables of the screen only.  *t and its columns are
 * copied, its rows or ctx are borrowed.  The path "inputs" is the one of the envelope. */
void corr_report_table(corr_report *r, const char *path, const corr_table *t,
                       unsigned faces);

/* Screen: a line, wrapped at the width with the continuation indented; the
 * text may hold names from files, the renderer escapes them. */
void corr_report_line(corr_report *r, const char *format, ...)
    CORR_PRINTF(2, 3);
/* A heading: like a line, bold on a terminal. */
void corr_report_head(corr_report *r, const char *format, ...)
    CORR_PRINTF(2, 3);
/* "evidence  100% span id": key padded to 10 cells, text wrapped beside it;
 * key "" continues the one before. */
void corr_report_field(corr_report *r, const char *key, const char *format, ...)
    CORR_PRINTF(3, 4);
/* The same with the text beginning at another cell. */
void corr_report_entry(corr_report *r, unsigned cells, const char *key,
                       const char *format, ...) CORR_PRINTF(4, 5);
void corr_report_blank(corr_report *r); /* never two in a row, nor first */
/* A line that a program reads: neither wrapped nor cut. */
void corr_report_raw(corr_report *r, const char *format, ...) CORR_PRINTF(2, 3);

struct corr_style;
/* Puts one line of a picture, n bytes, of which those beyond the width are
 * cut; the text is escaped like any other. */
typedef void corr_draw_line(void *to, const char *text, size_t n);
/* A picture that needs to know how wide the screen is.  ctx lives as long as
 * the report. */
typedef void corr_draw(const void *ctx, const struct corr_style *style,
                       corr_draw_line *line, void *to);
void corr_report_draw(corr_report *r, corr_draw *draw, const void *ctx);

/* notes[] of the document.  input: number in the store (printed from 1), or
 * -1.  Notes are for data; what the screen should say is a line or field of
 * its own. */
void corr_report_note(corr_report *r, corr_level level, const char *code,
                      int input, const char *format, ...) CORR_PRINTF(5, 6);

typedef enum corr_verdict {
    CORR_ANSWERED,
    CORR_PASS,
    CORR_FAILED,
    CORR_UNREADABLE,
    CORR_CANNOT_TELL,
    CORR_NOTHING_FOUND,
    CORR_VERDICT_COUNT
} corr_verdict;

/* The weightiest verdict given stays; without one, CORR_ANSWERED. */
void corr_report_verdict(corr_report *r, corr_verdict v);
corr_verdict corr_report_outcome(const corr_report *r);
int corr_verdict_exit(corr_verdict v); /* 0 0 1 3 4 5 */
const char *corr_verdict_name(corr_verdict v);

/* ---- rendering --------------------------------------------------------------------- */

typedef struct corr_style {
    int width;      /* columns; 0: 80 */
    bool color;     /* may use SGR codes */
    bool ascii;     /* only ASCII, names included */
    bool wide;      /* never cut names */
    corr_zone zone; /* of times on a screen */
} corr_style;

/* Width from --width (0: none), the terminal or COLUMNS; colour from
 * --color auto|always|never, NO_COLOR, the terminal; ASCII from the locale.
 * fd: where the report goes. */
void corr_style_init(corr_style *style, int fd, int width, const char *color,
                     bool ascii, bool wide);
/* What pages output to fd: CORR_PAGER, PAGER, less; NULL where nothing should,
 * because fd is no terminal or the variable is empty. */
const char *corr_style_pager(int fd);
/* Whether somebody watches fd, so that progress may be shown there. */
bool corr_style_live(int fd);

/* target: text json jsonl tsv csv md.  CORR_EUSAGE for another. */
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
