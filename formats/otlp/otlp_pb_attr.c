/* otlp_pb_attr - attributes of spans and points as labels. */
#include "otlp/otlp_pb.h"
#include "otlp/otlp_pb_value.h"

void otlp_pb_push_attrs(otlp_pb *o, corr_cur message, uint32_t number, bool all)
{
    const otlp_any any = { .b = o->s.b,
                           .scratch = &o->scratch,
                           .as_text = o->as_text };
    wire_field f;
    otlp_pair p;

    while (wire_next(&message, &f)) {
        if (f.number != number || f.type != WIRE_BYTES)
            continue;
        if (!otlp_any_pair(&any, f.bytes, &p))
            corr_damage(o->s.b, o->at, 0, 0,
                        "some attributes are malformed; they are left out");
        else if (all || corr_wants_always(p.key))
            otlp_any_push(&any, p.key, &p.value);
    }
}

corr_labels otlp_pb_labels(otlp_pb *o, corr_cur message, uint32_t number)
{
    corr_begin_labels(o->s.b);
    otlp_pb_push_attrs(o, message, number, true);
    return corr_end_labels(o->s.b);
}
