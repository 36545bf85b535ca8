/* Getting at the fields that matter: which of a type's fields these are is
 * looked up once a type and chunk. */
#include "jfr.h"

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
    { "amount", F_AMOUNT },
    { "lostSamples", F_AMOUNT },
    { "hwThreads", F_HARDWARE },
    { "pid", F_PID },
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
    { "string", F_STRING },
};

static jfr_slot slot_of(corr_str name)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (corr_str_is(name, names[i].name))
            return names[i].slot;
    return F_NONE;
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

/* A type without fields that matter has a plan of none. */
static const jfr_plan *plan_of(jfr_plans *p, const jfr_types *t, uint32_t type)
{
    const jfr_type *y = &t->type[type];
    jfr_plan *plan = &p->plan[type];

    if (plan->slot || y->nfield == 0)
        return plan;
    plan->slot = corr_arena_new(&p->memory, uint8_t, y->nfield);
    p->failed |= plan->slot == NULL;
    for (uint32_t i = 0; plan->slot && i < y->nfield; i++) {
        plan->slot[i] = (uint8_t)slot_of(t->field[y->field + i].name);
        if (plan->slot[i] != F_NONE)
            plan->nfield = i + 1;
    }
    return plan;
}

static int64_t narrow(uint64_t n, unsigned bits)
{
    const unsigned spare = 64 - (bits ? bits : 64);
    int64_t x;

    n <<= spare;
    memcpy(&x, &n, sizeof x);
    return x >> spare;
}

static double real_of(uint64_t bits, bool is_double)
{
    const uint32_t low = (uint32_t)bits;
    double d;
    float f;

    if (!is_double) {
        memcpy(&f, &low, sizeof f);
        return (double)f;
    }
    memcpy(&d, &bits, sizeof d);
    return d;
}

/* One value; what is no number is found again by where it begins. */
static void take_value(const jfr_types *t, const jfr_field *f, corr_cur *c,
                       jfr_value *v)
{
    v->field = f;
    v->at = c->p;
    if (f->is_array) {
        jfr_skip_field(t, f, c);
        return;
    }
    if (f->pooled) {
        v->n = narrow(jfr_int(c), 64);
        return;
    }
    switch (f->type == UINT32_MAX ? JFR_COMPOSITE : t->type[f->type].prim) {
    case JFR_INTEGER:
        v->n = narrow(jfr_int(c), f->bits);
        return;
    case JFR_BYTE:
        v->n = jfr_byte(c);
        return;
    case JFR_FLOAT:
        v->real = real_of(jfr_be(c, 4), false);
        return;
    case JFR_DOUBLE:
        v->real = real_of(jfr_be(c, 8), true);
        return;
    case JFR_TEXT:
    case JFR_COMPOSITE:
        jfr_skip_field(t, f, c);
        return;
    }
}

void jfr_take(jfr_plans *p, const jfr_types *t, uint32_t type, corr_cur *c,
              jfr_record *r)
{
    const jfr_type *y = &t->type[type];
    const jfr_plan *plan = plan_of(p, t, type);

    r->type = y;
    r->has = 0;
    for (uint32_t i = 0; i < plan->nfield && plan->slot; i++) {
        const jfr_field *f = &t->field[y->field + i];
        const uint8_t slot = plan->slot[i];
        if (slot == F_NONE) {
            jfr_skip_field(t, f, c);
            continue;
        }
        take_value(t, f, c, &r->slot[slot]);
        if (c->bad)
            return;
        r->has |= UINT64_C(1) << slot;
    }
}
