/* Binary CPU profiles: machine words of the machine that wrote them.
 *
 *     0 3 0 PERIOD 0            the period in microseconds; 0 3 1: of Java
 *     COUNT DEPTH PC...         a stack, leaf first, as often as there are
 *     0 1 0                     the end of them
 *
 * php-memprof writes its heap in this form, behind symbols, with a period of 0
 * and without an end; its counts are bytes.
 *
 * After the end stands /proc/self/maps, as text, or the names of Java's addresses. */
#include "common/reader.h"
#include "pprof_legacy/legacy.h"

#include <stdio.h>

/* A stack that was taken in a signal handler has the handler's trampoline as
 * its second frame. Nearly all stacks have the same trampoline, whatever code
 * was interrupted. If their leaves are farther apart than any function is long,
 * the second frame is not just the one caller of a busy function. */
#define NEARLY        32 /* at most one stack in 32 differs */
#define FUNCTION_SIZE UINT64_C(65536)

typedef legacy_words words;

typedef struct record {
    uint64_t offset, count, depth;
    bool is_end; /* the end mark, not a record */
} record;

static uint64_t word(const words *w, const uint8_t *p)
{
    uint64_t x = 0;

    for (size_t i = 0; i < w->bytes; i++)
        x = x << 8 | p[w->is_big ? i : w->bytes - 1 - i];
    return x;
}

static bool is_begin(const words *w, const uint8_t *p, size_t n)
{
    const uint64_t begin[] = { 0, 3, w->is_java };
    const uint64_t day_us = UINT64_C(86400000000);

    if (n < w->bytes * 5)
        return false;
    for (size_t i = 0; i < 3; i++)
        if (word(w, p + i * w->bytes) != begin[i])
            return false;
    uint64_t period = word(w, p + 3 * w->bytes);
    return (w->is_amount ? period == 0 : period > 0 && period < day_us) &&
           word(w, p + 4 * w->bytes) == 0;
}

/* The same of amounts; words of 8 bytes first, whose zeros are also words of
 * 4. */
static bool is_amounts(const uint8_t *p, size_t n, legacy_words *w)
{
    for (unsigned i = 0; i < 4; i++) {
        *w = (words){ i & 1 ? 4 : 8, i & 2, false, true };
        if (is_begin(w, p, n))
            return true;
    }
    return false;
}

bool legacy_is_cpu(const uint8_t *p, size_t n, legacy_words *w)
{
    for (unsigned i = 0; i < 8; i++) {
        *w = (words){ i & 1 ? 8 : 4, i & 2, i & 4, false };
        if (is_begin(w, p, n))
            return true;
    }
    return false;
}

/* ---- records ------------------------------------------------------------- */

/* The return address above the leaf may repeat the leaf: the profiler found it
 * once by unwinding and once in the registers. */
static void push_frames(legacy *f, const words *w, const uint8_t *p,
                        uint64_t depth)
{
    const uint8_t *leaf = p;

    legacy_begin(f);
    for (uint64_t i = 0; i < depth; i++, p += w->bytes) {
        uint64_t pc = word(w, p);
        if (i == 1 && pc == word(w, leaf))
            continue;
        legacy_push(f, i > 0 && pc > 0 && !f->is_java ? pc - 1 : pc);
    }
}

static void add_cpu_sample(legacy *f, corr_kind kind, int64_t period,
                           const record *r)
{
    const corr_stack stack = legacy_end(f);
    const uint32_t row = f->nrow++;

    if (r->count == 0)
        return;
    if (r->count > (uint64_t)(INT64_MAX / period)) {
        corr_damage(f->b, r->offset, 0, 1,
                    "the record at byte %llu has %llu samples, too much time "
                    "to count; left out",
                    (unsigned long long)r->offset,
                    (unsigned long long)r->count);
        return;
    }
    corr_add_sample(
        f->b, &(corr_sample_row){ .kind = kind,
                                  .stack = stack,
                                  .time = CORR_NO_TIME,
                                  .value = (int64_t)r->count * period,
                                  .obs = f->is_amount ? 1 : (int64_t)r->count,
                                  .row = row });
}

static void lose_rest(legacy *f, const record *r)
{
    const unsigned long long at = r->offset;

    if (corr_src_failed(f->in))
        return;
    const uint64_t left = corr_src_skip_rest(f->in) - at;
    if (left == 0 && f->is_amount)
        return;
    if (left == 0)
        corr_damage(f->b, at, 0, 0,
                    "cut off at byte %llu; later samples and the memory map "
                    "are missing",
                    at);
    else if (r->depth == 0)
        corr_damage(f->b, at, left, 0,
                    "cut off inside the record that begins at byte %llu", at);
    else
        corr_damage(f->b, at, left, 0,
                    "the record at byte %llu claims %llu frames; the rest of "
                    "the file was not read",
                    at, (unsigned long long)r->depth);
}

/* Reads the next record with its stack open. False: the records end. */
static bool next_record(legacy *f, const words *w, record *r)
{
    size_t got;
    const uint8_t *p = corr_src_peek(f->in, 2 * w->bytes, &got);

    *r = (record){ .offset = corr_src_offset(f->in) };
    if (got < 2 * w->bytes) {
        lose_rest(f, r);
        return false;
    }
    r->count = word(w, p);
    r->depth = word(w, p + w->bytes);
    if (r->depth >= corr_src_limits(f->in)->record / w->bytes) {
        lose_rest(f, r);
        return false;
    }
    const size_t size = (size_t)(2 + r->depth) * w->bytes;
    p = corr_src_peek(f->in, size, &got);
    if (got < size) {
        lose_rest(f, r);
        return false;
    }
    r->is_end =
        r->count == 0 && r->depth == 1 && word(w, p + 2 * w->bytes) == 0;
    if (!r->is_end)
        push_frames(f, w, p + 2 * w->bytes, r->depth);
    corr_src_skip(f->in, size);
    return !r->is_end;
}

/* ---- signal handlers ----------------------------------------------------- */

static const legacy_place *place_of_frame(const legacy *f, const late_stack *s,
                                          uint32_t i)
{
    return &f->place.v[f->stacks.path.v[s->at + i]];
}

/* The second address that most stacks have, by majority vote: each address
 * cancels a different one, and the address that remains is the answer. An
 * address in two thirds of all stacks always remains. */
static uint64_t common_second(const legacy *f)
{
    uint64_t address = 0;
    uint64_t lead = 0;

    for (size_t i = 0; i < f->stacks.stack.n; i++) {
        const late_stack *s = &f->stacks.stack.v[i];
        uint64_t here = s->n > 2 ? place_of_frame(f, s, 1)->address : 0;
        if (here == address) {
            lead += s->mark;
        } else if (lead >= s->mark) {
            lead -= s->mark;
        } else {
            lead = s->mark;
            address = here;
        }
    }
    return address;
}

/* The address of the trampoline; 0: the stacks have no trampoline. */
static uint64_t trampoline(const legacy *f)
{
    const uint64_t second = common_second(f);
    uint64_t low = UINT64_MAX;
    uint64_t high = 0;
    uint64_t all = 0;
    uint64_t with = 0;

    for (size_t i = 0; i < f->stacks.stack.n; i++) {
        const late_stack *s = &f->stacks.stack.v[i];
        all += s->mark;
        if (s->n < 3 || place_of_frame(f, s, 1)->address != second)
            continue;
        uint64_t leaf = place_of_frame(f, s, 0)->address;
        with += s->mark;
        low = leaf < low ? leaf : low;
        high = leaf > high ? leaf : high;
    }
    if (second == 0 || with < all - all / NEARLY || high < low ||
        high - low < FUNCTION_SIZE)
        return 0;
    return second;
}

static void say_trampoline(legacy *f, uint64_t address)
{
    char text[32];

    snprintf(text, sizeof text, "0x%llx left out", (unsigned long long)address);
    corr_add_setting(f->b, CORR_STR("signal handler"), corr_str_of(text));
}

/* ---- the file ------------------------------------------------------------ */

bool legacy_cpu(legacy *f)
{
    size_t got;
    words w;
    record r = { .is_end = false };
    const uint8_t *p = corr_src_peek(f->in, 5 * sizeof(uint64_t), &got);

    if (!legacy_is_cpu(p, got, &w) &&
        (!f->has_symbols || !is_amounts(p, got, &w)))
        return false;
    f->is_amount = w.is_amount;
    f->is_java = w.is_java;
    const int64_t period =
        w.is_amount ? 1 : (int64_t)word(&w, p + 3 * w.bytes) * 1000;
    const corr_kind kind =
        w.is_amount
            ? reader_kind(f->b, "live_bytes", "space/bytes", CORR_BYTES, 0,
                          CORR_KIND_DEFAULT | CORR_KIND_SNAPSHOT |
                              CORR_KIND_NO_COUNT)
            : reader_kind(f->b, "cpu", "cpu/nanoseconds", CORR_NS, period,
                          CORR_KIND_DEFAULT);
    if (w.is_amount)
        corr_warn(
            f->b, CORR_NO_OFFSET,
            "no period; the values are taken as bytes, as of php-memprof");
    corr_src_skip(f->in, 5 * w.bytes);
    while (!corr_build_failed(f->b) && next_record(f, &w, &r))
        add_cpu_sample(f, kind, period, &r);
    if (r.is_end && f->is_java)
        legacy_java_names(f);
    else if (r.is_end)
        legacy_read_map(f);
    const uint64_t skip = f->is_java || f->is_amount ? 0 : trampoline(f);
    if (skip)
        say_trampoline(f, skip);
    legacy_bind(f, skip);
    return true;
}
