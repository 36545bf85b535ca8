/* otlp_rewrite - copies OTLP in protobuf with other texts: traces, metrics and
 * profiles.  Trace ids, numbers, times and packed lists stay. */
#include "otlp/otlp_rewrite.h"

#include "common/rewrite.h"
#include "otlp/otlp_profile.h"

#define TEXT_AT(n, where)                                                      \
    {                                                                          \
        n, REWRITE_TEXT, CORR_PLACE_##where, NULL                              \
    }
#define MESSAGE_AT(n, m)                                                       \
    {                                                                          \
        n, REWRITE_MESSAGE, CORR_PLACE_TEXT, m                                 \
    }
#define BYTES_AT(n, as)                                                        \
    {                                                                          \
        n, REWRITE_##as, CORR_PLACE_TEXT, NULL                                 \
    }
#define END_OF_FIELDS                                                          \
    {                                                                          \
        0, REWRITE_COPY, CORR_PLACE_TEXT, NULL                                 \
    }
#define MESSAGE_OF(...)                                                        \
    {                                                                          \
        (const rewrite_field[])                                                \
        {                                                                      \
            __VA_ARGS__, END_OF_FIELDS                                         \
        }                                                                      \
    }

/* clang-format off */
/* ---- attributes ---------------------------------------------------------- */

static const rewrite_message any_list, pair_list;
static const rewrite_message any_value = MESSAGE_OF(
    BYTES_AT(1, VALUE), BYTES_AT(3, NUMBER), MESSAGE_AT(5, &any_list),
    MESSAGE_AT(6, &pair_list), BYTES_AT(7, VALUE), BYTES_AT(8, VALUE_INDEX));
static const rewrite_message any_list = MESSAGE_OF(MESSAGE_AT(1, &any_value));
static const rewrite_message pair = MESSAGE_OF(
    BYTES_AT(1, KEY), MESSAGE_AT(2, &any_value), BYTES_AT(3, KEY_INDEX));
static const rewrite_message pair_list = MESSAGE_OF(MESSAGE_AT(1, &pair));
static const rewrite_message resource = MESSAGE_OF(MESSAGE_AT(1, &pair));
static const rewrite_message scope = MESSAGE_OF(
    TEXT_AT(1, NAME), TEXT_AT(2, BUILD), MESSAGE_AT(3, &pair));

/* ---- traces -------------------------------------------------------------- */

static const rewrite_message span_event = MESSAGE_OF(
    TEXT_AT(2, NAME), MESSAGE_AT(3, &pair));
static const rewrite_message span_link = MESSAGE_OF(
    BYTES_AT(1, ID), BYTES_AT(2, ID), TEXT_AT(3, TEXT), MESSAGE_AT(4, &pair));
static const rewrite_message span_status = MESSAGE_OF(TEXT_AT(2, TEXT));
static const rewrite_message span_message = MESSAGE_OF(
    BYTES_AT(1, ID), BYTES_AT(2, ID), TEXT_AT(3, TEXT), BYTES_AT(4, ID),
    TEXT_AT(5, NAME), MESSAGE_AT(9, &pair), MESSAGE_AT(11, &span_event),
    MESSAGE_AT(13, &span_link), MESSAGE_AT(15, &span_status));
static const rewrite_message scope_spans = MESSAGE_OF(
    MESSAGE_AT(1, &scope), MESSAGE_AT(2, &span_message), TEXT_AT(3, PUBLIC));
static const rewrite_message resource_spans = MESSAGE_OF(
    MESSAGE_AT(1, &resource), MESSAGE_AT(2, &scope_spans), TEXT_AT(3, PUBLIC),
    MESSAGE_AT(1000, &scope_spans));
static const rewrite_message traces = MESSAGE_OF(MESSAGE_AT(1, &resource_spans));

/* ---- metrics ------------------------------------------------------------- */

static const rewrite_message exemplar = MESSAGE_OF(
    BYTES_AT(4, ID), BYTES_AT(5, ID), MESSAGE_AT(7, &pair));
static const rewrite_message number_point = MESSAGE_OF(
    MESSAGE_AT(5, &exemplar), MESSAGE_AT(7, &pair));
static const rewrite_message histogram_point = MESSAGE_OF(
    BYTES_AT(6, COPY), BYTES_AT(7, COPY), MESSAGE_AT(8, &exemplar), MESSAGE_AT(9, &pair));
static const rewrite_message exponential_point = MESSAGE_OF(
    MESSAGE_AT(1, &pair), BYTES_AT(8, COPY), BYTES_AT(9, COPY), MESSAGE_AT(11, &exemplar));
static const rewrite_message summary_point = MESSAGE_OF(
    BYTES_AT(6, COPY), MESSAGE_AT(7, &pair));
static const rewrite_message numbers = MESSAGE_OF(MESSAGE_AT(1, &number_point));
static const rewrite_message histograms = MESSAGE_OF(MESSAGE_AT(1, &histogram_point));
static const rewrite_message exponentials = MESSAGE_OF(MESSAGE_AT(1, &exponential_point));
static const rewrite_message summaries = MESSAGE_OF(MESSAGE_AT(1, &summary_point));
static const rewrite_message metric_message = MESSAGE_OF(
    TEXT_AT(1, NAME), TEXT_AT(2, TEXT), TEXT_AT(3, PUBLIC), MESSAGE_AT(5, &numbers),
    MESSAGE_AT(7, &numbers), MESSAGE_AT(9, &histograms), MESSAGE_AT(10, &exponentials),
    MESSAGE_AT(11, &summaries), MESSAGE_AT(12, &pair));
static const rewrite_message scope_metrics = MESSAGE_OF(
    MESSAGE_AT(1, &scope), MESSAGE_AT(2, &metric_message), TEXT_AT(3, PUBLIC));
static const rewrite_message resource_metrics = MESSAGE_OF(
    MESSAGE_AT(1, &resource), MESSAGE_AT(2, &scope_metrics), TEXT_AT(3, PUBLIC));
static const rewrite_message metrics = MESSAGE_OF(MESSAGE_AT(1, &resource_metrics));

/* ---- profiles ------------------------------------------------------------ */

static const rewrite_message profile_link = MESSAGE_OF(BYTES_AT(1, ID), BYTES_AT(2, ID));
/* Numbers of fields differ between drafts; those of the payload are the original
 * profile in its own format. */
static const rewrite_message profile = MESSAGE_OF(
    BYTES_AT(1, COPY), BYTES_AT(2, COPY), BYTES_AT(3, COPY), BYTES_AT(5, COPY),
    BYTES_AT(7, ID), BYTES_AT(8, COPY), BYTES_AT(9, PAYLOAD), BYTES_AT(10, PAYLOAD),
    BYTES_AT(11, PAYLOAD), BYTES_AT(12, PAYLOAD), BYTES_AT(13, PAYLOAD),
    BYTES_AT(14, COPY), BYTES_AT(20, PAYLOAD), BYTES_AT(21, PAYLOAD), BYTES_AT(22, COPY));
static const rewrite_message scope_profiles = MESSAGE_OF(
    MESSAGE_AT(1, &scope), MESSAGE_AT(2, &profile), TEXT_AT(3, PUBLIC));
static const rewrite_message resource_profiles = MESSAGE_OF(
    MESSAGE_AT(1, &resource), MESSAGE_AT(2, &scope_profiles), TEXT_AT(3, PUBLIC));
/* clang-format on */

/* The texts of all dictionaries of a message. */
static bool collect_texts(corr_scrub *map, corr_cur c, rewrite_strings *to)
{
    wire_field f, g;

    while (wire_next(&c, &f)) {
        if (f.number != OTLP_PROFILE_DICTIONARY || f.type != WIRE_BYTES)
            continue;
        while (wire_next(&f.bytes, &g))
            if (g.number == OTLP_PROFILE_STRING && g.type == WIRE_BYTES &&
                !corr_vec_push(NULL, to, wire_text(&g))) {
                corr_scrub_fail(map);
                return false;
            }
    }
    return true;
}

static bool copy_profiles(corr_scrub *map, corr_cur c, corr_out *to)
{
    rewrite_strings texts = { 0 };
    const rewrite_field pair_fields[] = { BYTES_AT(1, KEY_INDEX),
                                          MESSAGE_AT(2, &any_value),
                                          END_OF_FIELDS };
    const rewrite_field old_pair_fields[] = { BYTES_AT(1, KEY),
                                              MESSAGE_AT(2, &any_value),
                                              END_OF_FIELDS };
    const rewrite_message by_index = { pair_fields };
    const rewrite_message by_text = { old_pair_fields };
    bool good = collect_texts(map, c, &texts);
    const rewrite_field tables[] = {
        BYTES_AT(OTLP_PROFILE_MAPPING, COPY),
        BYTES_AT(OTLP_PROFILE_LOCATION, COPY),
        BYTES_AT(OTLP_PROFILE_FUNCTION, COPY),
        MESSAGE_AT(OTLP_PROFILE_LINK, &profile_link),
        { OTLP_PROFILE_STRING, REWRITE_SHARED, CORR_PLACE_NAME, NULL },
        MESSAGE_AT(OTLP_PROFILE_ATTRIBUTE, texts.n ? &by_index : &by_text),
        BYTES_AT(OTLP_PROFILE_STACK, COPY),
        END_OF_FIELDS
    };
    const rewrite_message dictionary = { tables };
    const rewrite_field top[] = {
        MESSAGE_AT(OTLP_PROFILE_RESOURCE_PROFILES, &resource_profiles),
        MESSAGE_AT(OTLP_PROFILE_DICTIONARY, &dictionary), END_OF_FIELDS
    };

    good = good && rewrite_proto(map, c, &(rewrite_message){ top }, &texts, to);
    corr_vec_free(&texts);
    return good;
}

static bool copy_export(corr_scrub *map, corr_cur c, const rewrite_message *m,
                        corr_out *to)
{
    return m ? rewrite_proto(map, c, m, NULL, to) : copy_profiles(map, c, to);
}

/* Messages in a row, or records of the Collector: four bytes of length and a
 * message. */
static bool copy_records(corr_scrub *map, corr_cur c, const rewrite_message *m,
                         corr_out *to)
{
    while (corr_cur_left(&c) >= 4) {
        const uint32_t n = (uint32_t)c.p[0] << 24 | (uint32_t)c.p[1] << 16 |
                           (uint32_t)c.p[2] << 8 | c.p[3];
        c.p += 4;
        const corr_cur record = corr_cur_slice(&c, n);
        corr_out *one = rewrite_part(map);
        bool good = one && !c.bad && copy_export(map, record, m, one);
        if (good) {
            const corr_str bytes = corr_out_bytes(one);
            for (unsigned i = 0; i < 4; i++)
                corr_putc(to, (char)(bytes.n >> (24 - 8 * i)));
            corr_put_str(to, bytes);
        }
        if (!rewrite_part_end(map, one) || !good)
            return false;
    }
    return c.p == c.end;
}

static corr_code copy_file(corr_src *in, corr_scrub *map,
                           const rewrite_message *m, corr_out *out,
                           corr_err *err)
{
    size_t n;
    const uint8_t *p = rewrite_whole(in, &n, err);

    if (!p)
        return err ? err->code : CORR_EFORMAT;
    const corr_cur c = { p, p + n, false };
    const bool good = n && p[0] == 0 ? copy_records(map, c, m, out)
                                     : copy_export(map, c, m, out);
    corr_src_skip(in, n);
    if (!good && !corr_scrub_failed(map))
        return corr_fail(err, CORR_EFORMAT,
                         "a message is cut off or malformed");
    return rewrite_end(in, map, err);
}

corr_code otlp_rewrite_traces(corr_src *in, corr_scrub *map, corr_out *out,
                              corr_err *err)
{
    return copy_file(in, map, &traces, out, err);
}

corr_code otlp_rewrite_metrics(corr_src *in, corr_scrub *map, corr_out *out,
                               corr_err *err)
{
    return copy_file(in, map, &metrics, out, err);
}

corr_code otlp_rewrite_profiles(corr_src *in, corr_scrub *map, corr_out *out,
                                corr_err *err)
{
    return copy_file(in, map, NULL, out, err);
}
