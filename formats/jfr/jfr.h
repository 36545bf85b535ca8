/*
 * jfr - Java Flight Recorder files, version 2.
 *
 * A file is a row of chunks.  Each chunk describes its own types, and has its
 * own numbers for them, its own constants and its own clock.  Only names, and
 * what jfr_file.h lists, go from one chunk to the next.  There is room for a
 * whole chunk; its events are walked where they stand, and constants that no
 * event asks for are not even read (corr_src_reserve): they are most of the
 * bytes.
 *
 * Each file calls only files above it in this list:
 *
 *   jfr_ints.h             compressed integers, many at a time
 *   jfr_skip.c             values that are stepped over
 *   jfr_pool.c             the constants of one type: key -> place
 *   jfr_types.c            metadata: types and their fields
 *   jfr_field_plan.c       getting the fields that matter out of a record
 *   jfr_chunk.c            a chunk's header, its place in time, its events
 *   jfr_after_break.c      readable parts behind a break of a chunk
 *   jfr_window.c           the bytes that are walked, and those that are noted
 *   jfr_used_stacks.c      which stacks the events of a chunk name
 *   jfr_constants.c        reading the constants of a chunk
 *   jfr_name.c             constants as texts, threads, names of code
 *   jfr_stack.c            constants as stacks
 *   jfr_meaning.c          the table of events, which names their readers
 *   jfr_record.c           values of the current record
 *   jfr_labels.c           labels that came beside the recording
 *   jfr_summed_threads.c   threads and times of events that are only summed
 *   jfr_kinds.c            kinds of samples: rows or sums
 *   jfr_stack_sums.c       samples summed by stack
 *   jfr_fast_sums.c        runs of events that are only counted and summed
 *   jfr_scan.c             the first walk over a chunk's events
 *   jfr_shared_types.c     the types of a chunk, its own or another's
 *   jfr_process.c          events that describe the process
 *   jfr_settings_history.c what HotSpot was set to record, and when
 *   jfr_settings.c         events that say how the rest was recorded
 *   jfr_sample.c           events that are samples
 *   jfr_intervals.c        events that are intervals
 *   jfr_span_context.c     events that name the span of a thread, and spans
 *   jfr_metrics.c          events that are numbers over time
 *   jfr_next_chunk.c       where chunks begin and end, copies of chunks
 *   jfr_read.c             a chunk from its types to its last event
 *   jfr_reader.c           the reader is made and freed
 *   jfr_rescue.c           a chunk that is not whole, as one that is
 *   jfr_parts.c            chunks in several files, whose they are
 *   jfr_cut.c              whole chunks once more, for slices
 *   jfr_parallel.c         chunk after chunk, by several threads
 *   jfr.c                  the format
 *   jfr_multipart.c        a body with a recording and its labels
 *
 * Source of the format: OpenJDK's jdk.jfr.internal and its native writer,
 * async-profiler's flightRecorder, both as they write and not as documented.
 */
#ifndef CORR_JFR_H
#define CORR_JFR_H

#include "corr_format.h"
#include "jfr/jfr_file.h"
#include "jfr/jfr_pool.h"
#include "jfr/jfr_scan.h"

/* ---- a reader ------------------------------------------------------------ */

/* The types that the current chunk is read with (jfr_shared_types.c). */
typedef struct jfr_typed {
    uint32_t of;     /* number of the chunk that describes the types */
    jfr_event at;    /* the chunk's own description */
    bool is_doubted; /* the chunk is not whole, or its types are another's:
                        every event must fill its size */
    /* events that do not fill their size; if the types are not doubted only the
     * first event of each type is tried, and ... */
    uint32_t unfit;
    uint32_t unknown; /* ... events of an unknown type */
} jfr_typed;

/* Constants of the current chunk (jfr_constants.c). */
typedef struct jfr_constants {
    jfr_pool pool[P_POOLS];
    bool are_read; /* they are read at the first lookup */
} jfr_constants;

/* Stacks that the events of the current chunk name (jfr_used_stacks.c). */
typedef struct jfr_used_stacks {
    bool all;      /* any stack may be looked up, else ... */
    corr_map keys; /* ... only stacks with these keys */
    bool is_apart; /* their bytes are in this struct, else in the chunk */
    uint8_t *bytes;
    size_t n, room;
    uint8_t *piece; /* the bytes that were read last */
    size_t piece_room;
} jfr_used_stacks;

/* A frame that was made already (jfr_stack.c). */
typedef struct jfr_made_frame {
    uint64_t head, tail;  /* its first bytes and the rest, as in the file */
    uint32_t type, chunk; /* numbers; chunk 0: empty */
    corr_frame frame;
} jfr_made_frame;

enum { JFR_FRAMES = 1 << 12 };

/* Rows made of constants; each row is made once. */
typedef struct jfr_made {
    jfr_made_frame frame[JFR_FRAMES];
    corr_map collection; /* number of a collection -> labels */
    bool has_looked;  /* the chunk was searched for virtual threads, and ... */
    bool has_virtual; /* ... it has some */
    char *name;       /* scratch: a name */
    size_t name_room;
} jfr_made;

/* A reader reads one chunk after the other. It scans a chunk by itself first;
 * until it is the chunk's turn to enter the file, b is NULL and the reader does
 * not touch file. */
typedef struct jfr {
    jfr_file own, *file; /* the reader's file, or another reader's */
    corr_src *in;
    const corr_want *want;
    corr_want all;         /* rows of every kind, until it is known that ... */
    const corr_want *less; /* ... less is enough; NULL: it never is */
    corr_build *b;
    bool with_labels, with_time; /* are wanted */
    bool sums_threads; /* threads and times of summed events are wanted too */

    jfr_chunk k; /* the current chunk */
    jfr_types types;
    jfr_typed typed;
    jfr_plans plans;
    jfr_window window;
    jfr_scanned scan;
    jfr_chunk_sums sums;
    jfr_constants constants;
    jfr_used_stacks used;
    jfr_made made;
    int64_t last, last_ticks; /* of the chunk's events */

    jfr_record record; /* the current event */
    uint32_t number;   /* number of the event among its type, in the file */
    corr_arena text;   /* texts of the record, unpacked */
} jfr;

/* jfr_reader.c: creates a reader. The caller sets in and b; want is borrowed.
 * NULL: out of memory. */
jfr *jfr_new(const corr_want *want, corr_err *err);
jfr *jfr_new_for(jfr *of); /* another reader of the same file */
void jfr_free(jfr *j);

/* Replaces what the reader wants, and sets with_time. */
void jfr_set_want(jfr *j, const corr_want *want);

/* Reports lack of memory. The file is refused when it is the chunk's turn. */
static inline void jfr_no_memory(jfr *j)
{
    j->scan.is_amiss = true;
    if (j->b)
        corr_refuse(j->b, CORR_ENOMEM, j->k.offset, NULL, "out of memory");
}

/* ---- bytes, constants, names --------------------------------------------- */

/* jfr_window.c. jfr_fetch makes bytes of the current chunk available. False:
 * they cannot be read. */
bool jfr_fetch(jfr *j, size_t at, size_t n);
/* Starts a walk over the whole chunk. jfr_window_reach must make an event
 * available, with the bytes that jfr_sum_run reads, before the caller reads the
 * event. False: it cannot be read, or memory is out. */
void jfr_window_begin(jfr *j);
bool jfr_window_reach(jfr *j, size_t at);
/* The event at a place: all of it, except for constants and types. False: the
 * place has no event. */
bool jfr_window_event(jfr *j, size_t at, jfr_event *e);
/* Keeps the bytes of an event, or all bytes from it on, for a later lookup in
 * the chunk. */
void jfr_window_keep(jfr *j, const jfr_event *e);
bool jfr_window_keep_rest(jfr *j, size_t from);
/* Keeps the bytes of a noted event for a later lookup by its note. False: out
 * of memory. */
bool jfr_window_note(jfr *j, const jfr_event *e, jfr_note *note);
bool jfr_window_noted(const jfr *j, const jfr_note *note, jfr_event *e);

/* jfr_used_stacks.c: finds the stacks of the current chunk that its noted
 * events and its sums name. */
void jfr_find_used_stacks(jfr *j);
bool jfr_is_used_stack(const jfr_used_stacks *u, uint64_t key);
/* Adds a stack, whose bytes are available, to the constants if it is used.
 * False: out of memory. */
bool jfr_keep_used_stack(jfr *j, uint64_t key, const uint8_t *p, size_t n);
/* The same for the n stacks that end a checkpoint, from a place of the chunk
 * on, whose bytes are not available. False: they are damaged. */
bool jfr_keep_used_stacks(jfr *j, uint64_t n, size_t at, size_t end);
/* The bytes of a stack from its start on, as far as they are available. */
corr_cur jfr_stack_bytes(const jfr *j, const jfr_constant *k);
void jfr_used_stacks_clear(jfr_used_stacks *u);

/* jfr_constants.c: the constant with a key. NULL: the chunk has no such
 * constant; ended threads and unloaded classes may lack theirs. */
jfr_constant *jfr_find(jfr *j, jfr_pool_id pool, int64_t key);

/* Reads the constants now. Otherwise jfr_find reads them at the first
 * lookup. */
void jfr_read_constants(jfr *j);

/* jfr_name.c. A text of a record, "" for a missing field; it lives until the
 * next record. */
corr_str jfr_text(jfr *j, const jfr_record *r, jfr_slot s);
/* The text of a constant with one text, for example a thread state. */
corr_str jfr_constant_text(jfr *j, jfr_pool_id pool, int64_t key);
corr_thread jfr_thread(jfr *j, int64_t key);
/* Whether the thread may run virtual threads in turn: it has a name of the
 * JDK's carrier threads, and the chunk has code of virtual threads. */
bool jfr_is_carrier(jfr *j, int64_t key);
corr_str jfr_class(jfr *j, int64_t key);   /* "java.lang.String", "byte[]" */
corr_func jfr_method(jfr *j, int64_t key); /* nil: the method has no name */

/* jfr_stack.c: the stack with a key, of an event. nil: stacks are not wanted,
 * or the stack is missing. */
corr_stack jfr_stack_at(jfr *j, int64_t key);
corr_stack jfr_stack_of(jfr *j, const jfr_record *r);

/* ---- records ------------------------------------------------------------- */

static inline int64_t jfr_number(const jfr_record *r, jfr_slot s,
                                 int64_t otherwise)
{
    return (r->has & r->plan->numbers) >> s & 1 ? r->slot[s].n : otherwise;
}

/* jfr_record.c: values of the current record. The comment behind a function
 * gives the value for a missing field. */
double jfr_real(const jfr_record *r, jfr_slot s); /* finite, 0 */
int64_t jfr_amount(const jfr_record *r);          /* bytes, 0 */
corr_str jfr_word(jfr *j, jfr_slot s);            /* "" */
int64_t jfr_when(const jfr *j, jfr_slot s);       /* CORR_NO_TIME */
int64_t jfr_length(const jfr *j, jfr_slot s);     /* 0 */

/* jfr_labels.c: reads the labels that came with the recording. in: NULL, or
 * open until everything is read. */
void jfr_labels_read(jfr *j, corr_src *in);
/* Pushes the labels that the current record names into the open set. False:
 * some labels are missing. */
bool jfr_push_labels(jfr *j);
/* The set of only these labels, made once per sample. 0: the record names no
 * labels. */
corr_labels jfr_labels_of(jfr *j);
/* Reports missing labels that records name. */
void jfr_labels_settle(jfr *j);

/* ---- kinds and sums ------------------------------------------------------ */

/* jfr_kinds.c: the kind of a meaning, created at its first event. */
corr_kind jfr_kind(jfr *j, const jfr_meaning *m);
/* Whether complete rows of the kind are wanted; else their sum is enough. */
bool jfr_keeps(jfr *j, const jfr_meaning *m);
/* The same, before the first event of the kind. */
bool jfr_would_keep(const jfr *j, const jfr_meaning *m);
void jfr_add(jfr *j, const jfr_meaning *m, const corr_sample_row *row);
/* Sums an event of a meaning that has a weight and no rows. */
void jfr_weigh(jfr *j, corr_cur body, uint32_t type, const jfr_meaning *m);
/* Moves the sums into the file. */
void jfr_pass_sums(jfr *j);

/* jfr_summed_threads.c: notes the thread and the time of summed events, as in
 * the file. INT64_MIN, -1: unknown. */
void jfr_note_thread_and_time(jfr *j, jfr_act *a, int64_t ticks,
                              int64_t thread);
void jfr_note_thread(jfr *j, int64_t key);
void jfr_note_time_of_kind(jfr *j, const jfr_meaning *m, int64_t ns);
/* Adds the noted threads. Call it after the last event of a chunk. */
void jfr_make_summed_threads(jfr *j);

/* jfr_stack_sums.c. The first: whether samples of a type are summed by stack.
 * The second sums one sample; false: the caller must read the event. The third
 * turns the sums into rows after the last sample. */
bool jfr_sums_by_stack(jfr *j, uint32_t type, const jfr_meaning *m);
bool jfr_add_to_stack(jfr *j, jfr_act *a, uint32_t type, corr_cur body);
void jfr_pass_stack_sums(jfr *j);

/* jfr_fast_sums.c: prepares a type for runs of events. */
void jfr_begin_fast_sums(jfr *j, uint32_t type, jfr_act *a);
/* Counts and sums events from a place of the current chunk on. Returns the
 * place of the first event that the caller must read. */
size_t jfr_sum_run(jfr *j, size_t at);
/* Adds up the runs after the last one. */
void jfr_end_fast_sums(jfr *j, jfr_act *a);
/* Forgets the shapes of events. Call it before the next chunk. */
void jfr_forget_shapes(jfr_chunk_sums *s);

/* ---- the walk over a chunk ----------------------------------------------- */

/* jfr_scan.c: the meaning of events of a type of this chunk; NULL: no
 * meaning. */
const jfr_meaning *jfr_meaning_for(jfr *j, uint32_t type);
/* Scans the events of the current chunk: counts, sums and notes them. False:
 * out of memory. */
bool jfr_scan(jfr *j);
/* Scans one event whose note will not be kept. True: the caller must read
 * it. */
bool jfr_scan_one(jfr *j, const jfr_event *e, jfr_note *note);
/* Gives a type its row in the counts of the file. False: out of memory. */
bool jfr_place_type(jfr *j, uint32_t type);
/* Adds up the sums after the last event. */
void jfr_scan_end(jfr *j);

/* jfr_shared_types.c: gets the types of the current chunk, its own or borrowed
 * ones. False: it has no types, which is reported in its turn. Scans the chunk
 * with them, or with other types if its events do not fit. */
bool jfr_read_types(jfr *j);
bool jfr_scan_types(jfr *j);
/* The chunk's types at the place that its header names. False: they are not
 * there. */
bool jfr_find_named_types(jfr *j, jfr_event *e);
/* Allows other chunks to borrow the chunk's own types. */
void jfr_lend(jfr *j, const jfr_types *t, const jfr_event *e);
/* Whether the chunk's own types differ from those that an earlier chunk had
 * under the same number. */
bool jfr_types_contradict(const jfr *j);
/* The types that the current chunk may borrow, or NULL. */
const jfr_lent *jfr_lender(const jfr *j);
/* Whether types that are described at e contradict the lent types. */
bool jfr_contradicts(const jfr_lent *l, const jfr_chunk *k, const jfr_types *t,
                     const jfr_event *e);
/* Whether types fit all events of a chunk, whose bytes are all available. */
bool jfr_types_fit(const jfr_types *t, const jfr_chunk *k);

/* ---- settings and processes ---------------------------------------------- */

/* jfr_process.c. Called after the settings of a chunk, which describe its
 * process. */
void jfr_end_process(jfr *j);
void jfr_settle_processes(jfr *j);
corr_proc jfr_owner(const jfr *j); /* the process of the current chunk */
void jfr_keep_name(char to[JFR_NAME], corr_str s);

/* jfr_settings_history.c: adds a setting of the current record. */
void jfr_add_setting(jfr *j, uint32_t place, jfr_setting_of what,
                     int64_t value);
/* Sorts the settings of a chunk. Call it after the last one. */
void jfr_sort_settings(jfr_settings_history *s);
jfr_settings jfr_settings_of(const jfr_settings_history *s, uint32_t place,
                             jfr_setting_of what);
/* The value in force at a time; s has at least one setting. */
int64_t jfr_setting_at(jfr_settings s, int64_t time);
/* Notes which waits were recorded in the current chunk, which ends at to. */
void jfr_end_settings_of_chunk(jfr *j, int64_t to);
/* The same for the whole file, at its end. */
void jfr_settle_asked(jfr *j);
void jfr_take_finest(jfr_finest *f, int64_t ns);
int64_t jfr_least_of(const jfr_finest *f);
int64_t jfr_most_of(const jfr_finest *f);

/* jfr_settings.c: derives from the settings of the current chunk how it was
 * recorded. */
void jfr_take_settings(jfr *j);
/* Sets the defaults of a recorder whose settings are missing. They are unknown
 * again before the next settings are read. */
void jfr_assume(jfr *j);
void jfr_forget_assumed(jfr_how *how);
/* ns between samples of code: of async-profiler if it took samples. */
int64_t jfr_cpu_ns(const jfr_file *f);
/* At the end of the file: sets periods and thresholds, decides which of two
 * recordings of the same thing counts, and names the recorded process. */
void jfr_settle(jfr *j);

/* ---- events -------------------------------------------------------------- */

/* jfr_record.c: the columns of an interval without its value, stack, thread. */
corr_sample_row jfr_interval(jfr *j, const jfr_meaning *m);
/* jfr_sample.c */
jfr_reading jfr_take_sample, jfr_take_batch, jfr_take_cpu_time,
    jfr_take_datadog, jfr_take_amount;
/* jfr_intervals.c */
jfr_reading jfr_take_wait, jfr_take_stall, jfr_take_pause, jfr_take_operation,
    jfr_take_stop, jfr_take_collection;
/* jfr_span_context.c */
jfr_reading jfr_take_scope, jfr_take_attached, jfr_take_tagged,
    jfr_take_context, jfr_take_timeline, jfr_take_span;
/* jfr_metrics.c */
jfr_reading jfr_take_load, jfr_take_thread_load, jfr_take_heap, jfr_take_loss,
    jfr_take_throttling;
void jfr_report_lost(jfr *j);
/* jfr_settings.c, jfr_process.c */
jfr_reading jfr_take_setting, jfr_take_recording, jfr_take_config,
    jfr_take_hardware, jfr_take_jvm, jfr_take_property;

/* ---- chunks -------------------------------------------------------------- */

/* jfr_next_chunk.c: moves to the next chunk, as much of it as the file has.
 * False: no more chunks. */
bool jfr_next_chunk(jfr *j);
/* The same for a chunk that is complete by its header and readable. Else false,
 * without a report, and the caller goes back. */
bool jfr_next_whole(jfr *j);
/* Whether the file has the current chunk already; from now on it has. If the
 * file has a part of it, scan.skip is set. */
bool jfr_is_copy(jfr *j);
/* Notes that more of the current chunk may follow if it is not whole. */
void jfr_note_part(jfr *j);

/* jfr_read.c: scans the current chunk, a whole one, before its turn: its types,
 * its events once, its constants. False: there is something to report, so the
 * chunk must be scanned again in its turn. */
bool jfr_look_ahead(jfr *j);
/* Reads the current chunk: its types, its constants, its events. If only an
 * outline is wanted: its header, and the readable part of a chunk that is not
 * whole. */
void jfr_read_chunk(jfr *j);
/* Puts the current chunk into the file, unless the file has it already. */
void jfr_take_chunk(jfr *j);

/* jfr_parallel.c: reads all chunks up to the end of the source, with as many
 * threads as the crew has. */
void jfr_take_all(jfr *j, corr_workers *crew);

/* jfr_cut.c */
corr_code jfr_cut(corr_slice *s, corr_out *out, corr_err *err);

/* jfr.c: a recording with its labels, which may be NULL. */
corr_code jfr_read_with(corr_src *in, corr_src *labels, const corr_want *want,
                        corr_build *b, corr_err *err);

#endif
