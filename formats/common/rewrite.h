/*
 * rewrite - copies files with their texts mapped (corr_scrub.h).
 *
 * JSON of any schema is copied byte for byte but for its strings.  Each value is
 * read at the place that its key says, and the value beside "key" or "name" at
 * the place of that attribute.  Text is copied line by line.  Protobuf is copied
 * field by field, by a table of its texts.
 */
#ifndef CORR_REWRITE_H
#define CORR_REWRITE_H

#include "common/wire.h"
#include "corr_scrub.h"

corr_code rewrite_json(corr_src *in, corr_scrub *map, corr_out *out,
                       corr_err *err);
corr_code rewrite_text(corr_src *in, corr_scrub *map, corr_out *out,
                       corr_err *err);
/* Lines of code: names and counts. */
corr_code rewrite_names(corr_src *in, corr_scrub *map, corr_out *out,
                        corr_err *err);

/* Where a part of such a file ends (corr_rewriter.part). */
size_t rewrite_json_part(const uint8_t *p, size_t n, bool is_last);
size_t rewrite_text_part(const uint8_t *p, size_t n, bool is_last);

/* Ends a rewriter: the first failure of source or table, or CORR_OK. */
corr_code rewrite_end(corr_src *in, corr_scrub *map, corr_err *err);

/* A part of a copy, in memory.  NULL: the table fails.  The end is false if it
 * has failed. */
corr_out *rewrite_part(corr_scrub *map);
bool rewrite_part_end(corr_scrub *map, corr_out *part);

/* ---- protobuf ------------------------------------------------------------ */

/* The meaning of the bytes of a field. */
typedef enum rewrite_as {
    REWRITE_COPY,        /* as they are: packed numbers */
    REWRITE_MESSAGE,     /* another message */
    REWRITE_TEXT,        /* at the field's place */
    REWRITE_VALUE,       /* text at the place of the key beside or around it */
    REWRITE_KEY,         /* text; the place of values beside it */
    REWRITE_KEY_INDEX,   /* the number of such a text in the file's strings */
    REWRITE_VALUE_INDEX, /* the same of the value of a key */
    REWRITE_SHARED,      /* such a string: at the place of one of its uses */
    REWRITE_NUMBER,      /* a number at the place of the key around it */
    REWRITE_ID,          /* an id in binary */
    REWRITE_PAYLOAD, /* text, or bytes of another format: these are left out */
    REWRITE_REFUSE   /* bytes of another format: left out */
} rewrite_as;

typedef struct rewrite_field {
    uint32_t number;
    rewrite_as as;
    corr_spot place;
    const struct rewrite_message *message;
} rewrite_field;

typedef corr_vec(corr_str) rewrite_strings;

typedef struct rewrite_message {
    const rewrite_field *field; /* up to number 0 */
} rewrite_message;

/* All bytes of a source, which stay valid until it is used again.  NULL: it
 * failed or breaks off. */
const uint8_t *rewrite_whole(corr_src *in, size_t *n, corr_err *err);

/* Writes a field of bytes. */
void rewrite_put_field(corr_out *to, uint32_t number, corr_str bytes);

/* Copies a whole message, written to `to` (memory).  strings: of the file; or
 * NULL.  Fields that the table lacks are read as text if their bytes are text.
 * False: malformed. */
bool rewrite_proto(corr_scrub *map, corr_cur c, const rewrite_message *m,
                   const rewrite_strings *strings, corr_out *to);

#endif
