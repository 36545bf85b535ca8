/*
 * otlp_profile - OTLP profiles.
 *
 * Specification: opentelemetry-proto 1.7 to 1.11, package
 * profiles.v1development. The signal is in development: fields were renumbered
 * in 1.8, 1.9 and 1.10 under one package name (otlp_profile_draft.c). Up to
 * 1.6 a message had its tables elsewhere; such files are refused. Every
 * message has its own dictionary, and entry 0 of each of its tables means no
 * entry.
 *
 * A file is one message, several in a row, records of the Collector's file
 * exporter, compressed or not, JSON or JSON lines. A message is read as a
 * whole.
 *
 * The reader ignores corr_want: it may deliver more than is wanted.
 */
#include "otlp/otlp_profile.h"
#include "otlp/otlp_rewrite.h"

#include <stdlib.h>

#include "common/file_name_time.h"
#include "corr_builtin.h"
#include "otlp/otlp_pb.h"

/* ---- messages ------------------------------------------------------------ */

static void report_cut_end(otlp_profile *o)
{
    const uint64_t lost =
        (uint64_t)(o->message.base + o->message.size - o->message.good);

    if (!o->message.is_cut || corr_build_failed(o->b))
        return;
    if (lost)
        corr_damage(o->b, otlp_profile_at(o, o->message.good), lost, 0,
                    "the input ends inside a message; its last "
                    "%llu byte%s cannot be used",
                    (unsigned long long)lost, corr_plural(lost));
    else
        corr_damage(o->b, otlp_profile_at(o, o->message.good), 0, 0,
                    "the input ends before a message of profiles does");
}

static void read_message(otlp_profile *o, const uint8_t *p, size_t n,
                         bool is_cut)
{
    if (n > UINT32_MAX) {
        corr_refuse(o->b, CORR_ELIMIT, corr_src_offset(o->in), NULL,
                    "the message has %zu bytes, which is too large", n);
        return;
    }
    o->message.base = p;
    o->message.size = n;
    o->message.offset = corr_src_offset(o->in);
    o->message.is_cut = is_cut;
    otlp_profile_read_message(o);
    report_cut_end(o);
}

/* Finds the end of the first of several messages in a row, which only their
 * dictionaries separate. If the first field is the dictionary, the next
 * dictionary starts the next message; else the dictionary is the last field of
 * its message. Returns the size of the first message, or n; *ended: its end was
 * found. */
static size_t message_end(const uint8_t *p, size_t n, bool *ended, bool *cut)
{
    corr_cur c = corr_cur_of(p, n);
    const uint8_t *at = p;
    bool leads = false;
    wire_field f;

    *ended = true;
    *cut = false; /* whatever part of it was there */
    for (; wire_head(&c, &f); at = c.p) {
        const bool is_dictionary = f.number == OTLP_PROFILE_DICTIONARY;

        if (is_dictionary && leads)
            return (size_t)(at - p);
        leads |= is_dictionary && at == p;
        if (f.type == WIRE_BYTES)
            corr_cur_slice(&c, f.value);
        if (c.bad)
            break;
        if (is_dictionary && !leads)
            return (size_t)(c.p - p);
    }
    *ended = false;
    *cut = c.bad;
    return n;
}

/* Reads the next message of the source. False: the source ends. */
static bool next_message(otlp_profile *o)
{
    const size_t most = (size_t)corr_src_limits(o->in)->record;
    size_t want = CORR_PROBE_MAX < most ? CORR_PROBE_MAX : most;
    bool ended = false, cut = false;
    size_t n = 0, got = 0;

    for (;;) {
        const uint8_t *p = corr_src_peek(o->in, want, &got);

        if (corr_src_failed(o->in) || corr_build_failed(o->b))
            return false;
        n = message_end(p, got, &ended, &cut);
        if (ended || got < want)
            break;
        want = got < most && got > most / 2 ? most : got * 2;
    }
    if (n == 0)
        return false;
    read_message(o, corr_src_peek(o->in, n, &got), n, cut);
    corr_src_skip(o->in, n);
    return true;
}

/* ---- records ------------------------------------------------------------- */

static void read_record(otlp_profile *o, uint64_t length)
{
    const uint64_t most = corr_src_limits(o->in)->record;
    const uint64_t offset = corr_src_offset(o->in);
    size_t got = 0;

    if (length > most) {
        corr_src_skip(o->in, length);
        corr_damage(o->b, offset, length, 1,
                    "left out a record of more than %llu bytes",
                    (unsigned long long)most);
        return;
    }
    const uint8_t *p = corr_src_peek(o->in, (size_t)length, &got);
    const size_t n = got < length ? got : (size_t)length;
    if (!corr_src_failed(o->in))
        read_message(o, p, n, n < length);
    corr_src_skip(o->in, n);
}

/* A length of 0 ends the records. */
static void read_records(otlp_profile *o)
{
    while (!corr_build_failed(o->b) && !corr_src_failed(o->in)) {
        uint64_t length = 0;
        size_t got = 0;
        const uint8_t *p = corr_src_peek(o->in, OTLP_PROFILE_RECORD_HEAD, &got);

        if (got < OTLP_PROFILE_RECORD_HEAD) {
            if (got)
                corr_damage(o->b, corr_src_offset(o->in), got, 0,
                            "the input ends in the length of a record");
            return;
        }
        for (unsigned i = 0; i < OTLP_PROFILE_RECORD_HEAD; i++)
            length = length << 8 | p[i];
        if (length == 0) {
            corr_damage(o->b, corr_src_offset(o->in), 0, 0,
                        "the length of a record is 0; the rest of the file was "
                        "not read");
            return;
        }
        corr_src_skip(o->in, OTLP_PROFILE_RECORD_HEAD);
        read_record(o, length);
    }
}

/* ---- the file ------------------------------------------------------------ */

static void report_nothing_read(otlp_profile *o)
{
    if (o->unnamed == 0 || o->nread || corr_build_failed(o->b))
        return;
    const bool is_cut = o->message.is_cut || corr_src_cut(o->in);
    const uint64_t end = corr_src_offset(o->in);

    corr_refuse(
        o->b, CORR_EFORMAT, end, NULL,
        "the data ends at byte %llu, %s dictionary; all names are missing",
        (unsigned long long)end, is_cut ? "before the" : "without a");
}

static corr_code finish_profile(otlp_profile *o, corr_err *err)
{
    report_nothing_read(o);
    otlp_met_end(&o->met);
    if (o->to)
        corr_set_window(o->b, o->from, o->to);
    else if (!o->has_times)
        window_from_name(o->in, o->b);
    if (o->owner.i && !o->many_owners)
        corr_set_owner(o->b, o->owner);
    for (size_t i = 0; i < OTLP_PROFILE_TABLES; i++)
        corr_vec_free(&o->table[i]);
    corr_vec_free(&o->text);
    corr_vec_free(&o->stack);
    corr_vec_free(&o->run);
    corr_vec_free(&o->frame);
    corr_vec_free(&o->key);
    corr_vec_free(&o->paths);
    corr_vec_free(&o->path);
    corr_vec_free(&o->values);
    corr_vec_free(&o->times);
    corr_vec_free(&o->attrs);
    corr_map_clear(&o->ranges);
    corr_map_clear(&o->sets);
    corr_map_clear(&o->procs);
    corr_arena_clear(&o->scratch);
    return corr_finish(o->in, o->b, err);
}

static corr_code otlpp_read(corr_src *in, const corr_want *want, corr_build *b,
                            corr_err *err)
{
    otlp_profile o = { .in = in,
                       .b = b,
                       .want = want,
                       .met = { .b = b,
                                .want = want,
                                .mine = OTLP_SIGNAL_PROFILES,
                                .is_pb = true } };
    const uint64_t most = corr_src_limits(in)->record;
    size_t got = 0;
    const uint8_t *head = corr_src_peek(
        in, most < CORR_PROBE_MAX ? (size_t)most : CORR_PROBE_MAX, &got);
    const otlp_profile_framing framing = otlp_profile_framing_of(head, got);

    if (framing == OTLP_PROFILE_RECORDS ||
        (framing == OTLP_PROFILE_NO_PROFILES &&
         otlp_pb_any_framing(head, got) == PB_RECORDS))
        read_records(&o);
    else
        while (next_message(&o))
            continue;
    if (framing == OTLP_PROFILE_NO_PROFILES && o.nread == 0 && !o.met.seen)
        corr_refuse(
            b, CORR_EFORMAT, 0, NULL,
            "the first bytes are not a message of profiles in protobuf");
    return finish_profile(&o, err);
}

static corr_code otlpp_json_read(corr_src *in, const corr_want *want,
                                 corr_build *b, corr_err *err)
{
    otlp_profile o = {
        .in = in,
        .b = b,
        .want = want,
        .met = { .b = b, .want = want, .mine = OTLP_SIGNAL_PROFILES }
    };

    otlp_profile_read_json(&o, in);
    return finish_profile(&o, err);
}

/* ---- detection ----------------------------------------------------------- */

static int otlpp_probe(const uint8_t *head, size_t n, bool whole)
{
    static const int sure[] = {
        [OTLP_PROFILE_NO_PROFILES] = 0,
        [OTLP_PROFILE_MESSAGE] = 60,
        [OTLP_PROFILE_RECORDS] = 60,
        [OTLP_PROFILE_OLD] = 0,
    };

    (void)whole; /* a truncated message is still one */
    return sure[otlp_profile_framing_of(head, n)];
}

const corr_format corr_format_otlp_profiles_pb = {
    .name = "otlp-profiles-pb",
    .title = "OTLP profiles (protobuf)",
    .probe = otlpp_probe,
    .read = otlpp_read,
    .rewrite = &(const corr_rewriter){ .copy = otlp_rewrite_profiles },
    .mixed = true,
};

const corr_format corr_format_otlp_profiles = {
    .name = "otlp-profiles",
    .title = "OTLP profiles (JSON)",
    .probe = otlp_profile_json_probe,
    .members = "resourceProfiles scopeProfiles "
               "instrumentationLibraryProfiles dictionary",
    .read = otlpp_json_read,
    .mixed = true,
};

static int old_probe(const uint8_t *head, size_t n, bool whole)
{
    (void)whole;
    return otlp_profile_framing_of(head, n) == OTLP_PROFILE_OLD ? 60 : 0;
}

const corr_format corr_format_otlp_profiles_old = {
    .name = "otlp-profiles-old",
    .title = "OTLP profiles of another draft",
    .probe = old_probe,
    .refusal =
        "a draft of OTLP profiles, version 1.3 or 1.6, which corr cannot read",
    .instead = "record with a profiler and a collector of version 1.7 or later",
    .refused_at = otlp_profile_old_at,
};
