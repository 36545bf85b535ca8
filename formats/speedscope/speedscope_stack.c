/* speedscope_stack - stacks as frame numbers, bound to frames at the end. */
#include "speedscope/speedscope.h"

/* Copies the numbers of a stack that is too deep to s->deep: a gap and the
 * number of frames left out are in place of the middle. */
static bool cut_middle(scope_stacks *s, const uint32_t *number,
                       const corr_stack_cut *cut)
{
    const uint32_t gap[] = { SCOPE_GAP, cut->gap < SCOPE_GAP
                                            ? (uint32_t)cut->gap
                                            : SCOPE_GAP };

    s->deep.n = 0;
    return corr_vec_append(s->b, &s->deep, number, cut->root) &&
           corr_vec_append(s->b, &s->deep, gap, 2) &&
           corr_vec_append(s->b, &s->deep, number + cut->root + cut->gap,
                           cut->leaf);
}

corr_stack scope_stack_of(scope_stacks *s, const uint32_t *number, size_t n,
                          uint64_t where)
{
    const corr_stack_cut cut = corr_cut_stack(s->b, n, s->held);

    if (cut.gap) {
        if (!cut_middle(s, number, &cut))
            return (corr_stack){ 0 };
        number = s->deep.v;
        n = s->deep.n;
    }
    late_stack *k = n ? late_stack_of(&s->late, s->b, number, n) : NULL;

    if (!k)
        return (corr_stack){ 0 };
    s->held += cut.gap && !k->mark ? n : 0;
    k->mark = k->mark ? k->mark : where;
    return k->later;
}

/* ---- frames -------------------------------------------------------------- */

enum member { FRAME_NAME, FRAME_FILE, FRAME_LINE, FRAME_COLUMN, FRAME_MEMBERS };

static const json_name members[FRAME_MEMBERS] = {
    [FRAME_NAME] = JSON_NAME("name"),
    [FRAME_FILE] = JSON_NAME("file"),
    [FRAME_LINE] = JSON_NAME("line"),
    [FRAME_COLUMN] = JSON_NAME("col"),
};

/* The state that a name stands for, as labels; nil: the name is of a function.
 */
static corr_labels state_of(corr_build *b, corr_text name)
{
    static const char *const states[] = { "CPU_TIME", "UNMANAGED_CODE_TIME" };

    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        const corr_str text = corr_str_of(states[i]);
        if (corr_add_text(b, text).i != name.i)
            continue;
        corr_begin_labels(b);
        corr_push_label(b, CORR_STR("state"), text);
        return corr_end_labels(b);
    }
    return (corr_labels){ 0 };
}

static corr_frame read_frame(corr_build *b, json *j, corr_arena *scratch,
                             corr_labels *state)
{
    corr_text name = { 0 }, file = { 0 };
    uint32_t number[FRAME_MEMBERS] = { 0 };
    json_val v;
    int64_t n;

    if (!json_enter(j, JSON_OBJECT))
        return (corr_frame){ 0 };
    for (size_t at = 0; json_member(j, members, FRAME_MEMBERS, &at);) {
        if (at == FRAME_NAME)
            name = json_take_text(j, b, scratch);
        else if (at == FRAME_FILE)
            file = json_take_text(j, b, scratch);
        else if (at == FRAME_MEMBERS)
            json_skip(j);
        else if (json_value(j, &v) && json_i64(&v, &n) && n > 0 &&
                 n <= UINT32_MAX)
            number[at] = (uint32_t)n;
    }
    *state = state_of(b, name);
    const uint32_t line = number[FRAME_LINE];
    const corr_func f = corr_add_func_at(b, name, file, (corr_text){ 0 }, line,
                                         number[FRAME_COLUMN]);
    return corr_add_frame(b, &(corr_frame_row){ .func = f, .line = line });
}

void scope_read_frames(scope_stacks *s, json *j, corr_arena *scratch)
{
    corr_labels state = { 0 };

    s->frame.n = s->state.n = 0;
    for (size_t i = 0; !corr_build_failed(s->b) && json_each(j, &i);) {
        const corr_frame f = read_frame(s->b, j, scratch, &state);
        if (!corr_vec_push(s->b, &s->frame, f) ||
            !corr_vec_push(s->b, &s->state, state))
            return;
    }
}

corr_labels scope_state(const scope_stacks *s, uint32_t number)
{
    return number < s->state.n ? s->state.v[number] : (corr_labels){ 0 };
}

void scope_bind(scope_stacks *s)
{
    for (size_t i = 0; i < s->late.stack.n; i++) {
        const late_stack *k = &s->late.stack.v[i];
        const uint32_t *path = s->late.path.v + k->at;
        const bool is_state = k->n > 1 && scope_state(s, path[k->n - 1]).i;
        corr_begin_stack(s->b);
        for (uint32_t f = 0; f + is_state < k->n; f++) {
            const uint32_t number = s->late.path.v[k->at + f];
            if (number == SCOPE_GAP && f + 1 < k->n)
                corr_push_gap(s->b, s->late.path.v[k->at + ++f]);
            else if (number < s->frame.n)
                corr_push_frame(s->b, s->frame.v[number]);
            else if (s->unknown++ == 0)
                s->where = k->mark;
        }
        corr_set_stack(s->b, k->later);
    }
    s->frame.n = s->state.n = 0;
    late_stacks_reset(&s->late);
}

void scope_stacks_clear(scope_stacks *s)
{
    late_stacks_clear(&s->late);
    corr_vec_free(&s->frame);
    corr_vec_free(&s->state);
    corr_vec_free(&s->deep);
}
