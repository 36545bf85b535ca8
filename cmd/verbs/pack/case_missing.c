#include "verbs/pack/case_missing.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_ASKED = 20, MOST_SAID = 10 };

static const char *member_text(const cJSON *o, const char *key)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, key));
}

/* A time in ns that stands as text.  False: it is unknown. */
static bool member_time(const cJSON *o, const char *key, int64_t *ns)
{
    const char *text = member_text(o, key);
    uint64_t v;

    if (!text || !corr_str_u64(corr_str_of(text), &v) || v > INT64_MAX)
        return false;
    *ns = (int64_t)v;
    return true;
}

/* What the profiles of a service show of a time. */
typedef enum cover {
    COVER_NONE,  /* no profile of it is here */
    COVER_OTHER, /* of other times only */
    COVER_HERE
} cover;

static cover cover_of(const cJSON *info, const char *service, int64_t from,
                      int64_t to)
{
    const cJSON *in;
    cover found = COVER_NONE;

    cJSON_ArrayForEach(in, cJSON_GetObjectItem(info, "inputs"))
    {
        const char *of = member_text(in, "service");
        const cJSON *kinds = cJSON_GetObjectItem(in, "kinds");
        int64_t first, last;
        if (!of || strcmp(of, service) != 0 || cJSON_GetArraySize(kinds) == 0)
            continue;
        if (!member_time(in, "from_unix_ns", &first) ||
            !member_time(in, "to_unix_ns", &last) ||
            (first < to && from < last))
            return COVER_HERE;
        found = COVER_OTHER;
    }
    return found;
}

static bool add_sentence(case_parts *p, const char *text)
{
    for (size_t i = 0; text && i < p->missing.n; i++)
        if (strcmp(p->missing.v[i], text) == 0)
            return true;
    return text && corr_vec_push(NULL, &p->missing, text);
}

/* A service is part of a command only where a shell takes it as it stands. */
static const char *sentence_of(const char *service, const char *id,
                               const char *when, corr_arena *arena)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    const bool is_plain =
        service[0] != '-' && service[strspn(service, plain)] == '\0';
    const char *next =
        is_plain ? corr_arena_print(arena,
                                    "corr fetch profiles --service %s "
                                    "--around %s",
                                    service, when)
                 : "add a profile of the same time";

    return next ? corr_arena_print(arena, "no profile of %s at trace %.8s; %s",
                                   service, id, next)
                : NULL;
}

/* Looks at the services of one trace. */
static bool look_at_trace(case_parts *p, const cJSON *info, const cJSON *trace,
                          corr_arena *arena)
{
    const char *id = member_text(trace, "trace_id");
    const cJSON *took = cJSON_GetObjectItem(trace, "duration_ns"), *s;
    int64_t from;

    if (!id || !member_time(trace, "start_unix_ns", &from) ||
        !cJSON_IsNumber(took) || took->valuedouble < 0 ||
        took->valuedouble > 1e15)
        return true;
    const int64_t to = from + (int64_t)took->valuedouble + 1;
    const time_t second = (time_t)(from / 1000000000);
    struct tm at;
    char when[32] = "";
    if (gmtime_r(&second, &at))
        strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &at);
    cJSON_ArrayForEach(s, cJSON_GetObjectItem(trace, "services"))
    {
        const char *name = cJSON_GetStringValue(s);
        if (name && p->missing.n < MOST_SAID &&
            cover_of(info, name, from, to) == COVER_OTHER &&
            !add_sentence(p, sentence_of(name, id, when, arena)))
            return false;
    }
    return true;
}

bool case_missing_find(case_parts *p, const cJSON *info, corr_arena *arena)
{
    unsigned asked = 0;
    bool ok = true;

    for (size_t i = 0; ok && i < p->commands->list.n; i++) {
        const case_command *q = &p->commands->list.v[i];
        const char *id =
            q->why || !q->words[0] ? NULL : case_question_id(p->folder, q);
        if (!id || asked++ >= MOST_ASKED)
            continue;
        cJSON *doc = case_trace_of(p->folder, id, arena);
        ok = look_at_trace(p, info, cJSON_GetObjectItem(doc, "trace"), arena);
        cJSON_Delete(doc);
    }
    return ok;
}
