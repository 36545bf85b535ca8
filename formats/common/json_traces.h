/*
 * json_traces - shared code of the readers of exported traces in JSON.
 *
 * An export is the tokenizer together with the state that all these formats
 * need: the wanted ids, a way to read one span so that damage costs only that
 * span, and distinct processes.  It is for one file; export_close frees its
 * memory.
 */
#ifndef CORR_EXPORT_H
#define CORR_EXPORT_H

#include "common/json.h"
#include "corr_format.h"

typedef struct export
{
    json j;
    corr_build *b;
    const corr_want *want;
    const needles *only; /* NULL: parse every span, as the first one; ids
                            written as numbers are not searched for */
    bool attrs;          /* attributes, events and links are wanted */
    uint64_t at;         /* offset in the current record, behind its brace:
                            messages do not show offset 0 */
    corr_arena scratch;  /* of one span */
    /* private */
    corr_src *in;
    const char *what;
    bool in_item; /* the tokenizer failed at the record t->at */
    /* records without an end, and those that reach to that of the input */
    unsigned broken, endless;
    needles ids;
    bool has_needles;
    bool knows_ids;     /* the spelling of ids is known */
    corr_map procs;     /* labels -> process */
    char last_text[48]; /* the last trace id as text */
    size_t last_n;
    corr_trace_id last; /* its value: neighbours often repeat it */
}
export;

/* what: "a span list", for messages; borrowed. */
void export_open(export *t, corr_src *in, const corr_want *want, corr_build *b,
                 const char *what);
/* After a failure: reports the loss and goes on with the next line that looks
 * like a value.  False: there is no such line, or no failure. */
bool export_resume(export *t);
/* Frees the memory of t and ends the read. */
corr_code export_close(export *t, corr_src *in, corr_err *err);

/* Reads a record from the view.  False: the view failed and no row was
 * added. */
typedef bool export_reader(void *ctx, json *view);

/* Reads the current object and skips any other value.  A broken object is
 * skipped and reported. */
void export_item(export *t, export_reader *read, void *ctx);

/* Passes over a value in the place of a span, which is counted. */
void export_pass_over(export *t);

/* Brings the end of the current object into the window after a view of it was
 * cut.  False: it has no end, or was too large and was skipped. */
bool export_whole(export *t);

/* An id as text in any spelling, in the record at this offset.  Text that is
 * neither hex nor base64 is reported and compared as text. */
corr_trace_id export_trace_text(corr_build *b, uint64_t at, corr_str text);
uint64_t export_span_text(corr_build *b, uint64_t at, corr_str text);
/* Ids as text in any spelling, or as numbers.  Other values are reported and
 * compared as text. */
corr_trace_id export_trace_id(export *t, const json_val *v);
uint64_t export_span_id(export *t, const json_val *v);

/* Microseconds as ns.  False: missing or unusable. */
bool export_micros(export *t, const json_val *v, int64_t *ns);

/* The process of a resource; equal resources are one process. */
corr_proc export_proc(export *t, corr_labels resource);

/* The words of a kind and a status, in any case. */
extern const json_name export_kind_word[CORR_SPAN_KIND_COUNT];
extern const json_name export_status_word[CORR_STATUS_COUNT];

/* "server", "SERVER"; CORR_SPAN_UNSPECIFIED for others. */
corr_span_kind export_kind(corr_str word);
/* "OK", "ERROR", in any case. */
corr_status export_status(corr_str word);

/* The type of a tag. */
typedef enum export_type {
    EXPORT_TEXT,
    EXPORT_BOOL,
    EXPORT_INT,
    EXPORT_REAL
} export_type;

/* The type of a value that is written without one. */
export_type export_type_of(const json_val *v);
/* Pushes a flag or number, which may be written as text.  False: the value is
 * no such thing. */
bool export_push_typed(corr_build *b, corr_str key, export_type type,
                       const json_val *v);
/* Pushes any value. */
void export_push(export *t, corr_str key, export_type type, const json_val *v);

#endif
