/*
 * corr_format.h - a format: what recognises, reads, writes and cuts its files.
 *
 * A reader owns the loop: it takes bytes from a source (corr_bytes.h) and
 * pushes rows into a builder (corr_build.h).
 */
#ifndef CORR_FORMAT_H
#define CORR_FORMAT_H

#include "corr_build.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- writing -------------------------------------------------------------------- */

/* A byte sink with sticky failure. */
typedef struct corr_out corr_out;
void corr_put(corr_out *out, const void *p, size_t n);
void corr_puts(corr_out *out, const char *z);
void corr_putc(corr_out *out, char c);
void corr_put_str(corr_out *out, corr_str s);
void corr_printf(corr_out *out, const char *format, ...) CORR_PRINTF(2, 3);
bool corr_out_failed(const corr_out *out);

/* Text made safe for a terminal: control characters, escapes, bidirectional
 * overrides and bad UTF-8 as visible escapes (\x1b, \u202e); with ascii also
 * everything above U+007E.  At most size - 1 bytes and a NUL; never cuts a
 * character.  Returns dst. */
char *corr_safe(char *dst, size_t size, corr_str s, bool ascii);

typedef struct corr_frame_view {
    corr_str function, module, file;
    uint32_t line; /* 0 unknown */
    corr_frame_type type;
    uint64_t address; /* of code without a name, else 0 */
} corr_frame_view;

/* What code is called that may have no name: its function, or where it lies
 * (server+0x1f40, 0x7f3a1f40), or what it is part of ([server], <unknown>).
 * Borrowed from the frame, or written into buf. */
enum { CORR_FRAME_NAME_MAX = 320 };
corr_str corr_frame_name(const corr_frame_view *f,
                         char buf[CORR_FRAME_NAME_MAX]);

/* One row of a selection, as writers see it.  Text is borrowed from the
 * store. */
typedef struct corr_row {
    uint32_t input; /* number */
    uint32_t stack; /* number within the input: equal means equal */
    const char *file;
    uint32_t row, tick; /* row UINT32_MAX: not kept */
    corr_str kind, type;
    corr_unit unit;
    int64_t period;
    int64_t value, obs; /* raw observations: 1 or more */
    int64_t time;       /* CORR_NO_TIME */
    corr_str thread;
    int64_t tid; /* 0 unknown */
    corr_trace_id label_trace;
    uint64_t label_span; /* the id on the record, span or root */
    corr_trace_id trace; /* what the join decided */
    uint64_t span;       /* 0: not joined */
    double share;        /* 0..1 of the row */
    corr_rung rung;
    double confidence;
    corr_why why;
    uint32_t labels; /* number within the input, 0 none */
} corr_row;

/* The rows of a selection in the order of inputs, rows, shares. */
typedef struct corr_sel_iter {
    const corr_sel *sel;
    size_t part, at;
    uint32_t split;
} corr_sel_iter;

/* The next row, whose texts are the store's; false: there is none. */
bool corr_sel_next(corr_sel_iter *it, corr_row *row);
/* Frames of a stack, root first; i counts from 0 to corr_stack_depth. */
uint32_t corr_stack_depth(const corr_sel *sel, uint32_t input, uint32_t stack);
corr_frame_view corr_stack_at(const corr_sel *sel, uint32_t input,
                              uint32_t stack, uint32_t i);

/* The different texts of all stacks of selections of one store, in byte order:
 * names with a semicolon between them.  A semicolon in a name is written as a
 * colon, and what would end a line as a space.  What is held is a number a
 * frame, and each name once.  The store is borrowed. */
typedef struct corr_folded corr_folded;

/* NULL: out of memory. */
corr_folded *corr_folded_of(const corr_sel *const *sel, size_t n) CORR_CHECK;
void corr_folded_free(corr_folded *f);
uint32_t corr_folded_size(const corr_folded *f);
/* The number of the text of a stack that is in one of the selections. */
uint32_t corr_folded_find(const corr_folded *f, uint32_t input, uint32_t stack);
/* Text i, valid until the next call; asked for one after the other they cost
 * what they differ.  False: out of memory. */
bool corr_folded_text(corr_folded *f, uint32_t i, corr_str *text) CORR_CHECK;

typedef enum corr_value_type {
    CORR_VALUE_TEXT,
    CORR_VALUE_INT,
    CORR_VALUE_REAL,
    CORR_VALUE_BOOL,
    CORR_VALUE_JSON
} corr_value_type;

typedef struct corr_label {
    corr_str key, text; /* text also for JSON; unit of a number */
    corr_value_type type;
    int64_t num;
    double real;
} corr_label;

/* Labels of a set, as rows name them, by their number from 0; texts are the
 * store's. */
uint32_t corr_nlabels(const corr_sel *sel, uint32_t input, uint32_t labels);
corr_label corr_label_at(const corr_sel *sel, uint32_t input, uint32_t labels,
                         uint32_t i);

/* ---- slices: some records of files, in the format of these ----------------------- */

/* Which records of which inputs, all of one format, are to stand in one file.
 * A format that can be cut reads these inputs once more and copies the records
 * as they stand, with what they need. */
typedef struct corr_slice corr_slice;

/* An input that is open, from its first byte on. */
typedef struct corr_slice_input {
    corr_src *in;
    corr_build *b; /* for a reader's words; what is added leads nowhere */
    const char *path;
    bool is_new; /* nobody has read it before: what is wrong with it, and its
                    blocks, are told to b */
} corr_slice_input;

size_t corr_slice_inputs(const corr_slice *s); /* 1 or more */
/* A merge: equal records become one. */
bool corr_slice_adds(const corr_slice *s);
/* One input is open at a time, and may be opened again. */
corr_code corr_slice_open(corr_slice *s, size_t i, corr_slice_input *to,
                          corr_err *err) CORR_CHECK;
/* What went wrong since, in err with the name of the input. */
corr_code corr_slice_close(corr_slice *s, corr_err *err) CORR_CHECK;

/* How much of a record of samples is kept, 0..1, by its number in the input
 * that is open.  Numbers are asked in ascending order. */
double corr_slice_row(corr_slice *s, uint32_t row);
/* Whether a span is kept. */
bool corr_slice_span(const corr_slice *s, corr_trace_id trace, uint64_t span);
/* Of a format that is cut in blocks (corr_format.block): whether a block of
 * this time, both ends included, of the input that is open is kept, because a
 * selected row ended in it or because it is of the time that is asked for; when
 * one that was kept is of; whether what is not whole is to be rescued; how many
 * blocks could not be kept. */
bool corr_slice_touches(const corr_slice *s, int64_t from, int64_t to);
void corr_slice_kept(corr_slice *s, int64_t from, int64_t to);
bool corr_slice_salvages(const corr_slice *s);
void corr_slice_leave_out(corr_slice *s, uint64_t blocks);
/* A block was rescued but for so many bytes of what is there of it. */
void corr_slice_lose(corr_slice *s, uint64_t bytes);
/* How many records a format found in an input, and how many it kept. */
void corr_slice_count(corr_slice *s, uint64_t kept, uint64_t of);

/* ---- files that are pieces of one recording ----------------------------------------- */

/* What a recording consists of, be that in one file or in several: one goes on
 * where another ends, and each can be read by itself.  mark is the format's
 * own. */
typedef struct corr_piece {
    int64_t from, to; /* ns since 1970 */
    uint64_t bytes;   /* behind them the next may begin; 0: none does */
    int64_t mark[4];
    bool open;  /* what was written of it is not all of it */
    bool alone; /* whatever goes on in another */
} corr_piece;

/* ---- a format ---------------------------------------------------------------------- */

struct corr_format {
    const char *name;  /* "pprof": --as, --to, messages */
    const char *title; /* "pprof profile" */
    /* How sure: 100 magic, 60 structure, 20 could be, 1 only if somebody says
     * so, 0 no.  head is the first
     * 64 KiB after decompression, or the whole input if whole is set. */
    int (*probe)(const uint8_t *head, size_t n, bool whole);
    /* NULL: this format cannot be read. */
    corr_code (*read)(corr_src *in, const corr_want *want, corr_build *b,
                      corr_err *err);
    /* NULL: cannot be written. */
    corr_code (*write)(const corr_sel *sel, corr_out *out, corr_err *err);
    /* Two of one kind and one store side by side, as they are; or NULL. */
    corr_code (*write_diff)(const corr_sel *base, const corr_sel *now,
                            corr_out *out, corr_err *err);
    /* NULL: files of it can be neither cut nor merged. */
    corr_code (*cut)(corr_slice *s, corr_out *out, corr_err *err);
    /* What is kept or left out as a whole where it is cut: "chunk"; NULL: a
     * record. */
    const char *block;
    /* What is written is nothing to look at. */
    bool is_binary;
    /* A format that is recognised and refused: the sentence that says what it
     * is; read is NULL. */
    const char *refusal;
    const char *instead; /* the hint: what to do; NULL: nothing helps */
    /* Offset of the byte that proves it, in what the probe was sure of; NULL:
     * the file as a whole does. */
    size_t (*refused_at)(const uint8_t *head, size_t n);
    /* Records stand by themselves: read can be given some of them only, calls
     * corr_src_next at the end of the source, and takes a census. */
    bool parts;
    /* Lines of text: no probe is made of what holds bytes that no text does. */
    bool lines;
    /* Traces of several processes: some bytes of a file, from the beginning or
     * from that of a line on, tell of some of them. */
    bool traces;
    /* Numbers over time, and neither samples nor spans. */
    bool metrics;
    /* Points are where something began and ended: they have no step. */
    bool alerts;
    /* What samples of the default kind are worth is known only with their times
     * and threads: of these rows are kept, whatever is wanted. */
    bool weighs;
    /* Whether a piece of a recording begins so; NULL: files of this format
     * stand for themselves. */
    bool (*piece)(const uint8_t *head, size_t n, corr_piece *p);
    /* Adds to the marks of the first piece whose it is: what is known only
     * from all of it. */
    void (*piece_whose)(corr_src *in, corr_piece *p);
    /* Whether both may be of one process.  What is not known of one of them
     * does not keep them apart. */
    bool (*piece_kin)(const corr_piece *a, const corr_piece *b);
    /* Whether both say of which process they are, and that is not the same; of
     * b NULL whether a says it.  NULL: files of this format are of one. */
    bool (*piece_apart)(const corr_piece *a, const corr_piece *b);
    /* Whether they are the same piece, a copy of which may be unfinished: the
     * reader takes one of them if it finds both, the first. */
    bool (*piece_same)(const corr_piece *a, const corr_piece *b);
};

#define CORR_PROBE_MAX 65536

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
