#include "report/render_fit.h"

#include <errno.h>
#include <stdio.h>

#include "base/base.h"
#include "base/out.h"

unsigned render_fit_lines(const corr_style *style, corr_out *to,
                          render_fit_print *print, const void *what)
{
    corr_out *out = corr_out_memory();
    unsigned n = 0;

    if (!out) {
        out_fail(to, ENOMEM);
        return 0;
    }
    line l = line_of(style, out);
    print(what, &l);
    const corr_str text = corr_out_bytes(out);
    for (size_t i = 0; i < text.n; i++)
        n += text.p[i] == '\n';
    if (corr_out_close(out, NULL))
        out_fail(to, ENOMEM);
    return n;
}

static unsigned spare_lines(const corr_report *r)
{
    unsigned n = 0;

    for (const report_item *it = r->first; it; it = it->next)
        n += it->spare == SPARE_LINE;
    return n;
}

/* The spare line with this number, counted from 0. */
static const report_item *spare_line(const corr_report *r, unsigned number)
{
    const report_item *it = r->first;

    for (; it; it = it->next)
        if (it->spare == SPARE_LINE && number-- == 0)
            break;
    return it;
}

static bool has_rest(const corr_report *r)
{
    for (const report_item *it = r->first; it; it = it->next)
        if (it->spare == SPARE_REST)
            return true;
    return false;
}

unsigned render_fit(const corr_report *r, const corr_style *style, corr_out *to,
                    render_fit_print *all, const void *what,
                    render_fit_print *item, unsigned least)
{
    unsigned keep = spare_lines(r);

    if (!keep)
        return 0;
    const unsigned whole = render_fit_lines(style, to, all, what);
    const unsigned every = keep;
    unsigned lines = whole;
    bool rest = has_rest(r);
    while (lines > RENDER_SCREEN && keep > least) {
        lines -= render_fit_lines(style, to, item, spare_line(r, --keep));
        /* the line with their number */
        lines += !rest;
        rest = true;
    }
    /* a number in place of one line says less than that line */
    return lines < whole ? keep : every;
}

static bool may_fold(const report_note *n)
{
    return report_is_at_foot(n) && n->about.place == CORR_NOTE_FOOT &&
           !n->about.mark;
}

bool render_fit_folds(const corr_report *r, const report_note *n, unsigned fold)
{
    const bool is_info = n->about.level == CORR_INFO;
    bool is_after = false;
    unsigned before = 0; /* notes that give way before it */

    if (!r->folds_notes || !may_fold(n))
        return false;
    for (const report_note *m = r->first_note; m; m = m->next) {
        const bool is_note = m->about.level == CORR_INFO;
        if (m == n)
            is_after = true;
        else if (may_fold(m))
            before += is_note == is_info ? is_after : is_note;
    }
    return before < fold;
}

corr_str render_fit_rest(const corr_report *r, unsigned keep, char buf[64])
{
    const report_item *any = spare_line(r, 0);
    const unsigned all = spare_lines(r);
    const char *option = any ? any->option : "--all";
    uint64_t left = keep < all ? all - keep : 0;

    for (const report_item *it = r->first; it; it = it->next)
        left += it->spare == SPARE_REST ? it->left : 0;
    const int n =
        snprintf(buf, 64, "%llu more %s%s: %s", (unsigned long long)left,
                 any ? any->noun : "line", corr_plural(left), option);
    return (corr_str){ buf, left ? (size_t)n : 0 };
}
