/*
 * gen_trace - exported traces as OTLP JSON.
 *
 *   gen_trace otlp-nd|otlp-doc SPANS SPANS_PER_TRACE SEED >out
 *
 * otlp-nd is one export request a line, otlp-doc one document; 50 spans a
 * request, the spans of 50 traces interleaved.  Escapes, brackets and copies
 * of the trace id stand inside strings on purpose.
 */
#include <stdbool.h>
#include <string.h>

#include "gen.h"

typedef unsigned long long ull;

static const char *const operations[] = {
    "GET /api/v1/items/{id}",
    "SELECT shop.orders",
    "HTTP POST",
    "redis.GET",
    "grpc.cart.CartService/AddItem",
    "publish orders.created",
    "render {{template}} \\\"home\\\"",
    "worker \\\\ retry",
};

static uint64_t mix(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdu;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53u;
    return x ^ x >> 33;
}

static ull span_id(ull trace, uint64_t k, ull seed)
{
    return mix(trace * 1000003 + k + seed * 31 + 5);
}

static void print_resource(ull service, gen_random *r)
{
    ull node = gen_below(r, 40);
    ull pid = 1000 + gen_below(r, 60000);

    printf("{\"resource\":{\"attributes\":["
           "{\"key\":\"service.name\",\"value\":{\"stringValue\":\"svc-%d\"}},"
           "{\"key\":\"host.name\",\"value\":{\"stringValue\":\"node-%llu\"}},"
           "{\"key\":\"process.pid\",\"value\":{\"intValue\":\"%llu\"}}]},"
           "\"scopeSpans\":[{\"scope\":{\"name\":\"io.opentelemetry.http\","
           "\"version\":\"1.30.0\"},\"spans\":[",
           (int)service, node, pid);
}

static void print_attributes(ull service, gen_random *r)
{
    ull item = gen_below(r, 1000000);
    int status = gen_below(r, 20) ? 200 : 500;
    ull thread = gen_below(r, 200);
    ull worker = gen_below(r, 64);

    printf("\"attributes\":["
           "{\"key\":\"http.request.method\",\"value\":"
           "{\"stringValue\":\"GET\"}},"
           "{\"key\":\"url.path\",\"value\":"
           "{\"stringValue\":\"/api/v1/items/%llu\"}},"
           "{\"key\":\"http.response.status_code\",\"value\":"
           "{\"intValue\":\"%d\"}},"
           "{\"key\":\"server.address\",\"value\":"
           "{\"stringValue\":\"svc-%d.prod.local\"}},"
           "{\"key\":\"thread.id\",\"value\":{\"intValue\":\"%llu\"}},"
           "{\"key\":\"thread.name\",\"value\":"
           "{\"stringValue\":\"worker-%llu\"}}],",
           item, status, (int)service, thread, worker);
}

static void print_span(ull trace, uint64_t k, ull seed, gen_random *r)
{
    char id[33];
    char parent[20] = "";
    ull start = 1700000000000000000u + trace * 1000000u + k * 20000u;
    ull length = 50000 + gen_below(r, 40000000);
    ull service = mix(trace * 64 + k + 9) % 12;

    snprintf(id, sizeof id, "%016llx%016llx",
             (ull)mix(trace * 2 + seed * 7919 + 1),
             (ull)mix(trace * 2 + seed * 104729 + 2));
    if (k)
        snprintf(parent, sizeof parent, "%016llx",
                 span_id(trace, gen_below(r, k), seed));

    int kind = 1 + (int)gen_below(r, 5);
    printf("{\"traceId\":\"%s\",\"spanId\":\"%016llx\","
           "\"parentSpanId\":\"%s\",\"flags\":257,\"name\":\"%s\","
           "\"kind\":%d,\"startTimeUnixNano\":\"%llu\","
           "\"endTimeUnixNano\":\"%llu\",",
           id, span_id(trace, k, seed), parent,
           operations[mix(trace * 64 + k) % 8], kind, start, start + length);
    print_attributes(service, r);
    if (gen_below(r, 10) == 0)
        printf("\"events\":[{\"timeUnixNano\":\"%llu\","
               "\"name\":\"exception\",\"attributes\":["
               "{\"key\":\"exception.message\",\"value\":{\"stringValue\":"
               "\"bad \\\"input\\\" {x:[1]} for %s\"}}]}],",
               start + 100, id);
    printf("\"status\":{}}");
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fputs("usage: gen_trace otlp-nd|otlp-doc SPANS PER_TRACE SEED\n",
              stderr);
        return 2;
    }
    bool lines = strcmp(argv[1], "otlp-nd") == 0;
    uint64_t n = strtoull(argv[2], NULL, 10);
    uint64_t per = strtoull(argv[3], NULL, 10);
    ull seed = strtoull(argv[4], NULL, 10);
    gen_random r = gen_seed((long)seed);

    if (!lines)
        printf("{\"resourceSpans\":[");
    for (uint64_t i = 0; i < n; i++) {
        uint64_t window = 50 * per;
        ull trace = i / window * 50 + i % window % 50;
        uint64_t k = i % window / 50;

        if (i % 50 == 0) {
            ull service = mix(trace * 64 + k + 9) % 12;
            if (i)
                printf("]}]}%s", lines ? "]}\n" : ",");
            if (lines)
                printf("{\"resourceSpans\":[");
            print_resource(service, &r);
        } else {
            putchar(',');
        }
        print_span(trace, k, seed, &r);
    }
    printf("]}]}]}\n");
    return 0;
}
