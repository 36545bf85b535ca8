/* query_list - parses attribute values that are JSON lists. */
#include "query/query_private.h"

typedef struct json_text {
    const char *p, *end;
    corr_arena *arena;
    bool failed; /* out of memory */
} json_text;

static char json_byte(const json_text *j)
{
    return j->p < j->end ? *j->p : '\0';
}

static bool is_one_of(char c, const char *set)
{
    return c && strchr(set, c);
}

static void json_space(json_text *j)
{
    while (j->p < j->end && is_one_of(*j->p, " \t\r\n,"))
        j->p++;
}

/* Returns the string at j with its escapes, and moves j behind it. */
static corr_str json_raw(json_text *j)
{
    const char *from = ++j->p;

    while (j->p < j->end && *j->p != '"')
        j->p += *j->p == '\\' && j->p + 1 < j->end ? 2 : 1;
    const corr_str raw = { from, (size_t)(j->p - from) };
    j->p += j->p < j->end;
    return raw;
}

static value json_string(json_text *j)
{
    const corr_str raw = json_raw(j);

    if (!memchr(raw.p, '\\', raw.n))
        return value_text(raw);
    char *text = corr_arena_new(j->arena, char, 2 * raw.n + 1);
    j->failed = !text;
    return value_text((corr_str){ text ? text : "",
                                  text ? corr_json_unescape(text, raw) : 0 });
}

/* Skips a list or map, with all its contents. */
static void json_skip(json_text *j)
{
    size_t depth = 0;

    do {
        const char c = json_byte(j);
        if (c == '"') {
            json_raw(j);
            continue;
        }
        depth += c == '[' || c == '{';
        depth -= c == ']' || c == '}';
        j->p++;
    } while (depth > 0 && j->p < j->end);
}

static value json_word(json_text *j)
{
    const char *from = j->p;
    value v = { 0 };

    while (j->p < j->end && !is_one_of(*j->p, " \t\r\n,[]{}\""))
        j->p++;
    const corr_str word = { from, (size_t)(j->p - from) };
    if (corr_str_is(word, "true") || corr_str_is(word, "false"))
        return value_num(VALUE_BOOL, *from == 't');
    if (corr_str_i64(word, &v.num))
        v.type = VALUE_INT;
    else if (corr_str_real(word, &v.real))
        v.type = VALUE_REAL;
    else if (word.n == 0)
        j->p++; /* an unmatched closing bracket or brace */
    return v;
}

static value json_element(json_text *j)
{
    const char c = json_byte(j);

    if (c == '"')
        return json_string(j);
    if (c == '[' || c == '{') {
        json_skip(j);
        return (value){ 0 };
    }
    return json_word(j);
}

bool value_list(corr_str json, corr_arena *arena, value *list, bool *is_long)
{
    json_text j = { json.p, json.p + json.n, arena, false };
    value one[QUERY_LIST];
    uint32_t n = 0;

    *list = (value){ .type = VALUE_OTHER };
    json_space(&j);
    if (json_byte(&j) != '[')
        return true;
    j.p++;
    for (json_space(&j); j.p < j.end && *j.p != ']'; json_space(&j)) {
        if (n == QUERY_LIST) {
            *is_long = true;
            break;
        }
        one[n] = json_element(&j);
        n += one[n].type != VALUE_NIL;
    }
    value *copy = corr_arena_new(arena, value, n + 1);
    if (!copy || j.failed)
        return false;
    if (n)
        memcpy(copy, one, n * sizeof *copy);
    *list = (value){ .type = VALUE_LIST, .n = n, .list = copy };
    return true;
}
