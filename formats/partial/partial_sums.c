/* partial_sums - sums of samples by recording, kind, process, stack and bucket of
 * time. */
#include "partial/partial_sums.h"

#include <stdlib.h>

#include "corr_sort.h"

enum { HASH = 16 }; /* bytes of the name of a stack */

typedef struct line {
    corr_str text; /* NULL: of a recording that does not count */
    uint32_t number, rank;
} line;

typedef struct table {
    corr_names names;
    corr_vec(line) line;
} table;

typedef struct stack {
    char hash[2 * HASH];
    size_t first;
    uint32_t n;
    uint32_t number, rank;
} stack;

/* The key of a sum, without holes. */
typedef struct sum_key {
    uint32_t recording, kind, process, stack;
    int64_t bucket;
} sum_key;

struct partial_sums {
    corr_arena texts;
    table table[PARTIAL_TAGS];
    corr_vec(uint8_t) digest; /* of frames, CORR_SHA256_BYTES each */
    corr_names stacks, sums;
    corr_vec(stack) stack;
    corr_vec(uint32_t) frames;
    corr_vec(partial_sum) sum;
    bool no_memory, is_too_large;
};

partial_sums *partial_sums_new(void)
{
    partial_sums *s = calloc(1, sizeof *s);

    if (s)
        s->texts.limit = SIZE_MAX;
    return s;
}

void partial_sums_free(partial_sums *s)
{
    if (!s)
        return;
    for (unsigned t = 0; t < PARTIAL_TAGS; t++) {
        corr_names_clear(&s->table[t].names);
        corr_vec_free(&s->table[t].line);
    }
    corr_names_clear(&s->stacks);
    corr_names_clear(&s->sums);
    corr_vec_free(&s->digest);
    corr_vec_free(&s->stack);
    corr_vec_free(&s->frames);
    corr_vec_free(&s->sum);
    corr_arena_clear(&s->texts);
    free(s);
}

corr_code partial_sums_failed(const partial_sums *s, corr_err *err)
{
    if (s->no_memory)
        return corr_no_memory(err);
    if (s->is_too_large)
        return corr_fail(err, CORR_ELIMIT, "a sum is too large for 64 bits");
    return CORR_OK;
}

/* The number of a name in a map of numbers from 0; UINT32_MAX: it is new, and
 * gets the number n. */
static uint32_t number_of(partial_sums *s, corr_names *names, corr_str name,
                          size_t n)
{
    uint32_t at;

    if (corr_names_find(names, &name, 1, &at))
        return at - 1;
    if (n >= UINT32_MAX - 1 || !corr_names_add(names, name, (uint32_t)n + 1))
        s->no_memory = true;
    return UINT32_MAX;
}

/* ---- adding -------------------------------------------------------------- */

static bool add_digest(partial_sums *s, corr_str fields)
{
    corr_sha256 sha;

    if (!corr_vec_reserve(NULL, &s->digest, CORR_SHA256_BYTES))
        return false;
    corr_sha256_start(&sha);
    corr_sha256_add(&sha, fields.p, fields.n);
    corr_sha256_bytes(&sha, s->digest.v + s->digest.n);
    s->digest.n += CORR_SHA256_BYTES;
    return true;
}

uint32_t partial_open_recording(partial_sums *s)
{
    table *t = &s->table[PARTIAL_RECORDING];
    const line l = { { NULL, 0 }, (uint32_t)t->line.n, 0 };

    if (!corr_vec_push(NULL, &t->line, l))
        s->no_memory = true;
    return l.number;
}

bool partial_close_recording(partial_sums *s, uint32_t recording,
                             corr_str fields)
{
    table *t = &s->table[PARTIAL_RECORDING];
    corr_str digest = fields, unused;

    corr_str_cut(fields, '\t', &digest, &unused);
    if (s->no_memory ||
        number_of(s, &t->names, digest, recording) != UINT32_MAX)
        return false;
    t->line.v[recording].text =
        (corr_str){ corr_arena_text(&s->texts, fields), fields.n };
    s->no_memory |= !t->line.v[recording].text.p;
    return !s->no_memory;
}

uint32_t partial_add_line(partial_sums *s, partial_tag tag, corr_str fields)
{
    table *t = &s->table[tag];
    const uint32_t n = (uint32_t)t->line.n;
    const uint32_t found = number_of(s, &t->names, fields, n);

    if (found != UINT32_MAX)
        return found;
    const line l = { { corr_arena_text(&s->texts, fields), fields.n }, n, 0 };
    if (!l.text.p || !corr_vec_push(NULL, &t->line, l) ||
        (tag == PARTIAL_FRAME && !add_digest(s, fields)))
        s->no_memory = true;
    return n;
}

/* Names a stack by the digests of its frames. */
static void hash_stack(const partial_sums *s, const uint32_t *frame, size_t n,
                       char hash[2 * HASH])
{
    static const char digit[] = "0123456789abcdef";
    uint8_t bytes[CORR_SHA256_BYTES];
    corr_sha256 sha;

    corr_sha256_start(&sha);
    for (size_t i = 0; i < n; i++)
        corr_sha256_add(&sha,
                        s->digest.v + (size_t)frame[i] * CORR_SHA256_BYTES,
                        CORR_SHA256_BYTES);
    corr_sha256_bytes(&sha, bytes);
    for (size_t i = 0; i < HASH; i++) {
        hash[2 * i] = digit[bytes[i] >> 4];
        hash[2 * i + 1] = digit[bytes[i] & 15];
    }
}

uint32_t partial_add_stack(partial_sums *s, const uint32_t *frame, size_t n)
{
    static const uint32_t empty[1];
    const uint32_t *from = n ? frame : empty;
    const corr_str name = { (const char *)from, n * sizeof *frame };
    stack k = { .first = s->frames.n,
                .n = (uint32_t)n,
                .number = (uint32_t)s->stack.n };

    if (s->no_memory)
        return 0;
    const uint32_t found = number_of(s, &s->stacks, name, s->stack.n);
    if (found != UINT32_MAX)
        return found;
    hash_stack(s, frame, n, k.hash);
    if (!corr_vec_append(NULL, &s->frames, frame, n) ||
        !corr_vec_push(NULL, &s->stack, k))
        s->no_memory = true;
    return k.number;
}

corr_str partial_stack_hash(const partial_sums *s, uint32_t k)
{
    return (corr_str){ s->stack.v[k].hash, 2 * HASH };
}

uint32_t partial_stacks(const partial_sums *s)
{
    return (uint32_t)s->stack.n;
}

const uint32_t *partial_stack_frames(const partial_sums *s, uint32_t k,
                                     uint32_t *n)
{
    *n = s->stack.v[k].n;
    return corr_vec_from(&s->frames, s->stack.v[k].first);
}

uint32_t partial_lines(const partial_sums *s, partial_tag tag)
{
    return (uint32_t)s->table[tag].line.n;
}

corr_str partial_fields(const partial_sums *s, partial_tag tag, uint32_t i)
{
    return s->table[tag].line.v[i].text;
}

void partial_add_sum(partial_sums *s, const partial_sum *sum)
{
    const sum_key key = { sum->recording, sum->kind, sum->process, sum->stack,
                          sum->bucket };
    const corr_str name = { (const char *)&key, sizeof key };

    if (s->no_memory)
        return;
    const uint32_t found = number_of(s, &s->sums, name, s->sum.n);
    if (found == UINT32_MAX) {
        s->no_memory |= !corr_vec_push(NULL, &s->sum, *sum);
        return;
    }
    partial_sum *to = &s->sum.v[found];
    s->is_too_large |=
        __builtin_add_overflow(to->n, sum->n, &to->n) ||
        __builtin_add_overflow(to->value, sum->value, &to->value);
    to->squares += sum->squares;
    s->is_too_large |= to->squares < sum->squares;
}

/* ---- writing ------------------------------------------------------------- */

SORT_BY(line_by_text, line, ASC_STR(text))
SORT_BY(line_by_number, line, ASC(number))
SORT_BY(stack_by_hash, stack, THEN(memcmp(a->hash, b->hash, 2 * HASH)))
SORT_BY(stack_by_number, stack, ASC(number))
SORT_BY(sum_by_key, partial_sum, ASC(recording), ASC(kind), ASC(process),
        ASC(stack), ASC(bucket))

static void sort_with(void *v, size_t n, size_t size,
                      int (*order)(const void *, const void *))
{
    if (n > 1)
        qsort(v, n, size, order);
}

/* Writes a table in the order of its texts, and leaves the rank of each line. */
static void put_table(partial_sums *s, partial_tag tag, corr_out *out)
{
    table *t = &s->table[tag];

    sort_with(t->line.v, t->line.n, sizeof *t->line.v, line_by_text);
    uint32_t rank = 0;
    for (size_t i = 0; i < t->line.n; i++) {
        if (!t->line.v[i].text.p)
            continue;
        t->line.v[i].rank = rank++;
        corr_put_str(out, partial_name(tag));
        corr_putc(out, '\t');
        corr_put_str(out, t->line.v[i].text);
        corr_putc(out, '\n');
    }
    sort_with(t->line.v, t->line.n, sizeof *t->line.v, line_by_number);
}

static void put_stacks(partial_sums *s, corr_out *out)
{
    const table *frames = &s->table[PARTIAL_FRAME];

    sort_with(s->stack.v, s->stack.n, sizeof *s->stack.v, stack_by_hash);
    for (size_t i = 0; i < s->stack.n; i++) {
        stack *k = &s->stack.v[i];
        k->rank = (uint32_t)i;
        corr_put_str(out, partial_name(PARTIAL_STACK));
        corr_putc(out, '\t');
        corr_put(out, k->hash, sizeof k->hash);
        for (uint32_t f = 0; f < k->n; f++) {
            corr_putc(out, f ? ' ' : '\t');
            corr_put_int(out, frames->line.v[s->frames.v[k->first + f]].rank);
        }
        corr_puts(out, k->n ? "\n" : "\t\n");
    }
    sort_with(s->stack.v, s->stack.n, sizeof *s->stack.v, stack_by_number);
}

static void put_wide(corr_out *out, partial_wide v)
{
    char digits[40];
    size_t at = sizeof digits;

    do
        digits[--at] = (char)('0' + (unsigned)(v % 10));
    while ((v /= 10) > 0);
    corr_put(out, digits + at, sizeof digits - at);
}

/* Leaves the sums of recordings that count, with the ranks of what they are
 * of. */
static void rank_sums(partial_sums *s)
{
    const line *recording = s->table[PARTIAL_RECORDING].line.v;
    size_t n = 0;

    for (size_t i = 0; i < s->sum.n; i++) {
        if (!recording[s->sum.v[i].recording].text.p)
            continue;
        partial_sum *m = &s->sum.v[n++];
        *m = s->sum.v[i];
        m->recording = recording[m->recording].rank;
        m->kind = s->table[PARTIAL_KIND].line.v[m->kind].rank;
        m->process = s->table[PARTIAL_PROCESS].line.v[m->process].rank;
        m->stack = s->stack.v[m->stack].rank;
    }
    s->sum.n = n;
}

static void put_sums(partial_sums *s, corr_out *out)
{
    rank_sums(s);
    sort_with(s->sum.v, s->sum.n, sizeof *s->sum.v, sum_by_key);
    for (size_t i = 0; i < s->sum.n; i++) {
        const partial_sum *m = &s->sum.v[i];
        const int64_t key[] = { m->recording, m->kind, m->process, m->stack };
        corr_put_str(out, partial_name(PARTIAL_SUM));
        for (size_t k = 0; k < sizeof key / sizeof *key; k++) {
            corr_putc(out, '\t');
            corr_put_int(out, key[k]);
        }
        corr_putc(out, '\t');
        if (m->bucket == CORR_NO_TIME)
            corr_putc(out, '-');
        else
            corr_put_int(out, m->bucket);
        corr_putc(out, '\t');
        corr_put_int(out, m->n);
        corr_putc(out, '\t');
        corr_put_int(out, m->value);
        corr_putc(out, '\t');
        put_wide(out, m->squares);
        corr_putc(out, '\n');
    }
}

corr_code partial_sums_write(partial_sums *s, corr_out *out, corr_err *err)
{
    const corr_code code = partial_sums_failed(s, err);

    if (code)
        return code;
    corr_puts(out, PARTIAL_MAGIC);
    corr_put_int(out, PARTIAL_BUCKET);
    corr_putc(out, '\n');
    for (unsigned tag = PARTIAL_RECORDING; tag < PARTIAL_STACK; tag++)
        put_table(s, (partial_tag)tag, out);
    put_stacks(s, out);
    put_sums(s, out);
    return CORR_OK;
}
