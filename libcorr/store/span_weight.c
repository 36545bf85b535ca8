#include "store/span_weight.h"

/* The number of requests that a span with this trace state stands for. */
static double adjusted_count(corr_str state)
{
    corr_str member, key, value, field, name, digits;

    while (corr_str_next(&state, ',', &member)) {
        if (!corr_str_cut(corr_str_trim(member), '=', &key, &value) ||
            !corr_str_is(key, "ot"))
            continue;
        while (corr_str_next(&value, ';', &field)) {
            if (!corr_str_cut(field, ':', &name, &digits) ||
                !corr_str_is(name, "th") || digits.n == 0 || digits.n > 14)
                continue;
            double p = 1, unit = 1;
            for (size_t i = 0; i < digits.n; i++) {
                const char c = digits.p[i];
                const int d = c >= '0' && c <= '9'   ? c - '0'
                              : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                                     : -1;
                if (d < 0)
                    return 1;
                unit /= 16;
                p -= d * unit;
            }
            return p > 0 ? 1 / p : 1;
        }
    }
    return 1;
}

double span_weight(const corr_store *st, uint32_t span)
{
    const input *in = store_input(st, st->spans.at.v[span].input);
    const uint32_t attrs = store_span(st, span)->attrs;
    corr_label state;

    return attrs && input_find_label(in, attrs, CORR_STR("w3c.tracestate"),
                                     &state)
               ? adjusted_count(state.text)
               : 1;
}
