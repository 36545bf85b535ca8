/* process_language - a program in one language does not belong to a service
 * that is written in another. */
#include "store/process_match.h"

enum { MOST_FUNCTIONS = 4096 /* that are looked at */ };

/* What only programs of one language have in the names of functions or files.
 * A letter behind a sign makes it
 * another word. */
static const struct {
    const char *sign, *language;
} signs[] = {
    { ".py", "python" },
    { "<module>", "python" },
    { ".js", "nodejs" },
    { ".mjs", "nodejs" },
    { ".cjs", "nodejs" },
    { ".ts", "nodejs" },
    { "node:internal", "nodejs" },
    { ".go", "go" },
    { "runtime.goexit", "go" },
    { "runtime.mcall", "go" },
    { "runtime.main", "go" },
    { ".java", "java" },
    { ".kt", "java" },
    { ".scala", "java" },
    { "java/lang/Thread.run", "java" },
    { "java.lang.Thread.run", "java" },
    { ".rb", "ruby" },
    { ".php", "php" },
    { ".cs", "dotnet" },
    { "System.Private.CoreLib", "dotnet" },
    { ".rs", "rust" },
};

/* Whether a sign stands in a text, and no word goes on behind it. */
static bool has_sign(corr_str text, corr_str sign)
{
    for (size_t at = 0; at + sign.n <= text.n; at++) {
        const char next = at + sign.n < text.n ? text.p[at + sign.n] : 0;
        const bool ends =
            !((next >= 'a' && next <= 'z') || next == '_' || next == '.' ||
              next == '/' || (next >= 'A' && next <= 'Z') ||
              (next >= '0' && next <= '9'));
        if (ends && memcmp(text.p + at, sign.p, sign.n) == 0)
            return true;
    }
    return false;
}

/* The language that most of the functions with a sign have; empty: none. */
static corr_str language_by_frames(const input *in)
{
    uint32_t n[countof(signs)] = { 0 };
    uint32_t all = 0;
    size_t which = 0;

    for (size_t i = 1; i < in->func.n && i <= MOST_FUNCTIONS; i++) {
        const corr_str name = input_text(in, in->func.v[i].name);
        const corr_str file = input_text(in, in->func.v[i].file);
        for (size_t k = 0; k < countof(signs); k++) {
            const corr_str sign = corr_str_of(signs[k].sign);
            if (!has_sign(name, sign) && !has_sign(file, sign))
                continue;
            all++;
            for (size_t same = 0; same <= k; same++)
                if (strcmp(signs[same].language, signs[k].language) == 0) {
                    n[same]++;
                    which = n[same] > n[which] ? same : which;
                    break;
                }
            break;
        }
    }
    return 2 * n[which] > all ? corr_str_of(signs[which].language)
                              : CORR_STR("");
}

/* Of spans, none is guessed by frames. */
static corr_str language_of(const input *in, uint32_t proc)
{
    corr_label said;

    if (proc && input_find_label(in, in->proc.v[proc].labels,
                                 CORR_STR("telemetry.sdk.language"), &said))
        return said.text;
    return input_text(in, in->process.language);
}

/* JavaScript has two names, for servers and for browsers. */
static bool is_same_language(corr_str a, corr_str b)
{
    const bool scripts[] = {
        corr_str_is(a, "nodejs") || corr_str_is(a, "webjs"),
        corr_str_is(b, "nodejs") || corr_str_is(b, "webjs")
    };

    return (scripts[0] && scripts[1]) || corr_str_eq(a, b);
}

bool process_speaks(const corr_store *st, uint32_t in, uint32_t service)
{
    const spans *s = &st->spans;
    const input *profile = st->input.v[in];
    const corr_str told = language_of(profile, profile->process.owner);
    const corr_str mine = told.n ? told : language_by_frames(profile);

    for (uint32_t i = 1; mine.n && i < s->at.n; i++) {
        if (spans_service(s, i) != service)
            continue;
        const corr_str its = language_of(store_input(st, s->at.v[i].input),
                                         store_span(st, i)->proc);
        if (its.n)
            return is_same_language(mine, its);
    }
    return true;
}
