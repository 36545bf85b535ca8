/*
 * failed_calls - calls that were tried again, and tries within tries
 * (corr-methods 8, F10 and F11).
 */
#include <inttypes.h>

#include "base/base.h"
#include "findings/finder.h"

static bool add_retry(finder *f, const finding_rule *r, const corr_retry *t)
{
    const corr_str name = waterfall_name(f->w, t->first);
    const bool waits = !f->w->time[t->first].nonblocking;
    const char *lost = finder_time(f, t->lost);

    return finder_add(
        f, r, (finding_size){ 1, t->lost },
        (corr_finding){
            .subject = name,
            .text =
                t->worked
                    ? finder_text(f,
                                  "%s%" PRIu32 " attempts of %.*s, %" PRIu32
                                  " failed: %s before the one that worked",
                                  finder_at_least(f), t->tries,
                                  CORR_STR_ARG(name), t->tries - 1, lost)
                    : finder_text(f,
                                  finder_lacks_spans(f)
                                      ? "at least %" PRIu32
                                        " attempts of %.*s failed: %s"
                                      : "%" PRIu32 " attempts of %.*s, all of "
                                        "them failed: %s",
                                  t->tries, CORR_STR_ARG(name), lost),
            .cost = waits ? min_i64(t->lost, f->length) : 0,
            .n = t->tries,
            .row = f->w->time[t->first].up,
            .next = { "trace", CORR_TARGET_TRACE, "" } });
}

static bool is_looked_at(const finder *f, uint32_t i)
{
    return i >= f->top && i < f->end;
}

/* The number in an attribute, as a number or a text. */
static bool resent_times(const corr_label *l, int64_t *n)
{
    *n = l->num;
    return l->type == CORR_VALUE_INT || corr_str_i64(l->text, n);
}

/* Adds the largest number that an attribute gives of a call that its client
 * sent again; such tries need not be siblings that failed.  One may be a
 * redirection, and is fewer than the row asks for. */
static bool add_resent(finder *f, const finding_rule *r)
{
    uint32_t at = UINT32_MAX;
    int64_t most = 0;
    corr_label l;

    for (uint32_t i = f->top; i < f->end; i++) {
        int64_t n = 0;
        if (input_find_label(waterfall_input(f->w, i),
                             waterfall_row(f->w, i)->attrs,
                             CORR_STR("http.request.resend_count"), &l) &&
            resent_times(&l, &n) && n > most) {
            most = n;
            at = i;
        }
    }
    if (most <= 0)
        return true;
    const corr_str name = waterfall_name(f->w, at);
    return finder_add(
        f, r, (finding_size){ 1, INT64_MAX },
        (corr_finding){
            .subject = name,
            .text = finder_text(f, "%.*s was sent again, %" PRId64 " %s",
                                CORR_STR_ARG(name), most,
                                most == 1 ? "time" : "times"),
            .cost = finder_critical(f, at),
            .n = add_clamped(most, 1),
            .row = at,
            .next = { "trace", CORR_TARGET_TRACE, "" } });
}

bool find_retries(finder *f, const finding_rule *r)
{
    const corr_retries *all = finder_retries(f);
    bool ok = all != NULL;
    uint32_t n = 0;

    for (uint32_t i = 0; ok && i < corr_retries_size(all); i++) {
        const corr_retry t = corr_retries_at(all, i);
        if (!is_looked_at(f, t.first))
            continue;
        n++;
        ok = add_retry(f, r, &t);
    }
    return ok && (n > 0 || add_resent(f, r));
}

/* ---- tries within tries ---------------------------------------------------- */

/* The attempts of a span and of those above it. */
typedef struct attempts {
    uint32_t tries; /* 1: it was tried once */
    uint64_t product;
    uint32_t levels;
} attempts;

/* Marks the siblings of a series: those from its first to its last span with the
 * name of the first. */
static void mark_series(const finder *f, attempts *of, const corr_retry *t)
{
    const critical_span *time = f->w->time;
    const corr_str name = waterfall_name(f->w, t->first);

    for (uint32_t k = t->first; k <= t->last; k = time[k].end_index)
        if (corr_str_eq(waterfall_name(f->w, k), name))
            of[k].tries = t->tries;
}

/* "3 x 3 x 2" */
static const char *product_text(finder *f, const attempts *of, uint32_t i)
{
    const char *text = "";

    for (; i != CRITICAL_NONE && text; i = f->w->time[i].up)
        if (of[i].tries > 1)
            text = finder_text(f, "%" PRIu32 "%s%s", of[i].tries,
                               *text ? " x " : "", text);
    return text;
}

static bool multiply_attempts(finder *f, const finding_rule *r, attempts *of)
{
    uint32_t most = f->top;

    for (uint32_t i = 0; i < f->w->n; i++) {
        const uint32_t up = f->w->time[i].up;
        const attempts above =
            up == CRITICAL_NONE ? (attempts){ 1, 1, 0 } : of[up];
        if (of[i].tries == 0)
            of[i].tries = 1;
        of[i].product = above.product * of[i].tries;
        if (of[i].product > UINT32_MAX)
            of[i].product = UINT32_MAX;
        of[i].levels = above.levels + (of[i].tries > 1);
        if (is_looked_at(f, i) && of[i].levels >= 2 &&
            of[i].product > of[most].product)
            most = i;
    }
    if (of[most].levels < 2)
        return true;
    const corr_str name = waterfall_name(f->w, most);
    return finder_add(
        f, r, (finding_size){ 1, INT64_MAX },
        (corr_finding){
            .subject = name,
            .text = finder_text(f,
                                "attempts multiply: %s = %s%" PRIu64
                                " calls of %.*s at the bottom",
                                product_text(f, of, most), finder_at_least(f),
                                of[most].product, CORR_STR_ARG(name)),
            .cost = finder_critical(f, f->w->time[most].up),
            .n = (int64_t)of[most].product,
            .row = most,
            .next = { "trace", CORR_TARGET_TRACE, "" } });
}

bool find_multiplied_retries(finder *f, const finding_rule *r)
{
    const corr_retries *all = finder_retries(f);
    const uint32_t n = all ? corr_retries_size(all) : 0;
    bool ok = all != NULL;

    if (n >= 2) {
        corr_arena scratch = { 0 };
        attempts *of = corr_arena_new(&scratch, attempts, f->w->n);
        for (uint32_t i = 0; of && i < n; i++) {
            const corr_retry t = corr_retries_at(all, i);
            mark_series(f, of, &t);
        }
        ok = of && multiply_attempts(f, r, of);
        corr_arena_clear(&scratch);
    }
    return ok;
}
