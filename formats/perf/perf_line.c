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

void perf_cut_file(corr_str s, perf_frame *f)
{
    *f = (perf_frame){ .symbol = { s.p, 0 } };
    cut_dso(&s, &f->dso);
    cut_offset(&s);
    f->symbol = s;
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
bool perf_ids(corr_str word, perf_head *h)
{
    corr_str pid, tid;

    h->has_pid = corr_str_cut(word, '/', &pid, &tid);
    if (!h->has_pid)
        return word.n > 0 && corr_str_i64(word, &h->tid) && h->tid >= -1;
    return pid.n > 0 && tid.n > 0 && corr_str_i64(pid, &h->pid) &&
           corr_str_i64(tid, &h->tid) && h->pid >= -1 && h->tid >= -1;
}

/* "[002]" */
bool perf_cpu(corr_str word, int64_t *cpu)
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

bool perf_event_word(corr_str *word)
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

bool perf_times(corr_str *word, corr_str *s, perf_head *h)
{
    corr_str rest, clock;

    if (is_misc(*word, *s))
        *word = text_take_word(s);
    rest = *s;
    clock = text_take_word(&rest);
    if (perf_date(*word, clock, &h->tod)) {
        *s = rest;
        *word = text_take_word(s);
    }
    clock = *word;
    const bool ends = cut_end(&clock, ':');
    h->is_summed = ends && is_beyond(clock);
    if (!h->is_summed && (!ends || !perf_seconds(clock, &h->time)))
        return false;
    *word = text_take_word(s);
    return true;
}

bool perf_period(corr_str word, int64_t *period)
{
    return word.n > 0 && corr_is_digit(*word.p) && corr_str_i64(word, period);
}

/* A frame whose address has its 16 columns, so that it cannot be a symbol. */
static bool is_wide_frame(corr_str s)
{
    const corr_str past = text_past_blanks(s);
    corr_str rest = past;

    return s.n - past.n + text_take_word(&rest).n >= 16 &&
           perf_frame_of(s, true, &(perf_frame){ 0 });
}

bool perf_last_frame_of(corr_str rest, perf_frame *f)
{
    const bool has_file = rest.n > 0 && rest.p[rest.n - 1] == ')';

    for (size_t i = rest.n; has_file && i-- > 0;) {
        const corr_str last = corr_str_from(rest, i);

        if (text_is_blank(rest.p[i]) &&
            (i == 0 || !text_is_blank(last.p[-1])) && is_wide_frame(last))
            return perf_frame_of(last, true, f);
    }
    return false;
}

/* Reads the fields behind the ids. */
static bool read_fields(corr_str s, perf_head *h)
{
    corr_str word = text_take_word(&s);

    h->time = h->tod = CORR_NO_TIME;
    h->period = h->cpu = -1;
    if (perf_cpu(word, &h->cpu))
        word = text_take_word(&s);
    const bool timed = perf_times(&word, &s, h);
    const corr_str behind = { word.p, word.n + s.n };
    h->is_control = corr_str_starts(word, "PERF_RECORD_");
    h->lost = lost_of(word, s);
    if (h->is_control) {
        h->record = word;
        h->rest = s;
        return true;
    }
    const corr_str after = s;
    if (perf_period(word, &h->period))
        word = text_take_word(&s);
    h->event = perf_event_word(&word) ? word : (corr_str){ s.p, 0 };
    h->rest = s;
    if (h->event.n > 0)
        return true;
    h->rest = after;
    if (!timed || h->period < 0 || !is_wide_frame(after)) {
        h->period = -1; /* the number is the address of a frame */
        h->rest = behind;
    }
    return timed && (corr_str_trim(h->rest).n == 0 ||
                     perf_frame_of(h->rest, true, &(perf_frame){ 0 }));
}

bool perf_is_period_wide(corr_str line, corr_str word)
{
    const size_t at = (size_t)(word.p - line.p);
    size_t blanks = 0;

    while (blanks < at && text_is_blank(word.p[-1 - (ptrdiff_t)blanks]))
        blanks++;
    blanks -= blanks > 0 && blanks < at; /* the one behind the field before */
    return word.n > 7 || blanks + word.n >= 10;
}

/* Whether the number in front of an event, without other marks, is no id. */
static bool is_period_alone(corr_str line, corr_str word, const perf_head *h)
{
    return !h->has_pid && !h->is_control && h->time == CORR_NO_TIME &&
           h->tod == CORR_NO_TIME && !h->is_summed && h->cpu == -1 &&
           h->period == -1 && perf_is_period_wide(line, word);
}

bool perf_head_of(corr_str line, perf_head *h)
{
    corr_str s = line, word;

    *h = (perf_head){ .time = CORR_NO_TIME };
    s = text_past_blanks(s);
    const char *first = s.p;
    while ((word = text_take_word(&s)).n > 0) {
        if (!perf_ids(word, h) || !read_fields(s, h) ||
            is_period_alone(line, word, h))
            continue;
        h->comm = corr_str_trim((corr_str){ first, (size_t)(word.p - first) });
        h->rest = corr_str_trim(h->rest);
        return true;
    }
    return false;
}
