/*
 * gen_calls - exported traces in the shapes of Jaeger and of Zipkin.
 *
 *   gen_calls jaeger|zipkin SPANS SPANS_PER_TRACE SEED >out
 *
 * One document; the processes of a Jaeger trace stand behind its spans, as its
 * page writes them.  A copy of the trace id stands inside a string on purpose.
 */
#include <inttypes.h>
#include <string.h>

#include "gen.h"

typedef struct call {
    char trace[33];
    uint64_t id, up;        /* up 0: the root */
    uint64_t start, length; /* us */
    unsigned service, item, status;
    const char *name;
} call;

static const char *const names[] = { "GET /api/v1/items/{id}",
                                     "SELECT shop.orders", "HTTP POST",
                                     "grpc.cart.CartService/AddItem",
                                     "render \\\"home\\\"" };

static void print_jaeger(const call *c)
{
    printf("{\"traceID\":\"%s\",\"spanID\":\"%016" PRIx64 "\","
           "\"operationName\":\"%s\",\"references\":[",
           c->trace, c->id, c->name);
    if (c->up)
        printf("{\"refType\":\"CHILD_OF\",\"traceID\":\"%s\","
               "\"spanID\":\"%016" PRIx64 "\"}",
               c->trace, c->up);
    printf("],\"startTime\":%" PRIu64 ",\"duration\":%" PRIu64 ",\"tags\":["
           "{\"key\":\"span.kind\",\"type\":\"string\",\"value\":\"server\"},"
           "{\"key\":\"http.request.method\",\"type\":\"string\","
           "\"value\":\"GET\"},"
           "{\"key\":\"url.path\",\"type\":\"string\","
           "\"value\":\"/api/v1/items/%u?of=%s\"},"
           "{\"key\":\"http.response.status_code\",\"type\":\"int64\","
           "\"value\":%u}],\"logs\":[],\"processID\":\"p%u\","
           "\"warnings\":null}",
           c->start, c->length, c->item, c->trace, c->status, c->service + 1);
}

static void print_processes(void)
{
    printf("],\"processes\":{");
    for (int i = 0; i < 12; i++)
        printf("%s\"p%d\":{\"serviceName\":\"svc-%d\",\"tags\":["
               "{\"key\":\"hostname\",\"type\":\"string\","
               "\"value\":\"node-%d\"}]}",
               i ? "," : "", i + 1, i, i % 5);
    printf("},\"warnings\":null}");
}

static void print_zipkin(const call *c)
{
    printf("{\"traceId\":\"%s\",\"id\":\"%016" PRIx64 "\",", c->trace, c->id);
    if (c->up)
        printf("\"parentId\":\"%016" PRIx64 "\",", c->up);
    printf("\"kind\":\"SERVER\",\"name\":\"%s\",\"timestamp\":%" PRIu64
           ",\"duration\":%" PRIu64 ",\"localEndpoint\":"
           "{\"serviceName\":\"svc-%u\",\"ipv4\":\"10.0.0.%u\"},\"tags\":{"
           "\"http.request.method\":\"GET\","
           "\"url.path\":\"/api/v1/items/%u?of=%s\","
           "\"http.response.status_code\":\"%u\"}}",
           c->name, c->start, c->length, c->service, c->service, c->item,
           c->trace, c->status);
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fputs("usage: gen_calls jaeger|zipkin SPANS PER_TRACE SEED\n", stderr);
        return 2;
    }
    const int is_jaeger = strcmp(argv[1], "jaeger") == 0;
    const uint64_t n = strtoull(argv[2], NULL, 10);
    const uint64_t per = strtoull(argv[3], NULL, 10);
    gen_random r = gen_seed(strtol(argv[4], NULL, 10));
    uint64_t root = 0;
    call c = { .up = 0 };

    printf("%s", is_jaeger ? "{\"data\":[" : "[");
    for (uint64_t i = 0; i < n; i++) {
        const int first = i % per == 0;
        c.id = gen_next(&r) | 1;
        if (first) {
            snprintf(c.trace, sizeof c.trace, "%016" PRIx64 "%016" PRIx64,
                     gen_next(&r), gen_next(&r));
            root = c.id;
            c.start = 1700000000000000 + i * 1000;
        }
        c.up = first ? 0 : root;
        c.start += 20;
        c.length = 50 + gen_below(&r, 40000);
        c.service = (unsigned)gen_below(&r, 12);
        c.item = (unsigned)gen_below(&r, 1000000);
        c.status = gen_below(&r, 20) ? 200 : 500;
        c.name = names[gen_below(&r, 5)];
        if (i)
            putchar(',');
        if (is_jaeger && first)
            printf("{\"traceID\":\"%s\",\"spans\":[", c.trace);
        (is_jaeger ? print_jaeger : print_zipkin)(&c);
        if (is_jaeger && (i + 1 == n || (i + 1) % per == 0))
            print_processes();
    }
    printf("%s\n", is_jaeger ? "]}" : "]");
    return 0;
}
