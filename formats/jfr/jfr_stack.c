/*
 * Constants as stacks, if an event asks for them.
 *
 * Stacks share most of their frames: a frame is made when its bytes are first
 * met, and found again by these bytes.
 */
#include "jfr/jfr.h"

/* ---- frames -------------------------------------------------------------- */

static corr_frame_type frame_type_of(corr_str name)
{
    static const struct {
        const char *name;
        corr_frame_type type;
    } types[] = {
        { "JIT compiled", CORR_FRAME_JIT },
        { "Interpreted", CORR_FRAME_INTERPRETED },
        { "Inlined", CORR_FRAME_INLINED },
        { "Native", CORR_FRAME_NATIVE },
        { "C++", CORR_FRAME_NATIVE },
        { "Kernel", CORR_FRAME_KERNEL },
        { "C1 compiled", CORR_FRAME_C1 },
    };

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (corr_str_is(name, types[i].name))
            return types[i].type;
    return CORR_FRAME_PLAIN;
}

static corr_frame_type frame_type(jfr *j, int64_t key)
{
    jfr_constant *k = jfr_find(j, P_FRAME_TYPE, key);

    if (!k)
        return CORR_FRAME_PLAIN;
    if (!k->made)
        k->made =
            (uint32_t)frame_type_of(jfr_constant_text(j, P_FRAME_TYPE, key)) +
            1;
    return (corr_frame_type)(k->made - 1);
}

static corr_frame make_frame(jfr *j, const jfr_record *r)
{
    const int64_t line = jfr_number(r, F_LINE, 0);

    return corr_add_frame(
        j->b, &(corr_frame_row){
                  .func = jfr_method(j, jfr_number(r, F_METHOD, 0)),
                  .line = line > 0 && line <= UINT32_MAX ? (uint32_t)line : 0,
                  .type = frame_type(j, jfr_number(r, F_FRAME_TYPE, -1)) });
}

/* Nil, with the cursor bad: the frame is not complete. */
static corr_frame read_frame(jfr *j, uint32_t type, corr_cur *c)
{
    corr_cur begin = *c;
    jfr_record r;

    jfr_skip_type(&j->types, type, c);
    if (c->bad)
        return (corr_frame){ 0 };
    jfr_take(&j->plans, &j->types, type, &begin, &r);
    return make_frame(j, &r);
}

/* Bytes of a frame that are compared at once. */
enum { FRAME = 16 };

/* The size of a frame of so many integers; 0: more than FRAME, or the frame
 * must be decoded. */
static unsigned frame_size(const uint8_t *p, uint32_t ints)
{
    const uint64_t more = jfr_more16(p);
    const uint64_t ends =
        jfr_without_first(~more & ((UINT64_C(1) << FRAME) - 1), ints - 1);

    return !ends || jfr_has_run(more) ? 0 : jfr_first(ends) + 1;
}

static uint64_t head_of(const uint8_t *p, unsigned n)
{
    return n < 8 ? jfr_load8(p) & ((UINT64_C(1) << 8 * n) - 1) : jfr_load8(p);
}

static size_t spread_frame(const jfr_made_frame *m)
{
    const uint64_t mix = m->head * UINT64_C(0x9e3779b97f4a7c15) ^
                         m->tail * UINT64_C(0xc2b2ae3d27d4eb4f);

    return (size_t)(mix >> 40);
}

/* The bytes of a frame alone determine its end, so no frame is the start of
 * another one. */
static corr_frame take_frame(jfr *j, uint32_t type, corr_cur *c)
{
    const uint32_t ints = j->types.type[type].ints;
    const unsigned n =
        ints && corr_cur_left(c) >= FRAME ? frame_size(c->p, ints) : 0;

    if (!n)
        return read_frame(j, type, c);
    jfr_made_frame met = { .head = head_of(c->p, n),
                           .tail = n > 8 ? head_of(c->p + 8, n - 8) : 0,
                           .type = type,
                           .chunk = j->k.number };
    jfr_made_frame *known = &j->made.frame[spread_frame(&met) % JFR_FRAMES];
    if (known->head == met.head && known->tail == met.tail &&
        known->type == met.type && known->chunk == met.chunk) {
        c->p += n;
        return known->frame;
    }
    met.frame = read_frame(j, type, c);
    *known = met;
    return met.frame;
}

/* ---- stacks -------------------------------------------------------------- */

/* The frame that replaces the root if the recorder truncated the stack. */
static corr_frame truncated_frame(jfr *j)
{
    const corr_text none = { 0 };

    return corr_add_frame(
        j->b, &(corr_frame_row){
                  .func = corr_add_func(
                      j->b, corr_add_text(j->b, CORR_STR("[truncated]")), none,
                      none) });
}

/* Reads frames of a type from c on, which are leaf first in the file. Fills the
 * memory from its end backwards and returns the number of frames. */
static size_t take_frames(jfr *j, uint32_t type, corr_cur *c, uint32_t *room,
                          size_t n)
{
    size_t at = n;

    while (at > 0) {
        const uint8_t *before = c->p;
        const corr_frame frame = take_frame(j, type, c);
        if (c->bad || c->p == before) /* damaged, or of a type without bytes */
            break;
        room[--at] = frame.i;
    }
    return n - at;
}

static corr_stack make_stack(jfr *j, const jfr_constant *k)
{
    const uint32_t type = j->constants.pool[P_STACK].type;
    corr_cur c = jfr_stack_bytes(j, k);
    corr_cur head = c;
    jfr_record r;

    const jfr_field *f = jfr_step_to(&j->plans, &j->types, type, F_FRAMES, &c);
    if (!f || !f->is_array || f->pooled || f->type == UINT32_MAX)
        return (corr_stack){ 0 };
    const uint64_t n = jfr_int(&c);
    if (n > corr_cur_left(&c))
        return (corr_stack){ 0 };
    uint32_t *frame = corr_arena_new(&j->text, uint32_t, (size_t)n + 1);
    if (!frame) {
        jfr_no_memory(j);
        return (corr_stack){ 0 };
    }
    const size_t taken = take_frames(j, f->type, &c, frame, (size_t)n);
    jfr_take_some(&j->plans, &j->types, type, JFR_BIT(F_TRUNCATED), &head, &r);
    corr_begin_stack(j->b);
    if (jfr_number(&r, F_TRUNCATED, 0))
        corr_push_frame(j->b, truncated_frame(j));
    corr_push_frames(j->b, frame + n - taken, taken);
    return corr_end_stack(j->b);
}

corr_stack jfr_stack_at(jfr *j, int64_t key)
{
    jfr_constant *k = j->want->no_stacks ? NULL : jfr_find(j, P_STACK, key);

    if (!k)
        return (corr_stack){ 0 };
    if (!k->made)
        k->made = make_stack(j, k).i + 1;
    return (corr_stack){ k->made - 1 };
}

corr_stack jfr_stack_of(jfr *j, const jfr_record *r)
{
    return jfr_stack_at(j, jfr_number(r, F_STACK, 0));
}
