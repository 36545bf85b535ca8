/* perf_line - recognises a line by its marks. */
#include "perf/perf.h"

#include "common/text_piece.h"
#include "common/time_text.h"

#include <string.h>

static bool is_hex(char c)
{
    return corr_is_digit(c) || (c >= 'a' && c <= 'f');
}

static bool cut_end(corr_str *s, char c)
{
    if (s->n == 0 || s->p[s->n - 1] != c)
        return false;
    s->n--;
    return true;
}

/* ---- times --------------------------------------------------------------- */

bool perf_seconds(corr_str text, int64_t *ns)
{
    corr_str whole, part;
    const int64_t unit = 1000000000;
    int64_t s;

    if (!corr_str_cut(text, '.', &whole, &part) || whole.n == 0 ||
        !corr_is_digit(*whole.p) || !corr_str_i64(whole, &s) || part.n == 0 ||
        part.n > 9 || s > INT64_MAX / unit - 1)
        return false;
    *ns = s * unit + text_take_decimals(&part, unit);
    return part.n == 0;
}

bool perf_date(corr_str date, corr_str clock, int64_t *ns)
{
    int64_t v[6] = { 0 }, whole, part;

    if (!text_take_numbers(&date, "4-2-2", v) || date.n ||
        !text_take_numbers(&clock, "2:2:", v + 3) ||
        !time_text_seconds(v, 2200, 23, &whole) || clock.n < 3 ||
        clock.p[2] != '.' || !perf_seconds(clock, &part))
        return false;
    *ns = whole * 1000000000 + part;
    return true;
}

/* ---- frames -------------------------------------------------------------- */

/* Cuts "(/lib/libc.so)", with nested parentheses, off the end. */
static bool cut_dso(corr_str *s, corr_str *dso)
{
    size_t open = s->n, depth = 0;

    if (s->n == 0 || s->p[s->n - 1] != ')')
        return false;
    do {
        open--;
        depth += s->p[open] == ')';
        depth -= s->p[open] == '(';
    } while (open > 0 && depth > 0);
    if (depth > 0 || (open > 0 && !text_is_blank(s->p[open - 1])))
        return false;
    *dso = (corr_str){ s->p + open + 1, s->n - open - 2 };
    s->n = open;
    *s = corr_str_trim(*s);
    return true;
}

/* Cuts "+0x1f", the offset in the function, which differs between samples. */
static void cut_offset(corr_str *symbol)
{
    size_t n = symbol->n;

    while (n > 0 && is_hex(symbol->p[n - 1]))
        n--;
    if (n < symbol->n && n > 3 && memcmp(symbol->p + n - 3, "+0x", 3) == 0)
        symbol->n = n - 3;
}

bool perf_frame_of(corr_str line, bool has_dso, perf_frame *f)
{
    corr_str s = corr_str_trim(line), word = text_take_word(&s);

    *f = (perf_frame){ .symbol = { s.p, 0 } };
    if (word.n > 2 && corr_str_starts(word, "0x"))
        word = corr_str_from(word, 2);
    if (word.n == 0 || word.n > 16)
        return false;
    for (size_t i = 0; i < word.n; i++)
        if (!is_hex(word.p[i]))
            return false;
    s = corr_str_trim(s);
    if (!cut_dso(&s, &f->dso) && has_dso)
        return false;
    cut_offset(&s);
    f->symbol = s;
    return true;
}

/* ---- the head of a sample ------------------------------------------------ */

corr_str perf_event_base(corr_str event)
{
    corr_str base, modifiers;

    if (!corr_str_cut_last(event, ':', &base, &modifiers) || base.n == 0)
        return event;
    for (size_t i = 0; i < modifiers.n; i++)
        if (!strchr("ukhGHIpPSDWebX", modifiers.p[i]))
            return event;
    return base;
}

bool perf_event_is(corr_str event, const char *name)
{
    const corr_str base = perf_event_base(event);
    const size_t n = strlen(name);

    return corr_str_starts(base, name) && (base.n == n || base.p[n] == '/');
}

/* "1234/1250", "1250"; perf prints -1 for an unknown thread. */
static bool read_ids(corr_str word, perf_head *h)
{
    corr_str pid, tid;

    h->has_pid = corr_str_cut(word, '/', &pid, &tid);
    if (!h->has_pid)
        return word.n > 0 && corr_str_i64(word, &h->tid) && h->tid >= -1;
    return pid.n > 0 && tid.n > 0 && corr_str_i64(pid, &h->pid) &&
           corr_str_i64(tid, &h->tid) && h->pid >= -1 && h->tid >= -1;
}

/* "[002]" */
static bool read_cpu(corr_str word, int64_t *cpu)
{
    if (word.n < 3 || *word.p != '[' || !cut_end(&word, ']'))
        return false;
    for (size_t i = 1; i < word.n; i++)
        if (!corr_is_digit(word.p[i]))
            return false;
    if (!corr_str_i64(corr_str_from(word, 1), cpu))
        *cpu = -1;
    return true;
}

/* Letters for the CPU mode, by -F +misc; only before a time. */
static bool is_misc(corr_str word, corr_str rest)
{
    if (word.n == 0 || word.n > 8)
        return false;
    for (size_t i = 0; i < word.n; i++)
        if (word.p[i] < 'A' || word.p[i] > 'Z')
            return false;
    word = text_take_word(&rest);
    return word.n > 0 && corr_is_digit(*word.p);
}

static bool is_event(corr_str *word)
{
    corr_str name = *word;
    bool letter = false;

    if (!cut_end(&name, ':') || name.n == 0)
        return false;
    for (size_t i = 0; i < name.n; i++) {
        const char c = name.p[i];
        if (strchr("()<>;\"", c))
            return false;
        letter |= (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
    *word = name;
    return letter;
}

/* "PERF_RECORD_LOST lost 40", by perf script --show-lost-events. */
static int64_t lost_of(corr_str record, corr_str rest)
{
    int64_t n;

    if (!corr_str_is(record, "PERF_RECORD_LOST") &&
        !corr_str_is(record, "PERF_RECORD_LOST_SAMPLES"))
        return 0;
    if (!corr_str_is(text_take_word(&rest), "lost") ||
        !corr_str_i64(corr_str_trim(rest), &n))
        return 0;
    return n > 0 ? n : 0;
}

/* "18446744069.414584320": the time, beyond all others, of the sums that "perf
 * record --off-cpu" writes at its end. */
static bool is_beyond(corr_str time)
{
    return corr_str_starts(time, "18446744069.414584");
}

/* Reads the fields behind the ids. */
static bool read_fields(corr_str s, perf_head *h)
{
    corr_str word = text_take_word(&s), clock, rest;

    h->time = h->tod = CORR_NO_TIME;
    h->period = h->cpu = -1;
    if (read_cpu(word, &h->cpu))
        word = text_take_word(&s);
    if (is_misc(word, s))
        word = text_take_word(&s);
    rest = s;
    clock = text_take_word(&rest);
    if (perf_date(word, clock, &h->tod)) {
        s = rest;
        word = text_take_word(&s);
    }
    clock = word;
    const bool ends = cut_end(&clock, ':');
    h->is_summed = ends && is_beyond(clock);
    const bool timed = h->is_summed || (ends && perf_seconds(clock, &h->time));
    const corr_str behind = s;
    if (timed)
        word = text_take_word(&s);
    h->is_control = corr_str_starts(word, "PERF_RECORD_");
    h->lost = lost_of(word, s);
    if (h->is_control) {
        h->record = word;
        h->rest = s;
        return true;
    }
    rest = s;
    if (word.n > 0 && corr_is_digit(*word.p) && corr_str_i64(word, &h->period))
        word = text_take_word(&s);
    h->event = is_event(&word) ? word : (corr_str){ s.p, 0 };
    h->rest = s;
    if (h->event.n > 0)
        return true;
    h->period = -1; /* without an event, the number is an address */
    h->rest = behind;
    return timed && (corr_str_trim(behind).n == 0 ||
                     perf_frame_of(behind, true, &(perf_frame){ 0 }));
}

bool perf_head_of(corr_str line, perf_head *h)
{
    corr_str s = line, word;

    *h = (perf_head){ .time = CORR_NO_TIME };
    s = text_past_blanks(s);
    const char *first = s.p;
    while ((word = text_take_word(&s)).n > 0) {
        if (!read_ids(word, h) || !read_fields(s, h))
            continue;
        h->comm = corr_str_trim((corr_str){ first, (size_t)(word.p - first) });
        h->rest = corr_str_trim(h->rest);
        return true;
    }
    return false;
}
