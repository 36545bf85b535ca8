/*
 * jfr_rewriting - a chunk that is being copied with other texts.
 *
 * The copy is the chunk with splices: what changes is put as it is met, and the
 * bytes in between are copied when the next change, or the end, is reached.  A
 * chunk without a change is never copied.
 *
 *   jfr_rewrite_copy.c     the copy, and events whose size changes
 *   jfr_rewrite_text.c     a text in any encoding, and the table's answer
 *   jfr_rewrite_types.c    the texts of the metadata
 *   jfr_rewrite_values.c   texts inside events and constants, by the types
 *   jfr_rewrite.c          chunk after chunk
 */
#ifndef CORR_JFR_REWRITING_H
#define CORR_JFR_REWRITING_H

#include "jfr/jfr_chunk.h"
#include "jfr/jfr_pool.h"
#include "jfr/jfr_rewrite.h"

/* What a field or a type has for a rewrite. */
enum jfr_text_fact {
    JFR_HAS_TEXT = 1,   /* its value contains texts */
    JFR_IS_KEY = 2,     /* its text names the texts behind it */
    JFR_IS_WORD = 4,    /* its text is a word of the recorder */
    JFR_IS_NUMBER = 16, /* a number that may become another */
    JFR_IS_BYTES = 8,   /* an array of numbers, which may spell a text */
};

/* An event that others name by its place. */
typedef struct jfr_moved {
    size_t from, to; /* in the chunk, in the copy */
    int64_t id;
} jfr_moved;

/* A text of a field that stays, and needs no other look: a constant's key, or
 * the place of a text in the chunk. */
typedef struct jfr_kept_text {
    uint64_t key_or_at;
    uint32_t n;     /* bytes of a text */
    uint32_t field; /* 1 + its number; 0: none */
} jfr_kept_text;

enum { JFR_KEPT_BITS = 12 };

typedef struct jfr_scratch {
    char *v;
    size_t n, room;
} jfr_scratch;

typedef struct jfr_rewriting {
    const jfr_rewriter *by;
    jfr_rewritten done;
    bool no_memory;
    const char *fault; /* why the chunk cannot be copied; or NULL */
    size_t fault_at;   /* in the chunk */

    jfr_chunk k;
    jfr_types types;
    uint8_t *type_fact, *field_fact; /* [types.ntype], [types.nfield] */
    uint8_t *field_note;             /* [types.nfield] the caller's */
    size_t type_room, field_room, note_room;
    bool only_maps; /* without output */

    uint8_t *out; /* the copy so far, without what is not copied yet */
    size_t n, room;
    size_t copied; /* bytes of the chunk that are in the copy, or left out */
    corr_vec(jfr_moved) moved; /* checkpoints and descriptions of types */

    /* the current event */
    jfr_event e;
    bool is_open;   /* the copy has its size and what follows up to a change */
    size_t begins;  /* in the copy */
    unsigned width; /* bytes of its size */

    jfr_pool texts; /* constants that are plain texts */
    bool has_texts; /* they were looked for */
    /* by their hashes: fields that refer to texts, and texts in fields */
    jfr_kept_text refers[1 << JFR_KEPT_BITS], stays[1 << JFR_KEPT_BITS];
    jfr_scratch value, key, answer;

    /* the last metadata that was met, and what became of it */
    jfr_scratch types_before, types_after;
} jfr_rewriting;

void jfr_rewriting_free(jfr_rewriting *w);

/* Notes the first fault, at the current event. */
static inline void jfr_rewrite_fault(jfr_rewriting *w, const char *fault)
{
    if (!w->fault) {
        w->fault = fault;
        w->fault_at = w->e.at;
    }
}

/* ---- jfr_rewrite_copy.c -------------------------------------------------- */

/* Copies the chunk up to a place; leaves out what is not copied before one. */
void jfr_copy_to(jfr_rewriting *w, size_t at);
void jfr_leave_out_to(jfr_rewriting *w, size_t at);
void jfr_copy_put(jfr_rewriting *w, const void *p, size_t n);
/* A compressed integer of at least width bytes. */
void jfr_copy_put_int(jfr_rewriting *w, uint64_t x, unsigned width);
/* The place in the copy of a place that is not copied yet. */
size_t jfr_at_in_copy(const jfr_rewriting *w, size_t at);

/* The current event changes at a place: the copy has everything before it. */
void jfr_change_at(jfr_rewriting *w, size_t at);
/* Ends the current event, whose size follows. */
void jfr_event_end(jfr_rewriting *w);
/* Leaves out the current event. */
void jfr_event_drop(jfr_rewriting *w);
/* Begins the current event again, as if nothing had changed yet. */
void jfr_event_again(jfr_rewriting *w);

/* The place of an event in the copy; 0: no such event was met. */
size_t jfr_moved_to(const jfr_rewriting *w, int64_t from, int64_t id);

static inline size_t jfr_at(const jfr_rewriting *w, const corr_cur *c)
{
    return (size_t)(c->p - w->k.p);
}

/* ---- jfr_rewrite_text.c -------------------------------------------------- */

/* The text at a cursor as UTF-8, in the chunk or in s; texts of the pool are
 * not looked up, and their key is in *key.  Returns the encoding. */
unsigned jfr_text_read(jfr_rewriting *w, corr_cur *c, jfr_scratch *s,
                       corr_str *text, uint64_t *key);
/* The answer of the table to a text that is not empty. */
corr_str jfr_text_answer(jfr_rewriting *w, const jfr_text_at *at,
                         corr_str text);
/* Passes the text at a cursor through the table.  is_key: keeps the text as the
 * key of those behind it.  field: its number, or UINT32_MAX. */
void jfr_text_rewrite(jfr_rewriting *w, corr_cur *c, const jfr_text_at *at,
                      bool is_key, uint32_t field);
/* Passes n numbers at a cursor through the table, if they are bytes; `from` is
 * the place of their count.  as_bytes: each takes one byte. */
void jfr_bytes_rewrite(jfr_rewriting *w, size_t from, uint64_t n, bool as_bytes,
                       const jfr_text_at *at, corr_cur *c);
/* Shows the table a constant text that a field refers to. */
void jfr_text_show(jfr_rewriting *w, uint64_t key, const jfr_text_at *at,
                   uint32_t field);
/* Copies bytes into s.  False: out of memory. */
bool jfr_scratch_set(jfr_rewriting *w, jfr_scratch *s, const void *p, size_t n);
bool jfr_scratch_add(jfr_rewriting *w, jfr_scratch *s, const void *p, size_t n);

/* ---- jfr_rewrite_types.c ------------------------------------------------- */

/* The current event is metadata.  False: it is damaged. */
bool jfr_types_rewrite(jfr_rewriting *w);

/* ---- jfr_rewrite_values.c ------------------------------------------------ */

/* Finds out which types of the chunk have texts. */
void jfr_find_texts(jfr_rewriting *w);
/* The current event is an event.  False: it does not match its type. */
bool jfr_values_rewrite(jfr_rewriting *w);
/* The current event is a checkpoint.  False: it has no head. */
bool jfr_constants_rewrite(jfr_rewriting *w);
/* The constant text with a key.  False: the chunk has none. */
bool jfr_find_constant_text(jfr_rewriting *w, uint64_t key, corr_cur *at);

#endif
