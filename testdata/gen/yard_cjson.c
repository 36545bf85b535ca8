/*
 * yard_cjson - what reading spans costs when cJSON gets the whole document.
 *
 *   yard_cjson FILE.json
 *
 * Prints the number of spans and the sum of their durations.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cJSON.h>
#include <fcntl.h>

static long long number(const cJSON *span, const char *key)
{
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(span, key);

    return cJSON_IsString(v) ? strtoll(v->valuestring, NULL, 10) : 0;
}

static long long micros(const cJSON *span)
{
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(span, "duration");

    return cJSON_IsNumber(v) ? (long long)v->valuedouble * 1000 : 0;
}

int main(int argc, char **argv)
{
    int fd = argc > 1 ? open(argv[1], O_RDONLY) : -1;
    struct stat st;

    if (fd < 0 || fstat(fd, &st)) {
        fputs("usage: yard_cjson FILE.json\n", stderr);
        return 2;
    }
    const char *text =
        mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (text == MAP_FAILED)
        return 1;
    cJSON *doc = cJSON_ParseWithLength(text, (size_t)st.st_size);
    if (!doc)
        return 1;

    long spans = 0;
    long long total = 0;
    const cJSON *rs, *ss, *s;
    cJSON_ArrayForEach(rs, cJSON_GetObjectItem(doc, "resourceSpans"))
        cJSON_ArrayForEach(ss, cJSON_GetObjectItem(rs, "scopeSpans"))
            cJSON_ArrayForEach(s, cJSON_GetObjectItem(ss, "spans"))
    {
        spans++;
        total += number(s, "endTimeUnixNano") - number(s, "startTimeUnixNano");
    }
    cJSON_ArrayForEach(rs, cJSON_GetObjectItem(doc, "data")) /* Jaeger */
        cJSON_ArrayForEach(s, cJSON_GetObjectItem(rs, "spans"))
    {
        spans++;
        total += micros(s);
    }
    if (cJSON_IsArray(doc)) /* Zipkin */
        cJSON_ArrayForEach(s, doc)
        {
            spans++;
            total += micros(s);
        }
    printf("%ld spans, %lld ns\n", spans, total);
    cJSON_Delete(doc);
    return 0;
}
