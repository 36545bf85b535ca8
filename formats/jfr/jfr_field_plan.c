/*
 * Getting the fields that matter out of a record.
 *
 * A plan of a type lists its fields up to the last one that matters.  It is
 * made once a chunk, when the first record of the type is read.
 */
#include "jfr/jfr_types.h"

#include <stdlib.h>

static const struct field_name {
    const char *name;
    jfr_slot slot;
} names[] = {
    { "startTime", F_START },
    { "duration", F_DURATION },
    { "sampledThread", F_THREAD },
    { "eventThread", F_THREAD },
    { "stackTrace", F_STACK },
    { "state", F_STATE },
    { "spanId", F_SPAN },
    { "localRootSpanId", F_ROOT },
    { "traceId", F_TRACE },
    { "traceIdHi", F_TRACE_HI },
    { "traceIdLo", F_TRACE_LO },
    { "contextId", F_CONTEXT },
    { "parentId", F_PARENT },
    { "operationName", F_OPERATION },
    { "tag", F_TAG },
    { "previousOwner", F_OTHER },
    { "monitorClass", F_CLASS },
    { "parkedClass", F_CLASS },
    { "objectClass", F_CLASS },
    { "thrownClass", F_CLASS },
    { "address", F_ADDRESS },
    { "host", F_HOST },
    { "port", F_PORT },
    { "path", F_PATH },
    { "bytesRead", F_BYTES },
    { "bytesWritten", F_BYTES },
    { "allocationSize", F_SIZE },
    { "objectSize", F_SIZE },
    { "size", F_SIZE },
    { "tlabSize", F_TLAB },
    { "weight", F_WEIGHT },
    { "samples", F_SAMPLES },
    { "timeSpan", F_TIMESPAN },
    { "samplingPeriod", F_PERIOD },
    { "failed", F_FAILED },
    { "allocationTime", F_ALLOCATED_AT },
    { "gcId", F_GC },
    { "name", F_NAME },
    { "cause", F_CAUSE },
    { "operation", F_OPERATION },
    { "safepoint", F_SAFEPOINT },
    { "id", F_ID },
    { "value", F_VALUE },
    { "jvmUser", F_USER },
    { "user", F_USER },
    { "jvmSystem", F_SYSTEM },
    { "system", F_SYSTEM },
    { "machineTotal", F_MACHINE },
    { "when", F_WHEN },
    { "heapUsed", F_USED },
    { "cpuElapsedSlices", F_SLICES },
    { "cpuThrottledSlices", F_SAMPLES },
    { "cpuThrottledTime", F_AMOUNT },
    { "amount", F_AMOUNT },
    { "lostSamples", F_AMOUNT },
    { "hwThreads", F_HARDWARE },
    { "pid", F_PID },
    { "jvmStartTime", F_JVM_START },
    { "jvmVersion", F_VERSION },
    { "jvmName", F_JVM },
    { "cpuInterval", F_CPU_INTERVAL },
    { "wallInterval", F_WALL_INTERVAL },
    { "osName", F_OS_NAME },
    { "osThreadId", F_OS_ID },
    { "javaName", F_JAVA_NAME },
    { "javaThreadId", F_JAVA_ID },
    { "virtual", F_VIRTUAL },
    { "truncated", F_TRUNCATED },
    { "frames", F_FRAMES },
    { "method", F_METHOD },
    { "lineNumber", F_LINE },
    { "type", F_FRAME_TYPE },
    { "descriptor", F_TYPE },
    { "jvmArguments", F_ARGUMENTS },
    { "key", F_KEY },
    { "spanName", F_SPAN_NAME },
};

_Static_assert(F_SLOTS <= 64, "a bit for each slot");

/* Names of ids in fields that are marked as context. */
static const struct field_name contexts[] = {
    { "trace", F_TRACE }, { "trace_id", F_TRACE }, { "traceID", F_TRACE },
    { "span", F_SPAN },   { "span_id", F_SPAN },   { "spanID", F_SPAN },
};

static jfr_slot slot_of_field(const jfr_field *f)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (corr_str_is(f->name, names[i].name))
            return names[i].slot;
    for (size_t i = 0; f->is_context && i < sizeof contexts / sizeof *contexts;
         i++)
        if (corr_str_is(f->name, contexts[i].name))
            return contexts[i].slot;
    return f->is_context ? F_TAG : F_NONE;
}

bool jfr_is_known_field(corr_str name)
{
    const jfr_field plain = { .name = name },
                    marked = { .name = name, .is_context = true };

    return slot_of_field(&plain) != F_NONE || slot_of_field(&marked) != F_TAG;
}

bool jfr_plans_begin(jfr_plans *p, const jfr_types *t)
{
    corr_arena_reset(&p->memory);
    p->n = 0;
    if (!corr_grow((void **)&p->plan, &p->room, t->ntype + 1, sizeof *p->plan))
        return false;
    memset(p->plan, 0, t->ntype * sizeof *p->plan);
    p->n = t->ntype;
    return true;
}

void jfr_plans_clear(jfr_plans *p)
{
    free(p->plan);
    corr_arena_clear(&p->memory);
    *p = (jfr_plans){ 0 };
}

/* Composites and arrays are skipped, and so are texts; a wanted one is found
 * again by its first byte. */
static uint8_t op_of(const jfr_types *t, const jfr_field *f)
{
    if (f->is_array)
        return JFR_COMPOSITE;
    if (f->pooled)
        return JFR_INTEGER;
    return f->type == UINT32_MAX ? JFR_COMPOSITE
                                 : (uint8_t)t->type[f->type].prim;
}

static void make_plan(jfr_plans *p, const jfr_types *t, const jfr_type *y,
                      jfr_plan *plan)
{
    plan->field = &t->field[y->field];
    plan->step = corr_arena_new(&p->memory, jfr_step, y->nfield);
    p->failed |= plan->step == NULL;
    for (uint32_t i = 0; plan->step && i < y->nfield; i++) {
        const jfr_field *f = &plan->field[i];
        jfr_step *s = &plan->step[i];
        *s = (jfr_step){ op_of(t, f), (uint8_t)slot_of_field(f),
                         f->pooled || !f->bits ? 64 : f->bits };
        plan->nints += plan->nints == i && s->op == JFR_INTEGER;
        if (s->slot == F_NONE)
            continue;
        if (i > UINT8_MAX || (plan->all >> (s->slot & 63) & 1) != 0) {
            s->slot = F_NONE; /* the first of two counts, so that the values
                                 are those of field_of */
            continue;
        }
        plan->nstep = i + 1;
        plan->field_of[s->slot] = (uint8_t)i;
        plan->all |= UINT64_C(1) << s->slot;
        if (s->op == JFR_INTEGER || s->op == JFR_BYTE)
            plan->numbers |= UINT64_C(1) << s->slot;
    }
}

const jfr_plan *jfr_plan_of(jfr_plans *p, const jfr_types *t, uint32_t type)
{
    jfr_plan *plan = &p->plan[type];

    if (!plan->field && t->nfield > 0)
        make_plan(p, t, &t->type[type], plan);
    return plan;
}

static int64_t narrow_integer(uint64_t n, unsigned bits)
{
    return (int64_t)(n << (64 - bits)) >> (64 - bits);
}

static double float_of(uint32_t bits)
{
    float f;

    memcpy(&f, &bits, sizeof f);
    return (double)f;
}

static void take_value(const jfr_types *t, const jfr_plan *plan, uint32_t i,
                       corr_cur *c, jfr_value *v)
{
    const jfr_step *s = &plan->step[i];

    switch (s->op) {
    case JFR_INTEGER:
        v->n = narrow_integer(jfr_int(c), s->bits);
        return;
    case JFR_BYTE:
        v->n = jfr_byte(c);
        return;
    case JFR_FLOAT:
        v->real = float_of((uint32_t)jfr_be(c, 4));
        return;
    case JFR_DOUBLE:
        v->n = (int64_t)jfr_be(c, 8); /* the bits of real */
        return;
    default:
        v->at = c->p;
        jfr_skip_field(t, &plan->field[i], c);
    }
}

void jfr_take_some(jfr_plans *p, const jfr_types *t, uint32_t type,
                   uint64_t slots, corr_cur *c, jfr_record *r)
{
    const jfr_plan *plan = jfr_plan_of(p, t, type);
    unsigned ints = 0; /* integers to skip */

    r->plan = plan;
    r->has = 0;
    for (uint32_t i = 0; i < plan->nstep && slots & plan->all & ~r->has; i++) {
        const jfr_step *s = &plan->step[i];
        const bool wanted =
            s->slot != F_NONE && (slots >> (s->slot & 63) & 1) != 0;
        if (!wanted && s->op == JFR_INTEGER) {
            ints++;
            continue;
        }
        if (ints)
            jfr_skip_ints(c, ints);
        ints = 0;
        if (wanted)
            take_value(t, plan, i, c, &r->slot[s->slot]);
        else
            jfr_skip_field(t, &plan->field[i], c);
        if (c->bad)
            return;
        r->has |= wanted ? UINT64_C(1) << s->slot : 0;
    }
}

void jfr_take(jfr_plans *p, const jfr_types *t, uint32_t type, corr_cur *c,
              jfr_record *r)
{
    jfr_take_some(p, t, type, UINT64_MAX, c, r);
}

const jfr_field *jfr_step_to(jfr_plans *p, const jfr_types *t, uint32_t type,
                             jfr_slot slot, corr_cur *c)
{
    const jfr_plan *plan = jfr_plan_of(p, t, type);

    if (!(plan->all >> slot & 1))
        return NULL;
    for (uint32_t i = 0; i < plan->field_of[slot]; i++)
        jfr_skip_field(t, &plan->field[i], c);
    return &plan->field[plan->field_of[slot]];
}
