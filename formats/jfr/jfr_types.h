/*
 * jfr_types - the types of a chunk, and how the fields that matter are got out
 * of records of these types.
 *
 * A jfr_types owns its tables and names until jfr_types_clear; a jfr_plans
 * refers to the types it was begun with.
 */
#ifndef CORR_JFR_TYPES_H
#define CORR_JFR_TYPES_H

#include "corr_format.h"
#include "jfr/jfr_ints.h"

/* ---- primitives ---------------------------------------------------------- */

enum { JFR_HEADER = 68, JFR_INT_MAX = 9, JFR_DEPTH = 16 };

/* How a text is encoded. */
enum jfr_text {
    JFR_TEXT_NULL,
    JFR_TEXT_EMPTY,
    JFR_TEXT_POOLED, /* a key follows */
    JFR_TEXT_UTF8,
    JFR_TEXT_CHARS, /* UTF-16 units as integers */
    JFR_TEXT_LATIN1
};

/* Skips a text. */
void jfr_skip_text(corr_cur *c);

/* ---- types --------------------------------------------------------------- */

typedef enum jfr_prim {
    JFR_COMPOSITE,
    JFR_INTEGER, /* long, int, short, char: compressed */
    JFR_BYTE,    /* byte, boolean */
    JFR_FLOAT,
    JFR_DOUBLE,
    JFR_TEXT
} jfr_prim;

/* The unit of a number, from the annotations of its field. */
typedef enum jfr_unit {
    JFR_PLAIN,
    JFR_TICKS,     /* a duration */
    JFR_TIMESTAMP, /* ticks since the chunk's first tick */
    JFR_NS,        /* a duration ... */
    JFR_US,
    JFR_MS,
    JFR_S,
    JFR_EPOCH_NS, /* a time ... */
    JFR_EPOCH_MS,
    JFR_EPOCH_S,
    JFR_UNIT_COUNT
} jfr_unit;

typedef struct jfr_field {
    corr_str name;
    int64_t class_id;
    uint32_t type; /* index in jfr_types; UINT32_MAX: no type has this id */
    jfr_unit unit;
    uint8_t bits; /* of an integer */
    bool pooled, is_array;
    bool is_context; /* the field names the context, such as a span, that the
                        thread works for */
} jfr_field;

typedef struct jfr_type {
    int64_t id;
    corr_str name;
    uint32_t field, nfield; /* range in jfr_types.field */
    jfr_prim prim;
    uint8_t bits;
    uint8_t pool;  /* jfr_pool_id of its constants; JFR_NO_POOL: they are not
                      kept */
    uint32_t ints; /* number of integers, if it has only integers; else 0 */
    bool is_event;
    bool is_context; /* it has a field that is context */
    bool is_broken;  /* it cannot be walked: it contains an unknown type, or
                        itself */
} jfr_type;

enum { JFR_NEAR = 4096 };

typedef struct jfr_types {
    jfr_type *type;
    jfr_field *field;
    uint32_t ntype, nfield;
    size_t type_room, field_room;
    corr_map by_id;          /* id -> 1 + type */
    uint32_t near[JFR_NEAR]; /* the same for small ids */
    corr_arena memory;       /* names */
    uint8_t *description;    /* the description that the types come from, ... */
    size_t ndescription, description_room; /* ... 0 bytes: not kept */
} jfr_types;

/* Reads a metadata event, size and type id included. Returns NULL, or a text
 * that describes the error, also lack of memory. */
const char *jfr_types_read(jfr_types *t, corr_cur event, bool *no_memory);
void jfr_types_clear(jfr_types *t);
/* 1 + the type with this id, 0: the chunk has no such type. */
uint32_t jfr_type_far(const jfr_types *t, int64_t id);
static inline uint32_t jfr_type_at(const jfr_types *t, int64_t id)
{
    return (uint64_t)id < JFR_NEAR ? t->near[id] : jfr_type_far(t, id);
}
const jfr_type *jfr_type_of(const jfr_types *t, int64_t id);
static inline uint32_t jfr_number_of_type(const jfr_types *t, const jfr_type *y)
{
    return (uint32_t)(y - t->type);
}
/* Skips integers. */
void jfr_skip_ints(corr_cur *c, uint64_t n);
/* Skips one value of a type, or of a field. */
void jfr_skip_type(const jfr_types *t, uint32_t type, corr_cur *c);
void jfr_skip_field(const jfr_types *t, const jfr_field *f, corr_cur *c);

/* ---- fields of events and constants -------------------------------------- */

/* Fields that are read, by their meaning. A name means the same in every type;
 * its unit comes from the type. */
typedef enum jfr_slot {
    F_START,
    F_DURATION,
    F_THREAD,
    F_STACK,
    F_STATE,
    F_SPAN, /* a number, or hex digits */
    F_ROOT,
    F_TRACE, /* hex */
    F_TRACE_HI,
    F_TRACE_LO,
    F_CONTEXT,
    F_PARENT,
    F_OPERATION,
    F_TAG,
    F_OTHER,
    F_CLASS,
    F_ADDRESS,
    F_HOST,
    F_PORT,
    F_PATH,
    F_BYTES,
    F_SIZE,
    F_TLAB,
    F_WEIGHT,
    F_SAMPLES,
    F_TIMESPAN,
    F_PERIOD,
    F_FAILED,
    F_ALLOCATED_AT,
    F_GC,
    F_NAME,
    F_CAUSE,
    F_SAFEPOINT,
    F_ID,
    F_VALUE,
    F_USER,
    F_SYSTEM,
    F_MACHINE,
    F_WHEN,
    F_USED,
    F_SLICES,
    F_AMOUNT,
    F_HARDWARE,
    F_PID,
    F_JVM_START,
    F_VERSION,
    F_JVM,
    F_CPU_INTERVAL,
    F_WALL_INTERVAL,
    F_ARGUMENTS,
    F_KEY,
    /* a number of labels that came with the recording, or a text */
    F_SPAN_NAME,
    /* of constants */
    F_OS_NAME,
    F_OS_ID,
    F_JAVA_NAME,
    F_JAVA_ID,
    F_VIRTUAL,
    F_TRUNCATED,
    F_FRAMES,
    F_METHOD,
    F_LINE,
    F_FRAME_TYPE, /* of a frame; the class of a method */
    F_TYPE,       /* descriptor of a method */
    F_SLOTS,      /* at most 64 */
    F_NONE = F_SLOTS
} jfr_slot;

typedef union jfr_value {
    int64_t n;         /* integers, bytes, keys, as in the file */
    double real;       /* of floats */
    const uint8_t *at; /* first byte of texts and arrays */
} jfr_value;

/* How to skip or read a field. */
typedef struct jfr_step {
    uint8_t op;   /* jfr_prim */
    uint8_t slot; /* F_NONE: the field is skipped */
    uint8_t bits; /* of an integer */
} jfr_step;

/* How the wanted fields of a type are read. */
typedef struct jfr_plan {
    jfr_step *step;
    uint32_t nstep;         /* steps up to the last wanted field */
    uint32_t nints;         /* number of integers at the start of its fields */
    const jfr_field *field; /* of the type */
    uint64_t all;           /* bits of its slots ... */
    uint64_t numbers;       /* ... and of the slots with n */
    uint8_t field_of[F_SLOTS]; /* field of a slot */
} jfr_plan;

typedef struct jfr_record {
    const jfr_plan *plan;
    uint64_t has; /* bit of each slot that is present */
    jfr_value slot[F_SLOTS];
} jfr_record;

static inline bool jfr_has(const jfr_record *r, jfr_slot s)
{
    return (r->has >> s & 1) != 0;
}

/* The field that a slot of a record was read from; the record must have it. */
static inline const jfr_field *jfr_field_of(const jfr_record *r, jfr_slot s)
{
    return &r->plan->field[r->plan->field_of[s]];
}

/* The plans of all types of a chunk. */
typedef struct jfr_plans {
    jfr_plan *plan; /* by type */
    size_t room;
    uint32_t n;
    corr_arena memory;
    bool failed; /* out of memory: fields are missing */
} jfr_plans;

/* Whether a field of this name is read by its meaning. */
bool jfr_is_known_field(corr_str name);

bool jfr_plans_begin(jfr_plans *p, const jfr_types *t);
void jfr_plans_clear(jfr_plans *p);
/* The plan of a type; a type without wanted fields has a plan of 0 steps. */
const jfr_plan *jfr_plan_of(jfr_plans *p, const jfr_types *t, uint32_t type);
/* Reads a record of a type from c on. A truncated record lacks the fields that
 * are cut off. */
void jfr_take(jfr_plans *p, const jfr_types *t, uint32_t type, corr_cur *c,
              jfr_record *r);
/* The same for some slots only: those whose bits are set. */
void jfr_take_some(jfr_plans *p, const jfr_types *t, uint32_t type,
                   uint64_t slots, corr_cur *c, jfr_record *r);
/* Skips the fields before the field of a slot. NULL: the type has no such
 * field. */
const jfr_field *jfr_step_to(jfr_plans *p, const jfr_types *t, uint32_t type,
                             jfr_slot slot, corr_cur *c);
#define JFR_BIT(slot) (UINT64_C(1) << (slot))
/* Slots that samples may carry and that sums keep. */
#define JFR_CARRIED                                                            \
    (JFR_BIT(F_THREAD) | JFR_BIT(F_SPAN) | JFR_BIT(F_ROOT) |                   \
     JFR_BIT(F_TRACE_HI) | JFR_BIT(F_TRACE_LO))

#endif
