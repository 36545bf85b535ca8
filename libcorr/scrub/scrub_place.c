/* scrub_place - where a value stands, by the words of its key. */
#include "scrub/scrub_private.h"

#include "base/base.h"
#include "scrub/scrub_words.h"

/* The words of a key, in lower case, with dots between them. */
enum { KEY_MOST = 96 };

static size_t join_words(corr_str key, char to[KEY_MOST])
{
    corr_str word;
    size_t n = 0;

    while (word_next(&key, &word)) {
        if (n + word.n + 2 > KEY_MOST)
            return 0;
        if (n)
            to[n++] = '.';
        for (size_t i = 0; i < word.n; i++)
            to[n++] = word_lower(word.p[i]);
    }
    to[n] = '\0';
    return n;
}

typedef struct key_place {
    const char *key;
    corr_spot place;
} key_place;

/* clang-format off */
/* Whole keys, as join_words writes them. */
static const key_place whole[] = {
    { "trace.id", CORR_PLACE_ID }, { "traceid", CORR_PLACE_ID },
    { "span.id", CORR_PLACE_ID }, { "spanid", CORR_PLACE_ID },
    { "parent.span.id", CORR_PLACE_ID }, { "parent.id", CORR_PLACE_ID },
    { "root.trace.id", CORR_PLACE_ID }, { "root.span.id", CORR_PLACE_ID },
    { "local.root.span.id", CORR_PLACE_ID }, { "traceparent", CORR_PLACE_ID },
    { "profile.id", CORR_PLACE_ID }, { "trace", CORR_PLACE_ID },
    { "span", CORR_PLACE_ID }, { "id", CORR_PLACE_ID },
    { "dd.trace.id", CORR_PLACE_ID }, { "dd.span.id", CORR_PLACE_ID },
    { "otel.trace.id", CORR_PLACE_ID }, { "otel.span.id", CORR_PLACE_ID },
    { "start.time.unix.nano", CORR_PLACE_NUMBER },
    { "end.time.unix.nano", CORR_PLACE_NUMBER },
    { "time.unix.nano", CORR_PLACE_NUMBER },
    { "observed.time.unix.nano", CORR_PLACE_NUMBER },
    { "int.value", CORR_PLACE_NUMBER }, { "as.int", CORR_PLACE_NUMBER },
    { "count", CORR_PLACE_NUMBER }, { "bucket.counts", CORR_PLACE_NUMBER },
    { "timestamp", CORR_PLACE_NUMBER }, { "duration", CORR_PLACE_NUMBER },
    { "start.time", CORR_PLACE_NUMBER }, { "end.time", CORR_PLACE_NUMBER },
    { "starts.at", CORR_PLACE_NUMBER }, { "ends.at", CORR_PLACE_NUMBER },
    { "thread.id", CORR_PLACE_NUMBER }, { "pid", CORR_PLACE_NUMBER },
    { "tid", CORR_PLACE_NUMBER }, { "process.pid", CORR_PLACE_NUMBER },
    { "kind", CORR_PLACE_PUBLIC }, { "type", CORR_PLACE_PUBLIC },
    { "unit", CORR_PLACE_PUBLIC }, { "units", CORR_PLACE_PUBLIC },
    { "ref.type", CORR_PLACE_PUBLIC }, { "v.type", CORR_PLACE_PUBLIC },
    { "schema.url", CORR_PLACE_PUBLIC }, { "schema", CORR_PLACE_PUBLIC },
    { "result.type", CORR_PLACE_PUBLIC }, { "status", CORR_PLACE_PUBLIC },
    { "state", CORR_PLACE_PUBLIC }, { "format", CORR_PLACE_PUBLIC },
    { "spy.name", CORR_PLACE_PUBLIC }, { "exporter", CORR_PLACE_PUBLIC },
    { "name", CORR_PLACE_NAME }, { "le", CORR_PLACE_PUBLIC },
    { "quantile", CORR_PLACE_PUBLIC }, { "severity", CORR_PLACE_PUBLIC },
    { "aggregation.temporality", CORR_PLACE_PUBLIC },
    { "http.method", CORR_PLACE_PUBLIC },
    { "http.request.method", CORR_PLACE_PUBLIC },
    { "http.status.code", CORR_PLACE_NUMBER },
    { "http.response.status.code", CORR_PLACE_NUMBER },
    { "http.scheme", CORR_PLACE_PUBLIC }, { "url.scheme", CORR_PLACE_PUBLIC },
    { "http.flavor", CORR_PLACE_PUBLIC }, { "db.system", CORR_PLACE_PUBLIC },
    { "db.system.name", CORR_PLACE_PUBLIC }, { "rpc.system", CORR_PLACE_PUBLIC },
    { "messaging.system", CORR_PLACE_PUBLIC },
    { "messaging.operation", CORR_PLACE_PUBLIC },
    { "db.operation", CORR_PLACE_PUBLIC },
    { "db.operation.name", CORR_PLACE_PUBLIC },
    { "net.transport", CORR_PLACE_PUBLIC },
    { "network.transport", CORR_PLACE_PUBLIC },
    { "span.kind", CORR_PLACE_PUBLIC }, { "error", CORR_PLACE_PUBLIC },
    { "otel.status.code", CORR_PLACE_PUBLIC }, { "level", CORR_PLACE_PUBLIC },
    { "os.type", CORR_PLACE_PUBLIC }, { "host.arch", CORR_PLACE_PUBLIC },
    { "error.type", CORR_PLACE_NAME }, { "exception.type", CORR_PLACE_NAME },
    { "cause", CORR_PLACE_PUBLIC }, { "color", CORR_PLACE_PUBLIC },
    { "sampler.type", CORR_PLACE_PUBLIC }, { "sampler.param", CORR_PLACE_NUMBER },
    { "internal.span.format", CORR_PLACE_PUBLIC },
    { "span.format", CORR_PLACE_PUBLIC },
    { "version", CORR_PLACE_BUILD }, { "service.version", CORR_PLACE_BUILD },
    { "build.id", CORR_PLACE_BUILD }, { "service.instance.id", CORR_PLACE_BUILD },
    { "container.id", CORR_PLACE_BUILD }, { "k.8.s.pod.uid", CORR_PLACE_BUILD },
    { "container.image.id", CORR_PLACE_BUILD }, { "process.runtime.version", CORR_PLACE_BUILD },
    { "process.runtime.name", CORR_PLACE_PUBLIC },
    { "process.runtime.description", CORR_PLACE_BUILD },
    { "telemetry.sdk.name", CORR_PLACE_PUBLIC },
    { "telemetry.sdk.language", CORR_PLACE_PUBLIC },
    { "telemetry.sdk.version", CORR_PLACE_BUILD },
    { "telemetry.distro.version", CORR_PLACE_BUILD },
    { "otel.library.version", CORR_PLACE_BUILD },
    { "otel.scope.version", CORR_PLACE_BUILD }, { "os.version", CORR_PLACE_BUILD },
    { "process.executable.build.id", CORR_PLACE_BUILD },
    { "java.version", CORR_PLACE_BUILD }, { "jaeger.version", CORR_PLACE_BUILD },
    { "service.name", CORR_PLACE_SERVICE }, { "service", CORR_PLACE_SERVICE },
    { "service.namespace", CORR_PLACE_SERVICE }, { "job", CORR_PLACE_SERVICE },
    { "app", CORR_PLACE_SERVICE }, { "local.service", CORR_PLACE_SERVICE },
    { "operation.name", CORR_PLACE_NAME }, { "function.name", CORR_PLACE_NAME },
    { "function", CORR_PLACE_NAME }, { "method", CORR_PLACE_NAME },
    { "class", CORR_PLACE_NAME }, { "class.name", CORR_PLACE_NAME },
    { "file", CORR_PLACE_NAME }, { "file.name", CORR_PLACE_NAME },
    { "names", CORR_PLACE_NAME }, { "string.table", CORR_PLACE_NAME },
    { "string.array", CORR_PLACE_NAME }, { "func", CORR_PLACE_NAME },
    { "code.function", CORR_PLACE_NAME }, { "code.namespace", CORR_PLACE_NAME },
    { "code.filepath", CORR_PLACE_NAME }, { "code.function.name", CORR_PLACE_NAME },
    { "code.file.path", CORR_PLACE_NAME }, { "symbol", CORR_PLACE_NAME },
    { "thread.name", CORR_PLACE_NAME }, { "rpc.method", CORR_PLACE_NAME },
    { "rpc.service", CORR_PLACE_NAME }, { "http.route", CORR_PLACE_NAME },
    { "host", CORR_PLACE_HOST }, { "hostname", CORR_PLACE_HOST },
    { "host.name", CORR_PLACE_HOST }, { "host.ip", CORR_PLACE_HOST },
    { "host.id", CORR_PLACE_HOST }, { "host.mac", CORR_PLACE_HOST },
    { "node", CORR_PLACE_HOST }, { "nodename", CORR_PLACE_HOST },
    { "node.name", CORR_PLACE_HOST }, { "node.ip", CORR_PLACE_HOST },
    { "machine", CORR_PLACE_HOST }, { "computer.name", CORR_PLACE_HOST },
    { "computername", CORR_PLACE_HOST }, { "instance", CORR_PLACE_HOST },
    { "ip", CORR_PLACE_HOST }, { "ipv.4", CORR_PLACE_HOST },
    { "ipv.6", CORR_PLACE_HOST }, { "ip.address", CORR_PLACE_HOST },
    { "client.ip", CORR_PLACE_HOST }, { "client.address", CORR_PLACE_HOST },
    { "server.address", CORR_PLACE_HOST }, { "source.address", CORR_PLACE_HOST },
    { "destination.address", CORR_PLACE_HOST }, { "peer.address", CORR_PLACE_HOST },
    { "peer.host", CORR_PLACE_HOST }, { "peer.hostname", CORR_PLACE_HOST },
    { "peer.ipv.4", CORR_PLACE_HOST }, { "peer.ipv.6", CORR_PLACE_HOST },
    { "remote.addr", CORR_PLACE_HOST }, { "remote.address", CORR_PLACE_HOST },
    { "remote.host", CORR_PLACE_HOST }, { "x.forwarded.for", CORR_PLACE_HOST },
    { "http.client.ip", CORR_PLACE_HOST }, { "http.host", CORR_PLACE_HOST },
    { "http.server.name", CORR_PLACE_HOST }, { "net.host.name", CORR_PLACE_HOST },
    { "net.host.ip", CORR_PLACE_HOST }, { "net.peer.name", CORR_PLACE_HOST },
    { "net.peer.ip", CORR_PLACE_HOST }, { "net.sock.host.addr", CORR_PLACE_HOST },
    { "net.sock.peer.addr", CORR_PLACE_HOST }, { "net.sock.peer.name", CORR_PLACE_HOST },
    { "network.peer.address", CORR_PLACE_HOST },
    { "network.local.address", CORR_PLACE_HOST }, { "k.8.s.node.name", CORR_PLACE_HOST },
    { "k.8.s.node.uid", CORR_PLACE_HOST }, { "k.8.s.pod.ip", CORR_PLACE_HOST },
    { "user", CORR_PLACE_USER }, { "username", CORR_PLACE_USER },
    { "user.name", CORR_PLACE_USER }, { "user.id", CORR_PLACE_USER },
    { "userid", CORR_PLACE_USER }, { "uid", CORR_PLACE_USER },
    { "user.email", CORR_PLACE_USER }, { "user.full.name", CORR_PLACE_USER },
    { "user.hash", CORR_PLACE_USER }, { "user.login", CORR_PLACE_USER },
    { "enduser.id", CORR_PLACE_USER }, { "enduser.name", CORR_PLACE_USER },
    { "enduser.email", CORR_PLACE_USER }, { "email", CORR_PLACE_USER },
    { "login", CORR_PLACE_USER }, { "logname", CORR_PLACE_USER },
    { "account", CORR_PLACE_USER }, { "account.id", CORR_PLACE_USER },
    { "process.owner", CORR_PLACE_USER }, { "os.user", CORR_PLACE_USER },
    { "os.user.name", CORR_PLACE_USER }, { "db.user", CORR_PLACE_USER },
    { "client.user", CORR_PLACE_USER }, { "customer", CORR_PLACE_USER },
    { "customer.id", CORR_PLACE_USER }, { "customer.name", CORR_PLACE_USER },
    { "client.id", CORR_PLACE_USER }, { "sudo.user", CORR_PLACE_USER },
    { "authorization", CORR_PLACE_SECRET }, { "cookie", CORR_PLACE_SECRET },
    { "cookies", CORR_PLACE_SECRET }, { "set.cookie", CORR_PLACE_SECRET },
    { "sessionid", CORR_PLACE_SECRET }, { "jsessionid", CORR_PLACE_SECRET },
    { "db.statement", CORR_PLACE_SQL }, { "db.query.text", CORR_PLACE_SQL },
    { "db.query.summary", CORR_PLACE_SQL }, { "sql", CORR_PLACE_SQL },
    { "sql.query", CORR_PLACE_SQL }, { "statement", CORR_PLACE_SQL },
    { "process.command.args", CORR_PLACE_ARGS },
    { "process.command.line", CORR_PLACE_ARGS }, { "process.command", CORR_PLACE_ARGS },
    { "command.line", CORR_PLACE_ARGS }, { "cmdline", CORR_PLACE_ARGS },
    { "command", CORR_PLACE_ARGS }, { "args", CORR_PLACE_ARGS },
    { "jvm.arguments", CORR_PLACE_ARGS }, { "java.arguments", CORR_PLACE_ARGS },
    { "sun.java.command", CORR_PLACE_ARGS }, { "jvm.flags", CORR_PLACE_ARGS },
};

/* Last words of a key that decide when the whole key is unknown. */
static const key_place last[] = {
    { "authorization", CORR_PLACE_SECRET }, { "cookie", CORR_PLACE_SECRET },
    { "hostname", CORR_PLACE_HOST }, { "username", CORR_PLACE_USER },
    { "email", CORR_PLACE_USER }, { "nano", CORR_PLACE_NUMBER },
    { "nanos", CORR_PLACE_NUMBER }, { "version", CORR_PLACE_BUILD },
    { "ip", CORR_PLACE_HOST },
};
/* clang-format on */

bool scrub_lists_key(const char *const *list, size_t n, corr_str key)
{
    char words[KEY_MOST], other[KEY_MOST];

    if (n == 0 || !join_words(key, words))
        return false;
    for (size_t i = 0; i < n; i++)
        if (join_words(corr_str_of(list[i]), other) &&
            strcmp(words, other) == 0)
            return true;
    return false;
}

static bool find_key_place(const key_place *table, size_t n, const char *key,
                           corr_spot *place)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(table[i].key, key) == 0) {
            *place = table[i].place;
            return true;
        }
    return false;
}

corr_spot scrub_place_of(corr_str key)
{
    static const struct {
        const char *prefix;
        corr_spot place;
    } starts[] = {
        { "process.environment.variable.", CORR_PLACE_ENV },
        { "enduser.", CORR_PLACE_USER },
        { "telemetry.sdk.", CORR_PLACE_PUBLIC },
    };
    char words[KEY_MOST];
    corr_spot place = CORR_PLACE_TEXT;

    if (word_is_sensitive(key))
        return CORR_PLACE_SECRET;
    if (!join_words(key, words) ||
        find_key_place(whole, countof(whole), words, &place))
        return place;
    for (size_t i = 0; i < countof(starts); i++)
        if (strncmp(words, starts[i].prefix, strlen(starts[i].prefix)) == 0)
            return starts[i].place;
    const char *dot = strrchr(words, '.');
    if (dot)
        find_key_place(last, countof(last), dot + 1, &place);
    return place;
}
