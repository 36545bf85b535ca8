#include "pprof/pprof_out.h"

#include <stdlib.h>

#include "common/wire.h"
#include "pprof/pprof.h"

void pprof_out_no_memory(pprof_out *o)
{
    corr_no_memory(o->err);
    o->is_failed = true;
}

bool pprof_out_check(pprof_out *o, bool ok)
{
    if (!ok)
        pprof_out_no_memory(o);
    return !o->is_failed;
}

/* ---- compressed bytes ---------------------------------------------- */

static void squeeze(pprof_out *o, const uint8_t *p, size_t n, int flush)
{
    uint8_t room[16384];
    size_t done = 0;

    /* zlib takes a pointer that is not const but does not write there. */
    o->z.next_in = (Bytef *)(uintptr_t)p;
    do {
        size_t piece = n - done < (1u << 30) ? n - done : 1u << 30;
        o->z.avail_in = (uInt)piece;
        done += piece;
        do {
            o->z.next_out = room;
            o->z.avail_out = sizeof room;
            if (deflate(&o->z, done == n ? flush : Z_NO_FLUSH) ==
                Z_STREAM_ERROR) {
                pprof_out_no_memory(o);
                return;
            }
            corr_put(o->out, room, sizeof room - o->z.avail_out);
        } while (o->z.avail_out == 0);
    } while (done < n);
}

/* Gathers small pieces, because each call of zlib has its price. */
static void put_plain(pprof_out *o, const uint8_t *p, size_t n)
{
    if (n > sizeof o->plain - o->nplain) {
        squeeze(o, o->plain, o->nplain, Z_NO_FLUSH);
        o->nplain = 0;
    }
    if (n > sizeof o->plain) {
        squeeze(o, p, n, Z_NO_FLUSH);
    } else if (n) {
        memcpy(o->plain + o->nplain, p, n);
        o->nplain += n;
    }
}

void pprof_put_bytes(pprof_out *o, unsigned field, const void *p, size_t n)
{
    uint8_t head[WIRE_HEAD_MAX];

    put_plain(o, head, wire_put_head(head, field, WIRE_BYTES, n));
    put_plain(o, p, n);
}

void pprof_put_number(pprof_out *o, unsigned field, int64_t value)
{
    uint8_t both[WIRE_HEAD_MAX];

    if (value)
        put_plain(o, both,
                  wire_put_head(both, field, WIRE_VARINT, (uint64_t)value));
}

void pprof_put_message(pprof_out *o, unsigned field, const ProtobufCMessage *m)
{
    size_t n = protobuf_c_message_get_packed_size(m);

    if (!pprof_out_check(o, corr_vec_reserve(NULL, &o->message, n)))
        return;
    protobuf_c_message_pack(m, o->message.v);
    pprof_put_bytes(o, field, o->message.v, n);
}

/* ---- tables -------------------------------------------------------- */

uint32_t pprof_number_of(pprof_out *o, corr_map *m, const void *key, size_t n,
                         bool *is_new)
{
    uint32_t *at = corr_map_bytes(m, n ? key : "", n, is_new);

    if (!at) {
        pprof_out_no_memory(o);
        *is_new = false;
        return 0;
    }
    if (*is_new)
        *at = m->n;
    return *at;
}

int64_t pprof_put_text(pprof_out *o, corr_str s)
{
    bool is_new;
    uint32_t n = pprof_number_of(o, &o->texts, s.p, s.n, &is_new);

    if (is_new)
        pprof_put_bytes(o, PPROF_STRING_TABLE, s.p, s.n);
    return n ? n - 1 : 0;
}

bool pprof_out_open(pprof_out *o, corr_out *out, int level, corr_err *err)
{
    const int gzip = 16; /* zlib: gzip is the window size plus 16 */

    *o = (pprof_out){ .out = out, .err = err };
    if (deflateInit2(&o->z, level, Z_DEFLATED, MAX_WBITS + gzip, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        pprof_out_no_memory(o);
        return false;
    }
    pprof_put_text(o, CORR_STR(""));
    return true;
}

corr_code pprof_out_close(pprof_out *o)
{
    squeeze(o, o->plain, o->nplain, Z_FINISH);
    deflateEnd(&o->z);
    corr_map_clear(&o->texts);
    corr_vec_free(&o->message);
    if (o->is_failed)
        return CORR_ENOMEM;
    return corr_out_failed(o->out) ? CORR_EIO : CORR_OK;
}
