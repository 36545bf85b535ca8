/*
 * perf_frame - a line of a stack as one frame, or as several if code was
 * inlined.
 *
 * A distinct line is parsed once.
 */
#include "common/reader.h"
#include "perf/perf.h"

void perf_stack_init(perf_stack *s, corr_build *b)
{
    *s = (perf_stack){ .b = b };
}

void perf_stack_clear(perf_stack *s)
{
    corr_map_clear(&s->lines);
    corr_vec_free(&s->span);
    corr_vec_free(&s->frame);
    corr_vec_free(&s->open);
    corr_vec_free(&s->text);
}

/* ---- the file of a frame ------------------------------------------------- */

/* /tmp/perf-1234.map, jitted-1234-5.so, [JIT app cache]: made at run time. */
static bool is_jit(corr_str dso)
{
    corr_str name = corr_str_base(dso);

    return corr_str_starts(dso, "[JIT") ||
           (corr_str_starts(name, "perf-") && corr_str_ends(name, ".map")) ||
           (corr_str_starts(name, "jitted-") && corr_str_ends(name, ".so"));
}

/* "[kernel.kallsyms]", "vmlinux-5.4", a kernel module by file or name. */
static bool is_kernel(corr_str dso)
{
    static const char *const user[] = { "[unknown]", "[vdso]",  "[vsyscall]",
                                        "[heap]",    "[stack]", "[anon" };

    for (size_t i = 0; i < sizeof user / sizeof *user; i++)
        if (corr_str_starts(dso, user[i]))
            return false;
    return corr_str_starts(dso, "[") ||
           corr_str_starts(corr_str_base(dso), "vmlinux") ||
           corr_str_ends(dso, ".ko") || corr_str_ends(dso, ".ko.xz") ||
           corr_str_ends(dso, ".ko.zst") || corr_str_ends(dso, ".ko.gz");
}

static corr_frame_type type_of(corr_str dso)
{
    if (corr_str_is(dso, "inlined"))
        return CORR_FRAME_INLINED;
    if (is_jit(dso))
        return CORR_FRAME_JIT;
    return is_kernel(dso) ? CORR_FRAME_KERNEL : CORR_FRAME_NATIVE;
}

/* ---- frames -------------------------------------------------------------- */

static corr_frame new_frame(perf_stack *s, corr_str name, corr_str module,
                            corr_frame_type type)
{
    return reader_frame(s->b, name, (corr_str){ "", 0 }, module, 0, type);
}

static void add_frame(perf_stack *s, perf_frames *to, corr_frame f)
{
    if (corr_vec_push(s->b, &s->frame, f))
        to->n++;
}

static void add_named(perf_stack *s, perf_frames *to, corr_str name,
                      corr_str module, corr_frame_type type, bool is_java)
{
    if (!corr_vec_reserve(s->b, &s->text, name.n + 1))
        return;
    corr_str tidy = { s->text.v, perf_tidy(name, is_java, s->text.v) };
    if (tidy.n > 0)
        add_frame(s, to, new_frame(s, tidy, module, type));
}

/* Adds the frames of a chain "a->b", which perf-map-agent writes for inlined
 * code. */
static void add_chain(perf_stack *s, perf_frames *to, corr_str chain,
                      corr_str module, bool is_java)
{
    corr_frame_type type = CORR_FRAME_JIT;

    for (size_t i = 0; chain.n > 0; type = CORR_FRAME_INLINED) {
        for (i = 0; i + 1 < chain.n; i++)
            if (chain.p[i] == '-' && chain.p[i + 1] == '>')
                break;
        const bool more = i + 1 < chain.n;
        add_named(s, to, (corr_str){ chain.p, more ? i : chain.n }, module,
                  type, is_java);
        chain = corr_str_from(chain, more ? i + 2 : chain.n);
    }
}

static void read_frame(perf_stack *s, perf_frames *to, const perf_frame *f,
                       bool is_java)
{
    const corr_frame_type type = type_of(f->dso);
    corr_str module = f->dso;

    if (corr_str_ends(module, " (deleted)"))
        module.n -= strlen(" (deleted)");
    if (corr_str_is(module, "[unknown]") || corr_str_is(module, "inlined"))
        module.n = 0;
    if (f->symbol.n == 0 || corr_str_is(f->symbol, "[unknown]")) {
        const bool says = module.n == 0 || *module.p == '[';
        corr_str name = module.n == 0 ? CORR_STR("[unknown]") : module;
        name.n = says ? name.n : 0; /* the file is the name */
        add_frame(s, to, new_frame(s, name, module, type));
    } else if (type == CORR_FRAME_JIT) {
        add_chain(s, to, f->symbol, module, is_java);
    } else {
        add_named(s, to, f->symbol, module, type, is_java);
    }
}

/* The frames of a line, outermost first. */
static perf_frames frames_of(perf_stack *s, const perf_frame *f, bool is_java)
{
    const size_t n = f->symbol.n + f->dso.n + 2;

    if (!corr_vec_reserve(s->b, &s->text, n))
        return (perf_frames){ 0, 0 };
    memcpy(s->text.v, f->symbol.p, f->symbol.n);
    s->text.v[f->symbol.n] = is_java ? '\1' : '\0';
    if (f->dso.n)
        memcpy(s->text.v + f->symbol.n + 1, f->dso.p, f->dso.n);
    uint32_t *at = reader_entry(s->b, &s->lines, s->text.v, n - 1);
    if (!at || !corr_vec_reserve(s->b, &s->span, 1))
        return (perf_frames){ 0, 0 };
    if (!*at) {
        perf_frames made = { s->frame.n, 0 };
        read_frame(s, &made, f, is_java);
        s->span.v[s->span.n++] = made;
        *at = (uint32_t)s->span.n;
    }
    return s->span.v[*at - 1];
}

/* ---- the open stack ------------------------------------------------------ */

void perf_stack_begin(perf_stack *s)
{
    s->open.n = 0;
}

void perf_stack_push(perf_stack *s, const perf_frame *f, bool is_java)
{
    perf_frames made = frames_of(s, f, is_java);

    if (!corr_vec_reserve(s->b, &s->open, made.n))
        return;
    for (uint32_t i = made.n; i-- > 0;)
        s->open.v[s->open.n++] = s->frame.v[made.at + i];
}

/* The name of a program may have blanks; flame graphs replace them. */
static void push_comm(perf_stack *s, corr_str comm)
{
    if (!corr_vec_reserve(s->b, &s->text, comm.n))
        return;
    for (size_t i = 0; i < comm.n; i++)
        s->text.v[i] = comm.p[i] == ' ' ? '_' : comm.p[i];
    corr_push_frame(s->b, new_frame(s, (corr_str){ s->text.v, comm.n },
                                    (corr_str){ "", 0 }, CORR_FRAME_THREAD));
}

corr_stack perf_stack_end(perf_stack *s, corr_str comm)
{
    corr_begin_stack(s->b);
    if (comm.n > 0)
        push_comm(s, comm);
    for (size_t i = s->open.n; i > 0; i--)
        corr_push_frame(s->b, s->open.v[i - 1]);
    s->open.n = 0;
    return corr_end_stack(s->b);
}
