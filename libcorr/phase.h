/*
 * phase - CORR_TRACE: what took how long, how many bytes and rows.
 *
 *     phase p;
 *     phase_open(&p, getenv("CORR_TRACE"));
 *     int64_t start = phase_begin(&p);
 *     ...
 *     phase_end(&p, start, "load", path, bytes, rows);
 *     phase_close(&p);
 *
 * One line a phase, written at once when it ends:
 *
 *     corr: load took 12.345 ms  bytes=1048576 rows=412 peak_kb=18400  a.pb.gz
 *
 * The struct is passed along; a NULL phase and one that is off do nothing.
 * phase_end may be called from several threads.
 */
#ifndef CORR_PHASE_H
#define CORR_PHASE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct phase {
    int fd; /* -1: off */
    bool is_ours;
} phase;

/* setting: NULL, "" and "0": off; "1": standard error; else a file that lines
 * are appended to, off if it cannot be opened. */
void phase_open(phase *p, const char *setting);
int64_t phase_begin(const phase *p);
/* detail: which input, or NULL. */
void phase_end(const phase *p, int64_t start, const char *what,
               const char *detail, uint64_t bytes, uint64_t rows);
void phase_close(phase *p);

#endif
