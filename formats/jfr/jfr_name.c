/*
 * Constants as texts, threads and names of code.
 *
 * Each is made once a chunk, and only if an event asks for it.
 */
#include "jfr/jfr.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- texts --------------------------------------------------------------- */

/* Memory for n bytes in the texts of the current record. */
static char *text_room(jfr *j, size_t n)
{
    char *to = corr_arena_alloc(&j->text, 1, n);

    if (!to)
        jfr_no_memory(j);
    return to;
}

static uint32_t utf16_unit(uint64_t x)
{
    return x > 0x10ffff ? CORR_NO_CHAR : (uint32_t)x;
}

/* Reads UTF-16 units. A surrogate without its other half becomes U+FFFD. */
static corr_str take_chars(jfr *j, corr_cur *c)
{
    const uint64_t n = jfr_int(c);
    const corr_str none = { "", 0 };
    size_t at = 0;

    if (n > corr_cur_left(c))
        return none;
    if (jfr_short_ints(c->p, (size_t)n) == n) /* ASCII is copied as it is */
        return (corr_str){ (const char *)c->p, (size_t)n };
    char *to = text_room(j, (size_t)n * 3 + 1);
    if (!to)
        return none;
    for (uint64_t i = 0; i < n && !c->bad; i++) {
        uint32_t unit = utf16_unit(jfr_int(c));
        if (corr_is_half(unit)) {
            corr_cur ahead = *c;
            const uint64_t low = i + 1 < n ? jfr_int(&ahead) : 0;
            unit = corr_of_halves(unit, utf16_unit(low));
            *c = unit == CORR_NO_CHAR ? *c : ahead;
            i += unit != CORR_NO_CHAR;
        }
        at += corr_put_utf8(to + at, unit);
    }
    return (corr_str){ to, at };
}

static corr_str take_latin1(jfr *j, corr_cur bytes)
{
    char *to = text_room(j, corr_cur_left(&bytes) * 2 + 1);
    size_t at = 0;

    if (!to)
        return (corr_str){ "", 0 };
    while (bytes.p < bytes.end)
        at += corr_put_utf8(to + at, *bytes.p++);
    return (corr_str){ to, at };
}

static corr_str text_from(jfr *j, const uint8_t *p, unsigned depth);

static corr_str text_of_key(jfr *j, int64_t key, unsigned depth)
{
    const jfr_constant *k = jfr_find(j, P_STRING, key);

    if (k && depth < 2)
        return text_from(j, j->k.p + k->at, depth + 1);
    return (corr_str){ "", 0 };
}

static corr_str text_from(jfr *j, const uint8_t *p, unsigned depth)
{
    corr_cur c = corr_cur_of(p, (size_t)(j->k.p + j->k.n - p));
    const uint8_t how = jfr_byte(&c);

    if (how == JFR_TEXT_POOLED)
        return text_of_key(j, (int64_t)jfr_int(&c), depth);
    if (how == JFR_TEXT_CHARS)
        return take_chars(j, &c);
    if (how != JFR_TEXT_UTF8 && how != JFR_TEXT_LATIN1)
        return (corr_str){ "", 0 };
    const uint64_t n = jfr_int(&c);
    const corr_cur bytes = corr_cur_slice(&c, n);
    if (how == JFR_TEXT_LATIN1)
        return take_latin1(j, bytes);
    return (corr_str){ (const char *)bytes.p, corr_cur_left(&bytes) };
}

corr_str jfr_text(jfr *j, const jfr_record *r, jfr_slot s)
{
    if (!jfr_has(r, s))
        return (corr_str){ "", 0 };
    const jfr_field *f = jfr_field_of(r, s);
    const jfr_value *v = &r->slot[s];
    if (!f->pooled)
        return f->type != UINT32_MAX && !f->is_array &&
                       j->types.type[f->type].prim == JFR_TEXT
                   ? text_from(j, v->at, 0)
                   : (corr_str){ "", 0 };
    const jfr_pool_id pool = f->type == UINT32_MAX
                                 ? JFR_NO_POOL
                                 : (jfr_pool_id)j->types.type[f->type].pool;
    if (pool == P_STRING)
        return text_of_key(j, v->n, 0);
    return jfr_constant_text(j, pool, v->n);
}

/* ---- constants ----------------------------------------------------------- */

static void take_constant(jfr *j, jfr_pool_id pool, const jfr_constant *k,
                          jfr_record *r)
{
    corr_cur c = corr_cur_of(j->k.p + k->at, j->k.n - k->at);

    jfr_take(&j->plans, &j->types, j->constants.pool[pool].type, &c, r);
}

/* The text of a type with one text field, whatever the name of the field is. */
corr_str jfr_constant_text(jfr *j, jfr_pool_id pool, int64_t key)
{
    const jfr_constant *k = pool == JFR_NO_POOL ? NULL : jfr_find(j, pool, key);

    if (!k)
        return (corr_str){ "", 0 };
    const jfr_type *y = &j->types.type[j->constants.pool[pool].type];
    if (y->nfield == 0 || j->types.field[y->field].pooled)
        return (corr_str){ "", 0 };
    return text_from(j, j->k.p + k->at, 0);
}

/* ---- threads ------------------------------------------------------------- */

/* Processes in one file have threads with the same names and numbers. Threads
 * of all processes but the first get names with the process. */
static corr_thread add_named_thread(jfr *j, corr_str name, int64_t os,
                                    int64_t vm, bool is_virtual)
{
    const uint32_t process = j->file->processes.at;
    char whose[32];
    const int n =
        snprintf(whose, sizeof whose, " [process %u]", (unsigned)process + 1);

    if (process) {
        char *to = text_room(j, name.n + (size_t)n);
        if (!to)
            return (corr_thread){ 0 };
        if (name.n)
            memcpy(to, name.p, name.n);
        memcpy(to + name.n, whose, (size_t)n);
        name = (corr_str){ to, name.n + (size_t)n };
        os = vm = 0;
    }
    const corr_text text = corr_add_text(j->b, name);
    return is_virtual ? corr_add_virtual_thread(j->b, text, vm)
                      : corr_add_thread(j->b, text, os, vm);
}

static corr_thread make_thread(jfr *j, const jfr_constant *k)
{
    jfr_record r;
    char plain[40];

    take_constant(j, P_THREAD, k, &r);
    const int64_t vm = jfr_number(&r, F_JAVA_ID, 0);
    const int64_t os = jfr_number(&r, F_OS_ID, 0);
    /* JDK 21 and later write it; before, only virtual threads lack both */
    const bool is_virtual = jfr_number(&r, F_VIRTUAL, 0) != 0 ||
                            (!jfr_has(&r, F_VIRTUAL) && vm > 0 && os == 0 &&
                             jfr_text(j, &r, F_OS_NAME).n == 0);
    corr_str name = jfr_text(j, &r, F_JAVA_NAME);

    if (name.n == 0)
        name = jfr_text(j, &r, F_OS_NAME);
    if (name.n == 0 && is_virtual) {
        snprintf(plain, sizeof plain, "virtual-%lld", (long long)vm);
        name = corr_str_of(plain);
    }
    return add_named_thread(j, name, os, vm, is_virtual);
}

/* A thread that ended before its name was written still becomes a thread. */
static corr_thread unknown_thread(jfr *j, int64_t key)
{
    char name[48];
    const int n = snprintf(name, sizeof name, "[unknown thread #%llu]",
                           (unsigned long long)key);

    return add_named_thread(j, (corr_str){ name, (size_t)n }, 0, 0, false);
}

corr_thread jfr_thread(jfr *j, int64_t key)
{
    jfr_constant *k = jfr_find(j, P_THREAD, key);

    if (!k)
        return key ? unknown_thread(j, key) : (corr_thread){ 0 };
    if (!k->made)
        k->made = make_thread(j, k).i + 1;
    return (corr_thread){ k->made - 1 };
}

/* ---- names of code ------------------------------------------------------- */

/* Reserves memory in j->made.name. False: out of memory. */
static bool name_room(jfr *j, size_t n)
{
    const bool ok = corr_grow((void **)&j->made.name, &j->made.name_room, n, 1);

    if (!ok)
        jfr_no_memory(j);
    return ok;
}

static corr_str symbol(jfr *j, const jfr_record *r, jfr_slot s)
{
    return jfr_has(r, s) ? jfr_constant_text(j, P_SYMBOL, r->slot[s].n)
                         : (corr_str){ "", 0 };
}

static corr_str class_symbol(jfr *j, int64_t key)
{
    const jfr_constant *k = jfr_find(j, P_CLASS, key);
    jfr_record r;

    if (!k)
        return (corr_str){ "", 0 };
    take_constant(j, P_CLASS, k, &r);
    if (!jfr_has(&r, F_NAME))
        return (corr_str){ "", 0 };
    /* some producers write the name directly */
    return jfr_field_of(&r, F_NAME)->pooled ? symbol(j, &r, F_NAME)
                                            : jfr_text(j, &r, F_NAME);
}

static bool has_virtual_threads(jfr *j)
{
    const jfr_pool *p = &j->constants.pool[P_CLASS];

    for (uint32_t i = 0; p->n && i <= p->mask; i++)
        if (p->slot[i].at &&
            corr_str_is(class_symbol(j, (int64_t)p->slot[i].key),
                        "java/lang/VirtualThread"))
            return true;
    return false;
}

/* "ForkJoinPool-1-worker-7" */
static bool is_worker(corr_str name)
{
    corr_str pool, worker;

    return corr_str_cut_last(name, '-', &pool, &worker) &&
           corr_str_starts(pool, "ForkJoinPool-") &&
           corr_str_ends(pool, "-worker");
}

bool jfr_is_carrier(jfr *j, int64_t thread)
{
    const jfr_constant *k = jfr_find(j, P_THREAD, thread);
    jfr_record r;

    if (!k)
        return false;
    take_constant(j, P_THREAD, k, &r);
    if (!is_worker(jfr_text(j, &r, F_JAVA_NAME)))
        return false;
    if (!j->made.has_looked) {
        j->made.has_looked = true;
        j->made.has_virtual = has_virtual_threads(j);
    }
    return j->made.has_virtual;
}

static char dotted(char c)
{
    return c == '/' ? '.' : c;
}

static const char *primitive_name(char c)
{
    static const char *const names[] = {
        ['B' - 'A'] = "byte",  ['C' - 'A'] = "char",    ['D' - 'A'] = "double",
        ['F' - 'A'] = "float", ['I' - 'A'] = "int",     ['J' - 'A'] = "long",
        ['S' - 'A'] = "short", ['Z' - 'A'] = "boolean",
    };

    return c >= 'A' && c <= 'Z' ? names[c - 'A'] : NULL;
}

/* "[[Ljava/lang/Object;" becomes "java.lang.Object[][]". */
corr_str jfr_class(jfr *j, int64_t key)
{
    corr_str s = class_symbol(j, key);
    size_t rank = 0;

    while (rank < s.n && s.p[rank] == '[')
        rank++;
    if (rank && rank < s.n) {
        const char *plain = primitive_name(s.p[rank]);
        s = (corr_str){ s.p + rank, s.n - rank };
        if (s.p[0] == 'L' && s.p[s.n - 1] == ';')
            s = (corr_str){ s.p + 1, s.n - 2 };
        else if (plain && s.n == 1)
            s = corr_str_of(plain);
    } else {
        rank = 0;
    }
    if (!name_room(j, s.n + 2 * rank + 1))
        return (corr_str){ "", 0 };
    for (size_t i = 0; i < s.n; i++)
        j->made.name[i] = dotted(s.p[i]);
    for (size_t i = 0; i < rank; i++)
        memcpy(j->made.name + s.n + 2 * i, "[]", 2);
    return (corr_str){ j->made.name, s.n + 2 * rank };
}

/* async-profiler writes native code as a method of its library, marked by a
 * descriptor that no Java method can have. */
static bool is_foreign(corr_str descriptor)
{
    return corr_str_is(descriptor, "()L;") ||
           corr_str_is(descriptor, "(Lk;)L;");
}

/* "java.util.ArrayList.add", "libc.so.6.write": the class or library, a dot,
 * the name. */
static corr_str qualified(jfr *j, corr_str of, corr_str name, bool is_java)
{
    size_t n = 0;

    if (!name_room(j, of.n + name.n + 2))
        return name;
    for (; n < of.n; n++)
        j->made.name[n] = is_java ? dotted(of.p[n]) : of.p[n];
    if (n)
        j->made.name[n++] = '.';
    memcpy(j->made.name + n, name.p, name.n);
    return (corr_str){ j->made.name, n + name.n };
}

static corr_func make_method(jfr *j, const jfr_constant *k)
{
    const corr_text none = { 0 };
    jfr_record r;

    take_constant(j, P_METHOD, k, &r);
    const corr_str name = symbol(j, &r, F_NAME);
    const corr_str of = jfr_has(&r, F_FRAME_TYPE)
                            ? class_symbol(j, r.slot[F_FRAME_TYPE].n)
                            : (corr_str){ "", 0 };
    const bool foreign = is_foreign(symbol(j, &r, F_TYPE));
    const corr_text text =
        corr_add_text(j->b, qualified(j, of, name, !foreign));

    return corr_add_func(j->b, text, none,
                         foreign ? corr_add_text(j->b, of) : none);
}

corr_func jfr_method(jfr *j, int64_t key)
{
    jfr_constant *k = jfr_find(j, P_METHOD, key);

    if (!k)
        return (corr_func){ 0 };
    if (!k->made)
        k->made = make_method(j, k).i + 1;
    return (corr_func){ k->made - 1 };
}
