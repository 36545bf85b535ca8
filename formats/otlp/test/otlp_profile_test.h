/*
 * otlpp_test - what the tests of the OTLP profiles reader share: a message in
 * JSON with one dictionary, and what became of its samples.
 */
#ifndef CORR_OTLPP_TEST_H
#define CORR_OTLPP_TEST_H

#include "test/format_test.h"

#include "otlp/otlp_profile.h"
#include "source/source.h"

#define TRACE_ID "4bf92f3577b34da6a3ce929d0e0e4736"
#define SPAN_ID  "00f067aa0ba902b7"

/* Quotes are single, to be read by people. */
#define STRINGS                                                                \
    "'stringTable':['','samples','count','cpu','nanoseconds','work','main',"   \
    "'thread.name','off_cpu','profile.frame.type','/lib/libc.so.6','a.c',"     \
    "'service.name','shop','thread.id','inuse_space','bytes','events',"        \
    "'alloc_objects']"
#define FUNCTIONS                                                              \
    "'functionTable':[{},{'nameStrindex':5,'filenameStrindex':11},"            \
    "{'systemNameStrindex':6},{'nameStrindex':99}]"
#define LOCATIONS                                                              \
    "'locationTable':[{},{'lines':[{'functionIndex':1,'line':'12'}]},"         \
    "{'lines':[{'functionIndex':2,'line':'7'}]},"                              \
    "{'lines':[{'functionIndex':1,'line':'3'},{'functionIndex':2}]},"          \
    "{'mappingIndex':1,'address':'4660'},"                                     \
    "{'address':'16','attributeIndices':[2]},"                                 \
    "{'lines':[{'functionIndex':9}]},{'lines':[{'functionIndex':3}]},"         \
    "{'mappingIndex':7},{'address':'17','attributeIndices':[4]}]"
#define MAPPINGS                                                               \
    "'mappingTable':[{},{'memoryStart':'4096','fileOffset':'16',"              \
    "'filenameStrindex':10}]"
#define LINKS                                                                  \
    "'linkTable':[{},{'traceId':'" TRACE_ID "','spanId':'" SPAN_ID "'}]"
#define ATTRIBUTES                                                             \
    "'attributeTable':[{},{'keyStrindex':7,'value':{'stringValue':'w-1'}},"    \
    "{'keyStrindex':9,'value':{'stringValue':'kernel'}},"                      \
    "{'keyStrindex':14,'value':{'intValue':'42'}},"                            \
    "{'keyStrindex':9,'value':{'stringValue':'cpython'}}]"
#define STACKS                                                                 \
    "'stackTable':[{},{'locationIndices':[1,2]},{'locationIndices':[3]},"      \
    "{'locationIndices':[4,2]},{'locationIndices':[5]},"                       \
    "{'locationIndices':[1,77]},{'locationIndices':[6]},"                      \
    "{'locationIndices':[7]},{'locationIndices':[8]},"                         \
    "{'locationIndices':[0,9]}]"
#define DICTIONARY                                                             \
    "'dictionary':{" MAPPINGS "," LOCATIONS "," FUNCTIONS "," LINKS            \
    "," STRINGS "," ATTRIBUTES "," STACKS "}"

#define RESOURCE                                                               \
    "'resource':{'attributes':[{'keyStrindex':12,"                             \
    "'value':{'stringValueStrindex':13}}]}"
#define SAMPLES_OF_CPU                                                         \
    "'sampleType':{'typeStrindex':1,'unitStrindex':2},"                        \
    "'periodType':{'typeStrindex':3,'unitStrindex':4},'period':'10000000'"
#define OFF_CPU "'sampleType':{'typeStrindex':8,'unitStrindex':4}"

/* A message with these profiles of one resource. */
#define MESSAGE(profiles)                                                      \
    "{'resourceProfiles':[{" RESOURCE ",'scopeProfiles':[{'scope':{'name':"    \
    "'me'},'profiles':[" profiles "]}]}]," DICTIONARY "}"
/* A profile of CPU samples. */
#define CPU(samples) "{" SAMPLES_OF_CPU ",'samples':[" samples "]}"

static inline size_t with_quotes(char *to, size_t room, const char *text)
{
    const size_t n = strlen(text);

    assert_true(n < room);
    for (size_t i = 0; i <= n; i++)
        to[i] = text[i] == '\'' ? '"' : text[i];
    return n;
}

static inline void load_json(loaded *l, const char *text,
                             const corr_load_opts *opts)
{
    static char doc[1 << 16];
    const size_t n = with_quotes(doc, sizeof doc, text);
    corr_err err = { 0 };

    load_as(l, &corr_format_otlp_profiles,
            src_open_memory(
                doc, n, &(src_opts){ .path = "a.json", .limits = opts->limits },
                &err),
            opts);
}

static inline void read_json(loaded *l, const char *text)
{
    load_json(l, text, &(corr_load_opts){ .jobs = 1 });
    assert_int_equal(l->code, CORR_OK);
}

/* "stack=value@time" of all rows of a kind, apart by blanks; no time, no @. */
static inline const char *rows_of(const loaded *l, const char *kind)
{
    static char text[2048];
    const segment *s = find_kind(l, kind);
    size_t n = 0;

    text[0] = 0;
    for (size_t i = 0; s && i < s->n; i++) {
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s=%lld",
                              i ? " " : "", stack_of(l, s, i),
                              (long long)segment_value(s, i));
        if (s->time && s->time[i] != CORR_NO_TIME)
            n += (size_t)snprintf(text + n, sizeof text - n, "@%lld",
                                  (long long)s->time[i]);
    }
    return text;
}

/* The value of a label as text; NULL: the set has no such key. */
static inline const char *label_of(const loaded *l, uint32_t set,
                                   const char *key)
{
    static char text[64];

    for (uint32_t i = 0; i < l->in.label.set_n.v[set]; i++) {
        const corr_label label = input_label(&l->in, set, i);
        if (!corr_str_is(label.key, key))
            continue;
        if (label.type == CORR_VALUE_INT)
            snprintf(text, sizeof text, "%lld", (long long)label.num);
        else if (label.type == CORR_VALUE_REAL)
            snprintf(text, sizeof text, "%g", label.real);
        else if (label.type == CORR_VALUE_BOOL)
            snprintf(text, sizeof text, "%s", label.num ? "true" : "false");
        else
            snprintf(text, sizeof text, "%.*s", CORR_STR_ARG(label.text));
        return text;
    }
    return NULL;
}

/* The text of the only warning. */
static inline const char *only_warning(const loaded *l)
{
    assert_int_equal(l->in.warning.n, 1);
    return l->in.warning.v[0].text;
}

#endif
