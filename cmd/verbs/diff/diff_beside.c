/* diff_beside - the tables below a comparison: other kinds, threads,
 * operations. */
#include <math.h>
#include <string.h>

#include "verbs/diff/diff_cmd.h"

/* ---- data --------------------------------------------------------------- */

typedef struct also_row {
    corr_also_row a;
    const char *what, *unit, *per, *change, *mark;
    const corr_frame_view *frame; /* NULL: the row is about threads */
} also_row;

static const corr_column data_columns[] = {
    COL("what", TEXT, also_row, what),
    COL("kind", TEXT, also_row, a.kind),
    COL("unit", TEXT, also_row, unit),
    COL("per", TEXT, also_row, per),
    COL("operation", NAME, also_row, a.operation),
    COL("name", TEXT, also_row, a.name),
    COL("caller", TEXT, also_row, a.caller),
    COL("frame", FRAME, also_row, frame),
    COL("class", TEXT, also_row, change),
    COL("base", REAL, also_row, a.value[0]),
    COL("new", REAL, also_row, a.value[1]),
    COL("delta", REAL, also_row, a.delta),
    JUDGED_COLUMNS(also_row, a.judged),
    COL("mark", TEXT, also_row, mark),
};

static void fill_also(const void *ctx, uint32_t i, void *row)
{
    const corr_also_row *a = (const corr_also_row *)ctx + i;

    *(also_row *)row = (also_row){
        .a = *a,
        .what = corr_also_name(a->what),
        .unit = corr_unit_name(a->unit),
        .per = corr_per_name(a->per),
        .change = corr_change_name(a->change),
        .mark = diff_mark(a->judged.mark),
        .frame = a->what == CORR_ALSO_THREAD ? NULL : &a->frame,
    };
}

OWNS(corr_also)

corr_code diff_put_also(diff_page *p, corr_err *err)
{
    corr_also *a = corr_also_of(p->ctx->store, p->side, &p->opts, p->d, err);

    if (!a)
        return err->code;
    own_corr_also(p->r, a);
    const uint32_t n = corr_also_size(a);
    corr_also_row *list = corr_report_alloc(p->r, sizeof *list, (size_t)n + 1);
    if (!list)
        return corr_no_memory(err);
    for (uint32_t i = 0; i < n; i++)
        list[i] = corr_also_at(a, i);
    p->also = list;
    p->nalso = n;
    corr_report_table(p->r, "also",
                      &CORR_FILLED(data_columns, n, fill_also, list),
                      CORR_DATA);
    return CORR_OK;
}

/* ---- screen: other kinds, and threads ----------------------------------- */

/* The table of one kind. */
typedef struct kind_page {
    diff_page p; /* in the unit of the kind */
    const corr_also_row *row;
    uint32_t n;
} kind_page;

static const char *also_name(const kind_page *k, const corr_also_row *a,
                             bool brief)
{
    const bool cut = brief && a->what != CORR_ALSO_THREAD;
    const char *name = cut ? diff_brief(a->name) : a->name;

    return a->caller ? corr_report_text(k->p.r, "%s ← %s", name,
                                        cut ? diff_brief(a->caller) : a->caller)
                     : name;
}

static void fill_also_shown(const void *ctx, uint32_t i, void *row)
{
    const kind_page *k = ctx;
    const corr_also_row *a = &k->row[i];

    *(diff_shown *)row = (diff_shown){
        .word = corr_report_text(k->p.r, "%s %s", corr_change_name(a->change),
                                 diff_mark(a->judged.mark)),
        .base = diff_value(&k->p, a->value[0], false),
        .fresh = diff_value(&k->p, a->value[1], false),
        .delta = diff_value(&k->p, a->delta, true),
        .ratio = diff_ratio(&k->p, a->judged.ratio.value),
        .range = diff_range(&k->p, &a->judged.ratio),
        .name = { also_name(k, a, false), also_name(k, a, true) },
    };
}

static bool same_table(const corr_also_row *a, const corr_also_row *b)
{
    return a->what == b->what && corr_str_eq(a->kind, b->kind);
}

static void put_kind(diff_page *p, const corr_also_row *row, uint32_t n)
{
    enum { MOST = 3 };
    kind_page *k = corr_report_alloc(p->r, sizeof *k, 1);

    if (!k)
        return;
    *k = (kind_page){ .p = *p, .row = row, .n = n < MOST ? n : MOST };
    k->p.f.unit = row->unit;
    k->p.f.per = row->per;
    k->p.f.standing = row->standing;
    k->p.f.of_each = row->of_each;
    k->p.f.total[0] = k->p.f.total[1] = 0;
    for (uint32_t i = 0; i < k->n; i++)
        for (unsigned w = 0; w < 2; w++)
            k->p.f.total[w] = fmax(k->p.f.total[w], row[i].value[w]);
    diff_page_scale(&k->p);
    corr_report_blank(p->r);
    corr_report_line(
        p->r, "also %s%s%s %s%s",
        row->what == CORR_ALSO_THREAD ? "CPU by the clock of threads"
                                      : diff_kind_words(p, row->kind),
        *k->p.unit ? ", " : "", k->p.unit, diff_per_words(&k->p),
        n > k->n ? corr_report_text(p->r, "; the first %u of %u", k->n, n)
                 : "");
    diff_put_shown(p->r, &(diff_titles){ "base", "new", "" }, k->n,
                   fill_also_shown, k);
}

static void put_kinds(diff_page *p)
{
    const uint32_t last = p->nalso;

    for (uint32_t i = 0, n; i < last; i += n) {
        for (n = 1; i + n < last && same_table(&p->also[i], &p->also[i + n]);)
            n++;
        if (p->also[i].what != CORR_ALSO_OPERATION)
            put_kind(p, &p->also[i], n);
    }
}

/* ---- screen: operations ------------------------------------------------- */

/* "mergeRules: ×1.90 under /quote, ×1.02 under /checkout" */
static void say_operations(diff_page *p)
{
    enum { MOST_FUNCTIONS = 3, MOST_OPERATIONS = 4 };
    uint32_t said = 0;

    for (uint32_t i = 0; i < p->nalso && said < MOST_FUNCTIONS;) {
        const char *name = p->also[i].name, *text = "";
        uint32_t n = 0;
        if (p->also[i].what != CORR_ALSO_OPERATION) {
            i++;
            continue;
        }
        for (; i < p->nalso && p->also[i].what == CORR_ALSO_OPERATION &&
               strcmp(p->also[i].name, name) == 0;
             i++)
            if (n++ < MOST_OPERATIONS)
                text = corr_report_text(
                    p->r, "%s%s×%s under %.*s", text, *text ? ", " : "",
                    diff_ratio(p, p->also[i].judged.ratio.value),
                    CORR_STR_ARG(p->also[i].operation));
        corr_report_line(p->r, "%s: %s", diff_brief(name),
                         diff_and_more(p, text, n, MOST_OPERATIONS));
        said++;
    }
}

void diff_say_also(diff_page *p)
{
    put_kinds(p);
    say_operations(p);
}
