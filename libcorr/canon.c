/*
 * canon - see canon.h.
 *
 * A rule looks at the beginning of a name, at its end, or at each place with
 * one of a few bytes.  What it takes out there may uncover what another speaks
 * of, so all are tried until none changes anything.
 */
#include "canon.h"

#include "base.h"
#include "canon_private.h"

/* Names of compilers are settled after two or three. */
enum { ROUNDS = 8 };

typedef struct rule {
    const char *name, *words;
    const char *needs; /* one byte or two: a name without them is canonical */
    size_t (*head)(corr_str); /* bytes at the beginning that go */
    size_t (*tail)(corr_str); /* bytes that stay before an end that goes */
    bool (*place)(edit *);    /* at one of needs: whether it was replaced */
} rule;

/* clang-format off */
static const rule rules_of[CANON_RULES] = {
    [CANON_ADDR] = { "address", "addresses", "0", .place = canon_addr_place },
    [CANON_ANNOT] = { "frame_type", "frame types", "[",
                      .tail = canon_annot_tail },
    [CANON_KOFF] = { "offset", "offsets", "+", .tail = canon_koff_tail },
    [CANON_JLAMBDA] = { "lambda", "lambdas", "$", .place = canon_lambda_place },
    [CANON_JFORM] = { "hidden_class", "hidden classes", "$",
                      .place = canon_form_place },
    [CANON_JACC] = { "accessor", "reflection accessors", "G",
                     .place = canon_accessor_place },
    [CANON_JPROXY] = { "proxy", "proxies", "$", .place = canon_proxy_place },
    [CANON_CGLIB] = { "cglib", "CGLIB classes", "$",
                      .place = canon_cglib_place },
    [CANON_BB] = { "byte_buddy", "Byte Buddy classes", "$",
                   .place = canon_buddy_place },
    [CANON_RUSTH] = { "rust_hash", "Rust hashes", ":",
                      .tail = canon_rusth_tail },
    [CANON_CCLONE] = { "clone", "compiler clones", ".[",
                       .tail = canon_clone_tail,
                       .place = canon_clone_place },
    [CANON_GOGEN] = { "go_name", "Go names", "/[", .head = canon_vendor_head,
                      .place = canon_shape_place },
    [CANON_V8] = { "javascript", "JavaScript names", ":.",
                   .head = canon_v8_head,
                   .place = canon_v8_place },
    [CANON_PYRB] = { "script_line", "script lines", ":",
                     .tail = canon_script_tail,
                     .place = canon_script_place },
    [CANON_NET] = { "dotnet", ".NET names", ">[", .tail = canon_net_tail,
                    .place = canon_net_place },
};
/* clang-format on */

/* Which bytes a name has, a bit each. */
typedef struct letters {
    uint64_t bits[4];
} letters;

static letters letters_of(corr_str s)
{
    letters l = { { 0 } };

    for (size_t i = 0; i < s.n; i++) {
        const uint8_t c = (uint8_t)s.p[i];
        l.bits[c >> 6] |= UINT64_C(1) << (c & 63);
    }
    return l;
}

static bool is_of_interest(const rule *r, const letters *has)
{
    for (const char *p = r->needs; *p; p++) {
        const uint8_t c = (uint8_t)*p;
        if (has->bits[c >> 6] >> (c & 63) & 1)
            return true;
    }
    return false;
}

/* The next of the bytes that the rule looks for; its needs are not empty. */
static size_t next_place(const rule *r, corr_str s, size_t i)
{
    const char first = r->needs[0];
    const char last = r->needs[1] ? r->needs[1] : first;

    while (i < s.n && s.p[i] != first && s.p[i] != last)
        i++;
    return i;
}

static void walk_places(const rule *r, edit *e)
{
    while (e->at < e->in.n) {
        size_t stop = e->hopeless ? e->in.n : next_place(r, e->in, e->at);
        scan_put(e->out, (corr_str){ e->in.p + e->at, stop - e->at });
        e->at = stop;
        if (stop < e->in.n && !r->place(e))
            e->out->v[e->out->n++] = e->in.p[e->at++];
    }
}

/* What the rule makes of s, which is never nothing.  False: out of memory. */
static bool apply(const rule *r, corr_str s, canon_text *out)
{
    out->n = 0;
    if (!vec_reserve(out, s.n + CANON_GROWTH))
        return false;
    corr_str rest = s;
    if (r->head) {
        const size_t n = r->head(rest);
        rest = (corr_str){ rest.p + n, rest.n - n };
    }
    if (r->tail)
        rest.n = r->tail(rest);
    if (r->place)
        walk_places(r, &(edit){ .in = rest, .out = out });
    else
        scan_put(out, rest);
    if (out->n == 0)
        scan_put(out, s);
    return true;
}

static bool set_text(canon_text *t, corr_str s)
{
    t->n = 0;
    if (!vec_reserve(t, s.n + CANON_GROWTH))
        return false;
    scan_put(t, s);
    return true;
}

/* Applies every rule once; the rules that changed something. */
static bool apply_all(canon_text *text, canon_text *spare, unsigned *changed)
{
    letters has = letters_of((corr_str){ text->v, text->n });

    *changed = 0;
    for (size_t r = 0; r < CANON_RULES; r++) {
        const corr_str s = { text->v, text->n };
        if (!is_of_interest(&rules_of[r], &has))
            continue;
        if (!apply(&rules_of[r], s, spare))
            return false;
        if (corr_str_eq(s, (corr_str){ spare->v, spare->n }))
            continue;
        const canon_text was = *text;
        *text = *spare;
        *spare = was;
        has = letters_of((corr_str){ text->v, text->n });
        *changed |= 1u << r;
    }
    return true;
}

bool canon_name(corr_str name, canon_text *out, unsigned *rules)
{
    canon_text spare = { 0 };
    unsigned changed = 1, all = 0;
    bool ok = set_text(out, name);

    for (int i = 0; ok && changed && i < ROUNDS; i++) {
        ok = apply_all(out, &spare, &changed);
        all |= changed;
    }
    if (ok && changed) { /* no end to it */
        ok = set_text(out, name);
        all = 0;
    }
    vec_free(&spare);
    if (ok)
        *rules |= all;
    return ok;
}

const char *canon_rule_name(canon_rule r)
{
    return rules_of[r].name;
}

const char *canon_rule_words(canon_rule r)
{
    return rules_of[r].words;
}
