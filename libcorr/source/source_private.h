/*
 * source_private - shared by the files of source: source.c fills the window,
 * source_entry.c starts inside a stream and reads parts and several files,
 * source_sparse.c makes windows of which only some pages are read,
 * source_text.c recodes texts and leaves out what stands before them.
 */
#ifndef CORR_SOURCE_PRIVATE_H
#define CORR_SOURCE_PRIVATE_H

#include <sys/types.h>

#include "source/codec.h"
#include "source/source.h"

/* Bytes of a file that its codec and its head are judged by. */
#define SRC_HEAD 4096

/* How a text is recoded before readers see it. */
typedef enum text_coding {
    TEXT_AS_IS,
    TEXT_UTF16_LE,
    TEXT_UTF16_BE,
    TEXT_LOG_PREFIX, /* lines of a log: what stands before the text goes */
    TEXT_LOG_JSON    /* lines of Docker: {"log":"TEXT",...} */
} text_coding;

/* A text that is being recoded. */
typedef struct in_text {
    text_coding coding;
    uint8_t *raw; /* bytes to recode: [at,end) */
    size_t at, end, room;
    bool is_end;    /* no more bytes follow raw */
    unsigned place; /* in the line of a log */
    bool goes_on;   /* the next line of the log continues this one */
} in_text;

/* Which pages of a sparse window have been read. */
typedef struct in_reserve {
    uint64_t *page; /* a bit per page; 0: not read, and the window has no
                       valid bytes */
    size_t room;
    size_t high;  /* pages of the window that may use memory */
    size_t from;  /* where the bytes begin in the window */
    off_t file;   /* where the window begins in the file */
    off_t size;   /* of the file */
    off_t window; /* file position up to which bytes had been read before */
} in_reserve;

/* What stands behind the compressed data. */
typedef struct src_stray {
    uint64_t bytes;
    const char *of; /* name of the codec */
} src_stray;

struct corr_src {
    src_opts opts;
    int fd;
    bool owns_fd;     /* src_close closes it */
    size_t next_file; /* of opts.more */
    bool in_memory;

    /* raw bytes of a compressed stream, or all bytes until the codec is
     * known */
    uint8_t *raw;
    size_t raw_at, raw_end;
    uint64_t raw_total; /* read from the file */
    bool raw_eof;

    /* the decoded window: the caller sees [at, end) of buf */
    uint8_t *buf;
    bool borrowed; /* buf is the caller's memory */
    size_t room, at, end;
    uint64_t base; /* decoded offset of buf[0] */
    uint64_t line;
    bool eof, cut;
    bool was_cut;     /* an earlier file of the source was cut, ... */
    uint64_t cut_at;  /* ... and this is its last byte */
    size_t hidden;    /* bytes at end that belong to no current part */
    bool is_reserved; /* not all pages of the window are read */
    in_reserve reserve;

    const codec *codec; /* NULL: the bytes are not compressed */
    void *codec_state;
    uint64_t unpacked; /* decoded bytes so far */
    src_stray stray;
    size_t gave;     /* decoded bytes before it at the last mark */
    uint64_t marked; /* where the last mark was */

    in_text text;
    src_head head;

    bool in_parts; /* only part[0..npart) is visible */
    const src_part *part;
    size_t npart, next_part;
    uint64_t until; /* offset of the end of the current part; 0: not in parts */
    src_enter_fn *enter;
    void *enter_ctx;
    corr_err err;
};

/* Detects the codec of the current file by its first bytes, and what to leave
 * out of its text or to recode.  False: out of memory. */
bool src_detect(corr_src *in);
/* Reads n bytes or fewer of the file, decoded but not recoded. */
size_t src_fill(corr_src *in, uint8_t *to, size_t n);
/* Reads raw bytes in place of those used. */
void src_read_raw(corr_src *in);
/* Leaves out headers of HTTP before the raw bytes. */
void src_leave_http(corr_src *in);
/* Leaves out what stands before a text, and decides on its coding.  False: out
 * of memory. */
bool src_begin_text(corr_src *in);
void src_end_text(corr_src *in);
/* The same as src_fill, of the recoded text. */
size_t src_fill_text(corr_src *in, uint8_t *to, size_t n);
/* Calls opts.mark if decompression can start here, behind `out` decoded bytes,
 * and the last mark is far enough away. ended: a member has just ended. */
void src_offer_mark(corr_src *in, uint64_t out, bool ended);
/* Hides the bytes behind the current part. */
void src_hide(corr_src *in);
/* Turns a sparse window into a normal one that ends at the first unread
 * page. */
void src_leave_reserved(corr_src *in);

/* Fails with the reason in errno; returns false. */
bool src_cannot_read(corr_src *in);

/* Counts n raw bytes as read, and reports the progress. */
void src_count_raw(corr_src *in, uint64_t n);

/* Skips n bytes of a plain file without reading those outside the window;
 * false: not possible, the source is unchanged. */
bool src_pass(corr_src *in, uint64_t n);

/* Whether offsets are those of the file. */
static inline bool src_is_raw(const corr_src *in)
{
    return !in->codec && !in->text.coding;
}

static inline void src_settle(corr_src *in)
{
    if (in->is_reserved)
        src_leave_reserved(in);
}

#endif
