#include "model/sample_times.h"

#include "base/base.h"
#include "corr_sort.h"

/* The number of rows of a segment, if they are samples with a time and a
 * thread; otherwise 0. */
static size_t samples_of(const input *in, const segment *g)
{
    const bool is_context = in->kind.v[g->kind].flags & CORR_KIND_CONTEXT;

    return !is_context && g->time && g->thread ? g->n : 0;
}

/* The number of samples.  More than `most`: that many, or times that are
 * packed. */
static size_t count_samples(const input *in, size_t most)
{
    size_t n = 0;

    for (size_t s = 1; s < in->segment.n && n <= most; s++) {
        const segment *g = &in->segment.v[s];
        n += g->packed.n ? most + 1 : samples_of(in, g);
    }
    return n;
}

SORT_BY(by_first, struct sample_times_time, ASC(first))

static struct sample_times_time sample_time_of(const segment *g, size_t row)
{
    const int64_t length = g->dur ? max_i64(g->dur[row], 0) : 0;

    return (struct sample_times_time){ g->time[row],
                                       add_clamped(g->time[row], length) };
}

/* Fills s->time, thread by thread. */
static void list_by_thread(sampled *s, const input *in, const uint32_t *same)
{
    for (size_t k = 1; k < in->segment.n; k++) {
        const segment *g = &in->segment.v[k];
        const size_t n = samples_of(in, g);
        for (size_t i = 0; i < n; i++)
            s->time[s->end[same[g->thread[i]]]++] = sample_time_of(g, i);
    }
}

/* Sorts the samples of a thread; last becomes the latest end so far. */
static void sort_thread_samples(struct sample_times_time *v, size_t n)
{
    qsort(v, n, sizeof *v, by_first);
    for (size_t i = 1; i < n; i++)
        v[i].last = max_i64(v[i].last, v[i - 1].last);
}

bool sample_times_of(sampled *s, const input *in, const uint32_t *same,
                     size_t most)
{
    const size_t nthread = in->thread.n;
    const size_t n = count_samples(in, most);

    *s = (sampled){ 0 };
    if (n > most)
        return true;
    s->end = calloc(nthread + 1, sizeof *s->end);
    s->time = malloc((n + 1) * sizeof *s->time);
    if (!s->end || !s->time)
        return false;
    for (size_t k = 1; k < in->segment.n; k++) {
        const segment *g = &in->segment.v[k];
        const size_t rows = samples_of(in, g);
        for (size_t i = 0; i < rows; i++)
            s->end[same[g->thread[i]] + 1]++;
    }
    for (size_t t = 0; t < nthread; t++)
        s->end[t + 1] += s->end[t];
    list_by_thread(s, in, same);
    for (size_t t = 1; t < nthread; t++)
        sort_thread_samples(s->time + s->end[t - 1], s->end[t] - s->end[t - 1]);
    return true;
}

void sample_times_clear(sampled *s)
{
    free(s->end);
    free(s->time);
    *s = (sampled){ 0 };
}

bool sample_times_within(sampled *s, uint32_t thread, int64_t from, int64_t to)
{
    if (!s->end)
        return true;
    const uint32_t end = s->end[thread];

    if (s->thread != thread || from < s->from)
        s->at = s->end[thread - 1];
    s->thread = thread;
    s->from = from;
    while (s->at < end && s->time[s->at].last < from)
        s->at++;
    return s->at < end && s->time[s->at].first < to;
}
