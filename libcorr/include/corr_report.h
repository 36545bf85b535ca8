/*
 * corr_report.h - what a command answers, and the clothes it wears.
 *
 * A report has two faces that show the same views: data, a tree of named
 * values and tables (JSON, JSON lines, TSV, CSV), and a screen, a sequence of
 * lines, fields and tables (text, Markdown).  Tables are not copied: a
 * renderer pulls each cell when it prints it, so whatever a table's ctx points
 * to must live until the report is freed; corr_report_own hands a view over.
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
    CORR_COL_SPARE = 256, /* left out where names would have no room, */
    CORR_COL_FRAME = 512, /* data: cells are frames */
    CORR_COL_NEST = 1024, /* data: lists, objects or maps; not in TSV, CSV */
    CORR_COL_BAR = 2048,  /* cells are bars: takes what the names leave over */
    CORR_COL_SPARE_NEXT =
        4096,                  /* ... if all that are spare are left out, ... */
    CORR_COL_SPARE_LAST = 8192 /* ... and if these are, too */
};

typedef struct corr_column {
    const char *key;   /* JSON member, TSV header; NULL: screen only */
    const char *title; /* screen header, "" for none; NULL: data only */
    unsigned flags;
} corr_column;

typedef struct corr_table {
    const corr_column *columns;
    uint32_t ncolumns, nrows;
    corr_cell (*cell)(const void *ctx, uint32_t row, uint32_t column);
    const void *ctx;
    /* for CORR_COL_TREE, may be NULL: depth of a row, and whether it is the
     * last of its siblings */
    uint32_t (*depth)(const void *ctx, uint32_t row, bool *is_last);
    /* may be NULL: whether the row is bold (the hot path, the asked span) */
    bool (*strong)(const void *ctx, uint32_t row);
    bool no_header; /* on a screen */
} corr_table;

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
/* path may be NULL for tables of the screen only.  *t is copied, its columns
 * and ctx are borrowed.  The path "inputs" is the one of the envelope. */
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
