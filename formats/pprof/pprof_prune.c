/* drop_frames and keep_frames of profile.proto: the file names frames that
 * readers should hide.  The search starts at the root and skips frames up to
 * the first frame that is not dropped.  The next frame that is dropped and not
 * kept is hidden, with all frames it calls.  The regular expressions come from
 * the file, so they may be hostile and run under limits. */
#include "common/reader.h"
#include "pprof/pprof.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

/* Limits on the steps and the memory of one match. Names are short; a match
 * beyond the limits is an attack or a mistake. */
#define MATCH_LIMIT    10000
#define HEAP_LIMIT_KIB 20000

typedef struct pruner {
    pprof_file *f;
    pcre2_code *drop, *keep;
    pcre2_match_data *data;
    pcre2_match_context *limits;
    bool gave_up;
} pruner;

static pcre2_code *compile(pruner *p, corr_str pattern, const char *field)
{
    const uint32_t options = PCRE2_ANCHORED | PCRE2_ENDANCHORED;
    int code;
    PCRE2_SIZE at;
    PCRE2_UCHAR why[120];

    pcre2_code *re = pcre2_compile((PCRE2_SPTR)pattern.p, pattern.n, options,
                                   &code, &at, NULL);
    if (!re && code == PCRE2_ERROR_HEAP_FAILED) {
        reader_no_memory(p->f->b);
    } else if (!re) {
        pcre2_get_error_message(code, why, sizeof why);
        corr_warn(p->f->b, CORR_NO_OFFSET,
                  "%s is not applied; the regular expression is invalid, %s",
                  field, (const char *)why);
    }
    return re;
}

static bool matches(pruner *p, const pcre2_code *re, corr_str s)
{
    int got;

    if (!re || p->gave_up)
        return false;
    got = pcre2_match(re, (PCRE2_SPTR)s.p, s.n, 0, 0, p->data, p->limits);
    if (got == PCRE2_ERROR_NOMEMORY)
        reader_no_memory(p->f->b);
    if (got < 0 && got != PCRE2_ERROR_NOMATCH) {
        corr_warn(
            p->f->b, CORR_NO_OFFSET,
            "drop_frames takes too long to match; it is no longer applied");
        p->gave_up = true;
    }
    return got >= 0;
}

static bool is_bracket_of_name(corr_str name, size_t i)
{
    const size_t before = sizeof "operator" - 1;

    return corr_str_starts(corr_str_from(name, i), "(anonymous namespace)") ||
           (i >= before &&
            corr_str_starts(corr_str_from(name, i - before), "operator()"));
}

/* The name without its parameters: up to the first bracket that is not part of
 * the name. "(anonymous namespace)" and "operator()" are part of it. */
static corr_str simple_name(corr_str name)
{
    if (corr_str_starts(name, "."))
        name = corr_str_from(name, 1);
    for (size_t i = 0; i < name.n; i++)
        if (name.p[i] == '(' && !is_bracket_of_name(name, i))
            name.n = i;
    return name;
}

static bool is_dropped(pruner *p, uint64_t function_id)
{
    pprof_function *fn = pprof_function_of(p->f, function_id);

    if (!fn)
        return false;
    corr_str name = simple_name(pprof_text(p->f, fn->name));
    if (!fn->verdict)
        fn->verdict =
            name.n && matches(p, p->drop, name) && !matches(p, p->keep, name)
                ? 2
                : 1;
    return fn->verdict == 2;
}

/* The outermost dropped line drops all lines inlined into it. */
static void prune_location(pruner *p, pprof_location *loc)
{
    for (uint32_t i = loc->nline; i-- > 0;) {
        if (!is_dropped(p, p->f->code.line.v[loc->line + i].function))
            continue;
        if (i + 1 == loc->nline) {
            loc->is_dropped = true;
        } else {
            loc->is_dropped_beneath = true;
            loc->line += i + 1;
            loc->nline -= i + 1;
        }
        return;
    }
}

void pprof_prune(pprof_file *f)
{
    pruner p = { .f = f };
    corr_str drop = pprof_text(f, f->head.drop);
    corr_str keep = pprof_text(f, f->head.keep);

    if (!drop.n)
        return;
    p.drop = compile(&p, drop, "drop_frames");
    p.keep = keep.n ? compile(&p, keep, "keep_frames") : NULL;
    p.limits = pcre2_match_context_create(NULL);
    p.data = pcre2_match_data_create(1, NULL);
    if (!p.limits || !p.data)
        reader_no_memory(f->b);
    if (p.drop && p.limits && p.data && (p.keep || !keep.n)) {
        pcre2_set_match_limit(p.limits, MATCH_LIMIT);
        pcre2_set_heap_limit(p.limits, HEAP_LIMIT_KIB);
        f->made.is_pruned = true;
        for (size_t i = 0; i < f->code.location.n && !p.gave_up; i++)
            prune_location(&p, &f->code.location.v[i]);
    }
    pcre2_code_free(p.drop);
    pcre2_code_free(p.keep);
    pcre2_match_context_free(p.limits);
    pcre2_match_data_free(p.data);
}

size_t pprof_pruned(const pprof_file *f, const uint32_t *path, size_t n)
{
    bool is_past_root = false;

    for (size_t i = f->made.is_pruned ? n : 0; i-- > 0;) {
        const pprof_location *loc = &f->code.location.v[path[i]];
        if (!loc->is_dropped && !loc->is_dropped_beneath)
            is_past_root = true;
        else if (is_past_root)
            return loc->is_dropped ? i + 1 : i;
    }
    return 0;
}
