/*
 * otlp_profile - what the parts of the OTLP profiles reader share.
 *
 *   otlp_profile.c          the formats: probe, framing, the loop over messages
 *   otlp_profile_shape.c    is this a message of profiles, and how is it framed?
 *   otlp_profile_draft.c    the draft of a message, and its field numbers
 *   otlp_profile_table.c    the dictionary: entries by number
 *   otlp_profile_stack.c    locations, frames and stacks
 *   otlp_profile_label.c    attributes and resources as labels
 *   otlp_profile_kind.c     sample types as kinds
 *   otlp_profile_sample.c   one sample into rows
 *   otlp_profile_message.c  from a message down to its samples
 *   otlp_profile_json.c     JSON into the protobuf form, which is then read
 *
 * The dictionary of a message may come before or after the fields that refer
 * to it, so a message is read as a whole. Its samples are read in place, and
 * an entry of the dictionary is read once, when a sample refers to it first.
 *
 * An otlp_profile owns its columns; otlp_profile_clear frees them. If memory
 * runs out or a limit is passed, the builder fails and ignores further rows.
 */
#ifndef CORR_OTLPP_H
#define CORR_OTLPP_H

#include "common/wire.h"
#include "otlp/otlp_pb_value.h"
#include "otlp/otlp_signal.h"

#define OTLP_PROFILE_NONE UINT32_MAX

/* Fields that all drafts share. */
enum { OTLP_PROFILE_RESOURCE_PROFILES = 1, OTLP_PROFILE_DICTIONARY = 2 };
enum { OTLP_PROFILE_RESOURCE = 1, OTLP_PROFILE_SCOPE_PROFILES = 2 };
enum { OTLP_PROFILE_SCOPE = 1, OTLP_PROFILE_PROFILE = 2 };

/* Tables of the dictionary, by their field number. */
typedef enum otlp_profile_table {
    OTLP_PROFILE_MAPPING = 1,
    OTLP_PROFILE_LOCATION,
    OTLP_PROFILE_FUNCTION,
    OTLP_PROFILE_LINK,
    OTLP_PROFILE_STRING,
    OTLP_PROFILE_ATTRIBUTE,
    OTLP_PROFILE_STACK,
    OTLP_PROFILE_TABLES
} otlp_profile_table;

/* ---- drafts: otlp_profile_draft.c ---------------------------------------- */

/* Members of Profile; the layout maps field numbers to them. */
typedef enum otlp_profile_profile_member {
    OTLP_PROFILE_P_NOTHING,
    OTLP_PROFILE_P_TYPE,
    OTLP_PROFILE_P_SAMPLE,
    OTLP_PROFILE_P_PATH, /* up to 1.7: locations of all samples */
    OTLP_PROFILE_P_TIME,
    OTLP_PROFILE_P_DURATION,
    OTLP_PROFILE_P_PERIOD_TYPE,
    OTLP_PROFILE_P_PERIOD,
    OTLP_PROFILE_P_FORMAT,
    OTLP_PROFILE_P_PAYLOAD,
    OTLP_PROFILE_P_ATTRS,
    OTLP_PROFILE_P_TABLE, /* up to 1.5: OTLP_PROFILE_MAPPING's table; the
                             next members are the next tables */
    OTLP_PROFILE_P_TABLE_END = OTLP_PROFILE_P_TABLE + OTLP_PROFILE_TABLES,
} otlp_profile_profile_member;

#define OTLP_PROFILE_P_ENTRY(table) (OTLP_PROFILE_P_TABLE + (table))

/* Members of Sample. */
typedef enum otlp_profile_sample_member {
    OTLP_PROFILE_S_NOTHING,
    OTLP_PROFILE_S_STACK,
    OTLP_PROFILE_S_START, /* up to 1.7: first location and number of
                             locations */
    OTLP_PROFILE_S_LENGTH,
    OTLP_PROFILE_S_VALUES,
    OTLP_PROFILE_S_ATTRS,
    OTLP_PROFILE_S_LINK,
    OTLP_PROFILE_S_TIMES,
} otlp_profile_sample_member;

enum { OTLP_PROFILE_P_FIELDS = 24, OTLP_PROFILE_S_FIELDS = 8 };

typedef struct otlp_profile_layout {
    uint8_t profile[OTLP_PROFILE_P_FIELDS]; /* member by field number */
    uint8_t sample[OTLP_PROFILE_S_FIELDS];
    bool has_nil;     /* entry 0 of a table means no entry */
    bool has_columns; /* several sample types, each with its value */
    bool has_varint_times;
    bool has_own_tables; /* each profile is its own dictionary */
} otlp_profile_layout;

/* The field numbers that otlp_profile_json.c writes. */
extern const otlp_profile_layout otlp_profile_layout_json;
/* The same for JSON with members of 1.7. */
extern const otlp_profile_layout otlp_profile_layout_json_1_7;

/* ---- the reader ---------------------------------------------------------- */

/* A slice of the current message. */
typedef struct otlp_profile_piece {
    uint32_t at, n;
} otlp_profile_piece;

typedef corr_vec(otlp_profile_piece) otlp_profile_entries;

/* The frames of a location, outermost first. */
typedef struct otlp_profile_run {
    uint32_t at,
        n; /* index in frame, and n; n 0: not bound yet, OTLP_PROFILE_NONE:
              not usable */
} otlp_profile_run;

typedef struct otlp_profile_kind {
    corr_kind handle;
    corr_kind_row row; /* its texts are name and type */
    char name[64];
    char type[128]; /* "samples/count" */
} otlp_profile_kind;

enum {
    OTLP_PROFILE_KINDS = 64, /* more kinds are left out; no producer has more */
    OTLP_PROFILE_COLUMNS = 8 /* of one profile */
};

/* How the values of a profile become rows. */
typedef struct otlp_profile_value {
    uint32_t kind; /* index in otlp_profile.kind; OTLP_PROFILE_NONE: left out */
    int64_t scale; /* to the kind's unit */
    int64_t obs_every; /* units per sample; 0: unknown */
} otlp_profile_value;

/* The fields of one profile. */
typedef struct otlp_profile_profile {
    uint64_t number; /* index in the file, from 0 */
    uint32_t type[OTLP_PROFILE_COLUMNS],
        unit[OTLP_PROFILE_COLUMNS]; /* strings */
    size_t ntype;
    uint32_t period_type, period_unit;
    int64_t period, time, duration;
    corr_str format; /* of the payload */
    uint64_t payload, nsample;
    bool is_part; /* its end is missing */
    corr_cur attrs;
    otlp_profile_value value[OTLP_PROFILE_COLUMNS];
} otlp_profile_profile;

typedef corr_vec(uint64_t) otlp_profile_numbers;

/* The message that is being read. */
typedef struct otlp_profile_bytes {
    const uint8_t *base;
    size_t size;
    uint64_t offset;     /* decoded, of base */
    bool is_apart;       /* base is a copy outside of the file */
    bool is_json;        /* it was converted from JSON: it has our numbers,
                            and layout is set */
    bool is_cut;         /* it ends early */
    const uint8_t *good; /* end of the last field that was read whole */
} otlp_profile_bytes;

typedef struct otlp_profile {
    corr_src *in;
    corr_build *b;
    const corr_want *want;
    corr_arena scratch; /* of one label set */

    otlp_profile_bytes message;
    const otlp_profile_layout *layout;
    otlp_profile_entries table[OTLP_PROFILE_TABLES];
    bool has_dictionary;

    /* made of its dictionary, by index */
    corr_vec(corr_text) text; /* nil: not bound yet */
    corr_vec(uint32_t)
        stack; /* 0: not bound yet, 1: not usable, else corr_stack + 2 */
    corr_vec(otlp_profile_run) run; /* of locations */
    corr_vec(uint32_t) frame;       /* corr_frame */
    corr_map ranges; /* of 1.7: start and length -> as stack, for one profile */
    otlp_profile_numbers paths, path;

    /* the current resource and profile */
    corr_cur resource;
    uint32_t nresource; /* number of the resource */
    bool used;          /* it has samples */
    otlp_profile_profile profile;
    otlp_profile_numbers values, times, attrs; /* of one sample */
    corr_vec(uint8_t) key;                     /* of a label set */
    corr_map sets; /* resource and attributes -> corr_labels + 1 */

    /* of the whole file */
    otlp_profile_kind kind[OTLP_PROFILE_KINDS];
    size_t nkind;
    const otlp_profile_layout *last; /* of the previous message */
    corr_map procs;  /* corr_labels of a resource -> corr_proc */
    corr_proc owner; /* of all samples so far */
    bool many_owners;
    bool has_times;
    int64_t from, to; /* window; to 0: unknown */
    otlp_met met;
    uint64_t nprofile, nread; /* profiles; messages that had names */
    uint64_t unnamed;         /* messages without names */
} otlp_profile;

/* Decoded offset of a place in the message; outside of the file: of the
 * message. */
static inline uint64_t otlp_profile_at(const otlp_profile *o, const uint8_t *p)
{
    return o->message.is_apart
               ? o->message.offset
               : o->message.offset + (uint64_t)(p - o->message.base);
}

/* Reads the next field of a message, or the available part of it (*part).
 * False: the message ends. A malformed field sets c->bad. */
bool otlp_profile_next(otlp_profile *o, corr_cur *c, wire_field *f, bool *part);
/* Appends the numbers of a list, packed or not, of varints or fixed64. False:
 * the list is malformed. */
bool otlp_profile_numbers_add(otlp_profile *o, otlp_profile_numbers *to,
                              const wire_field *f);
/* The same, with packed numbers of fixed64. */
bool otlp_profile_times_add(otlp_profile *o, otlp_profile_numbers *to,
                            const wire_field *f);

/* ---- otlp_profile_draft.c ------------------------------------------------ */

/* The layout of a message that has its dictionary. */
const otlp_profile_layout *otlp_profile_layout_of(otlp_profile *o);
/* The layout of a message without a dictionary. NULL: it should have one, or
 * *is_old: the draft is too old to read. */
const otlp_profile_layout *otlp_profile_layout_alone(const uint8_t *p, size_t n,
                                                     bool *is_old);

/* ---- otlp_profile_table.c ------------------------------------------------ */

void otlp_profile_clear_tables(otlp_profile *o);
void otlp_profile_take_dictionary(otlp_profile *o, corr_cur dictionary);
/* Adds an entry to a table. False: out of memory. */
bool otlp_profile_take_entry(otlp_profile *o, otlp_profile_table table,
                             corr_cur entry);
/* Reserves memory for the rows made of the tables. False: the builder has
 * failed. */
bool otlp_profile_make_tables(otlp_profile *o);
/* Gets an entry of a table. False: the table has no such entry. */
bool otlp_profile_entry(const otlp_profile *o, otlp_profile_table table,
                        uint64_t raw_index, corr_cur *entry);
/* Entry of the string table; empty: no such entry. */
corr_str otlp_profile_string(const otlp_profile *o, uint64_t raw_index);
/* The same as a text of the builder, bound once. */
corr_text otlp_profile_bound(otlp_profile *o, uint64_t raw_index);
/* Key and AnyValue of an entry of the attribute table. The key is a text of its
 * own (1.7), or one of the dictionary. */
corr_str otlp_profile_attribute(const otlp_profile *o, corr_cur entry,
                                corr_cur *value);

/* ---- otlp_profile_stack.c ------------------------------------------------ */

/* False: the stack refers to a missing entry. */
bool otlp_profile_stack_of(otlp_profile *o, uint64_t raw_index,
                           corr_stack *stack);
/* For 1.7: a range of the locations of the profile. */
bool otlp_profile_range_of(otlp_profile *o, uint64_t start, uint64_t length,
                           corr_stack *stack);

/* ---- otlp_profile_label.c ------------------------------------------------ */

/* The labels of a sample of the current resource, with the attributes in
 * o->attrs. False: entry *bad is missing. */
bool otlp_profile_labels_of(otlp_profile *o, corr_labels *labels,
                            uint64_t *bad);
/* Notes that the current resource has samples. */
void otlp_profile_use_resource(otlp_profile *o);
/* Adds the attributes of a profile as settings of the file. */
void otlp_profile_add_settings(otlp_profile *o);
otlp_any otlp_profile_any_of(otlp_profile *o);

/* ---- otlp_profile_kind.c ------------------------------------------------- */

/* Whether a truncated profile lacks the fields that define its values. */
bool otlp_profile_lacks_kind(const otlp_profile *o,
                             const otlp_profile_profile *p);
/* Fills value for the current profile. */
void otlp_profile_set_kinds(otlp_profile *o, otlp_profile_profile *p);

/* ---- otlp_profile_sample.c ----------------------------------------------- */

/* Reads a Sample of the current profile. */
void otlp_profile_take_sample(otlp_profile *o, corr_cur message);

/* ---- otlp_profile_message.c ---------------------------------------------- */

/* Reads the current message. */
void otlp_profile_read_message(otlp_profile *o);

/* ---- otlp_profile_shape.c ------------------------------------------------ */

typedef enum otlp_profile_framing {
    OTLP_PROFILE_NO_PROFILES,
    OTLP_PROFILE_MESSAGE, /* one, or several in a row */
    OTLP_PROFILE_RECORDS, /* messages, each after its length in four bytes */
    OTLP_PROFILE_OLD      /* a message of a draft that is too old to read */
} otlp_profile_framing;

enum {
    OTLP_PROFILE_RECORD_HEAD = 4, /* bytes of a record's length */
    /* bytes; the first byte of a longer length could be 0A */
    OTLP_PROFILE_RECORD_MAX = 0x09ffffff
};

otlp_profile_framing otlp_profile_framing_of(const uint8_t *head, size_t n);
/* Whether the records of one resource are profiles; cut: the end may be
 * missing. */
bool otlp_profile_is_batch(corr_cur batch, bool cut);
/* For an old draft: the offset of the field that identifies it. */
size_t otlp_profile_old_at(const uint8_t *head, size_t n);

/* ---- otlp_profile_json.c ------------------------------------------------- */

/* Reads all messages of a source. */
void otlp_profile_read_json(otlp_profile *o, corr_src *in);
int otlp_profile_json_probe(const uint8_t *head, size_t n, bool whole);

#endif
