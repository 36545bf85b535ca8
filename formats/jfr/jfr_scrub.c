/* jfr_scrub - where each text of a recording stands, for its copy without
 * secrets. */
#include "jfr/jfr_scrub.h"
#include "corr_scrub.h"
#include "jfr/jfr_rewrite.h"

static corr_spot spot_of_types(const jfr_text_at *at)
{
    if (strcmp(at->field, "type") == 0)
        return CORR_PLACE_NAME;
    return strcmp(at->field, "field") == 0 ||
                   strcmp(at->field, "locale") == 0 ||
                   corr_str_starts(at->key, "jdk.")
               ? CORR_PLACE_PUBLIC
               : CORR_PLACE_NAME;
}

/* Values beside a key. */
static corr_spot spot_of_pair(corr_scrub *map, const jfr_text_at *at)
{
    static const struct {
        const char *type;
        corr_spot spot;
    } pairs[] = {
        { "jdk.InitialEnvironmentVariable", CORR_PLACE_ENV },
        { "jdk.InitialSystemProperty", CORR_PLACE_PROPERTY },
        { "jdk.ActiveSetting", CORR_PLACE_PUBLIC },
    };

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strcmp(at->type, pairs[i].type) == 0)
            return pairs[i].spot == CORR_PLACE_PUBLIC
                       ? CORR_PLACE_PUBLIC
                       : corr_scrub_place_in(map, pairs[i].spot, at->key);
    return corr_scrub_place_in(map, CORR_PLACE_TEXT, at->key);
}

static corr_spot find_spot(corr_scrub *map, const jfr_text_at *at)
{
    static const char *const names[] = { "jdk.types.Symbol", "java.lang.Thread",
                                         "java.lang.Class",
                                         "jdk.types.ThreadGroup" };

    if (at->is_word)
        return CORR_PLACE_PUBLIC;
    if (strcmp(at->type, JFR_OF_TYPES) == 0)
        return spot_of_types(at);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(at->type, names[i]) == 0)
            return CORR_PLACE_NAME;
    if (at->key.n && strstr(at->field, "alue"))
        return spot_of_pair(map, at);
    if (strcmp(at->field, "key") == 0)
        return CORR_PLACE_KEY;
    return corr_scrub_place(map, corr_str_of(at->field));
}

/* Without a key it is that of the field. */
static corr_spot spot_of_text(corr_scrub *map, const jfr_text_at *at)
{
    if (at->key.n || !at->note)
        return find_spot(map, at);
    if (!*at->note)
        *at->note = (uint8_t)(find_spot(map, at) + 1);
    return (corr_spot)(*at->note - 1);
}

/* A constant does not say which field has it, and ids must stay equal to those
 * of the traces. */
static bool is_trace_constant(const jfr_text_at *at, corr_str value)
{
    bool is_hex = true;

    if (value.n != 32 || at->field[0] ||
        strcmp(at->type, "java.lang.String") != 0)
        return false;
    for (size_t i = 0; i < 32; i++)
        is_hex &= (value.p[i] >= '0' && value.p[i] <= '9') ||
                  (value.p[i] >= 'a' && value.p[i] <= 'f');
    return is_hex;
}

/* Numbers that spell a text, or that have a known value in another encoding. */
static corr_str map_jfr_bytes(corr_scrub *map, const jfr_text_at *at,
                              corr_str value)
{
    enum { TEXT_LEAST = 4 };
    bool is_text = value.n >= TEXT_LEAST;

    for (size_t i = 0; i < value.n && is_text; i++)
        is_text = (uint8_t)value.p[i] >= ' ' || value.p[i] == '\t' ||
                  value.p[i] == '\n' || value.p[i] == '\r';
    if (is_text)
        return corr_scrub_text(map, spot_of_text(map, at), value);
    return corr_scrub_knows(map, value) ? CORR_STR("") : value;
}

static corr_str map_jfr_text(void *ctx, const jfr_text_at *at, corr_str value)
{
    if (at->is_bytes)
        return map_jfr_bytes(ctx, at, value);
    if (is_trace_constant(at, value))
        return corr_scrub_text(ctx, CORR_PLACE_ID, value);
    const corr_spot spot = spot_of_text(ctx, at);
    if (at->is_shared)
        corr_scrub_share(ctx, spot, value);
    return corr_scrub_text(
        ctx, at->field[0] ? spot : corr_scrub_shared(ctx, value, spot), value);
}

/* Numbers of the JDK's own events identify no one. */
static bool has_jfr_number(void *ctx, const char *type, const char *field)
{
    const corr_spot spot = corr_scrub_place(ctx, corr_str_of(field));

    return (spot == CORR_PLACE_USER || spot == CORR_PLACE_SECRET ||
            (spot == CORR_PLACE_ID && strcmp(field, "id") != 0)) &&
           strncmp(type, "jdk.", 4) != 0;
}

/* 32 bits have room for a part of the other number; fewer bits have none. */
static int64_t map_jfr_number(void *ctx, const jfr_text_at *at, int64_t value,
                              unsigned bits)
{
    enum { HALF = 1 << 30 };

    if (bits < 32 || (bits == 32 && value >= HALF))
        return value;
    const int64_t now = corr_scrub_number(
        ctx, corr_scrub_place(ctx, corr_str_of(at->field)), value);
    return now == value || bits > 32 ? now : HALF | (now & (HALF - 1));
}

corr_code jfr_scrub(corr_src *in, corr_scrub *map, corr_out *out, corr_err *err)
{
    const jfr_rewriter by = { .map = map_jfr_text,
                              .number = map_jfr_number,
                              .has_number = has_jfr_number,
                              .ctx = map };
    const corr_code code =
        jfr_rewrite(in, &by, corr_scrub_learns(map) ? NULL : out, NULL, err);

    if (!code && corr_scrub_failed(map))
        return corr_no_memory(err);
    return code;
}
