/*
 * otlpp - what the parts of the OTLP profiles reader share.
 *
 *   otlpp.c          the formats: probe, framing, the loop over messages
 *   otlpp_shape.c    is this a message of profiles, and how is it framed?
 *   otlpp_layout.c   which draft a message is of, and its field numbers
 *   otlpp_table.c    the dictionary: entries by number
 *   otlpp_stack.c    locations, frames and stacks
 *   otlpp_label.c    attributes and resources as labels
 *   otlpp_kind.c     sample types as kinds
 *   otlpp_sample.c   one sample into rows
 *   otlpp_message.c  from a message down to its samples
 *   otlpp_json.c     JSON into the protobuf form, which is then read
 *
 * A message has one dictionary, which may stand before or behind everything
 * that refers to it, so a message is held as a whole; its samples are read
 * where they stand, and of the dictionary only what a sample names is looked
 * at, once each.
 *
 * An otlpp owns its columns; otlpp_clear frees them.  Out of memory and limits
 * fail the builder, after which nothing more is added.
 */
#ifndef CORR_OTLPP_H
#define CORR_OTLPP_H

#include "common/columns.h"
#include "common/wire.h"
#include "otlp/otlp_pb_value.h"

#define OTLPP_NONE UINT32_MAX

/* Fields that all drafts have in common. */
enum { OTLPP_RESOURCE_PROFILES = 1, OTLPP_DICTIONARY = 2 };
enum { OTLPP_RESOURCE = 1, OTLPP_SCOPE_PROFILES = 2 };
enum { OTLPP_SCOPE = 1, OTLPP_PROFILE = 2 };

/* Tables of the dictionary, by the number of their field. */
typedef enum otlpp_table {
    OTLPP_MAPPING = 1,
    OTLPP_LOCATION,
    OTLPP_FUNCTION,
    OTLPP_LINK,
    OTLPP_STRING,
    OTLPP_ATTRIBUTE,
    OTLPP_STACK,
    OTLPP_TABLES
} otlpp_table;

/* ---- drafts: otlpp_layout.c ------------------------------------------------ */

/* Members of Profile, whatever their number. */
typedef enum otlpp_profile_member {
    OTLPP_P_NOTHING,
    OTLPP_P_TYPE,
    OTLPP_P_SAMPLE,
    OTLPP_P_PATH, /* up to 1.7: locations of all samples */
    OTLPP_P_TIME,
    OTLPP_P_DURATION,
    OTLPP_P_PERIOD_TYPE,
    OTLPP_P_PERIOD,
    OTLPP_P_FORMAT,
    OTLPP_P_PAYLOAD,
    OTLPP_P_ATTRS,
    OTLPP_P_TABLE, /* up to 1.5: an entry of OTLPP_MAPPING, and of each next */
    OTLPP_P_TABLE_END = OTLPP_P_TABLE + OTLPP_TABLES,
} otlpp_profile_member;

#define OTLPP_P_ENTRY(table) (OTLPP_P_TABLE + (table))

/* Members of Sample. */
typedef enum otlpp_sample_member {
    OTLPP_S_NOTHING,
    OTLPP_S_STACK,
    OTLPP_S_START, /* up to 1.7: where its locations begin, and how many */
    OTLPP_S_LENGTH,
    OTLPP_S_VALUES,
    OTLPP_S_ATTRS,
    OTLPP_S_LINK,
    OTLPP_S_TIMES,
} otlpp_sample_member;

enum { OTLPP_P_FIELDS = 24, OTLPP_S_FIELDS = 8 };

typedef struct otlpp_layout {
    uint8_t profile[OTLPP_P_FIELDS]; /* member by field number */
    uint8_t sample[OTLPP_S_FIELDS];
    bool has_nil;     /* entry 0 of a table is nothing */
    bool has_columns; /* several sample types, and a value of each */
    bool has_varint_times;
    bool has_own_tables; /* each profile is its own dictionary */
} otlpp_layout;

/* The numbers that otlpp_json writes. */
extern const otlpp_layout otlpp_layout_json;
/* JSON that names members of 1.7. */
extern const otlpp_layout otlpp_layout_json_1_7;

/* ---- the reader ------------------------------------------------------------ */

/* A piece of the message at hand. */
typedef struct otlpp_piece {
    uint32_t at, n;
} otlpp_piece;

typedef struct otlpp_entries {
    otlpp_piece *piece;
    size_t n, room;
} otlpp_entries;

/* The frames of a location, outermost first. */
typedef struct otlpp_run {
    uint32_t at, n; /* in frame; n 0: not asked yet, OTLPP_NONE: not usable */
} otlpp_run;

typedef struct otlpp_kind {
    corr_kind handle;
    corr_kind_row row; /* its texts are in name and type */
    char name[64];
    char type[128]; /* "samples/count" */
} otlpp_kind;

enum {
    OTLPP_KINDS = 64, /* more than any producer has are left out */
    OTLPP_COLUMNS = 8 /* of one profile */
};

/* What the values of a profile are. */
typedef struct otlpp_value {
    uint32_t kind;     /* in otlpp.kind; OTLPP_NONE: left out */
    int64_t scale;     /* to the kind's unit */
    int64_t obs_every; /* a sample for so many of them; 0: nobody knows */
} otlpp_value;

/* A profile's own facts. */
typedef struct otlpp_profile {
    uint64_t number;                                   /* in the file, from 0 */
    uint32_t type[OTLPP_COLUMNS], unit[OTLPP_COLUMNS]; /* strings */
    size_t ntype;
    uint32_t period_type, period_unit;
    int64_t period, time, duration;
    corr_str format; /* of the payload */
    uint64_t payload, nsample;
    bool is_part; /* its end is missing */
    corr_cur attrs;
    otlpp_value value[OTLPP_COLUMNS];
} otlpp_profile;

typedef struct otlpp_numbers {
    uint64_t *v;
    size_t n, room;
} otlpp_numbers;

typedef struct otlpp {
    corr_src *in;
    corr_build *b;
    const corr_want *want;
    columns columns;    /* those below */
    corr_arena scratch; /* of one label set */

    /* the message at hand */
    const uint8_t *base;
    size_t size;
    uint64_t offset;     /* decoded, of base */
    bool is_apart;       /* base is not in the file */
    bool is_json;        /* its numbers are ours, and layout is set */
    bool is_cut;         /* the message ends early */
    const uint8_t *good; /* end of what was last read whole */
    const otlpp_layout *layout;
    otlpp_entries table[OTLPP_TABLES];
    bool has_dictionary;

    /* made of its dictionary, by number */
    corr_text *text; /* nil: not asked yet */
    uint32_t *stack; /* 0: not asked yet, 1: not usable, else corr_stack + 2 */
    otlpp_run *run;  /* of locations */
    uint32_t *frame; /* corr_frame */
    size_t text_room, stack_room, run_room, nframe, frame_room;
    corr_map ranges; /* of 1.7: start and length -> as stack, of a profile */
    otlpp_numbers paths, path;

    /* the resource and profile at hand */
    corr_cur resource;
    uint32_t nresource; /* number of the resource */
    bool used;          /* it has samples */
    otlpp_profile profile;
    otlpp_numbers values, times, attrs; /* of one sample */
    uint8_t *key;                       /* of a label set */
    size_t key_room;
    corr_map sets; /* resource and attributes -> corr_labels + 1 */

    /* of the file */
    otlpp_kind kind[OTLPP_KINDS];
    size_t nkind;
    const otlpp_layout *last; /* of the message before */
    corr_map procs;           /* corr_labels of a resource -> corr_proc */
    corr_proc owner;          /* of all samples so far */
    bool many_owners;
    bool has_times;
    int64_t from, to;         /* window; to 0: none */
    uint64_t nprofile, nread; /* profiles, and messages that had names */
    uint64_t unnamed;         /* messages that had none */
} otlpp;

/* Decoded offset of a place in the message, or of the message. */
static inline uint64_t otlpp_at(const otlpp *o, const uint8_t *p)
{
    return o->is_apart ? o->offset : o->offset + (uint64_t)(p - o->base);
}

/* The next field of a message, or as much of it as there is (*part); false at
 * the end.  What is malformed sets c->bad. */
bool otlpp_next(otlpp *o, corr_cur *c, wire_field *f, bool *part);
/* Appends the numbers of a list, packed or not, of varints or fixed64.
 * False: malformed. */
bool otlpp_numbers_add(otlpp *o, otlpp_numbers *to, const wire_field *f);
/* The same where packed numbers are fixed64. */
bool otlpp_times_add(otlpp *o, otlpp_numbers *to, const wire_field *f);

/* ---- otlpp_layout.c -------------------------------------------------------- */

/* What the samples of a message were written with; its dictionary is there. */
const otlpp_layout *otlpp_layout_of(otlpp *o);
/* The same of a message without a dictionary; NULL: it should have one, or
 * *is_old and nothing here reads it. */
const otlpp_layout *otlpp_layout_alone(const uint8_t *p, size_t n,
                                       bool *is_old);

/* ---- otlpp_table.c --------------------------------------------------------- */

void otlpp_clear_tables(otlpp *o);
void otlpp_take_dictionary(otlpp *o, corr_cur dictionary);
/* An entry of a table; false: out of memory. */
bool otlpp_take_entry(otlpp *o, otlpp_table table, corr_cur entry);
/* Room for what is made of the tables; false: the builder has failed. */
bool otlpp_make_tables(otlpp *o);
/* Entry of a table; false: there is none of this number. */
bool otlpp_entry(const otlpp *o, otlpp_table table, uint64_t raw_index,
                 corr_cur *entry);
/* Entry of the string table; empty for what is not there. */
corr_str otlpp_string(const otlpp *o, uint64_t raw_index);
/* The same as the builder's text, asked once. */
corr_text otlpp_bound(otlpp *o, uint64_t raw_index);
/* Key of an entry of the table of attributes, which may be a text of its own
 * (1.7) or one of the dictionary; and its AnyValue. */
corr_str otlpp_attribute(const otlpp *o, corr_cur entry, corr_cur *value);

/* ---- otlpp_stack.c --------------------------------------------------------- */

/* False: it names what is not there. */
bool otlpp_stack_of(otlpp *o, uint64_t raw_index, corr_stack *stack);
/* Of 1.7: a range of the locations of its profile. */
bool otlpp_range_of(otlpp *o, uint64_t start, uint64_t length,
                    corr_stack *stack);

/* ---- otlpp_label.c --------------------------------------------------------- */

/* The labels of a sample of the resource at hand with the attributes in
 * o->attrs; false: *bad is not there. */
bool otlpp_labels_of(otlpp *o, corr_labels *labels, uint64_t *bad);
/* The resource at hand has samples. */
void otlpp_use_resource(otlpp *o);
/* Attributes of a profile become settings of the file. */
void otlpp_add_settings(otlpp *o);
otlp_any otlpp_any_of(otlpp *o);

/* ---- otlpp_kind.c ---------------------------------------------------------- */

/* Whether a profile that is not whole lacks what says what its values are. */
bool otlpp_lacks_kind(const otlpp *o, const otlpp_profile *p);
/* Fills value of the profile at hand. */
void otlpp_set_kinds(otlpp *o, otlpp_profile *p);

/* ---- otlpp_sample.c -------------------------------------------------------- */

/* A Sample of the profile at hand. */
void otlpp_take_sample(otlpp *o, corr_cur message);

/* ---- otlpp_message.c ------------------------------------------------------- */

/* Reads the message at hand. */
void otlpp_read_message(otlpp *o);

/* ---- otlpp_shape.c --------------------------------------------------------- */

typedef enum otlpp_framing {
    OTLPP_NO_PROFILES,
    OTLPP_MESSAGE, /* one, or several in a row */
    OTLPP_RECORDS, /* messages, before each its length in four bytes */
    OTLPP_OLD      /* a message of a draft that nothing here reads */
} otlpp_framing;

enum {
    OTLPP_RECORD_HEAD = 4, /* bytes of a record's length */
    OTLPP_RECORD_MAX =
        0x09ffffff /* bytes; with more, 0A could begin a length */
};

otlpp_framing otlpp_framing_of(const uint8_t *head, size_t n);
/* Of an old draft, the offset of the field that shows it. */
size_t otlpp_old_at(const uint8_t *head, size_t n);

/* ---- otlpp_json.c ---------------------------------------------------------- */

/* Reads all messages of a source. */
void otlpp_read_json(otlpp *o, corr_src *in);
int otlpp_json_probe(const uint8_t *head, size_t n, bool whole);

#endif
