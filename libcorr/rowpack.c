#include "rowpack.h"

#include "base.h"

/* A time is written as a difference, small ones of either sign in few bits; the
 * bit below says whether a thread follows. */
enum { INT_MAX_BYTES = 10 };

static size_t put_int(uint8_t *to, uint64_t x)
{
    size_t n = 0;

    for (; x >= 0x80; x >>= 7)
        to[n++] = (uint8_t)(x | 0x80);
    to[n++] = (uint8_t)x;
    return n;
}

static uint64_t get_int(const rowpack *p, size_t *at)
{
    uint64_t x = 0;

    for (unsigned shift = 0; *at < p->byte.n; shift += 7) {
        const uint8_t byte = p->byte.v[(*at)++];
        x |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            break;
    }
    return x;
}

bool rowpack_add(rowpack *p, uint32_t thread, int64_t time)
{
    const uint64_t by = (uint64_t)time - (uint64_t)p->time;
    const bool is_back = by >> 63 != 0;
    const uint64_t far = is_back ? ~by : by;
    const bool is_other = thread != p->thread;

    if (far >> 62 || !vec_reserve(&p->byte, 2 * INT_MAX_BYTES))
        return false;
    p->byte.n += put_int(p->byte.v + p->byte.n,
                         far << 2 | (unsigned)is_back << 1 | is_other);
    if (is_other)
        p->byte.n += put_int(p->byte.v + p->byte.n, thread);
    p->time = time;
    p->thread = thread;
    p->n++;
    return true;
}

size_t rowpack_take(const rowpack *p, rowpack_place *from, uint32_t *thread,
                    int64_t *time, size_t n)
{
    size_t taken = 0;

    for (; taken < n && from->at < p->byte.n; taken++) {
        const uint64_t x = get_int(p, &from->at);
        const uint64_t far = x >> 2;
        from->time = (int64_t)((uint64_t)from->time + (x & 2 ? ~far : far));
        if (x & 1)
            from->thread = (uint32_t)get_int(p, &from->at);
        time[taken] = add_clamped(from->time, p->shift);
        thread[taken] = from->thread;
    }
    return taken;
}

void rowpack_clear(rowpack *p)
{
    vec_free(&p->byte);
    *p = (rowpack){ 0 };
}
