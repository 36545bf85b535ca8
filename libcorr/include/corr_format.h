/*
 * corr_format.h - a format: what recognises, reads, writes and cuts its files.
 *
 * A reader owns the loop: it takes bytes from a source (corr_bytes.h) and
 * pushes rows into a builder (corr_build.h).  Writers include corr_write.h.
 */
#ifndef CORR_FORMAT_H
#define CORR_FORMAT_H

#include "corr_build.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- files that are pieces of one recording ----------------------------------------- */

/* What a recording consists of, be that in one file or in several: one goes on
 * where another ends, and each can be read by itself.  mark is the format's
 * own. */
typedef struct corr_part {
    int64_t from, to; /* ns since 1970 */
    uint64_t bytes;   /* behind them the next may begin; 0: none does */
    int64_t mark[4];
    bool open;  /* what was written of it is not all of it */
    bool alone; /* whatever goes on in another */
} corr_part;

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
    bool (*piece)(const uint8_t *head, size_t n, corr_part *p);
    /* Adds to the marks of the first piece whose it is: what is known only
     * from all of it. */
    void (*part_whose)(corr_src *in, corr_part *p);
    /* Whether both may be of one process.  What is not known of one of them
     * does not keep them apart. */
    bool (*part_kin)(const corr_part *a, const corr_part *b);
    /* Whether both say of which process they are, and that is not the same; of
     * b NULL whether a says it.  NULL: files of this format are of one. */
    bool (*part_apart)(const corr_part *a, const corr_part *b);
    /* Whether they are the same piece, a copy of which may be unfinished: the
     * reader takes one of them if it finds both, the first. */
    bool (*part_same)(const corr_part *a, const corr_part *b);
};

#define CORR_PROBE_MAX 65536

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
