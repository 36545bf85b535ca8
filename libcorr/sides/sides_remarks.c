/* sides_remarks - remarks about the two sides (remark.h). */
#include <math.h>

#include "base/base.h"
#include "sides/sides.h"
#include "store/double_counted.h"

/* ---- files recorded twice -------------------------------------------------- */

/* Adds remarks about files that recorded what another file of their side
 * recorded (double_counted.h). */
static bool remark_twice(sides *s)
{
    for (unsigned w = 0; w < 2 && !s->standing && !s->q[0].nchosen; w++) {
        side *d = &s->side[w];
        size_t n = 0;
        double_run *r = corr_arena_new(&s->arena, double_run, d->file.n + 1);
        if (!r)
            return false;
        for (size_t i = 0; i < d->file.n; i++) {
            const side_file *f = &d->file.v[i];
            n += double_add(s->st, f->input, f->from, f->to, &r[n]);
        }
        const uint32_t twice = double_among(s->st, r, n);
        if (twice)
            remark_add(&s->remarks, .rule = REMARK_TWICE, .side = w + 1,
                       .n = twice, .of = d->facts.files);
    }
    return true;
}

/* ---- files -------------------------------------------------------------- */

/* Numbers of files of a side. */
typedef struct file_counts {
    uint32_t shared;    /* with content that the other side has, too */
    uint32_t damaged;   /* damaged or truncated */
    uint32_t several;   /* of several processes each */
    uint32_t unsettled; /* recorded in the first minutes of a process, while
                           its code was compiled */
    uint32_t settled;   /* recorded after these minutes */
    uint32_t skipped;   /* began in these minutes, which are left out
                           (corr_load_opts.skip_starts) */
} file_counts;

static void count_file(file_counts *f, const input *in)
{
    const bool is_known = in->process.started && in->from != CORR_NO_TIME;
    const bool is_early =
        is_known && in->from < add_clamped(in->process.started, CORR_SETTLES);

    f->damaged += in->lost.damaged;
    f->unsettled += is_early;
    f->settled += is_known && !is_early;
    f->skipped += in->window.lacks_start;
    f->several += in->process.several;
}

/* Whether both queries select the same samples. */
static bool is_asked_twice(const corr_query q[2])
{
    bool same = q[0].nlabels == q[1].nlabels && q[0].chosen == q[1].chosen &&
                corr_same_text(q[0].where, q[1].where) &&
                corr_same_text(q[0].also, q[1].also);

    for (size_t i = 0; same && i < q[0].nlabels; i++)
        same = corr_same_text(q[0].labels[i], q[1].labels[i]);
    return same;
}

/* Returns a hash of the content of a file, or of the recording that it is. */
static uint64_t content_of(const sides *s, const side_file *f)
{
    const input *in = store_input(s->st, f->input);
    const uint64_t whole = s->st->match.v[f->input].content;

    if (!f->recording)
        return whole;
    const corr_str digest =
        input_text(in, in->recording.v[f->recording - 1].digest);
    return corr_hash(digest.p, digest.n) ^ (in->window.is_set ? whole : 0);
}

/* Counts the files of each side. A file may be on both sides by labels or by
 * kinds: it is not shared then. */
static bool count_files(const sides *s, file_counts n[2])
{
    const corr_sel_facts *f = &s->side[0].sel->facts;
    const bool compares = (s->q[0].group || is_asked_twice(s->q)) &&
                          corr_str_eq(f->kind, s->side[1].sel->facts.kind);
    corr_map seen[2] = { { 0 }, { 0 } };
    bool ok = true, is_new;

    for (unsigned w = 0; ok && w < 2; w++)
        for (size_t i = 0; ok && i < s->side[w].file.n; i++) {
            const side_file *file = &s->side[w].file.v[i];
            if (sides_is_rest(&s->side[w], i))
                continue;
            count_file(&n[w], store_input(s->st, file->input));
            ok = corr_map_u64(&seen[w], content_of(s, file), &is_new) != NULL;
        }
    for (unsigned w = 0; ok && w < 2; w++)
        for (size_t i = 0; compares && i < s->side[w].file.n; i++) {
            const side_file *file = &s->side[w].file.v[i];
            n[w].shared +=
                !sides_is_rest(&s->side[w], i) &&
                corr_map_find_u64(&seen[!w], content_of(s, file)) != NULL;
        }
    corr_map_clear(&seen[0]);
    corr_map_clear(&seen[1]);
    return ok;
}

static void remark_shared(sides *s, const file_counts n[2])
{
    const uint32_t files[2] = { s->side[0].facts.files,
                                s->side[1].facts.files };

    if (n[0].shared && n[0].shared == files[0] && n[1].shared == files[1]) {
        remark_add(&s->remarks, .rule = REMARK_SAME_FILES);
        return;
    }
    if (n[0].shared)
        remark_add(&s->remarks, .rule = REMARK_SOME_FILES, .n = n[0].shared,
                   .of = files[0]);
    for (unsigned w = 0; w < 2; w++)
        if (n[w].shared && n[w].shared == files[w])
            remark_add(&s->remarks, .rule = REMARK_ALL_OF_SIDE, .side = w + 1);
}

static void remark_files(sides *s, const file_counts n[2])
{
    const unsigned early = n[1].unsettled > 0, mixed = n[0].several == 0;
    const uint32_t skipped = n[0].skipped + n[1].skipped;
    remarks *r = &s->remarks;

    if (skipped)
        remark_add(r, .rule = REMARK_STARTS, .n = skipped,
                   .of = s->side[0].facts.files + s->side[1].facts.files);
    for (unsigned w = 0; w < 2; w++)
        if (n[w].damaged)
            remark_add(r, .rule = REMARK_DAMAGED_SIDE, .side = w + 1,
                       .n = n[w].damaged, .of = s->side[w].facts.files);
    if (n[early].unsettled && !n[!early].unsettled && n[!early].settled)
        remark_add(r, .rule = REMARK_STARTS_DIFFER, .side = early + 1);
    if (n[mixed].several &&
        (s->per == CORR_PER_SECOND || s->per == CORR_PER_CORE))
        remark_add(r, .rule = REMARK_SEVERAL_PROCESSES, .side = mixed + 1);
    remark_shared(s, n);
}

static void remark_younger(sides *s)
{
    const int64_t base = s->side[0].facts.from, now = s->side[1].facts.from;

    if (base != CORR_NO_TIME && now != CORR_NO_TIME && base > now)
        remark_add(&s->remarks, .rule = REMARK_BASE_YOUNGER);
}

/* ---- selections --------------------------------------------------------- */

static bool has_service(const side *d, uint32_t service)
{
    for (size_t i = 0; i < d->file.n; i++)
        if (d->file.v[i].service == service)
            return true;
    return false;
}

/* Returns a service of which only this side has profiles; 0: no such service. A
 * profile of unknown service may be of any service. */
static uint32_t lone_service(const sides *s, unsigned w)
{
    const side *d = &s->side[w], *other = &s->side[!w];

    for (size_t i = 0; i < d->file.n && !s->q[0].nchosen; i++) {
        const uint32_t service = d->file.v[i].service;
        if (service && other->file.n && !has_service(other, 0) &&
            !has_service(other, service))
            return service;
    }
    return 0;
}

static void remark_samplers(sides *s)
{
    const corr_sel_facts *f[2] = { &s->side[0].sel->facts,
                                   &s->side[1].sel->facts };
    bool is_lone = false;

    for (unsigned w = 0; w < 2; w++) {
        const uint32_t service = lone_service(s, w);
        if (service)
            remark_add(&s->remarks, .rule = REMARK_LONE_SERVICE, .side = w + 1,
                       .a = s->st->spans.service.v[service]);
        is_lone |= service != 0;
    }
    if (f[0]->runnable && f[1]->runnable)
        remark_add(&s->remarks, .rule = REMARK_SAMPLER);
    if (f[0]->runnable != f[1]->runnable && f[0]->total && f[1]->total &&
        !is_lone)
        remark_add(&s->remarks, .rule = REMARK_SAMPLERS_DIFFER,
                   .side = f[1]->runnable + 1u);
}

static void remark_counts(sides *s)
{
    const sel_counts *n[2] = { &s->side[0].sel->counts,
                               &s->side[1].sel->counts };
    uint32_t since[2];

    for (unsigned w = 0; w < 2; w++) {
        since[w] = n[w]->snapshots - n[w]->anew;
        sel_remark_side(s->side[w].sel, &s->remarks, w + 1);
        if (since[w])
            remark_add(&s->remarks, .rule = REMARK_SINCE_START, .side = w + 1,
                       .n = since[w]);
    }
    const unsigned w = since[1] > 0;
    if (since[w] && !n[w]->firsts && !since[!w] &&
        (n[!w]->firsts || n[!w]->deltas))
        remark_add(&s->remarks, .rule = REMARK_COUNTS_DIFFER, .side = w + 1);
    sel_remark_rescaled(s->st, &s->remarks, n[0]->rescaled + n[1]->rescaled,
                        s->side[0].facts.files + s->side[1].facts.files);
}

/* ---- other kinds -------------------------------------------------------- */

/* Kinds of profiles of work. A profile mostly has one of them. */
static const char *const work[] = { "cpu", "wall", "samples" };

/* Returns the index of the kind of work that an input has in place of `kind`;
 * countof(work): the input has no such kind, or has `kind`. */
static uint32_t instead_of(const corr_input *in, corr_str kind)
{
    uint32_t found = countof(work);

    for (size_t i = 0; in->used && i < in->nkinds; i++) {
        if (corr_str_eq(in->kinds[i].kind, kind))
            return countof(work);
        for (uint32_t k = 0; k < found; k++)
            if (in->kinds[i].total && corr_str_is(in->kinds[i].kind, work[k]))
                found = k;
    }
    return found;
}

static void remark_other_kind(sides *s)
{
    const corr_sel_facts *f =
        &s->side[!s->side[0].sel->facts.kind.n].sel->facts;
    const char *service = s->q[0].service;
    uint32_t n[countof(work) + 1] = { 0 };
    corr_str list = { "", 0 };

    if (s->q[0].measure || !f->kind.n)
        return;
    for (size_t i = 0; i < corr_inputs(s->st); i++) {
        const corr_input in = corr_input_at(s->st, i);
        if (!service || corr_str_is(in.process.service, service))
            n[instead_of(&in, f->kind)]++;
    }
    for (uint32_t k = 0; k < countof(work); k++)
        if (n[k])
            list = remark_words(&s->remarks, "%.*s%s%u %s", CORR_STR_ARG(list),
                                list.n ? ", " : "", n[k], work[k]);
    if (list.n)
        remark_add(&s->remarks, .rule = REMARK_OTHER_KIND,
                   .a = corr_str_is(f->kind, "cpu") ? CORR_STR("CPU") : f->kind,
                   .b = list, .n = n[0] + n[1] + n[2]);
}

/* ---- requests ----------------------------------------------------------- */

static void remark_uncovered(sides *s)
{
    const unsigned more = s->side[1].uncovered > s->side[0].uncovered;
    const bool divided = s->per == CORR_PER_REQUEST;
    char length[CORR_PRINT_MAX];

    for (unsigned w = 0; w < 2; w++) {
        const side *d = &s->side[w];
        if (!(d->uncovered > 0))
            continue;
        corr_print_duration(length, llround(d->uncovered_seconds * 1e9));
        remark_add(&s->remarks, .rule = REMARK_UNTOLD, .side = w + 1,
                   .a = remark_words(&s->remarks, "%s", length),
                   .b = remark_words(&s->remarks, "%.0f%%", 100 * d->uncovered),
                   .harmless = !s->uneven || !divided || w != more);
    }
    if (s->uneven && !divided)
        remark_add(&s->remarks, .rule = REMARK_UNEVEN);
}

enum { MOST_NAMED = 3 /* endpoints in a sentence */ };

static const double least_moved = 0.05;       /* share of requests that moved to
                                            other endpoints */
static const double least_named_share = 0.01; /* share of an endpoint that is
                                            named */

static double share_of_requests(const sides *s, const corr_diff_route *e,
                                unsigned w)
{
    return e->requests[w] / s->side[w].facts.requests;
}

static double shift_of_share(const sides *s, const corr_diff_route *e)
{
    return share_of_requests(s, e, 1) - share_of_requests(s, e, 0);
}

/* Returns the endpoint whose share moved most, without the named ones; NULL: no
 * other moved by a point. */
static const corr_diff_route *
furthest_moved(const sides *s, const corr_diff_route *const *named, unsigned n)
{
    const corr_diff_route *best = NULL;

    for (size_t i = 0; i < s->route.n; i++) {
        const corr_diff_route *e = &s->route.v[i];
        bool is_named = fabs(shift_of_share(s, e)) < least_named_share;
        for (unsigned k = 0; k < n; k++)
            is_named = is_named || named[k] == e;
        if (!is_named && (!best || fabs(shift_of_share(s, e)) >
                                       fabs(shift_of_share(s, best))))
            best = e;
    }
    return best;
}

/* Adds a remark if the traffic differs and its effect on cost is unknown. */
static void remark_moved(sides *s)
{
    const corr_diff_route *named[MOST_NAMED];
    corr_str list = { "", 0 };
    double moved = 0;

    for (size_t i = 0; i < s->route.n; i++)
        moved += fabs(shift_of_share(s, &s->route.v[i])) / 2;
    if (moved < least_moved)
        return;
    for (unsigned n = 0; n < MOST_NAMED; n++) {
        const corr_diff_route *e = named[n] = furthest_moved(s, named, n);
        if (!e)
            break;
        list = remark_words(
            &s->remarks, "%.*s%s%.*s %.1f%% to %.1f%%", CORR_STR_ARG(list),
            n ? ", " : "", CORR_STR_ARG(e->name),
            100 * share_of_requests(s, e, 0), 100 * share_of_requests(s, e, 1));
    }
    if (list.n) /* else many endpoints moved a little each */
        remark_add(&s->remarks, .rule = REMARK_TRAFFIC, .a = list);
}

/* Adds a remark about endpoints that only one side served. */
static void remark_one_sided(sides *s, unsigned w)
{
    static const double few = 0.5; /* fewer requests count as 0 */
    corr_str list = { "", 0 };
    unsigned n = 0;

    for (size_t i = 0; i < s->route.n; i++) {
        const corr_diff_route *e = &s->route.v[i];
        if (e->requests[!w] >= few ||
            share_of_requests(s, e, w) < least_named_share || n++ >= MOST_NAMED)
            continue;
        list = remark_words(
            &s->remarks, "%.*s%s%.*s (%.1f%%%s)", CORR_STR_ARG(list),
            n > 1 ? ", " : "", CORR_STR_ARG(e->name),
            100 * share_of_requests(s, e, w), n > 1 ? "" : " of its requests");
    }
    if (n > MOST_NAMED)
        list = remark_words(&s->remarks, "%.*s and %u more", CORR_STR_ARG(list),
                            n - MOST_NAMED);
    if (n)
        remark_add(&s->remarks, .rule = REMARK_TRAFFIC_ONE_SIDE, .side = w + 1,
                   .a = list);
}

/* Whether shares may be below 0. */
static bool are_signed(const sides *s)
{
    return sides_has_negative(&s->side[0]) || sides_has_negative(&s->side[1]);
}

static void remark_requests(sides *s, const corr_diff_opts *opts)
{
    if (!s->counter_name && s->no_counter)
        remark_add(&s->remarks, .rule = REMARK_NO_COUNTER,
                   .a = corr_str_of(s->no_counter));
    remark_uncovered(s);
    if (s->per == CORR_PER_SHARE && !are_signed(s)) {
        remark_add(&s->remarks, .rule = REMARK_SHARE_MODE);
        if (opts->per == CORR_PER_DEFAULT)
            remark_add(&s->remarks, .rule = REMARK_SHARE_CHOSEN);
    }
    if (s->per != CORR_PER_REQUEST || !(s->side[0].facts.requests > 0) ||
        !(s->side[1].facts.requests > 0))
        return;
    if (!s->mix.known)
        remark_moved(s);
    remark_one_sided(s, 0);
    remark_one_sided(s, 1);
}

bool sides_remark(sides *s, const corr_diff_opts *opts)
{
    file_counts n[2] = { { 0 }, { 0 } };

    remark_counts(s);
    remark_other_kind(s);
    if (sides_are_empty(s))
        return !s->remarks.failed;
    if (!count_files(s, n) || !remark_twice(s))
        return false;
    remark_files(s, n);
    remark_younger(s);
    remark_samplers(s);
    remark_requests(s, opts);
    return !s->remarks.failed;
}
