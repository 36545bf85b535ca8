/*
 * collapsed_frame - the names between semicolons as frames.
 *
 * A distinct name is parsed once.  A type suffix is removed.  The builder takes
 * a file and a line out of names.  The first names may be processes and threads.
 */
#include "collapsed/collapsed.h"

#include "common/reader.h"

/* ---- pieces of names ----------------------------------------------------- */

/* Suffixes of flamegraph and async-profiler.  They are removed from the name,
 * so that a method that was interpreted in one recording equals the compiled
 * one of the next. */
static const struct suffix {
    char letter;
    corr_frame_type type;
} suffixes[] = {
    { 'j', CORR_FRAME_JIT },    { 'i', CORR_FRAME_INLINED },
    { 'k', CORR_FRAME_KERNEL }, { '0', CORR_FRAME_INTERPRETED },
    { '1', CORR_FRAME_C1 },     { 'w', CORR_FRAME_PLAIN },
};

static corr_frame_type cut_suffix(corr_str *name)
{
    const char *end = name->p + name->n;

    if (name->n < 5 || end[-1] != ']' || end[-3] != '[' || end[-4] != '_')
        return CORR_FRAME_PLAIN;
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (suffixes[i].letter == end[-2]) {
            name->n -= 4;
            return suffixes[i].type;
        }
    return CORR_FRAME_PLAIN;
}

static corr_frame new_frame(collapsed_frames *f, corr_str name)
{
    const corr_str none = CORR_STR("");
    const corr_frame_type type = cut_suffix(&name);

    return reader_frame(f->b, name, none, none, 0, type);
}

/* ---- roots --------------------------------------------------------------- */

/* "name" and a number behind it.  False: another form. */
static bool cut_id(corr_str s, char mark, corr_str *name, int64_t *id)
{
    corr_str number;

    return corr_str_cut_last(s, mark, name, &number) && name->n > 0 &&
           corr_str_i64(number, id) && *id > 0;
}

/* py-spy: "thread (63): MainThread"; the id is hexadecimal where only the
 * runtime's handle is known. */
static bool is_pyspy_thread(corr_str s, corr_str *name, int64_t *os)
{
    corr_str id;

    if (!corr_str_starts(s, "thread ("))
        return false;
    if (!corr_str_cut(corr_str_from(s, 8), ')', &id, name) ||
        !corr_str_starts(*name, ": "))
        return false;
    *name = corr_str_from(*name, 2);
    return corr_str_i64(id, os) || corr_str_starts(id, "0x");
}

/* async-profiler: "[http-worker-6 tid=101]" */
static bool is_async_thread(corr_str s, corr_str *name, int64_t *os)
{
    if (s.n < 2 || s.p[0] != '[' || s.p[s.n - 1] != ']')
        return false;
    s = (corr_str){ s.p + 1, s.n - 2 };
    if (!cut_id(s, '=', name, os) || !corr_str_ends(*name, " tid"))
        return false;
    name->n -= 4;
    return true;
}

/* stackcollapse-perf: "java-1234/1250" */
static bool is_perf_thread(corr_str s, corr_str *name, int64_t *os)
{
    corr_str left;
    int64_t pid;

    return cut_id(s, '/', &left, os) && cut_id(left, '-', name, &pid);
}

/* "java-1234", "pool-1-thread-2": the number is part of the name. */
bool collapsed_is_numbered(corr_str root)
{
    corr_str name;
    int64_t number;

    if (!cut_id(root, '-', &name, &number))
        return false;
    for (size_t i = 0; i < name.n; i++)
        if (strchr(":<>()[]{}\"'*&=$", name.p[i]))
            return false;
    return true;
}

static bool is_numbered_thread(const collapsed_frames *f, corr_str s,
                               corr_str *name, int64_t *os)
{
    *os = 0;
    *name = s;
    return f->numbered && collapsed_is_numbered(s);
}

/* Python's own sampler: "tid:12345" */
static bool is_python_thread(corr_str s, corr_str *name, int64_t *os)
{
    *name = CORR_STR("");
    return corr_str_starts(s, "tid:") &&
           corr_str_i64(corr_str_from(s, 4), os) && *os > 0;
}

/* austin: "T67890", "T0:67890", "Tx87" */
static bool is_austin_thread(corr_str s, corr_str *name, int64_t *os)
{
    corr_str head;

    if (s.n < 2 || s.p[0] != 'T')
        return false;
    *name = CORR_STR("");
    s = corr_str_from(s, 1);
    (void)corr_str_cut_last(s, ':', &head, &s);
    *os = 0;
    return corr_str_i64(s, os) || s.p[0] == 'x';
}

static bool is_austin_process(corr_str s)
{
    int64_t pid;

    return s.n > 1 && s.p[0] == 'P' && corr_str_i64(corr_str_from(s, 1), &pid);
}

static bool is_pyspy_process(corr_str s)
{
    return corr_str_starts(s, "process ") && corr_str_ends(s, "\"");
}

static collapsed_root read_root(collapsed_frames *f, corr_str text)
{
    collapsed_root r = { { 0 }, { 0 }, false };
    corr_str name = CORR_STR("");
    int64_t os = 0;

    r.is_process =
        is_pyspy_process(text) || (f->austin && is_austin_process(text));
    if (!r.is_process && !is_pyspy_thread(text, &name, &os) &&
        !is_async_thread(text, &name, &os) &&
        !is_perf_thread(text, &name, &os) &&
        !is_python_thread(text, &name, &os) &&
        !(f->austin && is_austin_thread(text, &name, &os)) &&
        !is_numbered_thread(f, text, &name, &os)) {
        r.frame = new_frame(f, text);
        return r;
    }
    if (!r.is_process)
        r.thread = corr_add_thread(f->b, corr_add_text(f->b, name), os, 0);
    r.frame = reader_frame(f->b, text, CORR_STR(""), CORR_STR(""), 0,
                           CORR_FRAME_THREAD);
    return r;
}

collapsed_root collapsed_root_of(collapsed_frames *f, corr_str name)
{
    uint32_t *at = reader_entry(f->b, &f->roots, name.p, name.n);

    if (!at || (!*at && !corr_vec_reserve(f->b, &f->root, 1)))
        return (collapsed_root){ { 0 }, { 0 }, false };
    if (!*at) {
        f->root.v[f->root.n++] = read_root(f, name);
        *at = (uint32_t)f->root.n;
    }
    return f->root.v[*at - 1];
}

/* Most names are known; a new one may occur twice in the list. */
void collapsed_frames_of(collapsed_frames *f, const corr_str *name, size_t n,
                         uint32_t *frame)
{
    if (corr_names_find(&f->frames, name, n, frame))
        return;
    for (size_t i = 0; i < n; i++) {
        if (frame[i])
            continue;
        corr_names_find(&f->frames, &name[i], 1, &frame[i]);
        if (frame[i])
            continue;
        frame[i] = new_frame(f, name[i]).i;
        if (frame[i] && !corr_names_add(&f->frames, name[i], frame[i]))
            reader_no_memory(f->b);
    }
}

/* ---- life ---------------------------------------------------------------- */

void collapsed_frames_init(collapsed_frames *f, corr_build *b,
                           const collapsed_look *look, collapsed_ended *ended,
                           void *ctx)
{
    *f = (collapsed_frames){ .b = b,
                             .austin = look->austin,
                             .numbered =
                                 look->numbered_roots * 2ull >= look->lines,
                             .ended = ended,
                             .ctx = ctx };
    if (look->austin)
        corr_names_have_places(b);
}

void collapsed_frames_clear(collapsed_frames *f)
{
    corr_names_clear(&f->frames);
    corr_map_clear(&f->roots);
    corr_vec_free(&f->root);
    corr_vec_free(&f->last.text);
    corr_vec_free(&f->last.end);
}
