/*
 * pprof - what the parts of the pprof format share.
 *
 *   pprof.c         the format record and its probe
 *   pprof_read.c    top-level walk: fills a pprof_file from a source
 *   pprof_sample.c  samples, into distinct lists and rows
 *   pprof_store.c   its tables: growth, ids, texts, memos, names of functions
 *   pprof_kind.c    sample types: which column is a kind, which counts it
 *   pprof_resolve.c the end of a file: names, stacks, labels into the builder
 *   pprof_rows.c    the rows of each kind, and facts about the whole file
 *   pprof_missing.c what the file names and does not define
 *   pprof_prune.c   drop_frames and keep_frames
 *   pprof_write.c   from a selection to a file
 *   pprof_cut.c     from files to one, with some of their samples
 *   pprof_out.c     fields as compressed bytes, for both
 *
 * The fields of a profile come in any order, and Go writes names last.  So the
 * reader keeps the tables by number, and samples as distinct location lists,
 * distinct label lists and a byte string of values.  At the end of the source
 * it resolves everything once.  Memory grows with samples and distinct
 * entities.
 *
 * A pprof_file owns its columns; pprof_clear frees them.  If memory runs out
 * or a limit is passed, the builder fails and ignores further rows.
 */
#ifndef CORR_PPROF_H
#define CORR_PPROF_H

#include "corr_format.h"

#define PPROF_NONE UINT32_MAX

/* Field numbers of the message Profile. */
enum pprof_top {
    PPROF_SAMPLE_TYPE = 1,
    PPROF_SAMPLE,
    PPROF_MAPPING,
    PPROF_LOCATION,
    PPROF_FUNCTION,
    PPROF_STRING_TABLE,
    PPROF_DROP_FRAMES,
    PPROF_KEEP_FRAMES,
    PPROF_TIME_NANOS,
    PPROF_DURATION_NANOS,
    PPROF_PERIOD_TYPE,
    PPROF_PERIOD,
    PPROF_COMMENT,
    PPROF_DEFAULT_SAMPLE_TYPE,
    PPROF_DOC_URL,
    PPROF_TOP_COUNT
};

/* Texts are indices into the string table, PPROF_NONE if out of range. */
typedef struct pprof_type {
    uint32_t type, unit;
} pprof_type;

typedef struct pprof_mapping {
    uint64_t start, limit, offset;
    uint32_t file, build;
    corr_text module; /* base name of file, bound with the first frame */
    bool is_bound, is_kernel;
    uint8_t has; /* bits: has_functions and the three fields after it */
} pprof_mapping;

typedef struct pprof_function {
    uint32_t name, system_name, file;
    uint32_t mapping; /* the mapping that func was made with */
    corr_func func;   /* nil: not made yet */
    uint8_t verdict;  /* of drop_frames: 0 unknown, 1 keep, 2 drop */
    uint32_t start;   /* first line, 0: unknown */
} pprof_function;

typedef struct pprof_line {
    uint64_t function; /* id */
    uint32_t line;     /* 0: unknown */
    uint32_t column;   /* 0: unknown */
} pprof_line;

typedef struct pprof_location {
    uint64_t mapping; /* id */
    uint64_t address;
    uint32_t line, nline; /* index of the first line, number of lines */
    bool is_dropped, is_dropped_beneath; /* set by drop_frames */
    bool is_folded;
} pprof_location;

/* The frames of a location, root first. The run is kept apart from
 * pprof_location because every frame of every stack reads it. n 0: no stack
 * shows the location. */
typedef struct pprof_run {
    uint32_t at; /* n 1: the corr_frame itself; else an index to frame */
    uint32_t n;
} pprof_run;

/* Maps the ids of one table to its rows. Ids are any 64-bit numbers; the usual
 * ids 1, 2, 3, ... need no map. */
typedef struct pprof_ids {
    corr_map map; /* id -> row + 1, once sparse */
    uint32_t n;
    bool is_sparse;
    bool has_zero; /* the file defined the reserved id 0 */
} pprof_ids;

typedef corr_vec(uint8_t) pprof_bytes;

/* Distinct byte strings, numbered from 0 in order of arrival. */
typedef struct pprof_memo {
    corr_names number; /* byte string -> number + 1 */
    pprof_bytes bytes; /* end to end */
    corr_vec(size_t) end;
    corr_vec(uint64_t) offset; /* decoded offset of the first sample with it */
} pprof_memo;

/* A sample and its number of values; offset CORR_NO_OFFSET: no such sample. */
typedef struct pprof_count {
    uint64_t row, offset;
    size_t n;
} pprof_count;

/* The largest index into the string table that a field has. */
typedef struct pprof_reach {
    uint64_t string; /* raw index */
    uint64_t offset;
    const char *field;
} pprof_reach;

/* The string table. */
typedef struct pprof_texts {
    pprof_bytes bytes; /* end to end */
    corr_vec(size_t) end;
    pprof_reach reach;
    unsigned tables; /* string tables in the file */
    bool type_since_text;
} pprof_texts;

/* Mappings, functions and locations in the order of the file. */
typedef struct pprof_code {
    corr_vec(pprof_mapping) mapping;
    corr_vec(pprof_function) function;
    uint32_t nunnumbered; /* length of the leading run of functions without
                             an id */
    corr_vec(pprof_line) line;
    corr_vec(pprof_location) location;
    pprof_ids mapping_ids, function_ids, location_ids;
} pprof_code;

typedef struct pprof_samples {
    pprof_memo stacks; /* location ids as packed varints, leaf first */
    pprof_memo labels; /* Label fields as in Sample; 0: no labels */
    pprof_bytes rows;  /* per sample: stack, labels, size of values, values */
    uint64_t n;
    pprof_count first;   /* number of values of the first sample ... */
    pprof_count uneven;  /* ... and of the first sample with another number */
    pprof_bytes list[3]; /* scratch: ids, values, labels of one sample */
} pprof_samples;

/* The fields of the profile as a whole. */
typedef struct pprof_head {
    corr_vec(pprof_type) type; /* of samples */
    int64_t time, duration, period;
    unsigned times; /* time_nanos fields that are not 0 */
    pprof_type period_type;
    uint32_t default_type, drop, keep, doc_url;
    corr_vec(uint32_t) comment;
} pprof_head;

/* Rows of the builder, made by pprof_bind. */
typedef struct pprof_made {
    corr_vec(corr_text) text;     /* by string, nil: not bound yet */
    corr_vec(uint32_t) stack;     /* corr_stack of each of samples.stacks,
                                      PPROF_NONE: not usable */
    corr_vec(uint32_t) label_set; /* corr_labels of each of samples.labels */
    corr_vec(pprof_run) run;      /* by location */
    corr_vec(uint32_t) frame;     /* corr_frame */
    corr_vec(uint32_t) path; /* scratch: locations of one stack, leaf first */
    bool is_go, is_pruned;
} pprof_made;

typedef struct pprof_file {
    corr_src *in;
    corr_build *b;
    const corr_want *want;
    corr_arena scratch; /* for one protobuf-c message */
    uint64_t offset;    /* decoded byte of the field being read */
    uint64_t end;       /* ... where the profile ends; 0: with the file */
    bool is_cut;        /* the file ends early: names may be missing */

    pprof_texts texts;
    pprof_head head;
    pprof_code code;
    pprof_samples samples;
    pprof_made made;
} pprof_file;

/* ---- pprof_store.c ------------------------------------------------- */

/* Adds id as the next row. False: the table has the id already. */
bool pprof_ids_add(pprof_file *f, pprof_ids *ids, uint64_t id);
uint32_t pprof_ids_find(const pprof_ids *ids, uint64_t id); /* or PPROF_NONE */

/* Returns the number of a byte string and adds the string if it is new. */
uint32_t pprof_memo_find(pprof_file *f, pprof_memo *m, const uint8_t *p,
                         size_t n);
/* Frees the lookup table. The strings stay. */
void pprof_end_memo(pprof_memo *m);
corr_cur pprof_memo_at(const pprof_memo *m, size_t i);

/* Returns the string at raw_index and remembers the index, which pprof_bind
 * checks against the string table. */
uint32_t pprof_string(pprof_file *f, uint64_t raw_index, const char *field);
/* Text of an entry; empty for entry 0 and for a missing entry. */
corr_str pprof_text(const pprof_file *f, uint32_t string);

/* The function with an id; NULL: the file does not define it. */
pprof_function *pprof_function_of(const pprof_file *f, uint64_t id);
/* Name of a function: name, else system_name. */
corr_str pprof_name(const pprof_file *f, const pprof_function *fn);
/* Name of the leaf frame of a distinct stack; empty: unknown. */
corr_str pprof_leaf(const pprof_file *f, size_t stack);

/* Reports that the message at f->offset was left out. */
void pprof_malformed(pprof_file *f, const char *what);

/* Frees the locations and the frames made of them, which no caller may use
 * after this. Call it once stacks and kinds are known. */
void pprof_drop_frames(pprof_file *f);
void pprof_clear(pprof_file *f);

/* ---- reading ------------------------------------------------------- */

corr_code pprof_read(corr_src *in, const corr_want *want, corr_build *b,
                     corr_err *err);

/* The walk alone. It fills f; the caller has set in, want and b. */
void pprof_take(pprof_file *f);
/* The bytes before a profile inside an answer of Pyroscope (field 1 of field 5
 * of SelectMergeStacktraces); *size: those of the profile.  0: a bare
 * profile. */
size_t pprof_heads(const uint8_t *head, size_t n, uint64_t *size);

void pprof_take_sample(pprof_file *f, corr_cur message);

/* Types the samples of a file without sample types by their labels
 * (pprof_untyped.c).  False: the labels tell no type. */
bool pprof_type_untyped(pprof_file *f);

/* Moves everything into the builder, after the last field. */
void pprof_bind(pprof_file *f);
/* One label of a sample. pprof_next_label returns false at the end of the
 * list. */
typedef struct pprof_label {
    uint32_t key, str, unit;
    int64_t num;
} pprof_label;
bool pprof_next_label(pprof_file *f, corr_cur *list, pprof_label *label);

void pprof_add_rows(pprof_file *f);
void pprof_add_facts(pprof_file *f);
/* A source file that only Node.js has. Node.js wrote the profile then, and its
 * time is the end of the profile (pprof-nodejs, @datadog/pprof). */
static inline bool pprof_is_of_node(corr_str file)
{
    return corr_str_starts(file, "node:");
}
bool pprof_is_node(const pprof_file *f);

/* Marks the locations that drop_frames and keep_frames remove. */
void pprof_prune(pprof_file *f);
/* Index of the first visible location among n locations, leaf first. */
size_t pprof_pruned(const pprof_file *f, const uint32_t *path, size_t n);

/* ---- pprof_kind.c -------------------------------------------------- */

/* How the number of observations of a row is found. */
typedef enum pprof_obs {
    PPROF_OBS_ONE,    /* one a record */
    PPROF_OBS_COUNT,  /* another column counts them */
    PPROF_OBS_VALUE,  /* the value is the count */
    PPROF_OBS_PERIOD, /* value / period */
    PPROF_OBS_HEAP    /* from count and bytes, corr-methods 4.7 */
} pprof_obs;

typedef struct pprof_kind {
    size_t column;  /* of the kind's values */
    int64_t scale;  /* factor from the file's unit to the unit below */
    int64_t period; /* in unit, 0: unknown */
    size_t counts;  /* OBS_COUNT: the column; OBS_HEAP: of objects */
    size_t bytes;   /* OBS_HEAP: the column of bytes */
    double rate;    /* OBS_HEAP: mean bytes between samples */
    corr_unit unit;
    unsigned flags; /* corr_kind_flag */
    pprof_obs obs;
    corr_kind handle;
    char name[64];
    char type[128]; /* "cpu/nanoseconds" */
} pprof_kind;

#define PPROF_KINDS                                                            \
    64 /* columns beyond this many are left out; no producer has more */

/* Fills kind[PPROF_KINDS] and returns the number of kinds. Reports columns that
 * become no kind to the builder. */
size_t pprof_kinds(pprof_file *f, pprof_kind *kind);

/* Describes the fields that a truncated file lacks and that define its values;
 * NULL: it lacks no such field. */
const char *pprof_kind_lacks(const pprof_file *f);

/* One kept sample. pprof_next_row iterates over the samples in file order. */
typedef struct pprof_row {
    uint32_t stack, labels; /* of f->samples */
    uint64_t number; /* of the sample in the file; pprof_next_row counts */
    int64_t *value;  /* [ntype] */
    bool is_usable;  /* the row has a value that is not 0 */
} pprof_row;
corr_cur pprof_rows(const pprof_file *f);
bool pprof_next_row(const pprof_file *f, corr_cur *c, pprof_row *r);

/* Raw observations of a sample. */
int64_t pprof_observations(const pprof_kind *k, const int64_t *value);

/* Reports what the file names and does not define; r has room for values.  Call
 * it before pprof_drop_frames. */
void pprof_say_missing(pprof_file *f, const pprof_kind *kind, size_t n,
                       pprof_row *r);

/* ---- pprof_write.c ------------------------------------------------- */

corr_code pprof_write(const corr_sel *sel, corr_out *out, corr_err *err);
corr_code pprof_write_diff(const corr_sel *base, const corr_sel *now,
                           corr_out *out, corr_err *err);

/* ---- pprof_cut.c --------------------------------------------------- */

corr_code pprof_cut(corr_slice *s, corr_out *out, corr_err *err);

/* ---- pprof_rewrite.c ------------------------------------------------------ */

corr_code pprof_rewrite(corr_src *in, corr_scrub *map, corr_out *out,
                        corr_err *err);

#endif
