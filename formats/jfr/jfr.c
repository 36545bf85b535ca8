/*
 * The format of flight recordings: how a file is recognised, read from its
 * first chunk to its last, and settled.
 */
#include "jfr/jfr.h"
#include "jfr/jfr_rewrite.h"
#include "jfr/jfr_scrub.h"

#include <stdio.h>
#include <stdlib.h>

#include "corr_builtin.h"
#include "jfr/jfr_parts.h"

static const char magic[] = JFR_MAGIC;

/* ---- recognising --------------------------------------------------------- */

static int jfr_probe(const uint8_t *head, size_t n, bool whole)
{
    (void)whole;
    return n >= sizeof magic && memcmp(head, magic, sizeof magic) == 0 ? 100
                                                                       : 0;
}

/* ---- chunks -------------------------------------------------------------- */

/* Reports the number of events of a type. */
static void add_count_setting(jfr *j, const jfr_count *c)
{
    char n[24], name[256];

    snprintf(n, sizeof n, "%llu", (unsigned long long)c->n);
    snprintf(name, sizeof name, "%.*s#count",
             (int)(c->name.n < 240 ? c->name.n : 240), c->name.p);
    corr_add_setting(j->b, corr_str_of(name), corr_str_of(n));
}

static void settle_file(jfr *j)
{
    const jfr_file *f = j->file;

    jfr_pass_sums(j);
    jfr_settle(j);
    jfr_report_lost(j);
    jfr_labels_settle(j);
    if (f->from != CORR_NO_TIME)
        corr_set_window(j->b, f->from, f->to);
    corr_set_clock_error(j->b, f->clock.error > 1000 ? f->clock.error : 1000);
    if (f->chunks.copies)
        corr_note(j->b, "DUPLICATE",
                  f->chunks.copies == 1
                      ? "%u chunk is %s twice; it is counted once"
                      : "%u chunks are %s twice; they are counted once",
                  f->chunks.copies,
                  f->chunks.files > 1 ? "in its files" : "in the file");
    if (f->chunks.continued)
        corr_note(j->b, "DUPLICATE",
                  f->chunks.continued == 1
                      ? "%u chunk follows an incomplete copy; the common part "
                        "is counted once"
                      : "%u chunks follow incomplete copies; the common parts "
                        "are counted once",
                  f->chunks.continued);
    for (uint32_t i = 0; i < f->counts.row.n; i++)
        add_count_setting(j, &f->counts.row.v[i]);
}

/* Whether the first chunk decides if sums of these kinds are enough. */
static bool depends_on_code(const corr_want *w)
{
    return w->once && (w->rows == CORR_ROWS_NO_BYTES ||
                       (w->rows == CORR_ROWS_ONE_KIND && !w->kind));
}

corr_code jfr_read_with(corr_src *in, corr_src *labels, const corr_want *want,
                        corr_build *b, corr_err *err)
{
    jfr *j = jfr_new(want, err);

    if (!j)
        return CORR_ENOMEM;
    j->in = in;
    j->b = b;
    j->with_labels = corr_wants(want, CORR_NEED_LABELS);
    j->with_time = corr_wants(want, CORR_NEED_TIME);
    jfr_set_want(j, want);
    if (depends_on_code(want)) {
        j->all = *want;
        j->all.rows = CORR_ROWS_ALL;
        j->less = want;
        jfr_set_want(j, &j->all);
    }
    if (want->mode != CORR_MODE_OUTLINE)
        jfr_labels_read(j, labels);
    do {
        j->file->chunks.files++;
        jfr_take_all(j, want->mode == CORR_MODE_OUTLINE ? NULL : want->crew);
    } while (!corr_build_failed(b) && corr_src_next(in));
    settle_file(j);
    jfr_free(j);
    return corr_finish(in, b, err);
}

static corr_code jfr_format_read(corr_src *in, const corr_want *want,
                                 corr_build *b, corr_err *err)
{
    corr_src *labels = corr_src_beside(in, ".labels");
    const corr_code code = jfr_read_with(in, labels, want, b, err);

    corr_src_close(labels);
    return code;
}

const corr_format corr_format_jfr = {
    .name = "jfr",
    .title = "JFR",
    .probe = jfr_probe,
    .read = jfr_format_read,
    .rewrite = &(const corr_rewriter){ jfr_scrub, jfr_rewrite_part },
    .cut = jfr_cut,
    .block = "chunk",
    .is_binary = true,
    .weighs = true,
    .pieces.begins = jfr_piece,
    .pieces.whose = jfr_piece_whose,
    .pieces.kin = jfr_piece_kin,
    .pieces.apart = jfr_piece_apart,
    .pieces.same = jfr_piece_same,
};
