#include "trace/lock_stack.h"

#include "base/base.h"

/* Frames of kernel, C library and VM may lie below Unsafe.park. */
enum { DEEPEST = 8 };

/* Flags of a function. */
enum { IS_LOCK_CODE = 1, IS_WRAPPER = 2, IS_TAKER = 4 };

static const char lock_package[] = "java.util.concurrent.locks.";

/* "ReentrantLock.lock" of "java.util.concurrent.locks.ReentrantLock.lock()V";
 * empty: other code. */
static corr_str lock_method(corr_str name)
{
    const size_t n = sizeof lock_package - 1;

    if (name.n <= n)
        return (corr_str){ "", 0 };
    for (size_t i = 0; i < n; i++)
        if (name.p[i] != lock_package[i] &&
            (lock_package[i] != '.' || name.p[i] != '/'))
            return (corr_str){ "", 0 };
    name.n = corr_str_find(name, '(');
    return (corr_str){ name.p + n, name.n - n };
}

/* "lock" of "a.b.Store.lock(I)V" */
static corr_str last_name(corr_str name)
{
    name.n = corr_str_find(name, '(');
    size_t at = name.n;
    while (at > 0 && !strchr("./:", name.p[at - 1]))
        at--;
    return (corr_str){ name.p + at, name.n - at };
}

static bool is_one_of(corr_str name, const char *const *of)
{
    for (; *of; of++)
        if (corr_str_is(name, *of))
            return true;
    return false;
}

/* Methods that return with the lock: whoever calls them has it. */
static bool takes_for_its_caller(corr_str name)
{
    static const char *const names[] = { "lock",
                                         "lockInterruptibly",
                                         "tryLock",
                                         "readLock",
                                         "readLockInterruptibly",
                                         "tryReadLock",
                                         "writeLock",
                                         "writeLockInterruptibly",
                                         "tryWriteLock",
                                         "acquire",
                                         "enter",
                                         NULL };

    return is_one_of(last_name(name), names);
}

static bool takes_in_a_condition(corr_str name)
{
    static const char *const names[] = { "await", "awaitNanos", "awaitUntil",
                                         "awaitUninterruptibly", NULL };

    return is_one_of(last_name(name), names);
}

static corr_str function_at(const input *in, uint32_t stack, uint32_t from_leaf)
{
    const uint32_t at = in->stack.at.v[stack] + in->stack.n.v[stack] - 1;
    const uint32_t frame = narrow_at(&in->stack.frame, at - from_leaf);

    return input_text(in, in->func.v[in->frame.v[frame].func].name);
}

/* The depth of LockSupport.park, from the leaf; the depth of the stack: it does
 * not park. */
static uint32_t find_park(const input *in, uint32_t stack)
{
    const uint32_t depth = in->stack.n.v[stack];

    for (uint32_t i = 0; i < depth && i < DEEPEST; i++)
        if (corr_str_has(lock_method(function_at(in, stack, i)),
                         "LockSupport.park"))
            return i;
    return depth;
}

static bool is_for_reading(corr_str method)
{
    return corr_str_has(method, "ReadLock.") || corr_str_has(method, "eadLock");
}

static bool may_give_up(corr_str method)
{
    return corr_str_has(method, "Nanos") || corr_str_has(method, "Until");
}

lock_taker lock_taker_of(const input *in, uint32_t stack)
{
    const uint32_t depth = in->stack.n.v[stack];
    uint32_t i = find_park(in, stack);
    corr_str method, outermost = { "", 0 };
    lock_taker t = { 0 };

    for (; i < depth; i++) {
        method = lock_method(function_at(in, stack, i));
        if (!method.n)
            break;
        t.limited = t.limited || may_give_up(method);
        outermost = method;
    }
    const bool waits_again = takes_in_a_condition(outermost);
    if (i >= depth || corr_str_has(outermost, "Synchronizer.") ||
        (!takes_for_its_caller(outermost) && !waits_again))
        return (lock_taker){ 0 };
    t.shared = is_for_reading(outermost);
    t.limited = t.limited || waits_again;
    while (i + 1 < depth && takes_for_its_caller(function_at(in, stack, i)))
        i++;
    const uint32_t at = in->stack.at.v[stack] + depth - 1 - i;
    const frame_row *f = &in->frame.v[narrow_at(&in->stack.frame, at)];
    t.func = f->func;
    t.line = f->line;
    return t;
}

/* ---- stacks of holders ---------------------------------------------------- */

bool lock_takers_init(lock_takers *t, const input *in)
{
    const size_t n = in->func.n ? in->func.n : 1;

    *t = (lock_takers){ .in = in,
                        .code = calloc(n, sizeof *t->code),
                        .line = calloc(n, sizeof *t->line) };
    if (!t->code || !t->line)
        return false;
    for (size_t i = 0; i < in->func.n; i++) {
        const corr_str name = input_text(in, in->func.v[i].name);
        t->code[i] = (uint8_t)((lock_method(name).n ? IS_LOCK_CODE : 0) |
                               (takes_for_its_caller(name) ? IS_WRAPPER : 0));
    }
    return true;
}

void lock_takers_add(lock_takers *t, const lock_taker *taker)
{
    const bool is_new = !(t->code[taker->func] & IS_TAKER);
    uint32_t *line = &t->line[taker->func];

    t->code[taker->func] |= IS_TAKER;
    *line = is_new || taker->line < *line ? taker->line : *line;
}

void lock_takers_clear(lock_takers *t)
{
    free(t->code);
    free(t->line);
    t->code = NULL;
    t->line = NULL;
}

uint32_t lock_takers_next(const lock_takers *t, uint32_t stack, uint32_t *depth)
{
    const input *in = t->in;
    const uint32_t n = in->stack.n.v[stack];
    const uint32_t leaf = in->stack.at.v[stack] + n - 1;
    bool in_lock_code = false; /* the last frames, up to wrappers */

    while (*depth < n) {
        const frame_row *f =
            &in->frame.v[narrow_at(&in->stack.frame, leaf - *depth)];
        const uint8_t code = t->code[f->func];
        ++*depth;
        if (code & IS_TAKER && !in_lock_code &&
            (!f->line || f->line >= t->line[f->func]))
            return f->func;
        in_lock_code =
            code & IS_LOCK_CODE || (in_lock_code && code & IS_WRAPPER);
    }
    return 0;
}

bool lock_takers_any(const lock_takers *t, uint32_t stack)
{
    const input *in = t->in;
    const uint32_t first = in->stack.at.v[stack];

    for (uint32_t i = 0; i < in->stack.n.v[stack]; i++)
        if (t->code[in->frame.v[narrow_at(&in->stack.frame, first + i)].func] &
            IS_TAKER)
            return true;
    return false;
}

bool lock_takers_called(const lock_takers *t, uint32_t stack, uint32_t depth)
{
    static const char tracer[] = "io.opentelemetry.";
    const corr_str name =
        depth < 2 ? (corr_str){ "", 0 } : function_at(t->in, stack, depth - 2);

    return name.n && !corr_str_starts(name, tracer);
}
