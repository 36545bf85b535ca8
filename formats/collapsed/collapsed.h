/*
 * collapsed - declarations shared by the parts of the folded-stacks format.
 *
 *   collapsed.c         the format record, its probe, the loop over lines
 *   collapsed_line.c    lines and their counts
 *   collapsed_frame.c   names as frames and threads
 *   collapsed_stack.c   the text between semicolons, as a stack
 *   collapsed_write.c   a selection as folded lines
 *   collapsed_cut.c     some lines of a file; the sums of lines of several
 * files
 *
 * A file is read in one pass; only distinct frames stay in memory.  Facts
 * needed before the first line (whether there is a second count, the number of
 * decimals, the dialect) are judged by the head of the file.
 */
#ifndef CORR_COLLAPSED_H
#define CORR_COLLAPSED_H

#include "corr_format.h"

/* ---- lines (collapsed_line.c) -------------------------------------------- */

/* Lines of a source; the one returned is valid until the next call. */
typedef struct collapsed_lines {
    corr_src *in;
    unsigned long long number; /* of the last line, 1-based */
    uint64_t offset;           /* of the last line */
    /* private below */
    bool too_long;
} collapsed_lines;

void collapsed_lines_init(collapsed_lines *l, corr_src *in);
bool collapsed_lines_next(collapsed_lines *l, corr_str *line);

/* A count: digits / 10^decimals * 10^exponent. */
typedef struct collapsed_number {
    uint64_t digits;
    int exponent; /* exponent of ten, decimals included: 2.5 is 25 with -1 */
} collapsed_number;

/* Reads the number after the last blank; *before is the text before it, without
 * trailing blanks.  False: there is no number, or it exceeds 64 bits. */
bool collapsed_cut_number(corr_str line, corr_str *before,
                          collapsed_number *number);
/* The value in units of 10^-decimals, rounded half up; *exact becomes false if
 * rounding lost digits.  False: over 2^63 - 1. */
bool collapsed_value(collapsed_number number, int decimals, int64_t *value,
                     bool *exact);

/* Whether a line ends in a number below 0. */
bool collapsed_is_negative(corr_str line);

enum { COLLAPSED_SEPARATORS = 11 };

/* Counts in the head of a file. */
typedef struct collapsed_look {
    uint32_t lines;          /* complete lines, neither empty nor comments */
    uint32_t numbered;       /* lines that end in a number */
    uint32_t doubled;        /* lines that end in two numbers */
    uint32_t folded;         /* lines with a semicolon */
    uint32_t numbered_roots; /* lines that begin with collapsed_is_numbered */
    uint32_t indented; /* lines that look like a stack line of perf script */
    uint32_t stacks;   /* lines with a semicolon before a number */
    uint32_t negative; /* lines that end in a number below 0 */
    uint32_t metrics;  /* comments of a metrics exposition */
    uint32_t labelled; /* lines that begin like a metric with labels */
    uint32_t separated[COLLAPSED_SEPARATORS]; /* lines with another separator */
    uint32_t unusual; /* lines with a character that may separate frames */
    int decimals;     /* largest number of decimals of a count */
    bool austin;      /* frames are file:function:line */
    bool is_binary;   /* more NUL bytes than lines: not text */
} collapsed_look;

collapsed_look collapsed_look_at(const uint8_t *head, size_t n, bool whole);
/* Whether its lines have two counts. */
static inline bool collapsed_is_doubled(const collapsed_look *look)
{
    return look->lines > 0 && look->doubled * 20ull >= look->lines * 19ull;
}
/* What separates the frames, if it is no semicolon; NULL: nothing else does. */
const char *collapsed_separator(const collapsed_look *look);
/* Whether no line has a semicolon, but most have characters that separate words
 * rather than stand in names. */
bool collapsed_is_unseparated(const collapsed_look *look);
/* Whether a line is a comment, like "# mode: wall". */
static inline bool collapsed_is_comment(corr_str line)
{
    return line.n > 0 && line.p[0] == '#' && corr_str_find(line, ';') == line.n;
}

/* Whether a name in front ends in its number, as those of threads and of
 * processes do: "java-1234", "Thread-1". */
bool collapsed_is_numbered(corr_str root);

/* ---- slices (collapsed_cut.c) -------------------------------------------- */

corr_code collapsed_cut(corr_slice *s, corr_out *out, corr_err *err);

/* ---- frames (collapsed_frame.c) ------------------------------------------ */

/* A root frame that names a process or thread, or is a plain frame. */
typedef struct collapsed_root {
    corr_frame frame;
    corr_thread thread; /* nil: no thread */
    bool is_process;    /* a thread may follow */
} collapsed_root;

/* The previous line, which the next one may share a prefix with. */
typedef struct collapsed_last {
    corr_vec(char) text;  /* text before the count */
    corr_vec(size_t) end; /* end of each frame's name in text */
    size_t nroot;         /* frames of the roots; SIZE_MAX: only processes */
    corr_thread thread;   /* thread of the roots */
} collapsed_last;

/* Called for each stack in the order of lines: while the next one is read, or
 * by collapsed_end. */
typedef void collapsed_ended(void *ctx, corr_stack stack, corr_thread thread);

typedef struct collapsed_frames {
    corr_build *b;
    corr_names frames; /* -> corr_frame.i */
    corr_map roots;    /* bytes -> index of root[], plus 1 */
    corr_vec(collapsed_root) root;
    bool austin;
    bool numbered; /* roots are numbered names: threads or processes */
    collapsed_last last;
    bool is_open;       /* a stack was read and not ended */
    corr_thread thread; /* thread of the open stack */
    collapsed_ended *ended;
    void *ctx; /* argument of ended */
} collapsed_frames;

void collapsed_frames_init(collapsed_frames *f, corr_build *b,
                           const collapsed_look *look, collapsed_ended *ended,
                           void *ctx);
void collapsed_frames_clear(collapsed_frames *f);
/* The frame of each of n names. */
void collapsed_frames_of(collapsed_frames *f, const corr_str *name, size_t n,
                         uint32_t *frame);
collapsed_root collapsed_root_of(collapsed_frames *f, corr_str name);

/* ---- stacks (collapsed_stack.c) ------------------------------------------ */

/* Reads the stack and the thread in the text before a count. */
void collapsed_stack(collapsed_frames *f, corr_str text);
/* Ends the last stack. */
void collapsed_end(collapsed_frames *f);

#endif
