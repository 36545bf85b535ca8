/* check_watch - verdicts that hold at every look: check --state. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "gate/check.h"
#include "gate/check_state.h"
#include "page/sides_args.h"

corr_code check_watch_may(const expect_list *list, corr_err *err)
{
    for (size_t i = 0; i < list->n; i++) {
        const expect *e = &list->item[i];
        if (e->value == EXPECT_RATIO && !e->at_least &&
            (e->subject == EXPECT_TOTAL || e->subject == EXPECT_COST ||
             e->subject == EXPECT_FUNCTION))
            continue;
        corr_fail(err, CORR_EUSAGE, "%s: --state cannot hold it", e->text);
        return corr_hint(err, "write a cost against the base: "
                              "cpu/request <= base * 1.05");
    }
    return list->n <= CHECK_STATE_RULES
               ? CORR_OK
               : corr_fail(err, CORR_EUSAGE,
                           "--state takes at most %d assertions",
                           CHECK_STATE_RULES);
}

corr_code check_watch_open(check_page *p, const char *path,
                           const expect_list *list, corr_err *err)
{
    check_state *s = corr_report_alloc(p->r, sizeof *s, 1);
    const char **rule = corr_report_alloc(p->r, sizeof *rule, list->n + 1);

    if (!s || !rule)
        return corr_no_memory(err);
    for (size_t i = 0; i < list->n; i++)
        rule[i] = list->item[i].text;
    *s = (check_state){ .path = path,
                        .base = p->ctx->sides->side[0].text,
                        .rule = rule,
                        .rules = (uint32_t)list->n,
                        .arena = p->ctx->arena };
    p->state = s;
    const corr_code code = check_watch_may(list, err);
    return code ? code : check_state_read(s, err);
}

static corr_code hash_file(const char *path, char sha[CORR_SHA256_TEXT],
                           corr_err *err)
{
    static char piece[1 << 16];
    corr_sha256 sum;
    ssize_t n;
    const int fd = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;

    if (fd < 0)
        return corr_fail(err, CORR_EIO, "%.200s: --state needs files: %s",
                         path ? path : "a side",
                         path ? strerror(errno) : "a pipe is read only once");
    corr_sha256_start(&sum);
    while ((n = read(fd, piece, sizeof piece)) > 0)
        corr_sha256_add(&sum, piece, (size_t)n);
    close(fd);
    if (n < 0)
        return corr_fail(err, CORR_EIO, "%.200s: %s", path, strerror(errno));
    corr_sha256_end(&sum, sha);
    return CORR_OK;
}

/* The same number whatever files a look has besides: sums differ in the last
 * bits. */
static double millionths(double x)
{
    return rint(x * 1e6) / 1e6;
}

/* Adds the clusters of one rule and side, of files that were not counted. */
static corr_code take_clusters(check_page *p, uint32_t r, unsigned side,
                               corr_err *err)
{
    check_state *s = p->state;
    const check_row *row = &p->row[r];
    const corr_diff *d = p->measure[row->measure].d;
    char sha[CORR_SHA256_TEXT];
    const char *last = NULL;

    for (uint32_t c = 0; c < corr_diff_clusters(d, side); c++) {
        const corr_diff_cluster of = corr_diff_cluster_at(d, row->ask, side, c);
        corr_code code = CORR_OK;
        if (!last || of.opened != last)
            code = hash_file(of.opened, sha, err);
        if (code)
            return code;
        last = of.opened;
        const size_t had = s->n;
        check_state_file *f = check_state_add(s, side, sha);
        if (!f)
            return corr_no_memory(err);
        s->counted += s->n > had;
        if (f->is_new && of.exposure > 0)
            corr_watch_add(&f->rule[r], millionths(of.x), of.exposure, of.cost);
    }
    return CORR_OK;
}

/* Returns why the files of this look may not be counted; or NULL. */
static const char *why_not_counted(const check_page *p)
{
    for (uint32_t i = 0; i < p->nmeasure; i++) {
        const check_measure *m = &p->measure[i];
        if (m->why)
            return m->why;
        if (m->f.per == CORR_PER_SHARE)
            return "needs requests or seconds";
        if (m->f.mix.leads)
            return "most of the difference is traffic";
    }
    return p->why;
}

corr_code check_watch_take(check_page *p, corr_err *err)
{
    check_state *s = p->state;
    const char *per;
    corr_code code = CORR_OK;

    p->not_counted = why_not_counted(p);
    if (p->not_counted || !p->nmeasure)
        return CORR_OK;
    per = check_per_text(p, &p->measure[0]);
    if (s->per && *s->per && strcmp(s->per, per) != 0)
        return corr_fail(err, CORR_EUSAGE,
                         "%.200s: the state counts %s, these files %s", s->path,
                         s->per, per);
    s->per = per;
    for (uint32_t r = 0; !code && r < p->n; r++)
        for (unsigned side = 0; !code && side < 2; side++)
            code = take_clusters(p, r, side, err);
    if (code || !s->counted)
        return code;
    s->looks++;
    check_state_sort(s);
    return check_state_write(s, err);
}

/* The sum over all files that were counted, of a rule. */
static void sum_rule(const check_state *s, uint32_t r, corr_watch_side sum[2])
{
    memset(sum, 0, 2 * sizeof *sum);
    for (size_t i = 0; i < s->n; i++) {
        const corr_watch_side *from = &s->file[i].rule[r];
        corr_watch_side *to = &sum[s->file[i].side];
        to->x += from->x;
        to->xx += from->xx;
        to->xe += from->xe;
        to->e += from->e;
        to->ee += from->ee;
        to->cost += from->cost;
        to->k += from->k;
    }
}

static bool has_two_files_a_side(const check_state *s)
{
    size_t n[2] = { 0, 0 };

    for (size_t i = 0; i < s->n; i++)
        n[s->file[i].side]++;
    return n[0] >= 2 && n[1] >= 2;
}

void check_watch_judge(const check_page *p, check_row *row)
{
    const check_state *s = p->state;
    corr_watch_side sum[2];
    corr_watch_look look;

    sum_rule(s, (uint32_t)(row - p->row), sum);
    row->verdict = corr_watch_judge(sum, row->e->threshold, s->rules, &look);
    row->value = look.ratio;
    row->phi = look.phi;
    row->factor = row->verdict == CORR_GATE_CANNOT_TELL ? NAN : 1;
    for (unsigned w = 0; w < 2; w++)
        row->n[w] = sum[w].x;
    if (p->not_counted || !has_two_files_a_side(s)) {
        row->verdict = CORR_GATE_CANNOT_TELL;
        row->why = p->not_counted ? p->not_counted : "needs 2 profiles a side";
    } else if (row->verdict == CORR_GATE_CANNOT_TELL) {
        row->why = "needs more files";
    }
    row->width = look.width;
}

static double widest_of(const check_page *p)
{
    double width = 0;

    for (uint32_t i = 0; i < p->n; i++)
        if (p->row[i].width > width)
            width = p->row[i].width;
    return width;
}

void check_watch_say(const check_page *p)
{
    const check_state *s = p->state;
    const double width = widest_of(p);
    const char *wide =
        width > 0
            ? corr_report_text(p->r, "; interval %.1f× that of one", width)
            : "";

    corr_report_put(p->r, "looks", corr_cell_count(s->looks));
    corr_report_put(p->r, "files_counted", corr_cell_count(s->counted));
    corr_report_put(p->r, "files_in_state", corr_cell_count((int64_t)s->n));
    corr_report_put(p->r, "width",
                    width > 0 ? corr_cell_real(width) : corr_cell_null());
    corr_report_blank(p->r);
    corr_report_line(p->r,
                     "look %u: %u new file%s, %zu in all; wrong in 5%% of "
                     "watches%s%s",
                     s->looks, s->counted, cmd_plural(s->counted), s->n,
                     s->rules > 1 ? ", all rules" : "", wide);
}
