/*
 * canon - see canon.h.
 *
 * A rule looks at the beginning of a name, at its end, or at each place with
 * one of a few bytes.  A removal may uncover text for another rule, so all
 * rules run until a round changes nothing.
 */
#include "frames/canon.h"

#include "base/base.h"
#include "frames/canon_private.h"

/* Compiler-made names stop changing after two or three. */
enum { ROUNDS = 8 };

typedef struct rule {
    const char *name, *one, *words;
    const char *head_has, *tail_has; /* bytes that a match needs */
    const char *at;           /* one or two bytes that a place begins with */
    size_t (*head)(corr_str); /* number of bytes to remove in front */
    size_t (*tail)(corr_str); /* number of bytes to keep */
    bool (*place)(edit *);    /* returns whether it replaced */
} rule;

/* clang-format off */
static const rule rules_of[CANON_RULES] = {
    [CANON_ADDR] = { "address", "address", "addresses",
                     .at = "0", .place = canon_addr_place },
    [CANON_ANNOT] = { "frame_type", "frame type", "frame types",
                      .tail_has = "_[]", .tail = canon_annot_tail },
    [CANON_KOFF] = { "offset", "offset", "offsets",
                     .tail_has = "+", .tail = canon_koff_tail,
                     .at = "+", .place = canon_koff_place },
    [CANON_JLAMBDA] = { "lambda", "lambda", "lambdas",
                        .at = "$", .place = canon_lambda_place },
    [CANON_JFORM] = { "hidden_class", "hidden class", "hidden classes",
                      .at = "$", .place = canon_form_place },
    [CANON_JACC] = { "accessor", "reflection accessor", "reflection accessors",
                     .at = "G", .place = canon_accessor_place },
    [CANON_JPROXY] = { "proxy", "proxy", "proxies",
                       .at = "$", .place = canon_proxy_place },
    [CANON_CGLIB] = { "cglib", "CGLIB class", "CGLIB classes",
                      .at = "$", .place = canon_cglib_place },
    [CANON_BB] = { "byte_buddy", "Byte Buddy class", "Byte Buddy classes",
                   .at = "$", .place = canon_buddy_place },
    [CANON_RUSTH] = { "rust_hash", "Rust hash", "Rust hashes",
                      .tail_has = ":h", .tail = canon_rusth_tail,
                      .at = "[", .place = canon_crate_place },
    [CANON_CCLONE] = { "clone", "compiler clone", "compiler clones",
                       .tail_has = ".", .tail = canon_clone_tail,
                       .at = "[", .place = canon_clone_place },
    [CANON_GOGEN] = { "go_name", "Go name", "Go names",
                      .head_has = "/vendor", .head = canon_vendor_head,
                      .at = "[", .place = canon_shape_place },
    [CANON_V8] = { "javascript", "JavaScript name", "JavaScript names",
                   .head_has = ":", .head = canon_v8_head,
                   .tail_has = ":", .tail = canon_v8_tail,
                   .at = ":.", .place = canon_v8_place },
    [CANON_PYRB] = { "script_line", "script line", "script lines",
                     .tail_has = ":", .tail = canon_script_tail,
                     .at = ":", .place = canon_script_place },
    [CANON_NET] = { "dotnet", ".NET name", ".NET names",
                    .tail_has = "[]", .tail = canon_net_tail,
                    .at = ">[", .place = canon_net_place },
};
/* clang-format on */

/* The ASCII bytes that a name has, one bit each: bytes below 64, and the
 * others. */
typedef struct letters {
    uint64_t low, high;
} letters;

static letters letters_of(corr_str s)
{
    letters l = { 0, 0 };

    for (size_t i = 0; i < s.n; i++) {
        const uint8_t c = (uint8_t)s.p[i];
        const uint64_t bit = UINT64_C(1) << (c & 63);
        l.low |= c >> 6 == 0 ? bit : 0;
        l.high |= c >> 6 == 1 ? bit : 0;
    }
    return l;
}

static inline bool has_byte(const letters *has, char byte)
{
    const uint64_t bits = byte < 64 ? has->low : has->high;

    return bits >> (byte & 63) & 1;
}

static bool has_all(const letters *has, const char *bytes)
{
    while (*bytes && has_byte(has, *bytes))
        bytes++;
    return !*bytes;
}

static size_t next_byte(corr_str s, size_t i, char byte)
{
    return i + corr_str_find((corr_str){ s.p + i, s.n - i }, byte);
}

/* The next byte at which the rule may have a place. */
static size_t next_place(const rule *r, corr_str s, size_t i)
{
    const size_t at = next_byte(s, i, r->at[0]);

    return r->at[1] ? next_byte((corr_str){ s.p, at }, i, r->at[1]) : at;
}

static void walk_places(const rule *r, edit *e)
{
    while (e->at < e->in.n) {
        size_t stop = e->hopeless ? e->in.n : next_place(r, e->in, e->at);
        if (e->begun)
            scan_put(e->out, (corr_str){ e->in.p + e->at, stop - e->at });
        e->at = stop;
        if (stop == e->in.n || r->place(e))
            continue;
        if (e->begun)
            e->out->v[e->out->n++] = e->in.p[stop];
        e->at++;
    }
}

/* Writes the result of the rule for s to out; the result is never empty.  Most
 * names stay unchanged, and out is empty then.  False: out of memory. */
static bool apply_rule(const rule *r, corr_str s, const letters *has,
                       canon_text *out)
{
    const bool places = r->place && (has_byte(has, r->at[0]) ||
                                     (r->at[1] && has_byte(has, r->at[1])));
    corr_str rest = s;

    out->n = 0;
    if (r->head && has_all(has, r->head_has)) {
        const size_t n = r->head(rest);
        rest = (corr_str){ rest.p + n, rest.n - n };
    }
    if (r->tail && has_all(has, r->tail_has))
        rest.n = r->tail(rest);
    if (!places && rest.n == s.n)
        return true;
    if (!vec_reserve(out, s.n + CANON_GROWTH))
        return false;
    edit e = { .in = rest, .out = out };
    if (places)
        walk_places(r, &e);
    if (!e.begun && rest.n < s.n)
        scan_put(out, rest);
    return true;
}

static bool set_canon_text(canon_text *t, corr_str s)
{
    t->n = 0;
    if (!vec_reserve(t, s.n + CANON_GROWTH))
        return false;
    scan_put(t, s);
    return true;
}

/* Applies every rule once, except the rules in without, and sets the rules that
 * changed something. */
static bool apply_rules(canon_text *text, unsigned without, canon_text *other,
                        unsigned *changed)
{
    letters has = letters_of((corr_str){ text->v, text->n });

    *changed = 0;
    for (size_t r = 0; r < CANON_RULES; r++) {
        const corr_str s = { text->v, text->n };
        if (without >> r & 1)
            continue;
        if (!apply_rule(&rules_of[r], s, &has, other))
            return false;
        if (!other->n || corr_str_eq(s, (corr_str){ other->v, other->n }))
            continue;
        const canon_text was = *text;
        *text = *other;
        *other = was;
        has = letters_of((corr_str){ text->v, text->n });
        *changed |= 1u << r;
    }
    return true;
}

bool canon_name(corr_str name, unsigned without, canon_text *out,
                unsigned *rules)
{
    canon_text other = { 0 };
    unsigned changed = 1, all = 0;
    bool ok = set_canon_text(out, name);

    for (int i = 0; ok && changed && i < ROUNDS; i++) {
        ok = apply_rules(out, without, &other, &changed);
        all |= changed;
    }
    if (ok && changed) { /* still changing: keep the name */
        ok = set_canon_text(out, name);
        all = 0;
    }
    vec_free(&other);
    if (ok)
        *rules |= all;
    return ok;
}

const char *canon_rule_name(canon_rule r)
{
    return rules_of[r].name;
}

const char *canon_rule_words(canon_rule r, uint32_t n)
{
    return n == 1 ? rules_of[r].one : rules_of[r].words;
}
