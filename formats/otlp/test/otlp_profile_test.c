/* Tests of the reader of OTLP profiles: what samples, frames, kinds and labels
 * become. */
#include "otlp/test/otlp_profile_test.h"

/* ---- values and times ------------------------------------------------------- */

static void one_value_without_times_is_a_sum(void **state)
{
    loaded l;

    (void)state;
    read_json(&l, MESSAGE(CPU("{'stackIndex':1,'values':['3']}")));
    assert_string_equal(rows_of(&l, "cpu"), "main:7;work:12=30000000");
    assert_int_equal(obs_of(&l, "cpu"), 3);
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void several_values_without_times_are_added(void **state)
{
    loaded l;

    (void)state;
    read_json(&l, MESSAGE(CPU("{'stackIndex':1,'values':['3',4]}")));
    assert_string_equal(rows_of(&l, "cpu"), "main:7;work:12=70000000");
    input_clear(&l.in);
}

static void times_without_values_are_an_observation_each(void **state)
{
    loaded l;

    (void)state;
    read_json(&l, MESSAGE(CPU("{'stackIndex':1,'timestampsUnixNano':"
                              "['1700000000000000100',1700000000000000200]}")));
    assert_string_equal(rows_of(&l, "cpu"),
                        "main:7;work:12=10000000@1700000000000000100 "
                        "main:7;work:12=10000000@1700000000000000200");
    assert_int_equal(obs_of(&l, "cpu"), 2);
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void as_many_values_as_times_are_pairs(void **state)
{
    loaded l;

    (void)state;
    read_json(&l, MESSAGE("{" OFF_CPU ",'samples':[{'stackIndex':1,'values':"
                          "['500','-7'],'timestampsUnixNano':['20','10']}]}"));
    assert_string_equal(rows_of(&l, "offcpu"),
                        "main:7;work:12=-7@10 main:7;work:12=500@20");
    assert_int_equal(obs_of(&l, "offcpu"), 2);
    input_clear(&l.in);
}

static void other_numbers_of_values_are_spread_over_the_times(void **state)
{
    loaded l;

    (void)state;
    read_json(&l,
              MESSAGE("{" OFF_CPU ",'samples':[{'stackIndex':1,'values':['11',"
                      "'-4'],'timestampsUnixNano':['1','2','3']},{'stackIndex':"
                      "2,'values':['-5'],'timestampsUnixNano':['4','5']}]}"));
    assert_string_equal(
        rows_of(&l, "offcpu"),
        "main:7;work:12=3@1 main:7;work:12=2@2 main:7;work:12=2@3 "
        "main;work:3=-3@4 main;work:3=-2@5");
    assert_string_equal(
        only_warning(&l),
        "samples with 2 values and 3 times; the sum is spread over the times");
    assert_int_equal(l.in.warning.v[0].count, 2);
    input_clear(&l.in);
}

static void a_sample_with_neither_is_left_out_and_counted(void **state)
{
    loaded l;

    (void)state;
    read_json(&l, MESSAGE(CPU("{'stackIndex':1,'values':[]},"
                              "{'stackIndex':1,'values':['1']}")));
    assert_string_equal(rows_of(&l, "cpu"), "main:7;work:12=10000000");
    assert_string_equal(
        only_warning(&l),
        "sample 0 of profile 0 has no values and no times; it is left out");
    assert_int_equal(find_kind(&l, "cpu")->row[0], 1);
    input_clear(&l.in);
}

static void values_beyond_what_can_be_counted_are_left_out(void **state)
{
    loaded l;

    (void)state;
    read_json(&l,
              MESSAGE(CPU("{'stackIndex':1,'values':['922337203686']},"
                          "{'stackIndex':1,'values':['922337203685']},"
                          "{'stackIndex':1,'values':['9223372036854775807',"
                          "'1']},"
                          "{'stackIndex':1,'values':['-9223372036854775807',"
                          "'-1']}")));
    assert_string_equal(rows_of(&l, "cpu"),
                        "main:7;work:12=9223372036850000000");
    assert_string_equal(
        only_warning(&l),
        "sample 0 of profile 0 is too large to count; it is left out");
    assert_int_equal(l.in.warning.v[0].count, 3);
    input_clear(&l.in);
}

static void times_that_are_none_count_as_missing(void **state)
{
    loaded l;

    (void)state;
    read_json(&l, MESSAGE(CPU("{'stackIndex':1,'timestampsUnixNano':['0',"
                              "'9223372036854775808','7']}")));
    assert_string_equal(rows_of(&l, "cpu"),
                        "main:7;work:12=10000000 main:7;work:12=10000000 "
                        "main:7;work:12=10000000@7");
    assert_string_equal(only_warning(&l),
                        "times such as \"0\" are not nanoseconds since 1970 "
                        "and count as missing");
    input_clear(&l.in);
}

/* Times of an hour and a day, of a profile of 10 s at 86400 s. */
static void times_far_from_their_profile_are_told(void **state)
{
#define AT(times)                                                              \
    MESSAGE("{" SAMPLES_OF_CPU ",'timeUnixNano':'86400000000000',"             \
            "'durationNano':'10000000000','samples':[{'stackIndex':1,"         \
            "'timestampsUnixNano':[" times "]}]}")
    loaded l;

    (void)state;
    read_json(&l, AT("'82800000000000','90010000000000'"));
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
    read_json(&l, AT("'82799999999999','90010000000001'"));
    assert_string_equal(only_warning(&l),
                        "times of samples lie over an hour outside of their "
                        "profile; not changed");
    assert_int_equal(l.in.warning.v[0].count, 2);
    input_clear(&l.in);
}

/* ---- stacks and frames -------------------------------------------------------- */

static const corr_frame_row *leaf_of(const loaded *l, size_t row)
{
    static corr_frame_row leaf;
    const segment *s = find_kind(l, "cpu");
    const uint32_t stack = segment_stack(s, row);
    const size_t at = l->in.stack.at.v[stack] + l->in.stack.n.v[stack] - 1;
    const corr_frame_view v =
        input_frame(&l->in, narrow_at(&l->in.stack.frame, at));

    leaf = (corr_frame_row){ .type = v.type, .line = v.line };
    return &leaf;
}

static void inlined_lines_are_frames(void **state)
{
    loaded l;

    (void)state;
    read_json(&l, MESSAGE(CPU("{'stackIndex':2,'values':['1']}")));
    assert_string_equal(rows_of(&l, "cpu"), "main;work:3=10000000");
    assert_int_equal(leaf_of(&l, 0)->type, CORR_FRAME_INLINED);
    input_clear(&l.in);
}

static void code_without_a_name_is_known_by_its_place(void **state)
{
    loaded l;

    (void)state;
    read_json(&l, MESSAGE(CPU("{'stackIndex':3,'values':['1']}")));
    /* 4660 - 4096 + 16 */
    assert_string_equal(rows_of(&l, "cpu"), "main:7;libc.so.6+0x244=10000000");
    input_clear(&l.in);
}

static void the_type_of_a_frame_is_an_attribute(void **state)
{
    loaded l;

    (void)state;
    read_json(&l, MESSAGE(CPU("{'stackIndex':4,'values':['1']},"
                              "{'stackIndex':9,'values':['1']}")));
    assert_int_equal(leaf_of(&l, 0)->type, CORR_FRAME_KERNEL);
    /* the number in Python's address field is not an address; an absent
     * location has no address */
    assert_string_equal(rows_of(&l, "cpu"),
                        "0x10=10000000 <unknown>;<unknown>=10000000");
    input_clear(&l.in);
}

static void a_sample_without_a_stack_is_kept(void **state)
{
    loaded l;

    (void)state;
    read_json(&l, MESSAGE(CPU("{'values':['2']}")));
    assert_string_equal(rows_of(&l, "cpu"), "=20000000");
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void a_stack_is_bound_once(void **state)
{
    loaded l;

    (void)state;
    read_json(&l, MESSAGE(CPU("{'stackIndex':1,'values':['2']},"
                              "{'stackIndex':1,'values':['2']}")));
    assert_string_equal(rows_of(&l, "cpu"),
                        "main:7;work:12=20000000 main:7;work:12=20000000");
    assert_int_equal(l.in.stack.n.n, 2);
    input_clear(&l.in);
}

/* ---- references ----------------------------------------------------------------- */

typedef struct bad_reference {
    const char *sample, *says;
} bad_reference;

static void what_is_not_in_the_dictionary_loses_the_sample(void **state)
{
    static const bad_reference bad[] = {
        { "{'stackIndex':10,'values':['1']}",
          "sample 0 of profile 0 names stack 10, the dictionary has 10; left "
          "out" },
        { "{'stackIndex':-1,'values':['1']}",
          "sample 0 of profile 0 names stack -1, the dictionary has 10; left "
          "out" },
        { "{'stackIndex':1,'linkIndex':2,'values':['1']}",
          "sample 0 of profile 0 names link 2, the dictionary has 2; left "
          "out" },
        { "{'stackIndex':1,'attributeIndices':[1,5],'values':['1']}",
          "sample 0 of profile 0 names attribute 5, the dictionary has 5; left "
          "out" },
        { "{'stackIndex':5,'values':['1']}",
          "sample 0 of profile 0 has stack 5 with an unknown frame; left out" },
        { "{'stackIndex':6,'values':['1']}",
          "sample 0 of profile 0 has stack 6 with an unknown frame; left out" },
        { "{'stackIndex':7,'values':['1']}",
          "sample 0 of profile 0 has stack 7 with an unknown frame; left out" },
        { "{'stackIndex':8,'values':['1']}",
          "sample 0 of profile 0 has stack 8 with an unknown frame; left out" },
        { "{'stackIndex':1,'timestampsUnixNano':['1','x']}",
          "sample 0 of profile 0 is malformed; it is left out" },
        { "{'stackIndex':'x','values':['1']}",
          "sample 0 of profile 0 is malformed; it is left out" },
        { "{'stackIndex':1,'values':[1,'x']}",
          "sample 0 of profile 0 is malformed; it is left out" },
        { "7", "sample 0 of profile 0 is malformed; it is left out" },
    };
    char text[8192];
    loaded l;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text,
                 MESSAGE(CPU("%s,{'stackIndex':1,'values':"
                             "['1']}")),
                 bad[i].sample);
        read_json(&l, text);
        assert_string_equal(rows_of(&l, "cpu"), "main:7;work:12=10000000");
        assert_string_equal(only_warning(&l), bad[i].says);
        assert_true(l.in.lost.damaged);
        input_clear(&l.in);
    }
}

/* ---- kinds ------------------------------------------------------------------------ */

typedef struct type_case {
    const char *facts; /* of the profile */
    const char *kind, *type;
    corr_unit unit;
    int64_t value, obs, period; /* of a sample of 70 */
} type_case;

static void types_become_kinds(void **state)
{
    static const type_case cases[] = {
        { SAMPLES_OF_CPU, "cpu", "samples/count", CORR_NS, 700000000, 70,
          10000000 },
        { OFF_CPU, "offcpu", "off_cpu/nanoseconds", CORR_NS, 70, 1, 0 },
        { "'sampleType':{'typeStrindex':3,'unitStrindex':4},'periodType':"
          "{'typeStrindex':3,'unitStrindex':4},'period':10",
          "cpu", "cpu/nanoseconds", CORR_NS, 70, 7, 10 },
        { "'sampleType':{'typeStrindex':3,'unitStrindex':4},'periodType':"
          "{'typeStrindex':3,'unitStrindex':4},'period':1",
          "cpu", "cpu/nanoseconds", CORR_NS, 70, 1, 0 },
        { "'sampleType':{'typeStrindex':3,'unitStrindex':4},'periodType':"
          "{'typeStrindex':8,'unitStrindex':4},'period':10",
          "cpu", "cpu/nanoseconds", CORR_NS, 70, 1, 0 },
        { "'sampleType':{'typeStrindex':1,'unitStrindex':2},'periodType':"
          "{'typeStrindex':3,'unitStrindex':4}",
          "samples", "samples/count", CORR_COUNT, 70, 70, 0 },
        { "'sampleType':{'typeStrindex':1,'unitStrindex':2},'periodType':"
          "{'typeStrindex':3,'unitStrindex':2},'period':5",
          "samples", "samples/count", CORR_COUNT, 70, 70, 0 },
        { "'sampleType':{'typeStrindex':3,'unitStrindex':2},'periodType':"
          "{'typeStrindex':8,'unitStrindex':4},'period':5",
          "samples", "cpu/count", CORR_COUNT, 70, 70, 0 },
        { "'sampleType':{'typeStrindex':17,'unitStrindex':2}", "events",
          "events/count", CORR_COUNT, 70, 70, 0 },
        { "'sampleType':{'typeStrindex':17,'unitStrindex':4}", "events",
          "events/nanoseconds", CORR_NS, 70, 1, 0 },
        { "'sampleType':{'typeStrindex':15,'unitStrindex':16},'periodType':"
          "{'typeStrindex':15,'unitStrindex':16},'period':512",
          "live_bytes", "inuse_space/bytes", CORR_BYTES, 70, 1, 512 },
        { "'sampleType':{'typeStrindex':18,'unitStrindex':2}", "alloc_count",
          "alloc_objects/count", CORR_COUNT, 70, 1, 0 },
        { "'period':3", "samples", "/", CORR_COUNT, 70, 70, 0 },
    };
    char text[8192];
    loaded l;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const type_case *c = &cases[i];
        snprintf(text, sizeof text,
                 MESSAGE("{%s,'samples':[{'stackIndex':1,'values':['70']}]}"),
                 c->facts);
        read_json(&l, text);
        const kind_row *k = kind_facts(&l, c->kind);
        assert_string_equal(input_text(&l.in, k->type).p, c->type);
        assert_int_equal(k->unit, c->unit);
        assert_int_equal(k->period, c->period);
        assert_true(k->flags & CORR_KIND_EXACT);
        assert_int_equal(total_of(&l, c->kind), c->value);
        assert_int_equal(obs_of(&l, c->kind), c->obs);
        input_clear(&l.in);
    }
}

static void profiles_of_one_type_are_one_kind(void **state)
{
    loaded l;

    (void)state;
    read_json(&l, MESSAGE(CPU("{'stackIndex':1,'values':['1']}") "," CPU(
                      "{'stackIndex':2,'values':['1']}")));
    assert_string_equal(rows_of(&l, "cpu"),
                        "main:7;work:12=10000000 main;work:3=10000000");
    assert_int_equal(kind_facts(&l, "cpu")->period, 10000000);
    assert_int_equal(l.in.kind.n, 2);
    /* a record is counted in its profile */
    assert_int_equal(find_kind(&l, "cpu")->row[1], 0);
    input_clear(&l.in);
}

static void different_periods_make_the_period_unknown(void **state)
{
    loaded l;

    (void)state;
    read_json(&l,
              MESSAGE(CPU(
                  "{'stackIndex':1,'values':['1']}") ",{" SAMPLES_OF_CPU
                                                     ",'period':'5','samples':"
                                                     "[{'stackIndex':1,'values'"
                                                     ":['1']}]}"));
    assert_int_equal(total_of(&l, "cpu"), 10000005);
    assert_int_equal(kind_facts(&l, "cpu")->period, 0);
    input_clear(&l.in);
}

static void types_of_one_meaning_are_never_added(void **state)
{
    loaded l;

    (void)state;
    read_json(
        &l, MESSAGE(CPU(
                "{'stackIndex':1,'values':['1']}") ",{'sampleType':"
                                                   "{'typeStrindex':3,'"
                                                   "unitStrindex':4},'samples':"
                                                   "[{'stackIndex':1,'values':["
                                                   "'10000000']}]}"));
    assert_int_equal(total_of(&l, "cpu"), 10000000);
    assert_int_equal(total_of(&l, "cpu/nanoseconds"), 10000000);
    input_clear(&l.in);
}

/* ---- labels, links, processes ------------------------------------------------------- */

static void a_link_is_the_span_of_its_samples(void **state)
{
    loaded l;

    (void)state;
    read_json(&l,
              MESSAGE(CPU("{'stackIndex':1,'linkIndex':1,'values':['1']},"
                          "{'stackIndex':1,'linkIndex':0,'values':['1']}")));
    const segment *s = find_kind(&l, "cpu");
    assert_true(segment_trace(s, 0).hi == 0x4bf92f3577b34da6);
    assert_true(segment_trace(s, 0).lo == 0xa3ce929d0e0e4736);
    assert_true(s->span[0] == 0x00f067aa0ba902b7);
    assert_true(s->span[1] == 0 && s->trace[1] == 0);
    input_clear(&l.in);
}

static void attributes_are_labels_whatever_their_order(void **state)
{
    loaded l;

    (void)state;
    read_json(&l,
              MESSAGE(CPU("{'stackIndex':1,'attributeIndices':[3,1],'values':"
                          "['1']},{'stackIndex':1,'attributeIndices':[1,0,3],"
                          "'values':['1']}")));
    const segment *s = find_kind(&l, "cpu");
    assert_int_equal(s->labels[0], s->labels[1]);
    assert_string_equal(label_of(&l, s->labels[0], "thread.name"), "w-1");
    assert_string_equal(label_of(&l, s->labels[0], "thread.id"), "42");
    assert_string_equal(label_of(&l, s->labels[0], "service.name"), "shop");
    const thread_row *t = &l.in.thread.v[s->thread[0]];
    assert_string_equal(input_text(&l.in, t->name).p, "w-1");
    assert_int_equal(t->os_id, 42);
    input_clear(&l.in);
}

static void the_only_resource_is_the_owner(void **state)
{
    loaded l;

    (void)state;
    read_json(&l, MESSAGE(CPU("{'stackIndex':1,'values':['1']}")));
    assert_string_equal(
        input_text(&l.in, l.in.proc.v[l.in.process.owner].service).p, "shop");
    assert_string_equal(input_text(&l.in, l.in.producer).p, "me");
    input_clear(&l.in);
}

static void of_several_resources_each_sample_has_its_own(void **state)
{
    loaded l;

    (void)state;
    read_json(
        &l,
        "{'resourceProfiles':[{" RESOURCE ",'scopeProfiles':[{'profiles':"
        "[" CPU(
            "{'stackIndex':1,'values':['1']}") "]}]},"
                                               "{'scopeProfiles':[{'profiles':"
                                               "[" CPU(
                                                   "{'stackIndex':1,'values':['"
                                                   "1']}") "]}],'resource':{'"
                                                           "attributes':"
                                                           "[{'key':'service."
                                                           "name','value':{'"
                                                           "stringValue':'cart'"
                                                           "}}]}},"
                                                           "{'resource':{'"
                                                           "attributes':[{'key'"
                                                           ":'service.name','"
                                                           "value':"
                                                           "{'stringValue':'"
                                                           "idle'}}]},'"
                                                           "scopeProfiles':[{'"
                                                           "profiles':[{}]}]}]"
                                                           "," DICTIONARY "}");
    const segment *s = find_kind(&l, "cpu");
    assert_int_equal(l.in.process.owner, 0);
    assert_int_equal(l.in.proc.n, 3);
    assert_string_equal(label_of(&l, s->labels[0], "service.name"), "shop");
    assert_string_equal(label_of(&l, s->labels[1], "service.name"), "cart");
    input_clear(&l.in);
}

/* ---- windows, payloads ---------------------------------------------------------------- */

static void the_window_is_that_of_all_profiles(void **state)
{
    loaded l;

    (void)state;
    read_json(&l,
              MESSAGE("{" SAMPLES_OF_CPU ",'timeUnixNano':'2000','durationNano'"
                      ":'10','samples':[{'values':['1']}]},{" SAMPLES_OF_CPU
                      ",'timeUnixNano':'1000','durationNano':'3','samples':"
                      "[{'values':['1']}]},{" SAMPLES_OF_CPU
                      ",'timeUnixNano':'9000'}"));
    assert_int_equal(l.in.from, 1000);
    assert_int_equal(l.in.to, 2010);
    input_clear(&l.in);
}

static void a_payload_is_reported_if_there_is_nothing_else(void **state)
{
    loaded l;

    (void)state;
    read_json(&l, MESSAGE("{'originalPayloadFormat':'jfr','originalPayload':"
                          "'AAAAAAAA'},{'originalPayload':'AAAA','sampleType':"
                          "{'typeStrindex':1,'unitStrindex':2},'samples':"
                          "[{'values':['1']}]}"));
    assert_string_equal(
        only_warning(&l),
        "profile 0 has no samples; its 6 bytes of jfr were not read");
    assert_int_equal(total_of(&l, "samples"), 1);
    input_clear(&l.in);
}

/* ---- forms of JSON ----------------------------------------------------------------------- */

static void each_line_has_its_own_dictionary(void **state)
{
    loaded l;

    (void)state;
    read_json(
        &l,
        MESSAGE(CPU(
            "{'stackIndex':1,'values':['1']}")) "\n"
                                                "{'dictionary':{'stringTable':["
                                                "'','f','wall','ms'],"
                                                "'functionTable':[{},{'"
                                                "nameStrindex':1}],'"
                                                "locationTable':[{},"
                                                "{'line':[{'functionIndex':1}]}"
                                                "],'stackTable':[{},"
                                                "{'locationIndices':[1]}]},'"
                                                "resource_profiles':"
                                                "[{'scope_profiles':[{'"
                                                "profiles':[{'sample_type':{'"
                                                "type_strindex'"
                                                ":2,'unit_strindex':3},'"
                                                "samples':[{'stack_index':1,'"
                                                "values':[2]}"
                                                "]}]}]}]}\n");
    assert_string_equal(rows_of(&l, "cpu"), "main:7;work:12=10000000");
    assert_string_equal(rows_of(&l, "wall"), "f=2000000");
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void ranges_of_locations_are_those_of_1_7(void **state)
{
    loaded l;

    (void)state;
    read_json(&l,
              "{'resourceProfiles':[{'scopeProfiles':[{'profiles':[{"
              "'sampleType':[{'typeStrindex':1,'unitStrindex':2},"
              "{'typeStrindex':3,'unitStrindex':4}],'locationIndices':[1,2,4],"
              "'sample':[{'locationsStartIndex':0,'locationsLength':2,'value':"
              "['2','500'],'timestampsUnixNano':['7','8']},"
              "{'locationsStartIndex':2,'locationsLength':1,'value':['1']},"
              "{'locationsStartIndex':1,'locationsLength':3,'value':['1','1']}"
              "]}]}]}]," DICTIONARY "}");
    assert_string_equal(rows_of(&l, "samples"),
                        "libc.so.6+0x244=1 main:7;work:12=1@7 "
                        "main:7;work:12=1@8");
    assert_string_equal(rows_of(&l, "cpu"),
                        "main:7;work:12=250@7 main:7;work:12=250@8");
    assert_int_equal(l.in.warning.n, 2);
    assert_non_null(said(&l, "samples have 1 values for 2 sample types; "
                             "unmatched ones are left out"));
    assert_non_null(said(&l, "sample 2 of profile 0 lacks some of its 3 "
                             "locations from 1; left out"));
    input_clear(&l.in);
}

static void a_message_without_a_dictionary_is_refused(void **state)
{
    loaded l;

    (void)state;
    load_json(&l,
              "{'resourceProfiles':[{'scopeProfiles':[{'profiles':[" CPU(
                  "{'values':[1]}") "]}]}]}",
              &(corr_load_opts){ .jobs = 1 });
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_string_equal(l.err.what, "the data ends at byte 204, without a "
                                    "dictionary; all names are missing");
    input_clear(&l.in);
}

static void a_message_that_ends_early_has_what_was_read(void **state)
{
    static const char whole[] =
        "{" DICTIONARY ",'resourceProfiles':[{" RESOURCE ",'scopeProfiles':[{"
        "'profiles':[" CPU("{'stackIndex':1,'values':['1']},{'stackIndex':2,"
                           "'values':['1']}");
    char text[8192];
    loaded l;

    (void)state;
    with_quotes(text, sizeof text, whole);
    *strstr(text, "2,\"values\":[\"1\"]}]}") = 0;
    read_json(&l, text);
    assert_string_equal(rows_of(&l, "cpu"), "main:7;work:12=10000000");
    assert_int_equal(l.in.warning.n, 1);
    assert_true(l.in.lost.damaged);
    assert_non_null(
        strstr(l.in.warning.v[0].text, "the input ends inside a message"));
    input_clear(&l.in);
}

/* Its period is after the end, so the worth of a sample is unknown. */
static void samples_of_a_cut_profile_without_a_period_are_left_out(void **state)
{
    static const char *const types[] = {
        "'sampleType':{'typeStrindex':1,'unitStrindex':2},", "",
        "'sampleType':{'typeStrindex':8,'unitStrindex':4},"
    };
    char text[8192], doc[8192];
    loaded l;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        snprintf(text, sizeof text,
                 "{" DICTIONARY ",'resourceProfiles':[{'scopeProfiles':[{"
                 "'profiles':[{%s'samples':[{'stackIndex':1,'values':['1']},",
                 types[i]);
        with_quotes(doc, sizeof doc, text);
        read_json(&l, doc);
        assert_true(l.in.lost.damaged);
        assert_string_equal(rows_of(&l, "samples"), "");
        if (i < 2)
            assert_non_null(said(
                &l,
                "profile 0 ends before its sample types; 1 sample left out"));
        else
            assert_string_equal(rows_of(&l, "offcpu"), "main:7;work:12=1");
        input_clear(&l.in);
    }
}

static void each_allocation_may_fail(void **state)
{
    static char doc[8192];
    const size_t n = with_quotes(
        doc, sizeof doc,
        MESSAGE(CPU("{'stackIndex':1,'linkIndex':1,'attributeIndices':[1,3],"
                    "'values':['1']},{'stackIndex':3,'values':['1']}")));

    (void)state;
    assert_survives(&corr_format_otlp_profiles, doc, n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_value_without_times_is_a_sum),
        cmocka_unit_test(several_values_without_times_are_added),
        cmocka_unit_test(times_without_values_are_an_observation_each),
        cmocka_unit_test(as_many_values_as_times_are_pairs),
        cmocka_unit_test(other_numbers_of_values_are_spread_over_the_times),
        cmocka_unit_test(a_sample_with_neither_is_left_out_and_counted),
        cmocka_unit_test(values_beyond_what_can_be_counted_are_left_out),
        cmocka_unit_test(times_that_are_none_count_as_missing),
        cmocka_unit_test(times_far_from_their_profile_are_told),
        cmocka_unit_test(inlined_lines_are_frames),
        cmocka_unit_test(code_without_a_name_is_known_by_its_place),
        cmocka_unit_test(the_type_of_a_frame_is_an_attribute),
        cmocka_unit_test(a_sample_without_a_stack_is_kept),
        cmocka_unit_test(a_stack_is_bound_once),
        cmocka_unit_test(what_is_not_in_the_dictionary_loses_the_sample),
        cmocka_unit_test(types_become_kinds),
        cmocka_unit_test(profiles_of_one_type_are_one_kind),
        cmocka_unit_test(different_periods_make_the_period_unknown),
        cmocka_unit_test(types_of_one_meaning_are_never_added),
        cmocka_unit_test(a_link_is_the_span_of_its_samples),
        cmocka_unit_test(attributes_are_labels_whatever_their_order),
        cmocka_unit_test(the_only_resource_is_the_owner),
        cmocka_unit_test(of_several_resources_each_sample_has_its_own),
        cmocka_unit_test(the_window_is_that_of_all_profiles),
        cmocka_unit_test(a_payload_is_reported_if_there_is_nothing_else),
        cmocka_unit_test(each_line_has_its_own_dictionary),
        cmocka_unit_test(ranges_of_locations_are_those_of_1_7),
        cmocka_unit_test(a_message_without_a_dictionary_is_refused),
        cmocka_unit_test(a_message_that_ends_early_has_what_was_read),
        cmocka_unit_test(
            samples_of_a_cut_profile_without_a_period_are_left_out),
        cmocka_unit_test(each_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
