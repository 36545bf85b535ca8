/*
 * A chunk's header, its clock, and its events one after the other.
 *
 * Works on bytes that are at hand and keeps no state.
 */
#include "jfr/jfr.h"

bool jfr_header_read(jfr_header *h, const uint8_t *p, size_t n)
{
    corr_cur c = corr_cur_of(p, n);

    if (n < JFR_HEADER || memcmp(p, "FLR", 4) != 0)
        return false;
    jfr_be(&c, 4);
    h->major = (unsigned)jfr_be(&c, 2);
    h->minor = (unsigned)jfr_be(&c, 2);
    h->size = (int64_t)jfr_be(&c, 8);
    h->pools = (int64_t)jfr_be(&c, 8);
    h->metadata = (int64_t)jfr_be(&c, 8);
    h->start_ns = (int64_t)jfr_be(&c, 8);
    h->duration_ns = (int64_t)jfr_be(&c, 8);
    h->start_ticks = (int64_t)jfr_be(&c, 8);
    h->hz = (int64_t)jfr_be(&c, 8);
    h->state = (unsigned)jfr_be(&c, 1);
    jfr_be(&c, 1);
    h->flags = (unsigned)jfr_be(&c, 2);
    return true;
}

/* ticks * 1e9 / hz without overflow of intermediate values (corr-methods 1.4);
 * saturates at the ends of the range. */
int64_t jfr_span_ns(const jfr_header *h, int64_t ticks)
{
    const uint64_t giga = 1000000000, hz = h->hz > 0 ? (uint64_t)h->hz : giga;
    const bool minus = ticks < 0;
    const uint64_t d = minus ? -(uint64_t)ticks : (uint64_t)ticks;
    const uint64_t most = (uint64_t)INT64_MAX;

    if (hz == giga && d < most / giga * giga)
        return ticks;
    if (d / hz >= most / giga)
        return minus ? -INT64_MAX : INT64_MAX;
    const uint64_t rest = d % hz;
    const uint64_t part =
        rest < UINT64_MAX / giga
            ? rest * giga / hz
            : (uint64_t)((long double)rest * 1e9L / (long double)hz);
    const int64_t ns = (int64_t)(d / hz * giga + part);
    return minus ? -ns : ns;
}

int64_t jfr_time(const jfr_header *h, int64_t ticks)
{
    const int64_t since = (int64_t)((uint64_t)ticks - (uint64_t)h->start_ticks);

    return corr_sum(h->start_ns, jfr_span_ns(h, since));
}

bool jfr_is_near(int64_t a, int64_t b)
{
    const int64_t second = 1000000000;
    int64_t by;

    return !__builtin_sub_overflow(a, b, &by) && by >= -second && by <= second;
}

static int64_t times_saturated(int64_t n, int64_t by)
{
    if (n > INT64_MAX / by)
        return INT64_MAX;
    return n < -INT64_MAX / by ? -INT64_MAX : n * by;
}

int64_t jfr_ns(const jfr_header *h, jfr_unit unit, int64_t n)
{
    if (n == INT64_MIN) /* "never" */
        return CORR_NO_TIME;
    switch (unit) {
    case JFR_TIMESTAMP:
        return jfr_time(h, n);
    case JFR_TICKS:
        return jfr_span_ns(h, n);
    case JFR_US:
        return times_saturated(n, 1000);
    case JFR_MS:
    case JFR_EPOCH_MS:
        return times_saturated(n, 1000000);
    case JFR_S:
    case JFR_EPOCH_S:
        return times_saturated(n, 1000000000);
    case JFR_PLAIN:
    case JFR_NS:
    case JFR_EPOCH_NS:
    case JFR_UNIT_COUNT:
        break;
    }
    return n;
}

bool jfr_next(const jfr_chunk *k, jfr_event *e)
{
    e->at += e->size;
    e->size = 0;
    if (e->at >= k->n)
        return false;
    corr_cur c = corr_cur_of(k->p + e->at, k->n - e->at);
    const uint64_t size = jfr_int(&c);
    const size_t head = k->n - e->at - corr_cur_left(&c);

    if (c.bad || size <= head || size > k->n - e->at)
        return false;
    c.end = k->p + e->at + size;
    e->id = (int64_t)jfr_int(&c);
    e->size = (size_t)size;
    e->body = c;
    return !c.bad;
}

/* The longest duration that the chunk may have. The header of a chunk that is
 * being written has the duration of a moment earlier. */
static int64_t most_of(const jfr_header *h)
{
    const int64_t day = INT64_C(86400000000000), minute = 60000000000;

    if (h->duration_ns <= 0)
        return day;
    return h->state ? corr_sum(h->duration_ns, minute) : h->duration_ns;
}

/* The time of an event, which every event starts with. False: the time is
 * outside of the chunk, with some tolerance, so the bytes are not an event. */
static bool since_start(const jfr_chunk *k, corr_cur body, int64_t *since)
{
    const int64_t second = 1000000000, most = most_of(&k->h);
    const int64_t ns = jfr_span_ns(
        &k->h, (int64_t)(jfr_int(&body) - (uint64_t)k->h.start_ticks));

    *since = ns > 0 && ns <= most ? ns : 0;
    return ns >= -second && ns <= corr_sum(most, second);
}

jfr_found jfr_walk(const jfr_chunk *k)
{
    jfr_event e = { .size = JFR_HEADER };
    jfr_found f = { 0 };
    size_t sure = JFR_HEADER;
    bool timely = false; /* else times do not come first, as with JMC */

    while (jfr_next(k, &e)) {
        int64_t since = 0;
        if (e.id == JFR_METADATA)
            f.metadata = e.at;
        else if (e.id == JFR_CHECKPOINT)
            f.pools = e.at;
        else if (since_start(k, e.body, &since))
            timely = true;
        else
            continue;
        f.last = since > f.last ? since : f.last;
        sure = e.at + e.size;
    }
    f.end = e.at >= k->n ? k->n : timely ? sure : e.at;
    return f;
}

bool jfr_looks_whole(const jfr_chunk *k)
{
    return k->h.state == 0 && k->h.size == (int64_t)k->n && k->h.metadata > 0 &&
           k->h.pools > 0;
}

bool jfr_is_whole(const jfr_chunk *k, const jfr_found *f)
{
    return jfr_looks_whole(k) && f->end == k->n;
}

bool jfr_event_at(const jfr_chunk *k, int64_t at, int64_t id, jfr_event *e)
{
    if (at < JFR_HEADER || (uint64_t)at >= k->n)
        return false;
    *e = (jfr_event){ .at = (size_t)at };
    return jfr_next(k, e) && e->id == id;
}

bool jfr_find_types(const jfr_chunk *k, jfr_event *found)
{
    jfr_event e = { .size = JFR_HEADER };
    bool any = false;

    if (jfr_event_at(k, k->h.metadata, JFR_METADATA, found))
        return true;
    while (jfr_next(k, &e))
        if (e.id == JFR_METADATA) {
            *found = e;
            any = true;
        }
    return any;
}

bool jfr_checkpoint_at(const jfr_chunk *k, int64_t at, int64_t upto,
                       jfr_event *e, int64_t *delta)
{
    if (!jfr_event_at(k, at, JFR_CHECKPOINT, e) || (int64_t)e->size > upto - at)
        return false; /* no context within another */
    corr_cur c = e->body;
    jfr_int(&c); /* start */
    jfr_int(&c); /* duration */
    *delta = (int64_t)jfr_int(&c);
    return !c.bad;
}

/* Only async-profiler and its forks write events of this name; a JDK does not,
 * even if they add their events to its recording. */
bool jfr_is_async(const jfr_header *h, const jfr_types *types)
{
    if (h->minor > 0) /* async-profiler always writes 0 */
        return false;
    for (uint32_t i = 0; i < types->ntype; i++) {
        const jfr_type *y = &types->type[i];
        if (y->is_event && corr_str_starts(y->name, "profiler."))
            return true;
    }
    return false;
}

bool jfr_fills_its_size(const jfr_types *t, const jfr_event *e, uint32_t type)
{
    const jfr_type *y = &t->type[type];
    corr_cur c = e->body;

    if (y->is_broken || y->nfield == 0)
        return true;
    jfr_skip_type(t, type, &c);
    return !c.bad && corr_cur_left(&c) == 0;
}
