/* Splits names that hold a file or a line, so that a function is one row however
 * many of its lines were sampled (corr-methods 4.1).
 *
 * A form with a file of source code in it is plain.  A name that only looks like
 * a form is split if enough names of the file have that form. */
#include "base/base.h"
#include "model/build_private.h"
#include "model/name_place.h"

typedef struct found_place {
    uint32_t func;
    name_place place;
} found_place;

enum { IS_THREAD = 1, IS_JIT = 2 }; /* types that frames of a function have */

typedef struct splitter {
    corr_build *b;
    vec(found_place) found;
    vec(uint8_t) type; /* [functions] bits */
    uint32_t plain[FORM_COUNT], likely[FORM_COUNT];
    uint32_t names, classes; /* functions with a name, and those of a class */
    vec(char) text;
} splitter;

static bool is_jit_type(uint32_t type)
{
    return type == CORR_FRAME_JIT || type == CORR_FRAME_INTERPRETED ||
           type == CORR_FRAME_C1 || type == CORR_FRAME_INLINED;
}

/* The text of a name, which adding texts may move. */
static corr_str name_text(splitter *s, uint32_t func)
{
    const input *in = &s->b->in;
    const corr_str text = input_text(in, in->func.v[func].name);

    s->text.n = 0;
    if (!vec_reserve(&s->text, text.n + 1)) {
        build_no_memory(s->b);
        return CORR_STR("");
    }
    if (text.n)
        memcpy(s->text.v, text.p, text.n);
    return (corr_str){ s->text.v, text.n };
}

static bool find_places(splitter *s)
{
    const input *in = &s->b->in;

    for (uint32_t i = 1; i < in->func.n; i++) {
        const name_place p = name_place_of(input_text(in, in->func.v[i].name));
        if (p.form != FORM_NONE && !vec_push(&s->found, (found_place){ i, p }))
            return build_no_memory(s->b);
    }
    return true;
}

static bool note_types(splitter *s)
{
    const input *in = &s->b->in;

    if (!vec_reserve(&s->type, in->func.n))
        return build_no_memory(s->b);
    memset(s->type.v, 0, in->func.n);
    for (size_t i = 1; i < in->frame.n; i++) {
        const frame_row *f = &in->frame.v[i];
        s->type.v[f->func] |= f->type == CORR_FRAME_THREAD ? IS_THREAD
                              : is_jit_type(f->type)       ? IS_JIT
                                                           : 0;
    }
    return true;
}

/* ---- evidence ------------------------------------------------------------ */

static void count_forms(splitter *s)
{
    const input *in = &s->b->in;

    for (size_t i = 0; i < s->found.n; i++) {
        found_place *f = &s->found.v[i];
        if (f->place.form == FORM_LINE && s->type.v[f->func] & IS_JIT)
            f->place.form = FORM_CLASS;
        if (s->type.v[f->func] & IS_THREAD)
            f->place.form = FORM_NONE;
        else if (f->place.plain)
            s->plain[f->place.form]++;
        else
            s->likely[f->place.form]++;
    }
    for (uint32_t i = 1; i < in->func.n; i++) {
        if (!in->func.v[i].name || s->type.v[i] & IS_THREAD)
            continue;
        s->names++;
        s->classes += s->type.v[i] & IS_JIT ||
                      name_is_class(input_text(in, in->func.v[i].name));
    }
}

/* Whether names that only look like a form have it. */
static bool is_form(const splitter *s, name_form form)
{
    enum { FEW = 3 };
    const uint64_t all = s->plain[form] + (uint64_t)s->likely[form];

    if (form == FORM_FIRST && s->b->have_places)
        return true;
    if (form == FORM_CLASS)
        return all > 1 && all * 2 >= s->classes;
    return s->plain[form] * 4ull >= s->likely[form] ||
           (all >= FEW && all * 5 >= s->names * 4ull);
}

/* ---- splitting ----------------------------------------------------------- */

/* Whether a file that the reader knows is the one in the name. */
static bool fits_file(const input *in, const func_row *f, corr_str file)
{
    const corr_str known = input_text(in, f->file);

    return !known.n || !file.n ||
           corr_str_eq(corr_str_base(known), corr_str_base(file));
}

static void split_func(splitter *s, uint32_t func, name_place *p)
{
    corr_build *b = s->b;
    const corr_str name = name_text(s, func);

    *p = name_place_of(name); /* its parts are in the copy now */
    if (!fits_file(&b->in, &b->in.func.v[func], p->file))
        return;
    func_row row = b->in.func.v[func];
    if (name_is_anonymous(p->function) && p->file.n && p->line)
        row.at = build_place_text(b, p->line, p->column);
    row.name = corr_add_text(b, p->function).i;
    if (!row.file && p->file.n)
        row.file = corr_add_text(b, p->file).i;
    if (!b->err.code)
        b->in.func.v[func] = row;
}

/* Gives frames the lines of their functions' names, and keeps these names. */
static void split_frames(splitter *s, const uint32_t *line,
                         const uint32_t *written)
{
    const corr_want w = { .needs = s->b->opts.needs };
    const bool wants = corr_wants(&w, CORR_NEED_LINES);
    input *in = &s->b->in;

    for (size_t i = 1; i < in->frame.n; i++) {
        frame_row *f = &in->frame.v[i];
        if (written[f->func])
            f->written = written[f->func];
        if (wants && !f->line)
            f->line = line[f->func];
    }
}

static bool split_found(splitter *s)
{
    input *in = &s->b->in;
    const size_t n = in->func.n;
    uint32_t *line = calloc(2 * n, sizeof *line);
    uint32_t *written = line ? line + n : NULL;
    size_t some = 0;

    if (!line)
        return build_no_memory(s->b);
    for (size_t i = 0; i < s->found.n && !s->b->err.code; i++) {
        found_place *f = &s->found.v[i];
        if (f->place.form == FORM_NONE ||
            !(f->place.plain || is_form(s, f->place.form)))
            continue;
        const uint32_t was = in->func.v[f->func].name;
        split_func(s, f->func, &f->place);
        if (in->func.v[f->func].name == was)
            continue;
        written[f->func] = was;
        line[f->func] = f->place.line;
        some++;
    }
    if (some)
        split_frames(s, line, written);
    free(line);
    return s->b->err.code == CORR_OK;
}

void corr_names_have_places(corr_build *b)
{
    b->have_places = true;
}

bool build_split_names(corr_build *b)
{
    splitter s = { .b = b };
    bool ok = find_places(&s);

    if (ok && s.found.n) {
        ok = note_types(&s);
        if (ok)
            count_forms(&s);
        ok = ok && split_found(&s);
    }
    vec_free(&s.found);
    vec_free(&s.type);
    vec_free(&s.text);
    return ok;
}
