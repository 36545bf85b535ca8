/*
 * The texts of the metadata.
 *
 * All texts stand in one list, and the elements refer to them by number, so the
 * same text may be a word of the format in one place and a user's label in
 * another.  Each use is asked for by its place.  The first answer of a text
 * stands where the text stood; other answers follow at the end of the list.
 */
#include "jfr/jfr.h"
#include "jfr/jfr_rewriting.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 };

typedef struct listed_text {
    corr_str was, now; /* now.p NULL: not used yet */
    size_t from, to;   /* in the chunk */
} listed_text;

typedef struct rewriting_types {
    jfr_rewriting *w;
    corr_cur c;
    corr_arena memory;
    listed_text *list;
    uint32_t n;
    corr_map others;          /* number and answer -> 1 + number in added */
    corr_vec(corr_str) added; /* answers that are not the first */
    corr_vec(uint32_t) tree;  /* the elements, with new numbers */
    corr_str about;           /* the type that is being described */
    bool about_known;         /* readers know it by name */
} rewriting_types;

/* ---- the list ------------------------------------------------------------ */

static bool read_list(rewriting_types *r)
{
    jfr_rewriting *w = r->w;
    const uint64_t n = jfr_int(&r->c);
    corr_str text;
    uint64_t key;

    if (n > corr_cur_left(&r->c))
        return false;
    r->list = corr_arena_new(&r->memory, listed_text, (size_t)n + 1);
    w->no_memory |= !r->list;
    for (; !w->no_memory && r->n < n; r->n++) {
        listed_text *to = &r->list[r->n];
        to->from = jfr_at(w, &r->c);
        jfr_text_read(w, &r->c, &w->value, &text, &key);
        to->to = jfr_at(w, &r->c);
        to->was.n = text.n;
        to->was.p = corr_arena_text(&r->memory, text);
        w->no_memory |= !to->was.p;
    }
    return !r->c.bad && !w->no_memory;
}

/* The number of an answer to a text that has another answer already. */
static uint32_t add_answer(rewriting_types *r, uint32_t at, corr_str answer)
{
    jfr_scratch *s = &r->w->answer;
    bool is_new = false;

    jfr_scratch_set(r->w, s, &at, sizeof at);
    jfr_scratch_add(r->w, s, answer.p, answer.n);
    uint32_t *number = r->w->no_memory
                           ? NULL
                           : corr_map_bytes(&r->others, s->v, s->n, &is_new);
    r->w->no_memory |= !number;
    if (number && is_new) {
        const corr_str kept = { corr_arena_text(&r->memory, answer), answer.n };
        r->w->no_memory |= !kept.p || !corr_vec_push(NULL, &r->added, kept);
        *number = (uint32_t)r->added.n;
    }
    return number ? r->n + *number - 1 : at;
}

/* The new number of a text that is used with this answer. */
static uint32_t answered(rewriting_types *r, uint32_t at, corr_str answer)
{
    listed_text *t = &r->list[at];

    if (t->now.p)
        return corr_str_eq(t->now, answer) ? at : add_answer(r, at, answer);
    if (corr_str_eq(answer, t->was)) {
        t->now = t->was;
    } else {
        t->now.n = answer.n;
        t->now.p = corr_arena_text(&r->memory, answer);
        r->w->no_memory |= !t->now.p;
    }
    return at;
}

/* A text that is asked for. */
static uint32_t use_text(rewriting_types *r, uint32_t at, const char *field)
{
    const corr_str was = r->list[at].was;
    const jfr_text_at place = { .type = JFR_OF_TYPES,
                                .field = field,
                                .key = r->about };

    return answered(r, at, was.n ? jfr_text_answer(r->w, &place, was) : was);
}

/* A text that is the format's. */
static uint32_t keep_text(rewriting_types *r, uint32_t at)
{
    return answered(r, at, r->list[at].was);
}

/* ---- which texts are the format's ---------------------------------------- */

static bool is_in_words(corr_str text, const char *const *words)
{
    for (; *words; words++)
        if (corr_str_is(text, *words))
            return true;
    return false;
}

/* Whether a text has only letters and digits of ASCII, and these others. */
static bool has_only(corr_str text, const char *others)
{
    for (size_t i = 0; i < text.n; i++) {
        const char x = text.p[i];
        if (!(x >= 'a' && x <= 'z') && !(x >= 'A' && x <= 'Z') &&
            !corr_is_digit(x) && (x == 0 || !strchr(others, x)))
            return false;
    }
    return true;
}

static bool is_number_or_truth(corr_str text)
{
    static const char *const truths[] = { "true", "false", NULL };
    int64_t n;

    return corr_str_i64(text, &n) || is_in_words(text, truths);
}

/* A constant of Java, such as the unit of a number. */
static bool is_constant(corr_str text)
{
    for (size_t i = 0; i < text.n; i++)
        if (!(text.p[i] >= 'A' && text.p[i] <= 'Z') && text.p[i] != '_')
            return false;
    return text.n <= 40;
}

/* Whether readers look for a type by this name. */
static bool is_known_type(corr_str name)
{
    static const char *const primitives[] = { "boolean", "byte",   "char",
                                              "short",   "int",    "long",
                                              "float",   "double", NULL };
    static const char *const makers[] = { "jdk.",
                                          "java.lang.",
                                          "com.oracle.jdk.",
                                          "com.oracle.jfr.",
                                          "profiler.",
                                          "datadog.",
                                          NULL };

    for (size_t i = 0; makers[i]; i++)
        if (corr_str_starts(name, makers[i]))
            return has_only(name, "._$");
    return is_in_words(name, primitives) || jfr_meaning_of(name);
}

/* ---- elements ------------------------------------------------------------ */

typedef enum element_name {
    IS_OTHER,
    IS_CLASS,
    IS_FIELD,
    IS_ANNOTATION,
    IS_SETTING,
    IS_REGION,
    IS_ROOT,
    IS_METADATA,
    ELEMENT_NAMES
} element_name;

static const char *const element_names[ELEMENT_NAMES] = {
    [IS_CLASS] = "class",           [IS_FIELD] = "field",
    [IS_ANNOTATION] = "annotation", [IS_SETTING] = "setting",
    [IS_REGION] = "region",         [IS_ROOT] = "root",
    [IS_METADATA] = "metadata"
};

static element_name element_of(corr_str name)
{
    for (unsigned i = IS_CLASS; i < ELEMENT_NAMES; i++)
        if (corr_str_is(name, element_names[i]))
            return (element_name)i;
    return IS_OTHER;
}

static bool is_attribute(corr_str key)
{
    static const char *const keys[] = {
        "id",         "name",      "class",        "superType",
        "simpleType", "dimension", "constantPool", "defaultValue",
        "locale",     "gmtOffset", "dst",          "value",
        NULL
    };

    return is_in_words(key, keys) ||
           (corr_str_starts(key, "value-") && has_only(key, "-")) ||
           corr_str_is(key, "ticksToMillis");
}

/* Annotations of the JDK whose values are a user's words. */
static bool has_words(corr_str annotation)
{
    static const char *const names[] = { "jdk.jfr.Label", "jdk.jfr.Description",
                                         "jdk.jfr.Category", "jdk.jfr.Name",
                                         NULL };

    return !corr_str_starts(annotation, "jdk.jfr.") ||
           is_in_words(annotation, names);
}

static uint32_t use_type_name(rewriting_types *r, uint32_t at)
{
    return is_known_type(r->list[at].was) ? keep_text(r, at)
                                          : use_text(r, at, "type");
}

static uint32_t use_field_name(rewriting_types *r, uint32_t at)
{
    const corr_str name = r->list[at].was;

    return (r->about_known && has_only(name, "_$")) || jfr_is_known_field(name)
               ? keep_text(r, at)
               : use_text(r, at, "field");
}

/* The value of an attribute, by the element and the key. */
static uint32_t use_value(rewriting_types *r, element_name of, corr_str key,
                          uint32_t at, corr_str annotation)
{
    static const char *const numbers[] = {
        "id",        "class", "simpleType",    "dimension", "constantPool",
        "gmtOffset", "dst",   "ticksToMillis", NULL
    };
    const corr_str text = r->list[at].was;

    if (is_in_words(key, numbers) && is_number_or_truth(text))
        return keep_text(r, at);
    if (of == IS_ANNOTATION && annotation.n)
        return !has_words(annotation) &&
                       (is_constant(text) || is_number_or_truth(text))
                   ? keep_text(r, at)
                   : use_text(r, at, annotation.p);
    if (of == IS_CLASS &&
        (corr_str_is(key, "name") || corr_str_is(key, "superType")))
        return use_type_name(r, at);
    if ((of == IS_FIELD || of == IS_SETTING) && corr_str_is(key, "name"))
        return use_field_name(r, at);
    return use_text(r, at, key.p);
}

/* The next number of the tree, which is that of a text. */
static bool read_number(rewriting_types *r, uint32_t *at)
{
    const uint64_t n = jfr_int(&r->c);

    *at = (uint32_t)n;
    return !r->c.bad && n < r->n;
}

static void add_tree_number(rewriting_types *r, uint32_t x)
{
    r->w->no_memory |= !corr_vec_push(NULL, &r->tree, x);
}

/* Looks ahead at the attributes of an element for one of them. */
static corr_str find_attribute(const rewriting_types *r, uint64_t n,
                               const char *wanted)
{
    rewriting_types ahead = *r;
    uint32_t key, value;

    for (; n > 0; n--) {
        if (!read_number(&ahead, &key) || !read_number(&ahead, &value))
            break;
        if (corr_str_is(r->list[key].was, wanted))
            return r->list[value].was;
    }
    return CORR_STR("");
}

/* The name of the type that an annotation is of. */
static corr_str annotation_of(const rewriting_types *r, uint64_t n)
{
    int64_t id = 0;
    const jfr_type *y = corr_str_i64(find_attribute(r, n, "class"), &id)
                            ? jfr_type_of(&r->w->types, id)
                            : NULL;

    return y ? y->name : CORR_STR("");
}

static bool read_attributes(rewriting_types *r, element_name of)
{
    const uint64_t n = jfr_int(&r->c);
    uint32_t key, value;

    if (n > corr_cur_left(&r->c))
        return false;
    add_tree_number(r, (uint32_t)n);
    if (of == IS_CLASS) {
        r->about = find_attribute(r, n, "name");
        r->about_known = is_known_type(r->about);
    }
    const corr_str annotation =
        of == IS_ANNOTATION ? annotation_of(r, n) : CORR_STR("");
    for (uint64_t i = 0; i < n && !r->w->no_memory; i++) {
        if (!read_number(r, &key) || !read_number(r, &value))
            return false;
        const corr_str name = r->list[key].was;
        add_tree_number(r, is_attribute(name) ? keep_text(r, key)
                                              : use_field_name(r, key));
        add_tree_number(r, use_value(r, of, name, value, annotation));
    }
    return true;
}

static bool read_element(rewriting_types *r, uint64_t *children)
{
    uint32_t at;

    if (!read_number(r, &at))
        return false;
    const element_name of = element_of(r->list[at].was);
    add_tree_number(r, of == IS_OTHER ? use_text(r, at, "element")
                                      : keep_text(r, at));
    if (!read_attributes(r, of))
        return false;
    *children = jfr_int(&r->c);
    if (r->c.bad || *children > corr_cur_left(&r->c))
        return false;
    add_tree_number(r, (uint32_t)*children);
    return !r->w->no_memory;
}

static bool read_tree(rewriting_types *r)
{
    uint64_t open[DEEPEST] = { 1 };
    unsigned depth = 1;

    while (depth > 0) {
        if (open[depth - 1] == 0) {
            depth--;
            continue;
        }
        open[depth - 1]--;
        if (depth == DEEPEST || !read_element(r, &open[depth]))
            return false;
        depth++;
    }
    return true;
}

/* ---- the metadata once more ---------------------------------------------- */

static void add_bytes(rewriting_types *r, const void *p, size_t n)
{
    jfr_scratch_add(r->w, &r->w->types_after, p, n);
}

static void add_int(rewriting_types *r, uint64_t x)
{
    uint8_t bytes[CORR_VARINT_MAX];

    add_bytes(r, bytes, corr_put_varint(bytes, x));
}

static void add_listed(rewriting_types *r, corr_str text)
{
    const uint8_t how = text.n ? JFR_TEXT_UTF8 : JFR_TEXT_EMPTY;

    add_bytes(r, &how, 1);
    if (text.n == 0)
        return;
    add_int(r, text.n);
    add_bytes(r, text.p, text.n);
}

/* Whether all texts stay as they are. */
static bool is_unchanged(const rewriting_types *r)
{
    for (uint32_t i = 0; i < r->n; i++)
        if (r->list[i].now.p != r->list[i].was.p)
            return false;
    return r->added.n == 0;
}

static void write_body(rewriting_types *r)
{
    jfr_rewriting *w = r->w;

    add_int(r, r->n + r->added.n);
    for (uint32_t i = 0; i < r->n; i++) {
        const listed_text *t = &r->list[i];
        if (t->now.p == t->was.p) {
            add_bytes(r, w->k.p + t->from, t->to - t->from);
            continue;
        }
        w->done.changed++;
        add_listed(r, t->now);
    }
    w->done.changed += r->added.n;
    for (size_t i = 0; i < r->added.n; i++)
        add_listed(r, r->added.v[i]);
    for (size_t i = 0; i < r->tree.n; i++)
        add_int(r, r->tree.v[i]);
}

/* Makes w->types_after of the body of a description.  False: it is damaged. */
static bool make_body(jfr_rewriting *w, corr_cur body)
{
    rewriting_types r = { .w = w, .c = body, .about = CORR_STR("") };
    const bool ok = read_list(&r) && read_tree(&r) && !w->no_memory;

    w->types_after.n = 0;
    r.about = CORR_STR("");
    for (uint32_t i = 0; ok && i < r.n; i++)
        if (!r.list[i].now.p) /* no element uses it */
            use_text(&r, i, "");
    if (ok && !w->no_memory) {
        if (is_unchanged(&r)) {
            jfr_scratch_add(w, &w->types_after, body.p,
                            (size_t)(r.c.p - body.p));
        } else {
            write_body(&r);
        }
    }
    free(r.added.v);
    free(r.tree.v);
    corr_map_clear(&r.others);
    corr_arena_clear(&r.memory);
    return ok;
}

static bool is_as_before(const jfr_rewriting *w, corr_cur body)
{
    const size_t n = corr_cur_left(&body);

    return w->types_before.n == n && n > 0 &&
           memcmp(w->types_before.v, body.p, n) == 0;
}

bool jfr_types_rewrite(jfr_rewriting *w)
{
    corr_cur body = w->e.body;

    for (unsigned i = 0; i < 3; i++) /* start, duration, number */
        jfr_int(&body);
    if (body.bad)
        return false;
    if (!is_as_before(w, body)) {
        w->types_before.n = 0;
        if (!make_body(w, body) || w->no_memory)
            return false;
        jfr_scratch_set(w, &w->types_before, body.p, corr_cur_left(&body));
    }
    const jfr_scratch *now = &w->types_after;
    if (now->n == corr_cur_left(&body) && memcmp(now->v, body.p, now->n) == 0)
        return true;
    jfr_change_at(w, jfr_at(w, &body));
    jfr_copy_put(w, now->v, now->n);
    w->copied = w->e.at + w->e.size;
    return true;
}
