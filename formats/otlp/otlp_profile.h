/*
 * otlp_profile - what the parts of the OTLP profiles reader share.
 *
 *   otlp_profile.c          the formats: probe, framing, the loop over messages
 *   otlp_profile_shape.c    is this a message of profiles, and how is it framed?
 *   otlp_profile_layout.c   which draft a message is of, and its field numbers
 *   otlp_profile_table.c    the dictionary: entries by number
 *   otlp_profile_stack.c    locations, frames and stacks
 *   otlp_profile_label.c    attributes and resources as labels
 *   otlp_profile_kind.c     sample types as kinds
 *   otlp_profile_sample.c   one sample into rows
 *   otlp_profile_message.c  from a message down to its samples
 *   otlp_profile_json.c     JSON into the protobuf form, which is then read
 *
 * A message has one dictionary, which may stand before or behind everything
 * that refers to it, so a message is held as a whole; its samples are read
 * where they stand, and of the dictionary only what a sample names is looked
 * at, once each.
 *
 * An otlp_profile owns its columns; otlpp_clear frees them.  Out of memory and limits
 * fail the builder, after which nothing more is added.
 */
#ifndef CORR_OTLPP_H
#define CORR_OTLPP_H

#include "common/wire.h"
#include "otlp/otlp_pb_value.h"

#define OTLP_PROFILE_NONE UINT32_MAX

/* Fields that all drafts have in common. */
enum { OTLP_PROFILE_RESOURCE_PROFILES = 1, OTLP_PROFILE_DICTIONARY = 2 };
enum { OTLP_PROFILE_RESOURCE = 1, OTLP_PROFILE_SCOPE_PROFILES = 2 };
enum { OTLP_PROFILE_SCOPE = 1, OTLP_PROFILE_PROFILE = 2 };

/* Tables of the dictionary, by the number of their field. */
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

/* ---- drafts: otlp_profile_layout.c ------------------------------------------------ */

/* Members of Profile, whatever their number. */
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
    OTLP_PROFILE_P_TABLE, /* up to 1.5: an entry of OTLP_PROFILE_MAPPING, and of each next */
    OTLP_PROFILE_P_TABLE_END = OTLP_PROFILE_P_TABLE + OTLP_PROFILE_TABLES,
} otlp_profile_profile_member;

#define OTLP_PROFILE_P_ENTRY(table) (OTLP_PROFILE_P_TABLE + (table))

/* Members of Sample. */
typedef enum otlp_profile_sample_member {
    OTLP_PROFILE_S_NOTHING,
    OTLP_PROFILE_S_STACK,
    OTLP_PROFILE_S_START, /* up to 1.7: where its locations begin, and how many */
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
    bool has_nil;     /* entry 0 of a table is nothing */
    bool has_columns; /* several sample types, and a value of each */
    bool has_varint_times;
    bool has_own_tables; /* each profile is its own dictionary */
} otlp_profile_layout;

/* The numbers that otlpp_json writes. */
extern const otlp_profile_layout otlp_profile_layout_json;
/* JSON that names members of 1.7. */
extern const otlp_profile_layout otlp_profile_layout_json_1_7;

/* ---- the reader ------------------------------------------------------------ */

/* A piece of the message at hand. */
typedef struct otlp_profile_piece {
    uint32_t at, n;
} otlp_profile_piece;

typedef corr_vec(otlp_profile_piece) otlp_profile_entries;

/* The frames of a location, outermost first. */
typedef struct otlp_profile_run {
    uint32_t at,
        n; /* in frame; n 0: not asked yet, OTLP_PROFILE_NONE: not usable */
} otlp_profile_run;

typedef struct otlp_profile_kind {
    corr_kind handle;
    corr_kind_row row; /* its texts are in name and type */
    char name[64];
    char type[128]; /* "samples/count" */
} otlp_profile_kind;

enum {
    OTLP_PROFILE_KINDS = 64, /* more than any producer has are left out */
    OTLP_PROFILE_COLUMNS = 8 /* of one profile */
};

/* What the values of a profile are. */
typedef struct otlp_profile_value {
    uint32_t kind;     /* in otlp_profile.kind; OTLP_PROFILE_NONE: left out */
    int64_t scale;     /* to the kind's unit */
    int64_t obs_every; /* a sample for so many of them; 0: nobody knows */
} otlp_profile_value;

/* A profile's own facts. */
typedef struct otlp_profile_profile {
    uint64_t number; /* in the file, from 0 */
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

typedef struct otlp_profile {
    corr_src *in;
    corr_build *b;
    const corr_want *want;
    corr_arena scratch; /* of one label set */

    /* the message at hand */
    const uint8_t *base;
    size_t size;
    uint64_t offset;     /* decoded, of base */
    bool is_apart;       /* base is not in the file */
    bool is_json;        /* its numbers are ours, and layout is set */
    bool is_cut;         /* the message ends early */
    const uint8_t *good; /* end of what was last read whole */
    const otlp_profile_layout *layout;
    otlp_profile_entries table[OTLP_PROFILE_TABLES];
    bool has_dictionary;

    /* made of its dictionary, by number */
    corr_vec(corr_text) text;       /* nil: not asked yet */
    corr_vec(uint32_t) stack;       /* 0: not asked yet, 1: not usable, else
                                       corr_stack + 2 */
    corr_vec(otlp_profile_run) run; /* of locations */
    corr_vec(uint32_t) frame;       /* corr_frame */
    corr_map ranges; /* of 1.7: start and length -> as stack, of a profile */
    otlp_profile_numbers paths, path;

    /* the resource and profile at hand */
    corr_cur resource;
    uint32_t nresource; /* number of the resource */
    bool used;          /* it has samples */
    otlp_profile_profile profile;
    otlp_profile_numbers values, times, attrs; /* of one sample */
    corr_vec(uint8_t) key;                     /* of a label set */
    corr_map sets; /* resource and attributes -> corr_labels + 1 */

    /* of the file */
    otlp_profile_kind kind[OTLP_PROFILE_KINDS];
    size_t nkind;
    const otlp_profile_layout *last; /* of the message before */
    corr_map procs;  /* corr_labels of a resource -> corr_proc */
    corr_proc owner; /* of all samples so far */
    bool many_owners;
    bool has_times;
    int64_t from, to;         /* window; to 0: none */
    uint64_t nprofile, nread; /* profiles, and messages that had names */
    uint64_t unnamed;         /* messages that had none */
} otlp_profile;

/* Decoded offset of a place in the message, or of the message. */
static inline uint64_t otlp_profile_at(const otlp_profile *o, const uint8_t *p)
{
    return o->is_apart ? o->offset : o->offset + (uint64_t)(p - o->base);
}

/* The next field of a message, or as much of it as there is (*part); false at
 * the end.  What is malformed sets c->bad. */
bool otlp_profile_next(otlp_profile *o, corr_cur *c, wire_field *f, bool *part);
/* Appends the numbers of a list, packed or not, of varints or fixed64.
 * False: malformed. */
bool otlp_profile_numbers_add(otlp_profile *o, otlp_profile_numbers *to,
                              const wire_field *f);
/* The same where packed numbers are fixed64. */
bool otlp_profile_times_add(otlp_profile *o, otlp_profile_numbers *to,
                            const wire_field *f);

/* ---- otlp_profile_layout.c -------------------------------------------------------- */

/* What the samples of a message were written with; its dictionary is there. */
const otlp_profile_layout *otlp_profile_layout_of(otlp_profile *o);
/* The same of a message without a dictionary; NULL: it should have one, or
 * *is_old and nothing here reads it. */
const otlp_profile_layout *otlp_profile_layout_alone(const uint8_t *p, size_t n,
                                                     bool *is_old);

/* ---- otlp_profile_table.c --------------------------------------------------------- */

void otlp_profile_clear_tables(otlp_profile *o);
void otlp_profile_take_dictionary(otlp_profile *o, corr_cur dictionary);
/* An entry of a table; false: out of memory. */
bool otlp_profile_take_entry(otlp_profile *o, otlp_profile_table table,
                             corr_cur entry);
/* Room for what is made of the tables; false: the builder has failed. */
bool otlp_profile_make_tables(otlp_profile *o);
/* Entry of a table; false: there is none of this number. */
bool otlp_profile_entry(const otlp_profile *o, otlp_profile_table table,
                        uint64_t raw_index, corr_cur *entry);
/* Entry of the string table; empty for what is not there. */
corr_str otlp_profile_string(const otlp_profile *o, uint64_t raw_index);
/* The same as the builder's text, asked once. */
corr_text otlp_profile_bound(otlp_profile *o, uint64_t raw_index);
/* Key of an entry of the table of attributes, which may be a text of its own
 * (1.7) or one of the dictionary; and its AnyValue. */
corr_str otlp_profile_attribute(const otlp_profile *o, corr_cur entry,
                                corr_cur *value);

/* ---- otlp_profile_stack.c --------------------------------------------------------- */

/* False: it names what is not there. */
bool otlp_profile_stack_of(otlp_profile *o, uint64_t raw_index,
                           corr_stack *stack);
/* Of 1.7: a range of the locations of its profile. */
bool otlp_profile_range_of(otlp_profile *o, uint64_t start, uint64_t length,
                           corr_stack *stack);

/* ---- otlp_profile_label.c --------------------------------------------------------- */

/* The labels of a sample of the resource at hand with the attributes in
 * o->attrs; false: *bad is not there. */
bool otlp_profile_labels_of(otlp_profile *o, corr_labels *labels,
                            uint64_t *bad);
/* The resource at hand has samples. */
void otlp_profile_use_resource(otlp_profile *o);
/* Attributes of a profile become settings of the file. */
void otlp_profile_add_settings(otlp_profile *o);
otlp_any otlp_profile_any_of(otlp_profile *o);

/* ---- otlp_profile_kind.c ---------------------------------------------------------- */

/* Whether a profile that is not whole lacks what says what its values are. */
bool otlp_profile_lacks_kind(const otlp_profile *o,
                             const otlp_profile_profile *p);
/* Fills value of the profile at hand. */
void otlp_profile_set_kinds(otlp_profile *o, otlp_profile_profile *p);

/* ---- otlp_profile_sample.c -------------------------------------------------------- */

/* A Sample of the profile at hand. */
void otlp_profile_take_sample(otlp_profile *o, corr_cur message);

/* ---- otlp_profile_message.c ------------------------------------------------------- */

/* Reads the message at hand. */
void otlp_profile_read_message(otlp_profile *o);

/* ---- otlp_profile_shape.c --------------------------------------------------------- */

typedef enum otlp_profile_framing {
    OTLP_PROFILE_NO_PROFILES,
    OTLP_PROFILE_MESSAGE, /* one, or several in a row */
    OTLP_PROFILE_RECORDS, /* messages, before each its length in four bytes */
    OTLP_PROFILE_OLD      /* a message of a draft that nothing here reads */
} otlp_profile_framing;

enum {
    OTLP_PROFILE_RECORD_HEAD = 4, /* bytes of a record's length */
    OTLP_PROFILE_RECORD_MAX =
        0x09ffffff /* bytes; with more, 0A could begin a length */
};

otlp_profile_framing otlp_profile_framing_of(const uint8_t *head, size_t n);
/* Of an old draft, the offset of the field that shows it. */
size_t otlp_profile_old_at(const uint8_t *head, size_t n);

/* ---- otlp_profile_json.c ---------------------------------------------------------- */

/* Reads all messages of a source. */
void otlp_profile_read_json(otlp_profile *o, corr_src *in);
int otlp_profile_json_probe(const uint8_t *head, size_t n, bool whole);

#endif
