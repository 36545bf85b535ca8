/* Samples without a type, as Splunk's agents for OpenTelemetry write them: what
 * a sample is worth stands in its labels.
 *
 * A sample of code has no value: it stands for the label source.event.period,
 * ms.  The agents look at all threads, running or not.  A sample of allocation
 * has one value, its bytes, and no period. */
#include "pprof/pprof.h"

#include "common/reader.h"
#include "common/wire.h"

/* The entry of the string table with this text; 0: it is missing. */
static uint32_t find_text(const pprof_file *f, const char *text)
{
    for (size_t i = 1; i < f->texts.end.n; i++)
        if (corr_str_is(pprof_text(f, (uint32_t)i), text))
            return (uint32_t)i;
    return 0;
}

/* Adds an entry to the string table, which is complete. */
static uint32_t add_text(pprof_file *f, const char *text)
{
    const size_t at = f->texts.end.n;

    if (!corr_vec_append(f->b, &f->texts.bytes, (const uint8_t *)text,
                         strlen(text)) ||
        !corr_vec_push(f->b, &f->texts.end, f->texts.bytes.n))
        return 0;
    return (uint32_t)at;
}

/* The number of a label of a set; 0: no such label. */
static int64_t number_in_set(pprof_file *f, size_t set, uint32_t key)
{
    corr_cur c = pprof_memo_at(&f->samples.labels, set);
    int64_t n = 0;
    pprof_label l;

    while (pprof_next_label(f, &c, &l))
        if (l.key == key && l.str)
            (void)corr_str_i64(pprof_text(f, l.str), &n);
        else if (l.key == key)
            n = l.num;
    return n;
}

/* Gives each sample its period as a value. */
static void take_periods(pprof_file *f, uint32_t key)
{
    const size_t nset = f->samples.labels.end.n;
    int64_t *period = corr_arena_new(&f->scratch, int64_t, nset);
    corr_cur c = pprof_rows(f);
    pprof_bytes rows = { 0 };
    uint64_t lacking = 0;

    if (!period) {
        reader_no_memory(f->b);
        return;
    }
    for (size_t i = 1; i < nset; i++)
        period[i] = number_in_set(f, i, key);
    while (c.p != c.end && !corr_build_failed(f->b)) {
        uint8_t row[5 * WIRE_VARINT_MAX], value[WIRE_VARINT_MAX];
        const uint64_t stack = corr_cur_varint(&c);
        const uint64_t set = corr_cur_varint(&c);
        (void)corr_cur_slice(&c, corr_cur_varint(&c));
        lacking += period[set] <= 0;
        const size_t nvalue =
            corr_put_varint(value, period[set] > 0 ? (uint64_t)period[set] : 0);
        size_t n = corr_put_varint(row, stack);
        n += corr_put_varint(row + n, set);
        n += corr_put_varint(row + n, nvalue);
        memcpy(row + n, value, nvalue);
        (void)corr_vec_append(f->b, &rows, row, n + nvalue);
    }
    corr_vec_free(&f->samples.rows);
    f->samples.rows = rows;
    f->samples.first.n = 1;
    if (lacking)
        corr_tally(f->b, CORR_PASSED_OVER, CORR_NO_OFFSET, lacking,
                   "sample without a period was left out",
                   "samples without a period were left out");
}

bool pprof_type_untyped(pprof_file *f)
{
    const uint32_t time = find_text(f, "source.event.time");
    const uint32_t period = find_text(f, "source.event.period");
    const pprof_count *first = &f->samples.first;
    const bool is_code = period && first->n == 0;

    if (f->samples.uneven.offset != CORR_NO_OFFSET ||
        !(is_code || (time && first->n == 1)))
        return false;
    if (is_code)
        take_periods(f, period);
    const pprof_type type = {
        .type = add_text(f, is_code ? "wall" : "alloc_space"),
        .unit = add_text(f, is_code ? "milliseconds" : "bytes")
    };
    corr_vec_push(f->b, &f->head.type, type);
    corr_warn(f->b, CORR_NO_OFFSET,
              is_code
                  ? "samples have no type; corr takes source.event.period as "
                    "wall-clock time"
                  : "samples have no type; corr takes their values as bytes "
                    "allocated");
    return !corr_build_failed(f->b);
}
