/* frame_lists - categories of frames, from lists as text. */
#include "findings/frame_lists.h"

#include <inttypes.h>

#include "base/base.h"
#include "base/vec.h"
#include "corr_bytes.h"
#include "findings/lists.h"

typedef enum match {
    MATCH_BEGIN,
    MATCH_ANYWHERE,
    MATCH_END,
    MATCH_WHOLE
} match;

typedef struct entry {
    const char *text;
    uint32_t category;
    match how;
    bool is_not;
} entry;

struct frame_lists {
    corr_str *name; /* [n] */
    uint32_t n;
    entry *entry; /* [nentry], in the order of the lists */
    size_t nentry;
};

/* Lines of all lists: room for that many entries and categories. */
static size_t count_lines(const corr_frame_list *list, size_t n)
{
    size_t lines = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < list[i].text.n; k++)
            lines += list[i].text.p[k] == '\n';
    return lines + n;
}

static uint32_t category_number(frame_lists *l, corr_str name)
{
    for (uint32_t i = 0; i < l->n; i++)
        if (corr_str_eq(l->name[i], name))
            return i;
    l->name[l->n] = name;
    return l->n++;
}

/* Takes a mark off the beginning of a pattern. */
static bool take_mark(corr_str *text, char mark)
{
    if (text->n < 2 || text->p[0] != mark)
        return false;
    *text = corr_str_from(*text, 1);
    return true;
}

/* Adds the entry of a line; *ok: it is one.  False: out of memory. */
static bool add_entry(frame_lists *l, corr_str line, corr_arena *arena,
                      bool *ok)
{
    corr_str category, pattern;

    *ok = false;

    if (!corr_str_cut(line, ' ', &category, &pattern))
        return true;
    pattern = corr_str_trim(pattern);
    entry e = { .is_not = take_mark(&pattern, '-') };
    if (take_mark(&pattern, '*'))
        e.how = MATCH_ANYWHERE;
    else if (take_mark(&pattern, '='))
        e.how = MATCH_WHOLE;
    else if (pattern.n > 1 && pattern.p[pattern.n - 1] == '$') {
        e.how = MATCH_END;
        pattern.n--;
    }
    if (pattern.n == 0)
        return true;
    e.text = corr_arena_text(arena, pattern);
    e.category = category_number(l, category);
    l->entry[l->nentry++] = e;
    *ok = true;
    return e.text != NULL;
}

static corr_code add_list(frame_lists *l, const corr_frame_list *list,
                          corr_arena *arena, corr_err *err)
{
    corr_str rest = list->text, line;
    uint64_t number = 0;
    bool ok;

    while (rest.n > 0 && corr_str_next(&rest, '\n', &line)) {
        number++;
        line = corr_str_trim(line);
        if (line.n == 0 || line.p[0] == '#')
            continue;
        if (!add_entry(l, line, arena, &ok))
            return corr_no_memory(err);
        if (!ok)
            return corr_fail(err, CORR_EUSAGE,
                             "%s:%" PRIu64 ": no \"CATEGORY PATTERN\" in "
                             "\"%.*s\"",
                             list->name, number, CORR_STR_ARG(line));
    }
    return CORR_OK;
}

corr_code frame_lists_of(frame_lists **lists, const corr_frame_list *more,
                         size_t nmore, corr_arena *arena, corr_err *err)
{
    const corr_frame_list own[] = {
        { "categories.txt", corr_str_of(list_categories) },
    };
    const size_t room =
        count_lines(own, countof(own)) + count_lines(more, nmore);
    frame_lists *l = corr_arena_new(arena, frame_lists, 1);
    corr_code code = CORR_OK;

    if (l) {
        l->name = corr_arena_new(arena, corr_str, room);
        l->entry = corr_arena_new(arena, entry, room);
    }
    if (!l || !l->name || !l->entry)
        return corr_no_memory(err);
    for (size_t i = 0; !code && i < countof(own); i++)
        code = add_list(l, &own[i], arena, err);
    for (size_t i = 0; !code && i < nmore; i++)
        code = add_list(l, &more[i], arena, err);
    *lists = l;
    return code;
}

uint32_t frame_lists_find(const frame_lists *l, const char *category)
{
    for (uint32_t i = 0; i < l->n; i++)
        if (corr_str_is(l->name[i], category))
            return i;
    return UINT32_MAX;
}

uint32_t frame_lists_size(const frame_lists *l)
{
    return l->n;
}

corr_str frame_lists_name(const frame_lists *l, uint32_t category)
{
    return l->name[category];
}

static bool entry_fits(const entry *e, corr_str function)
{
    switch (e->how) {
    case MATCH_BEGIN:
        return corr_str_starts(function, e->text);
    case MATCH_ANYWHERE:
        return corr_str_has(function, e->text);
    case MATCH_END:
        return corr_str_ends(function, e->text);
    case MATCH_WHOLE:
        return corr_str_is(function, e->text);
    }
    return false;
}

bool frame_lists_has(const frame_lists *l, uint32_t category, corr_str function)
{
    bool is_in = false;

    for (size_t i = 0; i < l->nentry; i++)
        if (l->entry[i].category == category &&
            entry_fits(&l->entry[i], function))
            is_in = !l->entry[i].is_not;
    return is_in;
}
