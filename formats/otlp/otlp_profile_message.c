/*
 * otlp_profile_message - reads a message of profiles, which is in memory as a
 * whole, down to its samples.
 */
#include "otlp/otlp_pb.h"
#include "otlp/otlp_profile.h"

enum { TYPE_NAME = 1, TYPE_UNIT = 2 };

/* Reports the rest of a message that cannot be read. message: its name in the
 * report. */
static void report_left_over(otlp_profile *o, corr_cur at, const uint8_t *end,
                             const char *message)
{
    if (o->message.is_cut)
        return; /* reported once, at the end */
    corr_damage(o->b, otlp_profile_at(o, at.p), (uint64_t)(end - at.p), 0,
                "the data is not a field of %s; %llu byte%s cannot be used",
                message, (unsigned long long)(end - at.p),
                corr_plural((uint64_t)(end - at.p)));
}

/* A walk over the fields of a message. The walk reports where the message stops
 * being readable. */
typedef struct walk {
    otlp_profile *o;
    corr_cur c;
    const char *message;
    const uint8_t *at; /* start of the current field */
    bool part;         /* the end of the current field is missing */
} walk;

static walk walk_of(otlp_profile *o, corr_cur c, const char *message)
{
    return (walk){ .o = o, .c = c, .message = message };
}

static bool next_walk_field(walk *w, wire_field *f)
{
    const uint8_t *end = w->c.end;

    w->at = w->c.p;
    if (w->part || corr_build_failed(w->o->b))
        return false;
    if (otlp_profile_next(w->o, &w->c, f, &w->part)) {
        if (w->part)
            report_left_over(w->o, f->bytes, end, w->message);
        return true;
    }
    if (w->c.bad)
        report_left_over(w->o, corr_cur_of(w->at, 0), end, w->message);
    return false;
}

/* ---- profiles ------------------------------------------------------------ */

static uint32_t string_index(uint64_t raw_index)
{
    return raw_index < OTLP_PROFILE_NONE ? (uint32_t)raw_index
                                         : OTLP_PROFILE_NONE;
}

static void take_type(corr_cur c, uint32_t *type, uint32_t *unit)
{
    static const uint8_t types[] = {
        [TYPE_NAME] = WIRE_TAKE_VARINT, [TYPE_UNIT] = WIRE_TAKE_VARINT
    };
    wire_field f[sizeof types];

    wire_take(c, types, sizeof types, f);
    *type = string_index(f[TYPE_NAME].value);
    *unit = string_index(f[TYPE_UNIT].value);
}

static otlp_profile_profile_member profile_member_of(const otlp_profile *o,
                                                     const wire_field *f)
{
    return f->number < OTLP_PROFILE_P_FIELDS ? o->layout->profile[f->number]
                                             : OTLP_PROFILE_P_NOTHING;
}

static void take_sample_type(otlp_profile *o, otlp_profile_profile *p,
                             corr_cur type)
{
    if (p->ntype == OTLP_PROFILE_COLUMNS) {
        corr_warn(o->b, otlp_profile_at(o, type.p),
                  "sample types of a profile after the first %d were left out",
                  OTLP_PROFILE_COLUMNS);
        return;
    }
    /* if a single member occurs twice, the last one counts */
    p->ntype = o->layout->has_columns ? p->ntype : 0;
    take_type(type, &p->type[p->ntype], &p->unit[p->ntype]);
    p->ntype++;
}

static void take_bytes(otlp_profile *o, otlp_profile_profile *p,
                       const wire_field *f)
{
    const otlp_profile_profile_member m = profile_member_of(o, f);

    if (m > OTLP_PROFILE_P_TABLE && m < OTLP_PROFILE_P_TABLE_END)
        otlp_profile_take_entry(
            o, (otlp_profile_table)(m - OTLP_PROFILE_P_TABLE), f->bytes);
    else if (m == OTLP_PROFILE_P_TYPE)
        take_sample_type(o, p, f->bytes);
    else if (m == OTLP_PROFILE_P_PERIOD_TYPE)
        take_type(f->bytes, &p->period_type, &p->period_unit);
    else if (m == OTLP_PROFILE_P_FORMAT)
        p->format = wire_text(f);
    else if (m == OTLP_PROFILE_P_PAYLOAD)
        p->payload = f->value;
    else if (m == OTLP_PROFILE_P_SAMPLE)
        p->nsample++;
}

static void take_profile_number(const otlp_profile *o, otlp_profile_profile *p,
                                const wire_field *f)
{
    const otlp_profile_profile_member m = profile_member_of(o, f);
    const int64_t value = f->value <= INT64_MAX ? (int64_t)f->value : 0;

    if (m == OTLP_PROFILE_P_TIME)
        p->time = value;
    else if (m == OTLP_PROFILE_P_DURATION)
        p->duration = value;
    else if (m == OTLP_PROFILE_P_PERIOD)
        p->period = value;
}

/* Lists that may come in several pieces, packed or not. */
static bool take_list(otlp_profile *o, const wire_field *f)
{
    const otlp_profile_profile_member m = profile_member_of(o, f);

    if (m == OTLP_PROFILE_P_PATH)
        return otlp_profile_numbers_add(o, &o->paths, f);
    return m != OTLP_PROFILE_P_ATTRS ||
           otlp_profile_numbers_add(o, &o->attrs, f);
}

/* Reads everything but the samples, which depend on it. */
static void take_facts(otlp_profile *o, corr_cur c, bool is_part)
{
    otlp_profile_profile *p = &o->profile;
    wire_field f;
    bool part = false;

    *p = (otlp_profile_profile){ .number = o->nprofile++ };
    o->paths.n = o->attrs.n = 0;
    corr_map_clear(&o->ranges);
    if (o->layout->has_own_tables)
        otlp_profile_clear_tables(o);
    while (!part && otlp_profile_next(o, &c, &f, &part)) {
        if (part)
            continue;
        if (!take_list(o, &f))
            corr_damage(
                o->b, otlp_profile_at(o, f.bytes.p), 0, 0,
                "a list of a profile is malformed; its end is left out");
        if (f.type == WIRE_BYTES)
            take_bytes(o, p, &f);
        else
            take_profile_number(o, p, &f);
    }
    p->is_part = is_part || part || c.bad;
    if (!o->layout->has_own_tables || otlp_profile_make_tables(o))
        otlp_profile_add_settings(o);
}

static void add_window(otlp_profile *o, const otlp_profile_profile *p)
{
    if (p->time <= 0)
        return;
    const int64_t length =
        p->duration > 0 && p->duration <= INT64_MAX - p->time ? p->duration : 0;

    o->from = !o->to || p->time < o->from ? p->time : o->from;
    o->to = p->time + length > o->to ? p->time + length : o->to;
}

static void read_profile(otlp_profile *o, corr_cur profile, bool is_part)
{
    otlp_profile_profile *p = &o->profile;
    walk w = walk_of(o, profile, "a profile");
    wire_field f;

    take_facts(o, profile, is_part);
    if (p->nsample == 0) {
        if (p->payload > 0)
            corr_warn(o->b, otlp_profile_at(o, profile.p),
                      "profile %llu has no samples; its %llu bytes of %.*s "
                      "were not read",
                      (unsigned long long)p->number,
                      (unsigned long long)p->payload,
                      CORR_STR_ARG(p->format.n ? p->format
                                               : CORR_STR("another format")));
        return;
    }
    if (otlp_profile_lacks_kind(o, p)) {
        corr_damage(
            o->b, otlp_profile_at(o, profile.p), 0, p->nsample,
            "profile %llu ends before its sample types; %llu sample%s left out",
            (unsigned long long)p->number, (unsigned long long)p->nsample,
            corr_plural(p->nsample));
        return;
    }
    if (p->ntype == 0)
        p->ntype = 1; /* a count of an unknown thing */
    otlp_profile_use_resource(o);
    otlp_profile_set_kinds(o, p);
    add_window(o, p);
    p->nsample = 0;
    while (next_walk_field(&w, &f))
        if (!w.part && f.type == WIRE_BYTES &&
            profile_member_of(o, &f) == OTLP_PROFILE_P_SAMPLE)
            otlp_profile_take_sample(o, f.bytes);
}

/* ---- the messages around profiles ---------------------------------------- */

/* Reads the name and version of the producer. */
static void take_scope(otlp_profile *o, corr_cur c)
{
    wire_field f;

    while (wire_next(&c, &f))
        if (f.number == 1 && f.type == WIRE_BYTES && f.value)
            corr_set_producer(o->b, wire_text(&f));
}

static void read_scope(otlp_profile *o, corr_cur scope)
{
    walk w = walk_of(o, scope, "the profiles of a scope");
    wire_field f;

    while (next_walk_field(&w, &f)) {
        if (f.type != WIRE_BYTES)
            continue;
        if (f.number == OTLP_PROFILE_SCOPE && !w.part)
            take_scope(o, f.bytes);
        else if (f.number == OTLP_PROFILE_PROFILE)
            read_profile(o, f.bytes, w.part);
    }
}

/* Finds the resource, which may follow its profiles. */
static void find_resource(otlp_profile *o, corr_cur c)
{
    wire_field f;

    o->resource = corr_cur_of("", 0);
    o->nresource++;
    o->used = false;
    while (wire_next(&c, &f))
        if (f.number == OTLP_PROFILE_RESOURCE && f.type == WIRE_BYTES)
            o->resource = f.bytes;
}

static void read_resource(otlp_profile *o, corr_cur resource)
{
    walk w = walk_of(o, resource, "the profiles of a resource");
    wire_field f;

    find_resource(o, resource);
    while (next_walk_field(&w, &f))
        if (f.number == OTLP_PROFILE_SCOPE_PROFILES && f.type == WIRE_BYTES)
            read_scope(o, f.bytes);
}

/* ---- messages ------------------------------------------------------------ */

static void find_dictionary(otlp_profile *o)
{
    corr_cur c = corr_cur_of(o->message.base, o->message.size);
    wire_field f;
    bool part;

    otlp_profile_clear_tables(o);
    o->has_dictionary = false;
    while (otlp_profile_next(o, &c, &f, &part))
        if (f.number == OTLP_PROFILE_DICTIONARY && f.type == WIRE_BYTES)
            otlp_profile_take_dictionary(o, f.bytes);
}

/* Passes over the records of a resource that are of another signal. */
static bool pass_resource(otlp_profile *o, corr_cur c, bool is_part)
{
    const otlp_signal s =
        o->message.is_json ? OTLP_SIGNALS : otlp_pb_batch_signal(c, is_part);

    if (s == OTLP_SIGNALS || s == OTLP_SIGNAL_PROFILES)
        return false;
    otlp_meet(&o->met, s);
    if (s == OTLP_SIGNAL_LOGS && !o->want->is_rest)
        otlp_meet_logs(&o->met, otlp_profile_at(o, c.p), otlp_pb_count_logs(c));
    return true;
}

/* Whether a message without a dictionary is of other signals only. */
static bool pass_message(otlp_profile *o)
{
    corr_cur c = corr_cur_of(o->message.base, o->message.size);
    unsigned passed = 0, others = 0;
    bool part;
    wire_field f;

    while (otlp_profile_next(o, &c, &f, &part))
        if (f.number == OTLP_PROFILE_RESOURCE_PROFILES &&
            f.type == WIRE_BYTES && pass_resource(o, f.bytes, part))
            passed++;
        else
            others++;
    return passed > 0 && others == 0;
}

static void read_resources(otlp_profile *o)
{
    walk w = walk_of(o, corr_cur_of(o->message.base, o->message.size),
                     "a message of profiles");
    wire_field f;

    while (next_walk_field(&w, &f))
        if (f.number == OTLP_PROFILE_RESOURCE_PROFILES &&
            f.type == WIRE_BYTES && !pass_resource(o, f.bytes, w.part))
            read_resource(o, f.bytes);
}

/* Reports a message without a dictionary: its draft is unknown, or it has no
 * names. */
static void leave_out(otlp_profile *o)
{
    o->unnamed++;
    if (o->message.size == 0)
        return;
    corr_damage(o->b, o->message.offset,
                o->message.is_apart ? 0 : o->message.size, 0,
                "a message of profiles has no dictionary and so no names; it "
                "is left out");
}

/* The layout of a message without a dictionary. NULL: it is unknown, and
 * reported. */
static const otlp_profile_layout *layout_alone(otlp_profile *o)
{
    bool is_old = false;
    const otlp_profile_layout *layout =
        o->message.is_json ? NULL
                           : otlp_profile_layout_alone(
                                 o->message.base, o->message.size, &is_old);

    if (is_old)
        corr_refuse(o->b, CORR_EFORMAT, o->message.offset, NULL,
                    "a draft of OTLP profiles, version 1.3 or 1.6, which corr "
                    "cannot read");
    else if (!layout)
        leave_out(o);
    return layout;
}

void otlp_profile_read_message(otlp_profile *o)
{
    const otlp_profile_layout *layout = o->message.is_json ? o->layout : NULL;

    o->message.good = o->message.base;
    find_dictionary(o);
    if (!o->has_dictionary && pass_message(o))
        return;
    corr_recognised(o->b);
    otlp_meet(&o->met, OTLP_SIGNAL_PROFILES);
    if (!o->has_dictionary)
        layout = layout_alone(o);
    else if (!layout)
        layout = otlp_profile_layout_of(o);
    if (!layout)
        return;
    o->last = o->layout = layout;
    o->nread++;
    if (otlp_profile_make_tables(o))
        read_resources(o);
}
