#include "verbs/info/info_groups.h"

#include <string.h>

/* ---- grouping ------------------------------------------------------------ */

/* The kind that stands for a file: samples of code if it has any, else its own
 * default. */
static const corr_kind_facts *main_kind(const corr_input *in)
{
    static const char *const code[] = { "cpu", "wall", "samples" };
    const corr_kind_facts *main = in->nkinds ? &in->kinds[0] : NULL;

    for (size_t c = 0; c < COUNT(code); c++)
        for (size_t i = 0; i < in->nkinds; i++)
            if (corr_str_is(in->kinds[i].kind, code[c]) &&
                in->kinds[i].samples != 0)
                return &in->kinds[i];
    for (size_t i = 0; i < in->nkinds; i++)
        if (in->kinds[i].is_default)
            main = &in->kinds[i];
    return main;
}

static info_part part_of(const corr_input *in)
{
    if (in->why_not || in->err.code)
        return PART_NONE;
    if (in->nkinds)
        return info_is_labelled_kind(main_kind(in)->kind) ? PART_CODE
                                                          : PART_OTHER;
    return in->is_alerts                    ? PART_ALERTS
           : in->is_metrics                 ? PART_METRICS
           : in->is_traces || in->spans > 0 ? PART_TRACES
                                            : PART_OTHER;
}

static bool belongs_to(const info_group *g, info_part p, const corr_input *in,
                       const corr_kind_facts *k)
{
    if (g->part != p || !corr_str_eq(g->service, in->process.service))
        return p == g->part && p >= PART_TRACES &&
               strcmp(g->format, in->format) == 0;
    if (p == PART_OTHER && g->service.n)
        return true;
    return strcmp(g->format, in->format) == 0 &&
           (p >= PART_TRACES ||
            (corr_str_eq(g->producer, in->producer) &&
             g->is_own_clock == (in->clock.is_own && !in->clock.is_told) &&
             (!k || corr_str_eq(g->kind, k->kind))));
}

static void add_to_group(info_group *g, const corr_input *in,
                         const corr_kind_facts *k)
{
    g->n++;
    if (g->part == PART_TRACES)
        g->samples = corr_sum(g->samples, (int64_t)in->spans);
    else if (g->part >= PART_METRICS) {
        g->samples = corr_sum(g->samples, in->series);
        g->exemplars = corr_sum(g->exemplars, (int64_t)in->exemplars);
    } else if (k && !in->is_repeated) {
        g->samples = g->samples < 0 || k->samples < 0
                         ? -1
                         : corr_sum(g->samples, k->samples);
        g->amount = corr_sum(g->amount, k->total);
        g->has_ids |= k->with_trace > 0 || k->with_span > 0;
        g->has_times |= k->with_time > 0;
    }
    g->is_assumed |= in->process.assumed && !in->process.by_file;
    g->by_pid |= in->process.by_pid;
    g->by_file = (g->n == 1 || g->by_file) && in->process.by_file;
    g->is_placed |= in->clock.is_found;
}

static void add_input(info_groups *l, uint32_t i)
{
    const corr_input in = corr_input_at(l->o->st, i);
    const corr_kind_facts *k = main_kind(&in);
    const info_part p = part_of(&in);
    uint32_t at = 0;

    l->of[i] = UINT32_MAX;
    if (p == PART_NONE)
        return;
    while (at < l->n && !belongs_to(&l->v[at], p, &in, k))
        at++;
    if (at == l->n)
        l->v[l->n++] = (info_group){
            .part = p,
            .service = in.process.service,
            .producer = in.producer,
            .kind = k ? k->kind : CORR_STR(""),
            .format = in.format,
            .unit = k ? k->unit : CORR_COUNT,
            .is_measured = k && k->measured,
            .is_own_clock = in.clock.is_own && !in.clock.is_told,
            .first = i,
        };
    l->of[i] = at;
    add_to_group(&l->v[at], &in, k);
}

/* Adds up what is joined; the evidence is that of most samples. */
static void add_joins(info_groups *l)
{
    for (uint32_t i = 0; i < l->o->njoins; i++) {
        const corr_joined j = corr_join_at(l->o->st, i);
        const uint32_t at = l->of[j.profile];
        info_group *g = at == UINT32_MAX ? NULL : &l->v[at];
        const corr_input in = corr_input_at(l->o->st, j.profile);
        const corr_kind_facts *k = g ? main_kind(&in) : NULL;
        if (!k || !corr_str_eq(k->kind, j.kind))
            continue;
        g->of = corr_sum(g->of, in.is_repeated ? 0 : j.of);
        if (!j.rung || info_is_window(j.rung)) {
            if (!g->joined) {
                g->rung = j.rung;
                g->why = j.why;
            }
            continue;
        }
        g->joined = corr_sum(g->joined, j.observations);
        if (j.observations >= g->most) {
            g->most = j.observations;
            g->rung = j.rung;
        }
    }
}

void info_groups_fill(info_groups *l)
{
    for (uint32_t i = 0; i < l->o->ninputs; i++)
        add_input(l, i);
    add_joins(l);
}

/* ---- names --------------------------------------------------------------- */

/* Splits the names of files that differ in one number: the length of what they
 * begin with, and of what they end with. */
static bool differ_in_number(const info_groups *l, uint32_t g, size_t *head,
                             size_t *tail)
{
    const corr_str first =
        corr_str_of(corr_input_at(l->o->st, l->v[g].first).path);
    size_t a = first.n, b = first.n;

    for (uint32_t i = l->v[g].first + 1; i < l->o->ninputs; i++) {
        if (l->of[i] != g)
            continue;
        const corr_str s = corr_str_of(corr_input_at(l->o->st, i).path);
        size_t n = 0, m = 0;
        while (n < a && n < s.n && first.p[n] == s.p[n])
            n++;
        while (m < b && m < s.n && first.p[first.n - 1 - m] == s.p[s.n - 1 - m])
            m++;
        a = n;
        b = m;
    }
    while (a > 0 && first.p[a - 1] >= '0' && first.p[a - 1] <= '9')
        a--;
    while (b > 0 && first.p[first.n - b] >= '0' && first.p[first.n - b] <= '9')
        b--;
    *head = a;
    *tail = b;
    return a > 0;
}

/* The number in a name; empty if it is no number. */
static corr_str number_in(const char *path, size_t head, size_t tail)
{
    const corr_str s = corr_str_of(path);
    corr_str n = { "", 0 };

    if (s.n > head + tail)
        n = (corr_str){ s.p + head, s.n - head - tail };
    for (size_t i = 0; i < n.n; i++)
        if (n.p[i] < '0' || n.p[i] > '9')
            return (corr_str){ "", 0 };
    return n;
}

static bool is_lower(corr_str a, corr_str b)
{
    return a.n != b.n ? a.n < b.n : corr_str_cmp(a, b) < 0;
}

const char *info_group_files(const info_groups *l, uint32_t g)
{
    const info_group *v = &l->v[g];
    const char *first = corr_input_at(l->o->st, v->first).path;
    corr_str least = { "", 0 }, most = { "", 0 };
    size_t head, tail;
    bool ok = v->n > 1 && differ_in_number(l, g, &head, &tail);

    for (uint32_t i = v->first; ok && i < l->o->ninputs; i++) {
        if (l->of[i] != g)
            continue;
        const corr_str n =
            number_in(corr_input_at(l->o->st, i).path, head, tail);
        ok = n.n > 0;
        least = !least.n || is_lower(n, least) ? n : least;
        most = is_lower(most, n) ? n : most;
    }
    if (ok)
        return corr_report_text(l->o->r, "%.*s%.*s..%.*s%s", (int)head, first,
                                CORR_STR_ARG(least), CORR_STR_ARG(most),
                                first + strlen(first) - tail);
    if (v->n > 1)
        return corr_report_text(l->o->r, "%s, +%u file%s", first, v->n - 1,
                                cmd_plural(v->n - 1));
    return first;
}

corr_str info_short_kind(corr_str kind)
{
    static const char *const unit[] = { "_bytes", "_count" };

    for (size_t i = 0; i < COUNT(unit); i++)
        if (corr_str_ends(kind, unit[i]))
            kind.n -= strlen(unit[i]);
    return corr_str_is(kind, "live") ? CORR_STR("heap") : kind;
}

static int rank_of_kind(corr_str kind)
{
    static const char *const first[] = { "heap", "alloc", "lock", "mutex",
                                         "block" };
    int i = 0;

    while (i < (int)COUNT(first) && !corr_str_is(kind, first[i]))
        i++;
    return i;
}

/* The files of one kind in a group. */
typedef struct kind_files {
    corr_str kind;
    uint32_t files;
} kind_files;

static bool is_kind_before(const kind_files *a, const kind_files *b)
{
    const int x = rank_of_kind(a->kind), y = rank_of_kind(b->kind);

    return x != y ? x < y : corr_str_cmp(a->kind, b->kind) < 0;
}

/* Lists the kinds of a group, the most important first. */
static uint32_t list_kinds(const info_groups *l, uint32_t g, kind_files *list)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < l->o->ninputs; i++) {
        const corr_input in = corr_input_at(l->o->st, i);
        if (l->of[i] != g || !in.nkinds)
            continue;
        const corr_str kind = info_short_kind(main_kind(&in)->kind);
        uint32_t at = 0;
        while (at < n && !corr_str_eq(list[at].kind, kind))
            at++;
        if (at < n) {
            list[at].files++;
            continue;
        }
        const kind_files fresh = { kind, 1 };
        for (at = n++; at > 0 && is_kind_before(&fresh, &list[at - 1]); at--)
            list[at] = list[at - 1];
        list[at] = fresh;
    }
    return n;
}

const char *info_group_kinds(const info_groups *l, uint32_t g)
{
    enum { MOST = 2 };
    corr_report *r = l->o->r;
    const char *list = "";
    uint32_t more = l->v[g].n;
    kind_files *kind = corr_report_alloc(r, sizeof *kind, l->o->ninputs + 1);
    const uint32_t n = kind ? list_kinds(l, g, kind) : 0;

    for (uint32_t i = 0; i < n && i < MOST; i++) {
        list = corr_report_text(r, "%s%s%.*s", list, i ? ", " : "",
                                CORR_STR_ARG(kind[i].kind));
        more -= kind[i].files;
    }
    return more ? corr_report_text(r, "%s, +%u file%s", list, more,
                                   cmd_plural(more))
                : list;
}
