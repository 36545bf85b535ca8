/* topics - short texts of `corr help TOPIC`. */
#include "verbs/self/topics.h"

#include <string.h>

#include "cli/cmd.h"
#include "corr_builtin.h"
#include "verbs/self/texts.h"

static const topic topics[] = {
    { "agents", NULL, text_agents },
    { "formats", "formats", text_formats },
    { "json", "json", text_json },
    { "labels", "formats", text_labels },
    { "methods", "methods", text_methods },
    { "query", "query", text_query },
    { "runbooks", "runbooks", text_runbooks },
    { "tutorial", "tutorial", text_tutorial },
};

const topic *topic_find(const char *name)
{
    for (size_t i = 0; i < COUNT(topics); i++)
        if (strcmp(topics[i].name, name) == 0)
            return &topics[i];
    return NULL;
}

static void print_formats(corr_out *out)
{
    for (const corr_format *const *f = corr_builtin_formats; *f; f++)
        corr_printf(out, "  %-17s %-4s %-5s %s\n", (*f)->name,
                    (*f)->read ? "yes" : "no", (*f)->write ? "yes" : "no",
                    (*f)->title);
}

void topic_print(const topic *t, corr_out *out)
{
    static const text_part parts[] = { { "#@formats", print_formats }, { 0 } };

    text_print(t->text, parts, out);
}

const char *topic_name(size_t i)
{
    return i < COUNT(topics) ? topics[i].name : NULL;
}
