/*
 * regex - runs patterns with PCRE2.
 *
 * Patterns come from users and from files, so a match must end: PCRE2 gives up
 * after more steps than any sensible pattern needs on a name.  Some systems
 * forbid the just-in-time compiler; the interpreter then does the same, slower.
 */
#define PCRE2_CODE_UNIT_WIDTH 8

#include "base/regex.h"

#include <pcre2.h>

enum { MATCH_STEPS = 1000000, MATCH_DEPTH = 10000, MATCH_HEAP_KIB = 20000 };

struct match {
    corr_arena arena; /* owns this struct */
    pcre2_code *code; /* NULL: matches nothing */
    pcre2_match_context *context;
    pcre2_match_data *data;
    bool limited;
};

static corr_code fail_pattern(const char *pattern, int error, size_t at,
                              corr_err *err)
{
    PCRE2_UCHAR why[128];

    if (error == PCRE2_ERROR_HEAP_FAILED)
        return corr_no_memory(err);
    if (pcre2_get_error_message(error, why, sizeof why) < 0)
        why[0] = 0;
    return corr_fail(err, CORR_EUSAGE,
                     "bad pattern \"%.100s\": %.90s, after %zu byte%s", pattern,
                     (const char *)why, at, corr_plural(at));
}

static corr_code compile_pattern(match *m, const char *pattern, corr_err *err)
{
    int error;
    PCRE2_SIZE at;

    m->code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
                            PCRE2_UTF, &error, &at, NULL);
    if (!m->code)
        return fail_pattern(pattern, error, at, err);

    m->context = pcre2_match_context_create(NULL);
    m->data = pcre2_match_data_create(1, NULL);
    if (!m->context || !m->data)
        return corr_no_memory(err);
    pcre2_set_match_limit(m->context, MATCH_STEPS);
    pcre2_set_depth_limit(m->context, MATCH_DEPTH);
    pcre2_set_heap_limit(m->context, MATCH_HEAP_KIB);
    (void)pcre2_jit_compile(m->code, PCRE2_JIT_COMPLETE);
    return CORR_OK;
}

match *match_new(const char *pattern, corr_err *err)
{
    corr_arena arena = { 0 };
    match *m = corr_arena_new(&arena, match, 1);

    if (!m) {
        corr_no_memory(err);
        return NULL;
    }
    m->arena = arena;
    if (pattern && compile_pattern(m, pattern, err) != CORR_OK) {
        match_free(m);
        return NULL;
    }
    return m;
}

bool match_text(match *m, corr_str s)
{
    if (!m || !m->code)
        return false;

    /* Text of a store is always valid UTF-8, so PCRE2 need not check it. */
    int n = pcre2_match(m->code, (PCRE2_SPTR)s.p, s.n, 0, PCRE2_NO_UTF_CHECK,
                        m->data, m->context);
    if (n < 0 && n != PCRE2_ERROR_NOMATCH)
        m->limited = true;
    return n >= 0;
}

bool match_limited(const match *m)
{
    return m && m->limited;
}

void match_free(match *m)
{
    if (!m)
        return;
    pcre2_match_data_free(m->data);
    pcre2_match_context_free(m->context);
    pcre2_code_free(m->code);

    corr_arena arena = m->arena;
    corr_arena_clear(&arena);
}
