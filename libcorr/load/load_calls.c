#include "load/load_calls.h"

#include <sys/stat.h>
#include <unistd.h>

#include "load/load.h"
#include "model/call.h"

/* Sides that are kept per input. */
enum { MOST = 1 << 16 };

size_t load_calls_budget(size_t n)
{
    const size_t share = (size_t)LOAD_CALLS_ALL / (n ? n : 1);

    if (share > LOAD_CALLS_FILE)
        return LOAD_CALLS_FILE;
    return share < LOAD_CALLS_LEAST ? LOAD_CALLS_LEAST : share;
}

/* ---- sides --------------------------------------------------------------- */

/* The index of a clock name in to->calls.clock.  UINT32_MAX: out of memory. */
static uint32_t number_clock(input *to, corr_map *known, corr_str name)
{
    bool is_new;
    uint32_t *at = corr_map_bytes(known, name.p, name.n, &is_new);

    if (!at)
        return UINT32_MAX;
    if (!is_new)
        return *at;
    char *copy = corr_arena_new(&to->arena, char, name.n);
    if (!copy)
        return UINT32_MAX;
    memcpy(copy, name.p, name.n);
    *at = (uint32_t)to->calls.clock.n;
    return vec_push(&to->calls.clock, (corr_str){ copy, name.n }) ? *at
                                                                  : UINT32_MAX;
}

static bool take_call_sides(input *to, const input *from, corr_map *known)
{
    call_row call;

    for (size_t i = 1; i < from->span.n && to->calls.side.n < MOST; i++) {
        const span_row *span = &from->span.v[i];
        const corr_str name = call_clock_name(from, &from->proc.v[span->proc]);
        if (!name.n || !call_side_of(span, &call))
            continue;
        call.clock = number_clock(to, known, name);
        if (call.clock == UINT32_MAX || !vec_push(&to->calls.side, call))
            return false;
    }
    return true;
}

/* ---- pieces of a file ---------------------------------------------------- */

typedef struct sampling {
    input *to;
    corr_map known;
    const corr_limits *limits;
    int fd;
    uint64_t size;  /* of the file */
    uint8_t *bytes; /* of one piece */
    size_t room;
} sampling;

/* Takes the call sides of one piece.  Errors of the reader are ignored: a piece
 * ends in the middle of a record. */
static bool read_piece(sampling *s, const uint8_t *bytes, size_t n)
{
    const src_opts opts = { .path = s->to->file.path, .limits = *s->limits };
    const corr_load_opts usual = { .limits = *s->limits };
    const corr_want want = { .needs = CORR_NEED_SPANS };
    const label_alias_set none = { 0 };
    corr_err err = { 0 };
    input piece = { 0 };
    corr_src *src = src_open_memory(bytes, n, &opts, &err);

    if (!src)
        return false;
    const corr_code code =
        load_source(s->to->format, src, &want, &usual, &none, &piece, &err);
    const bool ok = code == CORR_ENOMEM
                        ? false
                        : code || take_call_sides(s->to, &piece, &s->known);
    src_close(src);
    input_clear(&piece);
    return ok;
}

/* Reads a piece at this place.  *line is its first whole line, with all that
 * follows; returns their size.  0: no line begins a JSON value. */
static size_t find_line(sampling *s, uint64_t place, const uint8_t **line)
{
    const ssize_t got = pread(s->fd, s->bytes, s->room, (off_t)place);
    const uint8_t *end = s->bytes + (got > 0 ? got : 0);
    const uint8_t *at = got > 0 ? memchr(s->bytes, '\n', (size_t)got) : NULL;

    if (!at || at + 1 >= end || (at[1] != '{' && at[1] != '['))
        return 0;
    *line = at + 1;
    return (size_t)(end - *line);
}

/* Reads pieces behind the head, at equal distances up to the end. */
static bool read_pieces(sampling *s, uint64_t from)
{
    const uint64_t step = (s->size - from) / LOAD_CALLS_PIECES;
    const uint64_t back = step < s->room ? step : s->room;
    const uint8_t *line;
    bool ok = true;

    s->bytes = malloc(s->room);
    for (unsigned i = 1; ok && s->bytes && i <= LOAD_CALLS_PIECES; i++) {
        const size_t n = find_line(s, from + i * step - back, &line);
        ok = n == 0 || read_piece(s, line, n);
    }
    ok = ok && s->bytes;
    free(s->bytes);
    return ok;
}

/* Takes the call sides of the first *n bytes: all of a short file.  The source
 * stays at its start. */
static bool read_head(sampling *s, corr_src *src, size_t budget, size_t *n)
{
    const uint64_t record = corr_src_limits(src)->record;
    size_t most = !src_is_plain(src) ? budget / 2 : budget + 1;

    most = record < most ? (size_t)record : most;
    const uint8_t *head = corr_src_peek(src, most, n);
    *n = *n < most ? *n : budget / 2 < most ? budget / 2 : most;
    return *n == 0 || read_piece(s, head, *n);
}

bool load_calls_sample(input *in, int fd, const corr_limits *limits,
                       size_t budget)
{
    const src_opts opts = { .path = in->file.path, .limits = *limits };
    sampling s = { .to = in, .limits = limits, .fd = fd };
    corr_err err = { 0 };
    struct stat st;
    size_t n;

    if (fstat(fd, &st) != 0 || st.st_size <= 0 || lseek(fd, 0, SEEK_SET) != 0)
        return true;
    s.size = (uint64_t)st.st_size;
    s.room = budget / 2 / LOAD_CALLS_PIECES;
    corr_src *src = src_open_fd(fd, &opts, &err);
    if (src && in->file.torn)
        src_leave_torn(src, in->file.torn);
    bool ok = src && read_head(&s, src, budget, &n);
    if (ok && src_is_plain(src) && n < s.size)
        ok = read_pieces(&s, n);
    src_close(src);
    corr_map_clear(&s.known);
    return ok;
}

bool load_calls_sample_pipe(input *calls, corr_src *src, size_t budget)
{
    sampling s = { .to = calls, .limits = corr_src_limits(src) };
    size_t n;
    const bool ok = read_head(&s, src, budget, &n);

    corr_map_clear(&s.known);
    return ok;
}

bool load_calls_move(input *in, input *calls)
{
    corr_map known = { 0 };
    bool ok = vec_reserve(&in->calls.side, calls->calls.side.n);

    for (size_t i = 0; ok && i < calls->calls.side.n; i++) {
        call_row call = calls->calls.side.v[i];
        call.clock = number_clock(in, &known, calls->calls.clock.v[call.clock]);
        ok = call.clock != UINT32_MAX && vec_push(&in->calls.side, call);
    }
    corr_map_clear(&known);
    return ok;
}
