/* small_json - parses small documents with cJSON. */
#include "common/small_json.h"

#include <errno.h>

#include "common/reader.h"

cJSON *small_json_parse(corr_build *b, corr_str text)
{
    if (text.n > SMALL_JSON_MOST || corr_build_failed(b))
        return NULL;
    errno = 0; /* cJSON returns no reason; malloc sets errno */
    cJSON *tree = cJSON_ParseWithLength(text.p, text.n);
    if (!tree && errno == ENOMEM)
        reader_no_memory(b);
    return tree;
}

void small_json_members(const cJSON *object, const json_name *names, size_t n,
                        const cJSON **member)
{
    memset(member, 0, n * sizeof *member);
    if (!cJSON_IsObject(object))
        return;
    for (const cJSON *m = object->child; m; m = m->next) {
        const size_t at = json_find_name(names, n, 0, corr_str_of(m->string));
        if (at < n)
            member[at] = m;
    }
}

corr_str small_json_text(const cJSON *item)
{
    return corr_str_of(cJSON_IsString(item) ? item->valuestring : NULL);
}
