#include "model/packed_rows.h"

#include <unistd.h>

#include "base/base.h"
#include "base/tempfile.h"

/* A row is a varint of the time difference (one's complement if negative),
 * shifted by two bits: bit 1 is the sign, bit 0 says that a varint of the
 * thread follows. */
/* ---- bytes ------------------------------------------------------------- */

/* Moves the bytes in memory to the file.  If the file cannot be written, they
 * stay in memory. */
static void write_out(packed_rows *p)
{
    size_t done = 0;

    if (!p->file)
        p->file = tempfile_open() + 1;
    while (p->file && done < p->byte.n) {
        const ssize_t n = pwrite(p->file - 1, p->byte.v + done,
                                 p->byte.n - done, (off_t)(p->written + done));
        if (n <= 0)
            break;
        done += (size_t)n;
    }
    p->is_kept = done < p->byte.n;
    if (p->is_kept)
        return;
    p->written += done;
    p->byte.n = 0;
}

/* Loads the next bytes into from->byte.  False: no bytes are left. */
static bool refill_place(const packed_rows *p, packed_rows_place *from)
{
    ssize_t n = 0;

    if (from->next < p->written) {
        const uint64_t left = p->written - from->next;
        const size_t most =
            left < sizeof from->byte ? (size_t)left : sizeof from->byte;
        n = pread(p->file - 1, from->byte, most, (off_t)from->next);
        from->failed |= n <= 0;
    } else {
        const size_t at = (size_t)(from->next - p->written);
        const size_t left = p->byte.n - at;
        n = (ssize_t)(left < sizeof from->byte ? left : sizeof from->byte);
        if (n > 0)
            memcpy(from->byte, p->byte.v + at, (size_t)n);
    }
    from->at = 0;
    from->n = n > 0 ? (size_t)n : 0;
    from->next += from->n;
    return from->n > 0;
}

static uint64_t get_int(const packed_rows *p, packed_rows_place *from)
{
    uint64_t x = 0;

    for (unsigned shift = 0; shift < 7 * CORR_VARINT_MAX; shift += 7) {
        if (from->at == from->n && !refill_place(p, from))
            break;
        const uint8_t byte = from->byte[from->at++];
        x |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            break;
    }
    return x;
}

/* ---- rows --------------------------------------------------------------- */

bool packed_rows_add(packed_rows *p, uint32_t thread, int64_t time)
{
    const uint64_t by = (uint64_t)time - (uint64_t)p->time;
    const bool is_back = by >> 63 != 0;
    const uint64_t far = is_back ? ~by : by;
    const bool is_other = thread != p->thread;

    if (p->byte.n >= ROWPACK_MEMORY && !p->is_kept)
        write_out(p);
    if (far >> 62 || !vec_reserve(&p->byte, 2 * CORR_VARINT_MAX))
        return false;
    p->byte.n += corr_put_varint(p->byte.v + p->byte.n,
                                 far << 2 | (unsigned)is_back << 1 | is_other);
    if (is_other)
        p->byte.n += corr_put_varint(p->byte.v + p->byte.n, thread);
    p->time = time;
    p->thread = thread;
    p->n++;
    return true;
}

size_t packed_rows_take(const packed_rows *p, packed_rows_place *from,
                        uint32_t *thread, int64_t *time, size_t n)
{
    size_t taken = 0;

    for (; taken < n && (from->at < from->n || refill_place(p, from));
         taken++) {
        const uint64_t x = get_int(p, from);
        const uint64_t far = x >> 2;
        from->time = (int64_t)((uint64_t)from->time + (x & 2 ? ~far : far));
        if (x & 1)
            from->thread = (uint32_t)get_int(p, from);
        time[taken] = add_clamped(from->time, p->shift);
        thread[taken] = from->thread;
    }
    return taken;
}

void packed_rows_clear(packed_rows *p)
{
    vec_free(&p->byte);
    if (p->file)
        close(p->file - 1);
    *p = (packed_rows){ 0 };
}
