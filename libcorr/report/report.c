/*
 * report - builds reports for commands: members, screen items, notes.
 *
 * A report lives in its own arena: freeing it frees the objects that it owns,
 * and then the arena.
 */
#include "report/report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"

/* ---- cells ------------------------------------------------------------ */

corr_cell corr_cell_str(corr_str s)
{
    return (corr_cell){ .type = CORR_CELL_TEXT, .s = s };
}

corr_cell corr_cell_null(void)
{
    return (corr_cell){ .type = CORR_CELL_NULL };
}

static corr_cell cell_if(bool is_known, corr_cell c)
{
    return is_known ? c : corr_cell_null();
}

corr_cell corr_cell_text(const char *z)
{
    return z ? corr_cell_str(corr_str_of(z)) : corr_cell_null();
}

corr_cell corr_cell_either(const char *z, const char *brief)
{
    corr_cell c = corr_cell_text(z);

    c.brief = corr_str_of(brief);
    return c;
}

corr_cell corr_cell_count(int64_t i)
{
    return i < 0 ? corr_cell_null() : corr_cell_int(i);
}

corr_cell corr_cell_int(int64_t i)
{
    return (corr_cell){ .type = CORR_CELL_COUNT, .i = i };
}

corr_cell corr_cell_amount(int64_t i, corr_unit unit)
{
    return (corr_cell){ .type = CORR_CELL_AMOUNT, .unit = unit, .i = i };
}

corr_cell corr_cell_time(int64_t unix_ns)
{
    return cell_if(unix_ns != CORR_NO_TIME,
                   (corr_cell){ .type = CORR_CELL_TIME, .i = unix_ns });
}

corr_cell corr_cell_share(double f)
{
    return cell_if(isfinite(f), (corr_cell){ .type = CORR_CELL_SHARE, .f = f });
}

corr_cell corr_cell_tenths(int64_t tenths)
{
    return (corr_cell){ .type = CORR_CELL_TENTHS, .i = tenths };
}

corr_cell corr_cell_real(double f)
{
    return cell_if(isfinite(f), (corr_cell){ .type = CORR_CELL_REAL, .f = f });
}

corr_cell corr_cell_bool(bool b)
{
    return (corr_cell){ .type = CORR_CELL_BOOL, .i = b };
}

corr_cell corr_cell_trace(corr_trace_id id)
{
    return cell_if(id.hi || id.lo,
                   (corr_cell){ .type = CORR_CELL_TRACE_ID, .trace = id });
}

corr_cell corr_cell_span(uint64_t id)
{
    return cell_if(id != 0,
                   (corr_cell){ .type = CORR_CELL_SPAN_ID, .i = (int64_t)id });
}

corr_cell corr_cell_frame(corr_frame_view f)
{
    return (corr_cell){ .type = CORR_CELL_FRAME, .frame = f };
}

corr_cell corr_cell_object(const corr_table *t, uint32_t row)
{
    return cell_if(
        t && row < t->nrows,
        (corr_cell){ .type = CORR_CELL_OBJECT, .table = t, .row = row });
}

corr_cell corr_cell_list(const corr_table *t)
{
    return cell_if(t != NULL,
                   (corr_cell){ .type = CORR_CELL_LIST, .table = t });
}

corr_cell corr_cell_map(const corr_table *t)
{
    return cell_if(t != NULL, (corr_cell){ .type = CORR_CELL_MAP, .table = t });
}

/* ---- life ------------------------------------------------------------- */

corr_report *corr_report_new(const char *verb)
{
    corr_arena arena = { 0 };
    corr_report *r = corr_arena_new(&arena, corr_report, 1);

    if (!r)
        return NULL;
    r->arena = arena;
    r->owned = &r->first_owned;
    r->verb = corr_report_text(r, "%s", verb);
    return r;
}

void corr_report_free(corr_report *r)
{
    if (!r)
        return;
    /* Newest first: a view is freed before its selection. */
    for (struct report_owned *o = r->owned; o; o = o->older)
        while (o->n > 0) {
            o->n--;
            o->slot[o->n].fn(o->slot[o->n].p);
        }

    corr_arena arena = r->arena; /* the report itself lives in this arena */
    corr_arena_clear(&arena);
}

void corr_report_own(corr_report *r, void *p, void (*fn)(void *))
{
    if (!p)
        return;
    if (r->owned->n == countof(r->owned->slot)) {
        struct report_owned *more = corr_report_alloc(r, sizeof *more, 1);
        if (!more)
            return; /* the caller still uses p, so it is leaked rather than
                       freed */
        more->older = r->owned;
        r->owned = more;
    }
    struct report_owned *o = r->owned;
    o->slot[o->n].p = p;
    o->slot[o->n].fn = fn;
    o->n++;
}

static void free_report(void *p)
{
    corr_report_free(p);
}

/* A figure under another name. */
static const corr_figure *rename_figure(corr_report *r, const corr_figure *f,
                                        const char *prefix)
{
    corr_figure *to = corr_report_alloc(r, sizeof *to, 1);

    if (!to)
        return f;
    *to = *f;
    to->id = corr_report_text(r, "%s%s", prefix, f->id);
    if (to->kind == CORR_FIGURE_FALL)
        to->fall.prefix = prefix;
    return to;
}

void corr_report_take(corr_report *r, corr_report *from, const char *prefix)
{
    for (report_item *it = from->first; it; it = it->next)
        if (it->figure)
            it->figure = rename_figure(r, it->figure, prefix);
    if (from->first && r->last)
        r->last->next = from->first;
    else if (from->first)
        r->first = from->first;
    r->last = from->last ? from->last : r->last;
    for (const report_note *n = from->first_note; n; n = n->next)
        corr_report_note_at(r, &n->about, "%.*s", CORR_STR_ARG(n->text));
    for (const report_next *n = from->first_next; n; n = n->next)
        corr_report_next(r, n->what, "%.*s", CORR_STR_ARG(n->command));
    r->failed = r->failed || from->failed;
    from->into = r;
    from->first = from->last = NULL;
    corr_report_own(r, from, free_report);
}

void *corr_report_alloc(corr_report *r, size_t size, size_t count)
{
    void *p = r->failed ? NULL : corr_arena_alloc(&r->arena, size, count);

    for (corr_report *of = p ? NULL : r; of; of = of->into)
        of->failed = true;
    return p;
}

static corr_str CORR_PRINTF(2, 0)
    keep_text(corr_report *r, const char *format, va_list ap)
{
    va_list again;

    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, format, again);
    va_end(again);

    char *p = n < 0 ? NULL : corr_report_alloc(r, (size_t)n + 1, 1);
    if (!p)
        return CORR_STR("");
    vsnprintf(p, (size_t)n + 1, format, ap);
    return (corr_str){ p, (size_t)n };
}

const char *corr_report_text(corr_report *r, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    corr_str s = keep_text(r, format, ap);
    va_end(ap);
    return s.p;
}

/* ---- data ------------------------------------------------------------- */

report_member *report_member_named(const report_member *parent, corr_str name)
{
    report_member *m = parent->first;

    while (m && !corr_str_is(name, m->name))
        m = m->next;
    return m;
}

static report_member *add_member(corr_report *r, report_member *parent,
                                 corr_str name)
{
    report_member *m = report_member_named(parent, name);

    if (m)
        return m;
    m = corr_report_alloc(r, sizeof *m, 1);
    if (!m)
        return NULL;
    m->name = corr_report_text(r, "%.*s", CORR_STR_ARG(name));
    if (parent->last)
        parent->last->next = m;
    else
        parent->first = m;
    parent->last = m;
    return m;
}

static report_member *at_path(corr_report *r, const char *path)
{
    report_member *m = &r->data;
    corr_str rest = corr_str_of(path);
    corr_str name;

    while (m && corr_str_next(&rest, '.', &name))
        m = add_member(r, m, name);
    return m;
}

void corr_report_put(corr_report *r, const char *path, corr_cell cell)
{
    report_member *m = at_path(r, path);

    if (m)
        m->cell = cell;
}

/* ---- screen ----------------------------------------------------------- */

static report_item *add_item(corr_report *r, report_kind kind)
{
    report_item *it = corr_report_alloc(r, sizeof *it, 1);

    if (!it)
        return NULL;
    *it = (report_item){ .kind = kind, .ranks = r->ranks };
    if (r->last)
        r->last->next = it;
    else
        r->first = it;
    r->last = it;
    return it;
}

void corr_report_table(corr_report *r, const char *path, const corr_table *t,
                       unsigned faces)
{
    corr_table *copy = corr_report_alloc(r, sizeof *copy, 1);
    corr_column *columns =
        corr_report_alloc(r, sizeof *columns, (size_t)t->ncolumns + 1);

    if (!copy || !columns)
        return;
    memcpy(columns, t->columns, t->ncolumns * sizeof *columns);
    *copy = *t;
    copy->columns = columns;
    report_member *m = path && (faces & CORR_DATA) ? at_path(r, path) : NULL;
    if (m) {
        m->table = copy;
        m->faces = faces;
    }
    if (faces == CORR_LISTED)
        r->listed = copy;
    report_item *it = faces & CORR_SCREEN ? add_item(r, REPORT_TABLE) : NULL;
    if (it)
        it->table = copy;
}

enum { FIELD_CELLS = 10 }; /* column where the text of a field begins */

static void CORR_PRINTF(5, 0)
    add_text(corr_report *r, report_kind kind, unsigned cells, const char *key,
             const char *format, va_list ap)
{
    corr_str text = keep_text(r, format, ap);
    report_item *it = add_item(r, kind);

    if (!it)
        return;
    it->text = text;
    it->cells = cells;
    it->key = corr_str_of(key ? corr_report_text(r, "%s", key) : NULL);
}

void corr_report_line(corr_report *r, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    add_text(r, REPORT_LINE, 0, NULL, format, ap);
    va_end(ap);
}

void corr_report_head(corr_report *r, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    add_text(r, REPORT_HEAD, 0, NULL, format, ap);
    va_end(ap);
}

void corr_report_field(corr_report *r, const char *key, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    add_text(r, REPORT_FIELD, FIELD_CELLS, key, format, ap);
    va_end(ap);
}

void corr_report_entry(corr_report *r, unsigned cells, const char *key,
                       const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    add_text(r, REPORT_FIELD, cells, key, format, ap);
    va_end(ap);
}

void corr_report_aside(corr_report *r, unsigned cells, const char *key,
                       const char *text, const char *aside)
{
    corr_report_entry(r, cells, key, "%s", text);
    if (aside && !r->failed)
        r->last->aside = corr_str_of(corr_report_text(r, "%s", aside));
}

void corr_report_raw(corr_report *r, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    add_text(r, REPORT_RAW, 0, NULL, format, ap);
    va_end(ap);
}

bool corr_report_is_list(const corr_report *r)
{
    return r->first && r->first->kind == REPORT_RAW;
}

void corr_report_blank(corr_report *r)
{
    if (r->last && r->last->kind != REPORT_BLANK)
        add_item(r, REPORT_BLANK);
}

void corr_report_draw(corr_report *r, corr_draw *draw, const void *ctx)
{
    report_item *it = add_item(r, REPORT_DRAW);

    if (it) {
        it->draw = draw;
        it->ctx = ctx;
    }
}

void corr_report_figure(corr_report *r, const corr_figure *f)
{
    corr_figure *copy = corr_report_alloc(r, sizeof *copy, 1);
    report_item *it = copy ? add_item(r, REPORT_FIGURE) : NULL;

    if (it) {
        *copy = *f;
        it->figure = copy;
    }
}

/* ---- notes ------------------------------------------------------------ */

static void CORR_PRINTF(3, 0)
    add_note(corr_report *r, const corr_note_about *about, const char *format,
             va_list ap)
{
    const corr_str text = keep_text(r, format, ap);

    for (report_note *n = r->first_note; n; n = n->next)
        if (n->about.input == about->input && corr_str_eq(n->text, text)) {
            if (about->place > n->about.place)
                n->about.place = about->place;
            return;
        }
    report_note *note = corr_report_alloc(r, sizeof *note, 1);
    if (!note)
        return;
    *note = (report_note){ .about = *about, .text = text };
    note->about.code =
        corr_report_text(r, "%s", about->code ? about->code : "");
    if (r->last_note)
        r->last_note->next = note;
    else
        r->first_note = note;
    r->last_note = note;
}

void corr_report_note_at(corr_report *r, const corr_note_about *about,
                         const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    add_note(r, about, format, ap);
    va_end(ap);
}

void corr_report_note(corr_report *r, corr_level level, const char *code,
                      int input, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    add_note(r,
             &(corr_note_about){ .level = level, .code = code, .input = input },
             format, ap);
    va_end(ap);
}

bool corr_report_has_note(const corr_report *r, const char *code)
{
    for (const report_note *n = r->first_note; n; n = n->next)
        if (n->about.input < 0 && strcmp(n->about.code, code) == 0)
            return true;
    return false;
}

/* The first note before n with the same line; n: no such note. */
static report_note *first_of_line(corr_report *r, report_note *n)
{
    report_note *f = r->first_note;

    while (f != n && (f->about.place != n->about.place ||
                      !corr_str_eq(report_note_line(f), report_note_line(n))))
        f = f->next;
    return f;
}

/* Shows candidates of one level while there is room for them. */
static unsigned show_notes(corr_report *r, corr_level level, unsigned room)
{
    for (report_note *n = r->first_note; n; n = n->next) {
        if (n->about.place != CORR_NOTE_FOOT || n->about.level != level)
            continue;
        const report_note *first = first_of_line(r, n);
        n->repeats = first != n;
        n->shown = n->repeats ? first->shown : room > 0;
        if (n->repeats)
            continue;
        room -= n->shown;
        r->more_notes += !n->shown;
    }
    return room;
}

void corr_report_choose_notes(corr_report *r, unsigned most, bool all)
{
    r->more_notes = 0;
    r->folds_notes = !all && most > 0;
    for (report_note *n = r->first_note; n; n = n->next) {
        n->shown = all || n->about.place == CORR_NOTE_SCREEN;
        n->repeats = false;
        if (all) /* each with its own text */
            n->about.line = NULL;
    }
    if (!all)
        show_notes(r, CORR_INFO, show_notes(r, CORR_WARNING, most));
    if (most == 0)
        r->more_notes = 0;
}

void corr_report_next(corr_report *r, const char *what, const char *command,
                      ...)
{
    va_list ap;

    va_start(ap, command);
    const corr_str text = keep_text(r, command, ap);
    va_end(ap);
    for (const report_next *n = r->first_next; n; n = n->next)
        if (corr_str_eq(n->command, text))
            return;
    report_next *next = corr_report_alloc(r, sizeof *next, 1);
    if (!next)
        return;
    *next = (report_next){ .command = text,
                           .what = corr_report_text(r, "%s", what) };
    if (r->last_next)
        r->last_next->next = next;
    else
        r->first_next = next;
    r->last_next = next;
}

/* ---- verdict ---------------------------------------------------------- */

static const struct {
    const char *name;
    int exit;
    int weight; /* which of two verdicts wins */
} verdicts[CORR_VERDICT_COUNT] = {
    [CORR_ANSWERED] = { "answered", 0, 0 },
    [CORR_PASS] = { "pass", 0, 1 },
    [CORR_FAILED] = { "fail", 1, 4 },
    [CORR_UNREADABLE] = { "unreadable", 3, 5 },
    [CORR_CANNOT_TELL] = { "cannot-tell", 4, 3 },
    [CORR_NOTHING_FOUND] = { "nothing-found", 5, 2 },
};

void corr_report_ran(corr_report *r, const char *command)
{
    r->command = command;
}

void corr_report_verdict(corr_report *r, corr_verdict v)
{
    if (verdicts[v].weight > verdicts[r->verdict].weight)
        r->verdict = v;
}

corr_verdict corr_report_outcome(const corr_report *r)
{
    return r->verdict;
}

int corr_verdict_exit(corr_verdict v)
{
    return verdicts[v].exit;
}

const char *corr_verdict_name(corr_verdict v)
{
    return verdicts[v].name;
}
