/* speedscope_stack - stacks of numbers, whose frames may come last. */
#include "speedscope/speedscope.h"

#include <stdlib.h>

corr_stack scope_stack_of(scope_stacks *s, const uint32_t *number, size_t n,
                          uint64_t where)
{
    bool is_new;

    if (n == 0)
        return (corr_stack){ 0 };
    uint32_t *at =
        corr_map_bytes(&s->known, number, n * sizeof *number, &is_new);
    if (!at) {
        corr_refuse(s->h.b, CORR_ENOMEM, CORR_NO_OFFSET, NULL, "out of memory");
        return (corr_stack){ 0 };
    }
    if (!is_new)
        return *at ? s->stack[*at - 1].later : (corr_stack){ 0 };
    if (!held_grow(&s->h, (void **)&s->stack, &s->stack_room, s->nstack + 1,
                   sizeof *s->stack) ||
        !held_grow(&s->h, (void **)&s->number, &s->number_room, s->nnumber + n,
                   sizeof *s->number))
        return (corr_stack){ 0 };
    memcpy(s->number + s->nnumber, number, n * sizeof *number);
    s->h.bytes += n * sizeof *number; /* the map keeps them too */
    s->stack[s->nstack++] = (scope_stack){ s->nnumber, (uint32_t)n,
                                           corr_later_stack(s->h.b), where };
    s->nnumber += n;
    *at = (uint32_t)s->nstack;
    return s->stack[s->nstack - 1].later;
}

/* ---- frames --------------------------------------------------------------- */

enum member { FRAME_NAME, FRAME_FILE, FRAME_LINE, FRAME_MEMBERS };

static const json_name members[FRAME_MEMBERS] = {
    [FRAME_NAME] = JSON_NAME("name"),
    [FRAME_FILE] = JSON_NAME("file"),
    [FRAME_LINE] = JSON_NAME("line"),
};

static corr_text take_text(corr_build *b, json *j, corr_arena *scratch)
{
    corr_text text = { 0 };
    json_val v;

    if (json_value(j, &v) && v.type == JSON_STRING)
        text = corr_add_text(b, json_str(&v, scratch));
    corr_arena_reset(scratch);
    return text;
}

static corr_frame read_frame(corr_build *b, json *j, corr_arena *scratch)
{
    corr_text name = { 0 }, file = { 0 };
    uint32_t line = 0;
    corr_str key;
    json_val v;
    int64_t n;

    if (!json_enter(j, JSON_OBJECT))
        return (corr_frame){ 0 };
    while (json_key(j, &key)) {
        const size_t at = json_find_name(members, FRAME_MEMBERS, 0, key);
        if (at == FRAME_NAME)
            name = take_text(b, j, scratch);
        else if (at == FRAME_FILE)
            file = take_text(b, j, scratch);
        else if (at != FRAME_LINE)
            json_skip(j);
        else if (json_value(j, &v) && json_i64(&v, &n) && n > 0 &&
                 n <= UINT32_MAX)
            line = (uint32_t)n;
    }
    const corr_func f = corr_add_func(b, name, file, (corr_text){ 0 });
    return corr_add_frame(b, &(corr_frame_row){ .func = f, .line = line });
}

void scope_read_frames(scope_stacks *s, json *j, corr_arena *scratch)
{
    s->nframe = 0;
    if (!json_enter(j, JSON_ARRAY))
        return;
    while (!corr_build_failed(s->h.b) && json_element(j, NULL)) {
        const corr_frame f = read_frame(s->h.b, j, scratch);
        if (!held_grow(&s->h, (void **)&s->frame, &s->frame_room, s->nframe + 1,
                       sizeof *s->frame))
            return;
        s->frame[s->nframe++] = f;
    }
}

void scope_bind(scope_stacks *s)
{
    for (size_t i = 0; i < s->nstack; i++) {
        const scope_stack *k = &s->stack[i];
        corr_begin_stack(s->h.b);
        for (uint32_t f = 0; f < k->n; f++) {
            const uint32_t number = s->number[k->at + f];
            if (number < s->nframe)
                corr_push_frame(s->h.b, s->frame[number]);
            else if (s->unknown++ == 0)
                s->where = k->where;
        }
        corr_set_stack(s->h.b, k->later);
    }
    s->nstack = s->nnumber = s->nframe = 0;
    corr_map_clear(&s->known);
}

void scope_stacks_clear(scope_stacks *s)
{
    corr_map_clear(&s->known);
    free(s->stack);
    free(s->number);
    free(s->frame);
}
