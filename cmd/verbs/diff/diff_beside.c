/* diff_beside - what else changed: other kinds, threads, operations. */
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
    COL("change", REAL, also_row, a.delta),
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

/* The rows of one kind, in the unit of the kind. */
typedef struct kind_page {
    diff_page p;
    const corr_also_row *row;
    uint32_t n;
} kind_page;

static bool same_table(const corr_also_row *a, const corr_also_row *b)
{
    return a->what == b->what && corr_str_eq(a->kind, b->kind);
}

static bool is_clock(const corr_also_row *a)
{
    return a->what == CORR_ALSO_THREAD;
}

/* The largest change, which is the most that a line says. */
static const corr_also_row *largest_of(const kind_page *k)
{
    const corr_also_row *most = k->row;

    for (uint32_t i = 1; i < k->n; i++)
        if (fabs(k->row[i].delta) > fabs(most->delta))
            most = &k->row[i];
    return most;
}

static kind_page kind_page_of(const diff_page *p, const corr_also_row *row,
                              uint32_t n)
{
    kind_page k = { .p = *p, .row = row, .n = n };

    k.p.f.unit = row->unit;
    k.p.f.per = row->per;
    k.p.f.standing = row->standing;
    k.p.f.of_each = row->of_each;
    k.p.f.total[0] = k.p.f.total[1] = 0;
    for (uint32_t i = 0; i < n; i++)
        for (unsigned w = 0; w < 2; w++)
            k.p.f.total[w] = fmax(k.p.f.total[w], row[i].value[w]);
    diff_page_scale(&k.p);
    return k;
}

/* "InventoryBook.reserve 8.41 → 30.8 ms, ×3.67 **" */
static const char *change_words(const kind_page *k, const corr_also_row *a)
{
    const diff_page *p = &k->p;
    const char *name = is_clock(a) ? a->name : cmd_name(p->ctx, p->r, a->name);
    const char *ratio = a->judged.ratio.value < 0.005
                            ? NULL
                            : diff_ratio(p, a->judged.ratio.value);
    const char *mark = a->judged.mark;

    if (a->caller)
        name = corr_report_text(p->r, "%s ← %s", name,
                                cmd_name(p->ctx, p->r, a->caller));
    return corr_report_text(p->r, "%s %s → %s%s%s, %s%s%s%s", name,
                            diff_rough(p, a->value[0], false),
                            diff_rough(p, a->value[1], false),
                            *p->unit ? " " : "", p->unit, ratio ? "×" : "",
                            ratio ? ratio : corr_change_name(a->change),
                            *mark == '*' ? " " : "", *mark == '*' ? mark : "");
}

static void say_kind(const diff_page *p, const corr_also_row *row, uint32_t n,
                     const char *key)
{
    kind_page k = kind_page_of(p, row, n);
    const corr_also_row *a = largest_of(&k);

    if (is_clock(a) && n > 1 && strcmp(row->name, "all threads") == 0) {
        k.row++; /* a thread says more than their sum */
        k.n--;
        a = largest_of(&k);
    }
    corr_report_field(p->r, key, "%s: %s%s",
                      is_clock(a) ? "CPU by thread clock"
                                  : diff_kind_words(p, row->kind),
                      change_words(&k, a),
                      n > 1 ? corr_report_text(p->r, "; %u more", n - 1) : "");
}

/* ---- screen: operations ------------------------------------------------- */

/* "mergeRules: ×1.90 under /quote, ×1.02 under /checkout" */
static void say_operations(const diff_page *p, const char **key)
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
        corr_report_field(
            p->r, *key, "%s: %s%s", cmd_name(p->ctx, p->r, name), text,
            n > MOST_OPERATIONS
                ? corr_report_text(p->r, ", %u more", n - MOST_OPERATIONS)
                : "");
        *key = "";
        said++;
    }
}

void diff_say_also(diff_page *p)
{
    const char *key = "also";

    for (uint32_t i = 0, n; i < p->nalso; i += n) {
        for (n = 1;
             i + n < p->nalso && same_table(&p->also[i], &p->also[i + n]);)
            n++;
        if (p->also[i].what == CORR_ALSO_OPERATION)
            continue;
        say_kind(p, &p->also[i], n, key);
        key = "";
    }
    say_operations(p, &key);
}
