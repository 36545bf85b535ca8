/* label_alias - the table of keys, and how their values are read. */
#include "model/label_alias.h"

#include "base/base.h"
#include "base/id.h"

#define S ALIAS_ON_SAMPLE
#define P ALIAS_ON_PROCESS

#define KEY(k, what, where, rank)                                              \
    {                                                                          \
        { k, sizeof k - 1 }, what, where, rank, 0                              \
    }
#define DEC(k, what, where, rank)                                              \
    {                                                                          \
        { k, sizeof k - 1 }, what, where, rank, 1                              \
    }

/* If keys of two rows are equal in plain spelling ("span id" and "span_id"), a
 * key that equals neither exactly gets the first row. */
/* clang-format off */
static const alias builtin[] = {
    KEY("trace_id", ALIAS_TRACE_ID, S, 1),
    KEY("trace id", ALIAS_TRACE_ID, S, 1),
    KEY("traceid", ALIAS_TRACE_ID, S, 2),
    DEC("dd.trace_id", ALIAS_TRACE_ID, S, 3),
    DEC("_dd.trace_id", ALIAS_TRACE_ID, S, 3),
    KEY("otel.trace_id", ALIAS_TRACE_ID, S, 3),
    KEY("x-b3-traceid", ALIAS_TRACE_ID, S, 4),

    KEY("span_id", ALIAS_SPAN_ID, S, 1),
    KEY("spanid", ALIAS_SPAN_ID, S, 2),
    KEY("profile_id", ALIAS_SPAN_ID, S, 3),
    KEY("otel.span_id", ALIAS_SPAN_ID, S, 4),
    KEY("x-b3-spanid", ALIAS_SPAN_ID, S, 5),
    KEY("traceparent", ALIAS_CONTEXT, S, 6),
    KEY("uber-trace-id", ALIAS_CONTEXT, S, 6),
    KEY("b3", ALIAS_CONTEXT, S, 6),
    KEY("x-cloud-trace-context", ALIAS_CONTEXT, S, 6),
    KEY("x-amzn-trace-id", ALIAS_CONTEXT, S, 6),
    DEC("span id", ALIAS_SPAN_ID_EXACT, S, 1),
    DEC("dd.span_id", ALIAS_SPAN_ID_EXACT, S, 2),
    DEC("_dd.span_id", ALIAS_SPAN_ID_EXACT, S, 2),
    DEC("local root span id", ALIAS_ROOT_ID, S, 1),
    KEY("span_name", ALIAS_SPAN_NAME, S, 1),
    KEY("span", ALIAS_SPAN_NAME, S, 2),
    KEY("pyroscope.profile.id", ALIAS_PROFILE_ID, P, 1),

    KEY("end_timestamp_ns", ALIAS_TIME_NS, S, 1),

    KEY("thread.name", ALIAS_THREAD_NAME, S | P, 1),
    KEY("thread name", ALIAS_THREAD_NAME, S | P, 1),
    KEY("thread", ALIAS_THREAD_NAME, S, 2),
    KEY("thread id", ALIAS_THREAD_ID, S | P, 1),
    KEY("thread_id", ALIAS_THREAD_ID, S | P, 2),
    KEY("thread.id", ALIAS_OS_THREAD_ID, S, 3),
    KEY("thread.id", ALIAS_THREAD_ID, P, 1),
    KEY("os thread id", ALIAS_OS_THREAD_ID, S | P, 1),
    KEY("thread native id", ALIAS_OS_THREAD_ID, S | P, 2),
    KEY("tid", ALIAS_OS_THREAD_ID, S, 4),

    KEY("service.name", ALIAS_SERVICE, S | P, 1),
    KEY("service", ALIAS_SERVICE, S | P, 2),
    KEY("app", ALIAS_SERVICE, S | P, 3),
    KEY("service.instance.id", ALIAS_INSTANCE, S | P, 1),
    KEY("runtime-id", ALIAS_INSTANCE, S | P, 2),
    KEY("service.version", ALIAS_VERSION, S | P, 1),
    KEY("version", ALIAS_VERSION, S | P, 2),
    KEY("commit", ALIAS_VERSION, S | P, 3),
    KEY("vcs.ref.head.revision", ALIAS_VERSION, S | P, 4),
    KEY("git.commit.sha", ALIAS_VERSION, S | P, 5),

    KEY("host.name", ALIAS_HOST, S | P, 1),
    KEY("hostname", ALIAS_HOST, S | P, 2),
    KEY("host", ALIAS_HOST, S | P, 3),
    KEY("instance", ALIAS_HOST, S | P, 4),
    KEY("k8s.node.name", ALIAS_HOST, S | P, 5),
    KEY("process.pid", ALIAS_PID, S | P, 1),
    KEY("pid", ALIAS_PID, S | P, 2),
    KEY("process_id", ALIAS_PID, S | P, 3),
    KEY("container.id", ALIAS_CONTAINER, S | P, 1),
    KEY("k8s.pod.name", ALIAS_POD, S | P, 1),
    KEY("pod", ALIAS_POD, S | P, 2),
    KEY("pod_name", ALIAS_POD, S | P, 3),
    KEY("process.executable.name", ALIAS_EXECUTABLE, S | P, 1),
    KEY("executable", ALIAS_EXECUTABLE, S | P, 2),
};
/* clang-format on */

static const alias unknown = { .meaning = ALIAS_NONE, .rank = UINT8_MAX };

static const char *const meaning_name[ALIAS_COUNT] = {
    [ALIAS_TRACE_ID] = "trace",
    [ALIAS_SPAN_ID] = "span",
    [ALIAS_SPAN_ID_EXACT] = "span-exact",
    [ALIAS_ROOT_ID] = "root",
    [ALIAS_CONTEXT] = "context",
    [ALIAS_TIME_NS] = "time",
    [ALIAS_THREAD_NAME] = "thread",
    [ALIAS_THREAD_ID] = "thread-id",
    [ALIAS_OS_THREAD_ID] = "os-thread-id",
    [ALIAS_SERVICE] = "service",
    [ALIAS_HOST] = "host",
    [ALIAS_INSTANCE] = "instance",
    [ALIAS_VERSION] = "version",
    [ALIAS_PID] = "pid",
    [ALIAS_CONTAINER] = "container",
    [ALIAS_POD] = "pod",
    [ALIAS_EXECUTABLE] = "executable",
    [ALIAS_PROFILE_ID] = "profile-id",
    [ALIAS_SPAN_NAME] = "span-name",
};

static char plain_key_char(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c + ('a' - 'A'));
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
        return c;
    return '_';
}

static bool same_key(corr_str a, corr_str b)
{
    if (a.n != b.n)
        return false;
    for (size_t i = 0; i < a.n; i++)
        if (plain_key_char(a.p[i]) != plain_key_char(b.p[i]))
            return false;
    return true;
}

static const alias *find_alias(const label_alias_set *set, corr_str key,
                               unsigned where,
                               bool (*equal)(corr_str, corr_str))
{
    for (size_t i = 0; set && i < set->extra.n; i++)
        if (equal(set->extra.v[i].key, key))
            return &set->extra.v[i];
    for (size_t i = 0; i < countof(builtin); i++)
        if ((builtin[i].where & where) && equal(builtin[i].key, key))
            return &builtin[i];
    return NULL;
}

const alias *label_alias_look_up(const label_alias_set *set, corr_str key,
                                 unsigned where)
{
    const alias *a = find_alias(set, key, where, corr_str_eq);

    if (!a)
        a = find_alias(set, key, where, same_key);
    return a ? a : &unknown;
}

/* ---- values ------------------------------------------------------------- */

bool label_alias_id(const alias *a, const corr_label *value, corr_trace_id *id)
{
    bool is_trace = a->meaning == ALIAS_TRACE_ID;

    *id = (corr_trace_id){ 0, 0 };
    if (value->type == CORR_VALUE_INT) {
        id->lo = (uint64_t)value->num;
        return true;
    }
    if (value->type != CORR_VALUE_TEXT)
        return false;
    corr_str text = corr_str_trim(value->text);
    if (a->is_decimal && id_parse_decimal(text, &id->lo))
        return true;
    if (is_trace ? corr_parse_trace_id(text, id)
                 : corr_parse_span_id(text, &id->lo))
        return true;
    *id = (corr_trace_id){ 0, 0 };
    return id_parse_decimal(text, &id->lo); /* too many digits for hex */
}

bool label_alias_context(const corr_label *value, corr_trace_id *trace,
                         uint64_t *span)
{
    char buf[ID_TEXT_MAX];

    *trace = (corr_trace_id){ 0, 0 };
    *span = 0;
    if (value->type != CORR_VALUE_TEXT)
        return false;
    return corr_str_trim(value->text).n == 0 ||
           id_context(id_decode(value->text, buf), trace, span);
}

bool label_alias_number(const corr_label *value, int64_t *n)
{
    *n = value->num;
    if (value->type == CORR_VALUE_INT)
        return true;
    return value->type == CORR_VALUE_TEXT &&
           corr_str_i64(corr_str_trim(value->text), n);
}

/* ---- --label-key --------------------------------------------------------- */

static corr_code bad_meaning(corr_err *err, corr_str word)
{
    corr_fail(err, CORR_EUSAGE, "unknown meaning \"%.*s\" of a label key",
              CORR_STR_ARG(word));
    corr_hint(err,
              "one of trace, span, span-exact, root (each also with :decimal), "
              "context,\ntime, thread, thread-id, os-thread-id, service, host, "
              "instance, version,\npid, container, pod, executable, span-name");
    return CORR_EUSAGE;
}

corr_code label_alias_add(label_alias_set *set, const char *text, corr_err *err)
{
    corr_str key, word, base, tail;
    alias a = { .where = ALIAS_ON_SAMPLE | ALIAS_ON_PROCESS };

    if (!corr_str_cut_last(corr_str_of(text), '=', &key, &word) || key.n == 0)
        return corr_fail(err, CORR_EUSAGE,
                         "\"%s\" is not of the form KEY=MEANING", text);
    a.key = key;
    base = word;
    if (corr_str_cut(word, ':', &base, &tail)) {
        if (!corr_str_is(tail, "decimal"))
            return bad_meaning(err, word);
        a.is_decimal = true;
    }
    for (int m = ALIAS_NONE + 1; m < ALIAS_COUNT; m++)
        if (corr_str_is(base, meaning_name[m]))
            a.meaning = (label_alias_meaning)m;
    if (a.meaning == ALIAS_NONE || (a.is_decimal && a.meaning > ALIAS_ROOT_ID))
        return bad_meaning(err, word);
    if (!vec_push(&set->extra, a))
        return corr_no_memory(err);
    return CORR_OK;
}

void label_alias_clear(label_alias_set *set)
{
    vec_free(&set->extra);
}
