/* pool - threads of one name that compute, sleep, and wait for one lock, and a
 * span for each of their requests, as OTLP JSON lines: what is recorded here.
 *
 *   cc -O1 -g -fno-omit-frame-pointer -pthread pool.c -o pool
 *   pool SPANS.jsonl
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 3, REQUESTS = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned long sink;
static FILE *out;
static unsigned last;

static long long now(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static void burn(int ms)
{
    const long long end = now(CLOCK_THREAD_CPUTIME_ID) + ms * 1000000ll;

    while (now(CLOCK_THREAD_CPUTIME_ID) < end)
        for (unsigned i = 0; i < 20000; i++)
            sink += i;
}

static void nap(int ms)
{
    nanosleep(&(struct timespec){ 0, ms * 1000000l }, NULL);
}

static void update(int ms)
{
    pthread_mutex_lock(&lock);
    burn(ms);
    pthread_mutex_unlock(&lock);
}

static void text(const char *key, const char *value)
{
    fprintf(out, "{\"key\":\"%s\",\"value\":{\"stringValue\":\"%s\"}},", key,
            value);
}

static void number(const char *key, long value)
{
    fprintf(out, "{\"key\":\"%s\",\"value\":{\"intValue\":\"%ld\"}}", key,
            value);
}

static void write_span(unsigned id, long long from, long long to)
{
    flockfile(out);
    fprintf(out, "{\"resourceSpans\":[{\"resource\":{\"attributes\":[");
    text("service.name", "pool");
    text("telemetry.sdk.language", "cpp");
    number("process.pid", (long)getpid());
    fprintf(out,
            "]},\"scopeSpans\":[{\"spans\":[{\"traceId\":"
            "\"5bd66ef5095369c7b0d1f8f4bd33%04x\",\"spanId\":"
            "\"c532cb4098ac%04x\",\"name\":\"GET /pool\",\"kind\":2,"
            "\"startTimeUnixNano\":\"%lld\",\"endTimeUnixNano\":\"%lld\","
            "\"attributes\":[",
            id, id, from, to);
    text("thread.name", "worker");
    number("thread.id", syscall(SYS_gettid));
    fprintf(out, "]}]}]}]}\n");
    funlockfile(out);
}

static void *work(void *arg)
{
    pthread_setname_np(pthread_self(), "worker");
    for (int i = 0; i < REQUESTS; i++) {
        const unsigned id = __atomic_add_fetch(&last, 1, __ATOMIC_SEQ_CST);
        const long long from = now(CLOCK_REALTIME);
        burn(12);
        nap(25);
        update(8);
        write_span(id, from, now(CLOCK_REALTIME));
        nap(4);
    }
    return arg;
}

int main(int argc, char **argv)
{
    pthread_t thread[THREADS];

    out = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (!out)
        return 2;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    return fclose(out) != 0;
}
