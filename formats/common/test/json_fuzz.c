/* json_fuzz - the tokenizer, on a text and on a source: both must see the
 * same, and searching first must not lose what is searched. */
#include <stdlib.h>

#include "common/json.h"
#include "fuzz.h"
#include "model/build.h"
#include "source/source.h"

typedef struct seen {
    uint64_t keys, values, bytes, wanted;
    corr_arena scratch;
} seen;

static void look(seen *s, const json_val *v)
{
    int64_t i;
    uint64_t u;
    double x;

    s->values++;
    s->bytes += json_str(v, &s->scratch).n;
    s->bytes += json_i64(v, &i) ? 2 : 0;
    s->bytes += json_u64(v, &u) ? 3 : 0;
    s->bytes += json_real(v, &x) ? 5 : 0;
    corr_arena_reset(&s->scratch);
}

static void walk(json *j, seen *s)
{
    const json_type type = json_next(j);
    json_val v;
    corr_str key;

    if (type == JSON_ARRAY) {
        if (json_enter(j, type))
            while (json_element(j, NULL))
                walk(j, s);
    } else if (type == JSON_OBJECT) {
        if (json_enter(j, type))
            while (json_key(j, &key)) {
                s->keys++;
                s->bytes += key.n;
                walk(j, s);
            }
    } else if (json_value(j, &v)) {
        look(s, &v);
    }
}

/* Letters of both cases in one id are no spelling that is searched for. */
static bool is_mixed(corr_str s)
{
    bool upper = false, lower = false;

    for (size_t i = 0; i < s.n; i++) {
        upper |= s.p[i] >= 'A' && s.p[i] <= 'F';
        lower |= s.p[i] >= 'a' && s.p[i] <= 'f';
    }
    return upper && lower && s.n != 22 && s.n != 24;
}

/* Counts strings that are the wanted id, in arrays at the top. */
static void find(json *j, const needles *only, const corr_want *want, seen *s)
{
    corr_trace_id id;
    json_val v;

    while (json_top(j, only)) {
        if (json_next(j) != JSON_ARRAY) {
            walk(j, s);
            continue;
        }
        if (!json_enter(j, JSON_ARRAY))
            continue;
        while (json_element(j, only))
            if (json_next(j) != JSON_STRING)
                walk(j, s);
            else if (json_value(j, &v) && !v.escaped && !is_mixed(v.text) &&
                     corr_parse_trace_id(v.text, &id) &&
                     corr_want_id(want, id, 0))
                s->wanted++;
    }
}

static seen search(const uint8_t *data, size_t size, const corr_want *want,
                   bool first, bool *whole)
{
    corr_err err = { 0 };
    corr_src *in = src_open_memory(data, size, &(src_opts){ 0 }, &err);
    seen s = { 0 };
    needles set;
    json j;

    if (!in)
        return s;
    json_open(&j, in, "a value");
    find(&j, first && needles_init(&set, want) ? &set : NULL, want, &s);
    *whole = !json_failed(&j) && !j.too_deep;
    src_close(in);
    corr_arena_clear(&s.scratch);
    return s;
}

/* Line ends in strings are no JSON, and may look like ends of lines. */
static bool has_line_in_string(const uint8_t *p, size_t n)
{
    bool inside = false;

    for (size_t i = 0; i < n; i++) {
        if (inside && p[i] == '\n')
            return true;
        if (inside && p[i] == '\\')
            i++;
        else if (p[i] == '"')
            inside = !inside;
    }
    return false;
}

/* False: a source reads other values than a text: it undoes UTF-16 and the
 * prefixes of a log, and skips what stands behind a document. */
static bool read_source(const uint8_t *data, size_t size, seen *s, bool *whole)
{
    bool same = false;

    const src_opts opts = { .limits = { .depth = 64, .decoded = 1 << 24 } };
    corr_err err = { 0 };
    corr_src *in = src_open_memory(data, size, &opts, &err);
    corr_build *b = build_new(&(build_opts){ 0 }, &err);
    json j;

    if (in && b) {
        json_open(&j, in, "a value");
        same = json_offset(&j) == 0;
        while (json_top(&j, NULL))
            walk(&j, s);
        *whole = !json_failed(&j);
        same = same && src_is_plain(in) && !j.stray && !j.is_stray;
        seen rest = { 0 };
        while (json_resume(&j, b))
            while (json_top(&j, NULL))
                walk(&j, &rest);
        json_finish(&j, b);
        corr_arena_clear(&rest.scratch);
    }
    build_free(b);
    src_close(in);
    return same;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const corr_want want = { .by_id = true,
                             .ids.hi = 0x4bf92f3577b34da6,
                             .ids.lo = 0xa3ce929d0e0e4736,
                             .ids.mask_hi = UINT64_MAX,
                             .ids.mask_lo = UINT64_MAX };
    seen text = { 0 }, source = { 0 };
    bool whole = false, found_whole = false;
    json j;

    if (size >= 2 && data[0] == 0x1f && data[1] == 0x8b)
        return 0;
    json_open_text(&j, (corr_str){ (const char *)data, size }, 64);
    while (json_top(&j, NULL))
        walk(&j, &text);
    const bool same = read_source(data, size, &source, &whole);
    if (!same) {
        corr_arena_clear(&text.scratch);
        corr_arena_clear(&source.scratch);
        return 0;
    }
    if (whole != !json_failed(&j) || text.keys != source.keys ||
        text.values != source.values || text.bytes != source.bytes)
        abort();
    const seen all = search(data, size, &want, false, &whole);
    const seen few = search(data, size, &want, true, &found_whole);
    if (whole && !has_line_in_string(data, size) && few.wanted != all.wanted)
        abort();
    corr_arena_clear(&text.scratch);
    corr_arena_clear(&source.scratch);
    return 0;
}
