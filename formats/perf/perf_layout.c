/*
 * perf_layout - which fields the heads of a file have, where their own marks do
 * not say so.
 *
 * "perf script -F" prints any set of fields, also "app 12", "250000" or an
 * empty line in front of a stack.  Such a head is known by its place: it stands
 * behind an empty line and in front of frames, which begin with a tab.  The
 * fields that most heads in the first bytes of a file have are those of all.
 */
#include "common/text_piece.h"
#include "perf/perf.h"

#define MOST_BLOCKS 64 /* enough to know a layout */

/* ---- a head without marks ------------------------------------------------ */

/* Reads all that stands behind the name of the program, from byte `at`.
 * Returns its fields; 0: it has other parts. */
static unsigned read_fields_from(corr_str line, size_t at, perf_head *h)
{
    corr_str s = corr_str_from(line, at), word = text_take_word(&s);
    unsigned has = 0;

    *h = (perf_head){
        .time = CORR_NO_TIME, .tod = CORR_NO_TIME, .cpu = -1, .period = -1
    };
    if (perf_ids(word, h) && (h->has_pid || !perf_is_period_wide(line, word))) {
        has |= PERF_HAS_IDS;
        word = text_take_word(&s);
    } else {
        h->tid = 0;
        h->has_pid = false;
    }
    if (perf_cpu(word, &h->cpu)) {
        has |= PERF_HAS_CPU;
        word = text_take_word(&s);
    }
    has |= perf_times(&word, &s, h) ? PERF_HAS_TIME : 0;
    if (perf_period(word, &h->period) &&
        ((has & PERF_HAS_TIME) || perf_is_period_wide(line, word))) {
        has |= PERF_HAS_PERIOD;
        word = text_take_word(&s);
    } else {
        h->period = -1;
    }
    h->event = word;
    if (perf_event_word(&h->event)) {
        has |= PERF_HAS_EVENT;
        h->rest = corr_str_trim(s);
        return has;
    }
    h->event.n = 0;
    h->rest = corr_str_trim((corr_str){ word.p, word.n + s.n });
    if (h->rest.n == 0)
        return has;
    return perf_frame_of(h->rest, true, &(perf_frame){ 0 })
               ? has | PERF_HAS_FRAME
               : 0;
}

/* The same, where the first number may be the address of a frame. */
static unsigned read_marks(corr_str line, size_t at, perf_head *h)
{
    const unsigned has = read_fields_from(line, at, h);
    const corr_str rest = corr_str_from(line, at);

    if (has || !perf_frame_of(rest, true, &(perf_frame){ 0 }))
        return has;
    read_fields_from(line, line.n, h);
    h->rest = corr_str_trim(rest);
    return PERF_HAS_FRAME;
}

unsigned perf_bare_head_of(corr_str line, unsigned want, perf_head *h)
{
    corr_str s = text_past_blanks(line);
    const char *first = s.p;
    unsigned has;

    while (s.n > 0) {
        const size_t before = (size_t)(s.p - first);
        has = read_marks(line, (size_t)(s.p - line.p), h);
        has |= has && before > 0 ? PERF_HAS_COMM : 0;
        if (has && (!want || has == want)) {
            h->comm = corr_str_trim((corr_str){ first, before });
            return has;
        }
        text_take_word(&s);
    }
    read_fields_from(line, line.n, h);
    h->comm = corr_str_trim(line);
    h->rest.n = 0;
    return !want || want == PERF_HAS_COMM ? PERF_HAS_COMM : 0;
}

bool perf_named_frame_of(corr_str line, perf_frame *f)
{
    perf_frame whole;

    if (line.n == 0 || *line.p != '\t')
        return false;
    perf_cut_file(corr_str_trim(line), &whole);
    *f = whole;
    return f->symbol.n > 0 || f->dso.n > 0;
}

/* ---- the layout of a file ------------------------------------------------ */

typedef struct survey {
    uint32_t votes[PERF_HAS_ALL + 1]; /* by the fields of a head */
    uint32_t blocks, odd;
    uint32_t addressed, named, with_file; /* frames */
    unsigned pending; /* fields of a head that no frame followed yet */
    bool is_pending, at_gap;
} survey;

static void take_vote(survey *s, unsigned has)
{
    s->votes[has]++;
    s->blocks++;
    s->is_pending = s->at_gap = false;
}

/* Whether a line begins with an address, not with a word such as "added": it
 * has a digit, and the columns that perf fills or many digits. */
static bool has_address(corr_str line)
{
    corr_str s = line, word = text_take_word(&s);
    const bool is_filled = word.p + word.n == line.p + 17;

    for (size_t i = 0; i < word.n; i++)
        if (corr_is_digit(word.p[i]))
            return is_filled || word.n >= 6;
    return false;
}

static void survey_frame(survey *s, corr_str line)
{
    perf_frame f;

    if (perf_frame_of(line, false, &f) && (f.dso.n > 0 || has_address(line))) {
        s->addressed++;
    } else if (perf_named_frame_of(line, &f)) {
        s->named++;
    } else {
        s->odd++;
        return;
    }
    s->with_file += f.dso.n > 0;
    if (s->is_pending || s->at_gap)
        take_vote(s, s->is_pending ? s->pending : 0);
}

static void survey_head(survey *s, corr_str line)
{
    perf_head h;
    perf_frame f;

    s->odd += s->is_pending; /* two heads in a row */
    s->pending = perf_bare_head_of(line, 0, &h);
    s->is_pending = true;
    s->at_gap = false;
    if (perf_frame_of(h.rest, true, &f)) { /* a sample of one line */
        s->addressed++;
        s->with_file++;
        take_vote(s, s->pending);
    }
}

static void survey_line(survey *s, corr_str line)
{
    perf_frame f;

    if (corr_str_trim(line).n == 0) {
        s->odd += s->is_pending && s->pending == PERF_HAS_COMM;
        s->is_pending = false;
        s->at_gap = true;
    } else if (*line.p == '\t' || (!s->at_gap && text_is_blank(*line.p) &&
                                   perf_frame_of(line, true, &f))) {
        survey_frame(s, line);
    } else if (*line.p == '#' && s->blocks == 0) {
        s->at_gap = true; /* a comment of perf */
    } else if (s->at_gap || s->is_pending || !text_is_blank(*line.p)) {
        survey_head(s, line);
    } /* else the source line of a frame */
}

int perf_layout_of(const uint8_t *head, size_t n, bool whole, perf_layout *l)
{
    corr_str rest = { (const char *)head, n }, line;
    survey s = { .at_gap = true };

    *l = (perf_layout){ .is_bare = false };
    while (s.blocks < MOST_BLOCKS && text_head_line(&rest, whole, &line) &&
           s.odd <= 2 + s.blocks / 4)
        survey_line(&s, line);
    for (unsigned i = 0; i <= PERF_HAS_ALL; i++)
        if (s.votes[i] > s.votes[l->fields])
            l->fields = i;
    l->has_addresses = s.addressed >= s.named;
    l->is_bare = s.blocks > 0 && s.odd <= s.blocks / 4;
    if (!l->is_bare)
        return 0;
    if (!l->has_addresses) /* names alone may be any indented text */
        return l->fields & (PERF_HAS_IDS | PERF_HAS_CPU | PERF_HAS_TIME |
                            PERF_HAS_PERIOD |
                            (s.with_file >= s.named ? PERF_HAS_EVENT : 0))
                   ? 60
                   : 0;
    if (s.with_file * 2 >= s.addressed)
        return 80;
    return s.addressed > 1 ? 60 : 10;
}
