/* out - buffers bytes, and is the only place that writes output. */
#include "base/out.h"

#include "base/write_all.h"

#include "base/base.h"
#include "base/vec.h"
#include "corr_bytes.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

enum { BUFFER = 65536, PAGE = 4096 };

struct corr_out {
    int fd;     /* -1: memory */
    out_fn *to; /* receives the bytes instead of fd; or NULL */
    void *ctx;
    int sys; /* errno of the first failure, 0: no failure */
    char *p; /* [room] unwritten bytes, or all of them */
    size_t n, room;
    uint64_t total; /* bytes put, lost bytes included */
    char *scratch;  /* for long formatted text */
    size_t scratch_room;
};

static corr_out *new_out(int fd)
{
    corr_out *out = calloc(1, sizeof *out);

    if (out)
        out->fd = fd;
    return out;
}

corr_out *corr_out_fd(int fd)
{
    corr_out *out = new_out(fd);

    /* The kernel copies faster from whole pages. */
    if (out && !(out->p = aligned_alloc(PAGE, BUFFER))) {
        free(out);
        return NULL;
    }
    if (out)
        out->room = BUFFER;
    return out;
}

corr_out *out_to(out_fn *to, void *ctx)
{
    corr_out *out = corr_out_fd(0);

    if (out) {
        out->to = to;
        out->ctx = ctx;
    }
    return out;
}

corr_out *corr_out_memory(void)
{
    return new_out(-1);
}

bool corr_out_failed(const corr_out *out)
{
    return out->sys != 0;
}

void out_fail(corr_out *out, int sys)
{
    out->sys = out->sys ? out->sys : sys;
}

corr_str corr_out_bytes(const corr_out *out)
{
    return (corr_str){ out->p ? out->p : "", out->n };
}

static void send_bytes(corr_out *out, const char *p, size_t n)
{
    if (n && !out->sys)
        out->sys = out->to ? out->to(out->ctx, p, n) : write_all(out->fd, p, n);
}

bool out_flush(corr_out *out)
{
    if (out->fd < 0)
        return !out->sys;
    send_bytes(out, out->p, out->n);
    out->n = 0;
    return !out->sys;
}

/* Makes room for n bytes in the buffer; false: the caller writes them directly,
 * or drops them. */
static bool make_buffer_room(corr_out *out, size_t n)
{
    size_t need;

    if (out->sys)
        return false;
    if (out->fd >= 0)
        return out_flush(out) && n < out->room;
    if (ADD_OVERFLOWS(out->n, n, &need) ||
        !corr_grow((void **)&out->p, &out->room, need, 1)) {
        out->sys = ENOMEM;
        return false;
    }
    return true;
}

uint64_t corr_out_total(const corr_out *out)
{
    return out->total;
}

void corr_put(corr_out *out, const void *p, size_t n)
{
    if (n == 0)
        return;
    out->total += n;
    if (out->room - out->n < n && !make_buffer_room(out, n)) {
        if (out->fd >= 0)
            send_bytes(out, p, n);
        return;
    }
    memcpy(out->p + out->n, p, n);
    out->n += n;
}

void corr_puts(corr_out *out, const char *z)
{
    corr_put(out, z, strlen(z));
}

void corr_putc(corr_out *out, char c)
{
    out->total++;
    if (out->room == out->n && !make_buffer_room(out, 1))
        return;
    out->p[out->n++] = c;
}

void corr_put_int(corr_out *out, int64_t v)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t n = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;

    do
        digits[--at] = (char)('0' + n % 10);
    while (n /= 10);
    if (v < 0)
        digits[--at] = '-';
    corr_put(out, digits + at, sizeof digits - at);
}

void corr_put_str(corr_out *out, corr_str s)
{
    corr_put(out, s.p, s.n);
}

void corr_printf(corr_out *out, const char *format, ...)
{
    char text[512];
    va_list ap;

    va_start(ap, format);
    int n = vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    if (n < 0) {
        out->sys = out->sys ? out->sys : EINVAL;
        return;
    }
    size_t need = (size_t)n + 1;
    if (need <= sizeof text) {
        corr_put(out, text, (size_t)n);
        return;
    }
    if (!corr_grow((void **)&out->scratch, &out->scratch_room, need, 1)) {
        out->sys = out->sys ? out->sys : ENOMEM;
        return;
    }
    va_start(ap, format);
    vsnprintf(out->scratch, need, format, ap);
    va_end(ap);
    corr_put(out, out->scratch, (size_t)n);
}

corr_code corr_out_close(corr_out *out, corr_err *err)
{
    corr_code code = CORR_OK;

    if (!out)
        return CORR_OK;
    out_flush(out);
    if (out->sys == ENOMEM) {
        code = corr_fail(err, CORR_ENOMEM, "out of memory for the output");
    } else if (out->sys) {
        bool first = err && err->code == CORR_OK;

        code = corr_fail(err, CORR_EIO, "the output cannot be written: %s",
                         strerror(out->sys));
        if (first)
            err->sys = out->sys;
    }
    free(out->p);
    free(out->scratch);
    free(out);
    return code;
}
