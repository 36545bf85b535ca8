/*
 * json_traces - what the readers of exported traces in JSON share.
 *
 * An export is the tokenizer with what every such format needs beside
 * it: what is wanted, a way to read one span so that damage costs no more than
 * that span, ids, and processes told apart.  It is for one file; export_close
 * frees what it holds.
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
    const needles *only; /* NULL: every span is parsed, as the first one is:
                            ids that are no numbers are not searched for */
    bool attrs;          /* attributes, events and links are wanted */
    uint64_t at;         /* offset in the record being read, after its brace:
                            messages do not show 0 as a place */
    corr_arena scratch;  /* of one span */
    /* private */
    corr_src *in;
    const char *what;
    bool in_item; /* the tokenizer failed at the record at t->at */
    /* records without an end, and those that reach to that of the input */
    unsigned broken, endless;
    needles ids;
    bool has_needles;
    bool knows_ids;     /* how they are written */
    corr_map procs;     /* labels -> process */
    char last_text[48]; /* a trace id as it was written ... */
    size_t last_n;
    corr_trace_id last; /* ... because others of its spans follow */
}
export;

/* what: "a span list", for messages; borrowed. */
void export_open(export *t, corr_src *in, const corr_want *want, corr_build *b,
                 const char *what);
/* After a failure: says what was lost and goes on with the next line that looks
 * like a value.  False: there is none, or it did not fail. */
bool export_resume(export *t);
/* Frees what t holds and ends the read. */
corr_code export_close(export *t, corr_src *in, corr_err *err);

/* Reads a record from the view; false: the view failed, nothing was added. */
typedef bool export_reader(void *ctx, json *view);

/* Reads the object at hand; anything else is stepped over.  A broken one is
 * left out and reported. */
void export_item(export *t, export_reader *read, void *ctx);

/* Brings the end of the object at hand into the window, where a view of it was
 * cut; false: it has none, or was too large and stepped over. */
bool export_whole(export *t);

/* An id as text of any spelling, in the record at this offset; what is neither
 * hex nor base64 is told, and compared as it stands. */
corr_trace_id export_trace_text(corr_build *b, uint64_t at, corr_str text);
uint64_t export_span_text(corr_build *b, uint64_t at, corr_str text);
/* Ids as text of any spelling, or as numbers; what is neither is told, and
 * compared as it stands. */
corr_trace_id export_trace_id(export *t, const json_val *v);
uint64_t export_span_id(export *t, const json_val *v);

/* Microseconds as ns; false: none, or none that can be used. */
bool export_micros(export *t, const json_val *v, int64_t *ns);

/* Equal resources are one process. */
corr_proc export_proc(export *t, corr_labels resource);

/* "server", "SERVER"; CORR_SPAN_UNSPECIFIED for others. */
corr_span_kind export_kind(corr_str word);
/* "OK", "ERROR", in any case. */
corr_status export_status(corr_str word);

#endif
