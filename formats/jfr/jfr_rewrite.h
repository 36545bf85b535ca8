/*
 * jfr_rewrite - a recording once more, with other texts.
 *
 * Copies a recording chunk by chunk and passes each of its texts to a function
 * that returns the text to write: constants, used or not, texts inside events in
 * every encoding, and the texts of the metadata.  Numbers, times, ids and stacks
 * stay, and so does each byte of a text that the function returns unchanged.
 * The copy is a valid recording: sizes, places of checkpoints and of types, and
 * the header follow the new lengths.
 *
 * Bytes that are no part of a known value may hold a text that no one can see:
 * events of an unknown type, bytes behind the last field of an event, checkpoints
 * that cannot be walked to their end.  They are left out and counted.  A chunk
 * that is cut off or has no types fails with CORR_EFORMAT; `corr merge --salvage`
 * makes whole chunks of it.
 *
 * Memory: a chunk, its copy, and its texts.  One thread calls it.
 */
#ifndef CORR_JFR_REWRITE_H
#define CORR_JFR_REWRITE_H

#include "corr_format.h"

/* The type of the texts that describe types: names of the types and fields of
 * the recorded program, labels, descriptions. */
#define JFR_OF_TYPES "metadata"

/* Where a text stands.  Valid during the call. */
typedef struct jfr_text_at {
    /* The type that has the field: "jdk.InitialSystemProperty",
     * "jdk.types.Symbol", "java.lang.Thread"; "java.lang.String" for constants
     * that are plain texts; or JFR_OF_TYPES. */
    const char *type;
    /* The field: "value", "javaName"; "" for constants that are plain texts.
     * For JFR_OF_TYPES: "type" and "field" are names, "locale" is the region's,
     * others are annotations by their type ("jdk.jfr.Label") or the attribute
     * of an element ("defaultValue"). */
    const char *field;
    /* The text of an earlier field of the same record that is called key or
     * name: "user.name" of a property.  For JFR_OF_TYPES: the type that the
     * text is about.  Empty: no such text. */
    corr_str key;
    /* A word of the recorder that readers know: "STATE_RUNNABLE", "Inlined".
     * Readers give other words another meaning. */
    bool is_word;
    /* The result is not written: the text is a constant, which is written by
     * its own place. */
    bool is_shared;
    /* The elements of an array of numbers, one byte each: they may spell a text.
     * An answer that the array cannot have leaves it empty. */
    bool is_bytes;
    /* A byte that the caller may keep for all texts of a field, or of a type of
     * constants, in a chunk; 0 at first.  Or NULL. */
    uint8_t *note;
} jfr_text_at;

typedef struct jfr_rewriter {
    /* The text to write in place of value.  value is not empty, is UTF-8 unless
     * the recording has other bytes, and is valid during the call; the result
     * is used before the next call.  The same text at the same place must yield
     * the same text; a place that refers to one constant again may not be asked
     * again. */
    corr_str (*map)(void *ctx, const jfr_text_at *at, corr_str value);
    /* The number to write in place of an integer of some bits, and whether the
     * integers of a field are asked for.  NULL: no number changes. */
    int64_t (*number)(void *ctx, const jfr_text_at *at, int64_t value,
                      unsigned bits);
    bool (*has_number)(void *ctx, const char *type, const char *field);
    void *ctx;
} jfr_rewriter;

/* What a rewrite did. */
typedef struct jfr_rewritten {
    uint64_t chunks, texts, changed; /* texts: calls of map */
    uint64_t events;    /* left out: of an unknown type, or damaged */
    uint64_t constants; /* checkpoints of which constants are left out */
    uint64_t bytes;     /* left out of the copy for these reasons */
} jfr_rewritten;

/* Copies the recording at the current place of a source to a sink.  out NULL:
 * only calls map.  done may be NULL.  On failure the sink has a part of the
 * copy. */
corr_code jfr_rewrite(corr_src *in, const jfr_rewriter *by, corr_out *out,
                      jfr_rewritten *done, corr_err *err);

/* The end of the whole chunks in a window (corr_rewriter.part). */
size_t jfr_rewrite_part(const uint8_t *p, size_t n, bool is_last);

#endif
