/* alert_window - the time that an alert is about. */
#include "verbs/alert/alert.h"

/* A cause is looked for so long before the alert; a comparison needs so much of
 * both times, and leaves so much between them. */
static const int64_t usual_lookback = INT64_C(300000000000),
                     least_length = INT64_C(10000000000),
                     guard = INT64_C(5000000000);

static int64_t held_of(const alert_page *p, const alert_row *a)
{
    const alert_opts *o = p->ctx->opts;

    return o->held ? o->held : a->held;
}

/* An alert that did not end, and one whose end was not yet known when the data
 * was saved, lasts until the data ends. */
static int64_t end_of(const alert_page *p, const alert_row *a)
{
    int64_t to = a->ends;

    if (to == CORR_NO_TIME || to <= a->starts)
        to = p->data_to;
    if (to == CORR_NO_TIME || to <= a->starts)
        to = a->starts + least_length;
    return to;
}

alert_time alert_window(const alert_page *p, const alert_row *a)
{
    const alert_opts *o = p->ctx->opts;
    const int64_t back = o->lookback ? o->lookback : usual_lookback;

    if (a->starts == CORR_NO_TIME) /* it says no time: that of the data */
        return p->data_to == CORR_NO_TIME
                   ? (alert_time){ 0, 0 }
                   : (alert_time){ p->data_from, p->data_to };
    return (alert_time){ a->starts - held_of(p, a) - back, end_of(p, a) };
}

static int64_t length_of(alert_time t)
{
    return t.to > t.from ? t.to - t.from : 0;
}

/* The same length before, as far as there is data. */
static alert_time before_of(const alert_page *p, alert_time t)
{
    alert_time b = { t.from - guard - length_of(t), t.from - guard };

    if (p->data_from != CORR_NO_TIME && b.from < p->data_from)
        b.from = p->data_from;
    return length_of(b) >= least_length ? b : (alert_time){ 0, 0 };
}

/* From a change of the service to its end, or to that of the alert. */
static alert_time time_of_change(const alert_page *p)
{
    const corr_change_at c = corr_when_change(p->when, p->change - 1);
    const int64_t end = p->main->window.to;

    if (c.is_main)
        return (alert_time){ p->facts.from, p->facts.to };
    return (alert_time){ c.at, c.until != CORR_NO_TIME && c.until < end
                                   ? c.until
                                   : end };
}

void alert_choose_times(alert_page *p)
{
    const alert_row *a = p->main->a;
    alert_time t = { a->starts - held_of(p, a), p->main->window.to };

    if (p->change)
        t = time_of_change(p);
    else if (a->starts == CORR_NO_TIME)
        return;
    if (length_of(t) < least_length)
        t.to = t.from + least_length;
    p->during = t;
    p->before = before_of(p, t);
}
