/* slice - chooses the format of a slice, and writes it. */
#include "select/slice.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "base/calendar.h"
#include "join/prepare.h"
#include "select/select.h"
#include "store/selected_part.h"
#include "store/snapshot.h"

/* ---- the format ----------------------------------------------------- */

/* Whether an input has samples; an outline may have some. */
static bool has_samples(const input *in)
{
    return in->segment.n > 1 || in->read.is_outline;
}

static bool is_read(const input *in)
{
    return in->err.code == CORR_OK && in->format;
}

/* Names of formats, and the first format. */
typedef struct format_list {
    char names[256]; /* "pprof, collapsed" */
    const corr_format *first;
    size_t n;
} format_list;

static void add_format(format_list *l, const corr_format *f)
{
    const size_t used = strlen(l->names);

    snprintf(l->names + used, sizeof l->names - used, "%s%s", used ? ", " : "",
             f->name);
    if (l->n++ == 0)
        l->first = f;
}

static bool is_selected(const corr_slice *s, const corr_sel *sel, uint32_t i)
{
    for (size_t p = 0; p < sel->part.n; p++)
        if (sel->part.v[p].input == i)
            return true;
    return slice_outlines(s, store_input(s->st, i));
}

/* The formats of the inputs with a selected sample; without a selection, of the
 * inputs with samples, or of those without.  Metrics, which have neither samples
 * nor spans, are listed only if there is nothing else. */
static format_list list_formats_of(const corr_slice *s, const corr_sel *sel,
                                   bool samples, bool metrics)
{
    const corr_store *st = s->st;
    format_list l = { .n = 0 };

    for (size_t f = 0; st->formats[f]; f++) {
        bool found = false;
        if (st->formats[f]->metrics != metrics)
            continue;
        for (uint32_t i = 0; i < st->input.n && !found; i++) {
            const input *in = store_input(st, i);
            found = in->format == st->formats[f] && is_read(in) &&
                    (sel ? is_selected(s, sel, i) : has_samples(in) == samples);
        }
        if (found)
            add_format(&l, st->formats[f]);
    }
    return l;
}

static format_list list_formats(const corr_slice *s, const corr_sel *sel,
                                bool samples)
{
    const format_list l = list_formats_of(s, sel, samples, false);

    return l.n ? l : list_formats_of(s, sel, samples, true);
}

static corr_code refuse_format(const corr_format *f, corr_err *err)
{
    corr_fail(err, CORR_ENOTYET,
              "files of the format %s can be neither cut nor merged", f->name);
    return corr_hint(err, "jfr, pprof, collapsed and otlp can; for others: "
                          "corr convert --to pprof");
}

static corr_code set_format(corr_slice *s, const format_list *l, corr_err *err)
{
    if (l->n > 1) {
        corr_fail(
            err, CORR_EUSAGE,
            "%s of several formats are selected (%s); a slice has one format",
            s->of_spans ? "spans" : "samples", l->names);
        return corr_hint(err,
                         "name the files to cut, or choose with --to FORMAT");
    }
    s->format = l->first;
    return l->n == 0 || s->format->cut ? CORR_OK
                                       : refuse_format(s->format, err);
}

static corr_code named_format(corr_slice *s, const char *name, corr_err *err)
{
    format_list l = { .n = 0 };

    for (size_t i = 0; i < s->st->input.n && l.n == 0; i++) {
        const input *in = s->st->input.v[i];
        if (!is_read(in) || strcmp(in->format->name, name) != 0)
            continue;
        s->of_spans = !has_samples(in);
        add_format(&l, in->format);
    }
    if (l.n == 0)
        return corr_fail(err, CORR_ENONE, "no input is of the format %s", name);
    return set_format(s, &l, err);
}

/* Chooses the format of a slice.  If profiles have several formats, the
 * selection decides later. */
static corr_code choose_format(corr_slice *s, const char *name, corr_err *err)
{
    if (name)
        return named_format(s, name, err);
    format_list l = list_formats(s, NULL, true);
    s->of_spans = l.n == 0;
    if (l.n == 0)
        l = list_formats(s, NULL, false);
    else if (l.n > 1)
        return CORR_OK;
    if (l.n == 0)
        return corr_fail(err, CORR_ENONE, "no records to cut");
    return set_format(s, &l, err);
}

corr_code slice_choose_format(corr_slice *s, const corr_sel *sel, corr_err *err)
{
    if (s->format)
        return CORR_OK;
    const format_list l = list_formats(s, sel, true);
    return set_format(s, &l, err);
}

/* ---- making --------------------------------------------------------- */

static corr_slice *new_slice(corr_store *st, const corr_slice_opts *opts,
                             corr_err *err)
{
    corr_slice *s = calloc(1, sizeof *s);

    if (!s) {
        corr_no_memory(err);
        return NULL;
    }
    s->st = st;
    s->limits = opts->limits;
    s->salvage = opts->salvage;
    s->strict = opts->strict;
    s->kept_from = s->kept_to = CORR_NO_TIME;
    s->fd = -1;
    s->facts.from = s->facts.to = CORR_NO_TIME;
    return s;
}

/* The time of the outlines that are cut; false: there are no outlines. */
static bool outline_time(const corr_slice *s, int64_t *from, int64_t *to)
{
    bool any = false;

    *from = INT64_MAX;
    *to = CORR_NO_TIME;
    for (size_t i = 0; i < s->st->input.n; i++) {
        const input *in = s->st->input.v[i];
        if (!slice_takes(s, in) || !in->read.is_outline)
            continue;
        any = true;
        if (in->from == CORR_NO_TIME)
            continue;
        *from = min_i64(*from, in->from);
        *to = max_i64(*to, in->to);
    }
    return any;
}

static corr_code fail_empty(const corr_slice *s, corr_err *err)
{
    char range[CALENDAR_RANGE_MAX];
    int64_t from, to;

    if (!outline_time(s, &from, &to)) {
        corr_fail(err, CORR_ENONE, "no %s is selected; no file is written",
                  s->of_spans ? "span" : "sample");
        return corr_hint(err, "%s, with the same options, says why",
                         s->of_spans ? "corr spans" : "corr top");
    }
    corr_fail(err, CORR_ENONE, "no %s is in this time; no file is written",
              s->format->block);
    if (from > to || to == INT64_MAX)
        return CORR_ENONE;
    return corr_hint(err, "the data was recorded %s",
                     calendar_print_range(range, from, to));
}

/* Adds a remark if several files of a process have counts since its start.
 * Records are written unchanged, so the result has these counts more than once.
 * Blocks are not checked. */
static corr_code find_repeats(corr_slice *s, corr_err *err)
{
    const bool was_prepared = s->st->prepared;
    uint8_t *some = calloc(s->st->input.n, 1);
    corr_code code = CORR_OK;
    uint32_t repeats = 0;
    size_t n = 0;

    if (!some)
        return corr_no_memory(err);
    s->remarks.arena = &s->st->arena;
    for (size_t i = 0; i < s->part.n && !s->of_spans && !s->format->block; i++)
        n += some[s->part.v[i].input] =
            snapshot_has(store_input(s->st, s->part.v[i].input));
    if (n > 1)
        code = store_prepare(s->st, err);
    if (n > 1 && !code && !snapshot_repeats(s->st, some, &repeats))
        code = corr_no_memory(err);
    if (repeats)
        remark_add(&s->remarks, .rule = REMARK_REPEATED, .n = repeats);
    if (s->remarks.failed)
        code = corr_no_memory(err);
    if (n > 1 && s->adds && !was_prepared)
        store_forget(s->st); /* a merge uses all files, even identical ones */
    free(some);
    return code;
}

corr_slice *corr_slice_of(corr_store *st, const corr_query *q,
                          const corr_slice_opts *opts, corr_err *err)
{
    corr_err mine = { 0 };
    corr_slice *s = new_slice(st, opts, err);

    err = err ? err : &mine;
    if (!s)
        return NULL;
    corr_code code = choose_format(s, opts->format, err);
    if (!code)
        code = s->of_spans ? slice_select_spans(s, q, opts->whole, err)
                           : slice_select_rows(s, q, err);
    if (!code && s->part.n == 0)
        code = fail_empty(s, err);
    if (!code)
        code = find_repeats(s, err);
    return KEEP_IF(!code, s, corr_slice_free);
}

/* Whether some part is selected by time alone. */
static bool is_outlined(const corr_slice *s)
{
    for (size_t i = 0; i < s->part.n; i++)
        if (store_input(s->st, s->part.v[i].input)->read.is_outline)
            return true;
    return false;
}

/* Requires all inputs to have one format. */
static corr_code same_format(corr_slice *s, corr_err *err)
{
    const input *first = NULL;

    for (size_t i = 0; i < s->st->input.n; i++) {
        const input *in = s->st->input.v[i];
        if (!is_read(in))
            continue;
        first = first ? first : in;
        s->of_spans = !has_samples(first);
        if (in->format == first->format)
            continue;
        corr_fail(err, CORR_EUSAGE,
                  "%s is %s and %s is %s; they cannot become one file",
                  first->file.path, first->format->name, in->file.path,
                  in->format->name);
        return corr_hint(err, "convert them first: corr convert --to pprof");
    }
    if (!first)
        return corr_fail(err, CORR_ENONE, "no records to merge");
    s->format = first->format;
    if (!first->format->cut)
        return refuse_format(first->format, err);
    if (s->salvage && !first->format->block)
        return corr_fail(err, CORR_EUSAGE,
                         "files of the format %s have no chunks to rescue",
                         first->format->name);
    return CORR_OK;
}

static bool has_parts(const corr_store *st)
{
    bool any = false;

    for (uint32_t i = 0; i < st->input.n; i++)
        any |= store_input(st, i)->fetched.is_part;
    return any;
}

/* The whole of an input, by its first kind that has one. */
static uint32_t whole_of_input(const corr_store *st, uint32_t i)
{
    const input *in = store_input(st, i);
    uint32_t whole = NO_WHOLE;

    for (size_t k = 1; whole == NO_WHOLE && k < in->segment.n; k++)
        whole = selected_part_whole(
            st, i, input_text(in, in->kind.v[in->segment.v[k].kind].name),
            NULL);
    return whole;
}

/* Finds the inputs whose samples are in another one that is merged. */
static corr_code find_parts(corr_slice *s, corr_err *err)
{
    corr_store *st = s->st;
    const bool was_prepared = st->prepared;
    duplicates d = { 0 };

    if (!has_parts(st))
        return CORR_OK;
    corr_code code = store_prepare(st, err);
    s->repeated = calloc(st->input.n, sizeof *s->repeated);
    if (!code && !s->repeated)
        code = corr_no_memory(err);
    for (uint32_t i = 0; i < st->input.n && !code; i++) {
        s->repeated[i] = selected_part_is_repeated(st, i);
        const duplicate_times by = { .by = whole_of_input(st, i) };
        if (s->repeated[i])
            duplicate_note(&d, st, i, &by, CORR_STR(""), true);
    }
    slice_remark_parts(s, &d);
    if (!was_prepared)
        store_forget(st); /* a merge uses all files, even identical ones */
    return code;
}

corr_slice *corr_slice_merge(corr_store *st, const corr_slice_opts *opts,
                             corr_err *err)
{
    corr_err mine = { 0 };
    corr_slice *s = new_slice(st, opts, err);

    err = err ? err : &mine;
    if (!s)
        return NULL;
    s->adds = true;
    corr_code code = same_format(s, err);
    if (!code && !s->of_spans)
        code = find_parts(s, err);
    if (!code && !(s->of_spans ? slice_all_spans(s) : slice_all_rows(s)))
        code = corr_no_memory(err);
    if (!code && !s->of_spans && s->row.n == 0 && !is_outlined(s))
        code = corr_fail(err, CORR_ENONE, "the inputs have no sample");
    if (!code)
        code = find_repeats(s, err);
    return KEEP_IF(!code, s, corr_slice_free);
}

void corr_slice_free(corr_slice *s)
{
    corr_err ignored = { 0 };

    if (!s)
        return;
    if (corr_slice_close(s, &ignored))
        s->kept = 0;
    vec_free(&s->row);
    vec_free(&s->span);
    vec_free(&s->part);
    remarks_clear(&s->remarks);
    free(s->repeated);
    free(s);
}

/* Whether a part is a pipe that is read only while writing. */
static bool is_read_last(const corr_slice *s)
{
    for (size_t i = 0; i < s->part.n; i++)
        if (store_input(s->st, s->part.v[i].input)->file.held)
            return true;
    return false;
}

corr_slice_facts corr_slice_facts_of(const corr_slice *s)
{
    return (corr_slice_facts){ .format = s->format->name,
                               .block = s->format->block,
                               .left_out = s->left_out,
                               .partly = s->partly,
                               .lost = s->lost,
                               .is_binary = s->format->is_binary,
                               .of_spans = s->of_spans,
                               .is_merge = s->adds,
                               .salvages = s->salvage,
                               .reads = is_read_last(s),
                               .inputs = s->part.n,
                               .kept = s->kept,
                               .of = s->of,
                               .remarks = remarks_all(&s->remarks),
                               .from = s->kept_from,
                               .to = s->kept_to,
                               .sel = s->facts };
}

/* Refuses a result with missing or damaged records, after all were read. */
static corr_code refuse_written(const corr_slice *s, corr_err *err)
{
    if (s->kept == 0 && s->left_out > 0) {
        corr_fail(err, CORR_ENONE, "no %s is whole%s; no file is written",
                  s->format->block,
                  s->salvage ? ", or describes its records" : "");
        if (!s->salvage)
            corr_hint(err, "corr merge --salvage keeps what can be read");
        return CORR_ENONE;
    }
    if (s->left_out > 0 && s->strict)
        return corr_fail(
            err, CORR_EFORMAT, "%llu of %llu %ss %s not whole; refused",
            (unsigned long long)s->left_out, (unsigned long long)s->of,
            s->format->block, s->left_out == 1 ? "is" : "are");
    if (s->kept == 0 && !s->adds && is_outlined(s))
        return fail_empty(s, err);
    if (s->kept >= s->expected || s->format->block)
        return CORR_OK;
    return corr_fail(
        err, CORR_EIO,
        "only %llu of the %llu records were found again; an input was changed",
        (unsigned long long)s->kept, (unsigned long long)s->expected);
}

corr_code corr_slice_write(corr_slice *s, corr_out *out, corr_err *err)
{
    s->kept = s->of = s->left_out = s->partly = s->lost = 0;
    s->kept_from = s->kept_to = CORR_NO_TIME;
    const corr_code code = s->format->cut(s, out, err);

    return code ? code : refuse_written(s, err);
}

static bool is_file(const struct stat *a, const char *file)
{
    const bool is_stdin = strcmp(file, "-") == 0;
    struct stat b;

    return (is_stdin ? fstat(STDIN_FILENO, &b) : stat(file, &b)) == 0 &&
           a->st_dev == b.st_dev && a->st_ino == b.st_ino;
}

const char *corr_input_is(const corr_store *st, const char *file)
{
    struct stat a;

    if (stat(file, &a) != 0)
        return NULL;
    for (size_t i = 0; i < st->input.n; i++) {
        const input *in = st->input.v[i];
        if (is_file(&a, in->file.opened))
            return in->file.path;
        for (size_t k = 0; k < in->file.npiece; k++)
            if (is_file(&a, in->file.piece[k].file))
                return in->file.piece[k].show;
    }
    return NULL;
}
