#include "page/chain.h"

#include <math.h>
#include <string.h>

#include "cli/cmd.h"

enum {
    MOST_NAMED = 8, /* calls in the longest form */
    MOST_CALLS = 512
};

#define CALLS     " \xe2\x86\x92 "
#define CALLED_BY " \xe2\x86\x90 "
#define GAP       "\xe2\x80\xa6"

/* How much a call tells, larger is more.  A bridge is a class without a name
 * that a JVM makes to call a lambda: "424936007.run". */
enum { BRIDGE, LIBRARY, OUTERMOST, WRAPPER, CODE };

typedef struct chain {
    corr_report *r;
    const chain_call *calls;
    uint32_t n;
    bool callers;
    uint16_t order[MOST_CALLS]; /* numbers of calls, the most telling first */
    bool named[MOST_CALLS];
} chain;

/* The last part of a name: "doFilter" of "AuthFilter.doFilter". */
static const char *method_of(const char *name)
{
    const char *last = name;

    for (const char *p = name; *p && *p != ' ' && *p != '('; p++)
        if ((*p == '.' || *p == ':' || *p == '/') && p[1])
            last = p + 1;
    return last;
}

static bool is_bridge(const char *name)
{
    const size_t digits = strspn(name, "0123456789");

    return (digits > 0 && name[digits] == '.') || strstr(name, "$$Lambda");
}

static int telling(const chain *c, uint32_t i)
{
    if (is_bridge(c->calls[i].name))
        return BRIDGE;
    if (!c->calls[i].is_app)
        return i == 0 ? OUTERMOST : LIBRARY;
    return i + 1 < c->n && strcmp(method_of(c->calls[i].name),
                                  method_of(c->calls[i + 1].name)) == 0
               ? WRAPPER
               : CODE;
}

/* Puts the calls in order; returns how many are always named. */
static uint32_t order_calls(chain *c)
{
    uint32_t last = c->n - 1;
    uint32_t n = 0, always = 1;

    while (last > 0 && is_bridge(c->calls[last].name))
        last--; /* its caller says more */
    if (is_bridge(c->calls[last].name))
        last = c->n - 1;
    uint32_t caller = last;

    c->order[n++] = (uint16_t)last;
    for (uint32_t i = last; i-- > 0 && caller == last;)
        if (c->calls[i].is_app && !is_bridge(c->calls[i].name))
            caller = i;
    if (caller != last) {
        c->order[n++] = (uint16_t)caller;
        always = c->callers ? 1 : 2; /* callers have lines of their own */
    }
    for (int how = CODE; how >= BRIDGE; how--)
        for (uint32_t i = c->n; i-- > 0;)
            if (i != last && i != caller && telling(c, i) == how)
                c->order[n++] = (uint16_t)i;
    return always;
}

/* The chain with the calls that are marked; a gap for those between. */
static const char *form_of(const chain *c)
{
    const char *arrow = c->callers ? CALLED_BY : CALLS;
    const char *text = "";
    bool gap = false;

    for (uint32_t k = 0; k < c->n; k++) {
        const uint32_t i = c->callers ? c->n - 1 - k : k;
        if (!c->named[i]) {
            gap = gap || telling(c, i) != BRIDGE;
            continue;
        }
        text = corr_report_text(c->r, "%s%s%s%s%s", text, *text ? arrow : "",
                                gap ? GAP : "", gap ? arrow : "",
                                c->calls[i].name);
        gap = false;
    }
    return gap ? corr_report_text(c->r, "%s%s%s", text, arrow, GAP) : text;
}

bool chain_joins(double caller, double call, double least)
{
    const double left = fabs(caller) - fabs(call);

    return fabs(left) < least && left <= 0.05 * fabs(caller);
}

corr_words chain_words(corr_report *r, const chain_call *calls, uint32_t n,
                       bool callers, bool all)
{
    const uint32_t left_out = n > MOST_CALLS ? n - MOST_CALLS : 0;
    chain *c = corr_report_alloc(r, sizeof *c, 1);
    corr_words w = { "", NULL };

    if (!c)
        return w;
    *c = (chain){
        .r = r, .calls = calls + left_out, .n = n - left_out, .callers = callers
    };
    const uint32_t always = order_calls(c);
    uint32_t most = c->n;
    while (!all && most > always &&
           (most > MOST_NAMED || telling(c, c->order[most - 1]) == BRIDGE))
        most--;
    for (uint32_t k = 0; k < most || k < always; k++) {
        c->named[c->order[k]] = true;
        if (k + 1 < always)
            continue;
        if (w.full[0] != '\0')
            w.brief = w.brief ? corr_report_text(r, "%s" CORR_OR "%s", w.full,
                                                 w.brief)
                              : w.full;
        w.full = form_of(c);
    }
    return w;
}
