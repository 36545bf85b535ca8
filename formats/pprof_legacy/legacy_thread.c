/* threadz: the stacks of all threads at one moment.
 *
 *     --- threadz 1 ---
 *
 *     --- Thread 7f794964e700 (name: worker/14751) stack: ---
 *       PC:  0x7f794a32bf7d: nanosleep        or PC: 0xbc8f1c 0xbcae55 ...
 *       0x7f794a32414e: start_thread
 *           creator: 0xa45b96 0xa460b4 ...
 *     --- Thread 7f7948978700 (name: worker/14759) stack: ---
 *       [same as previous thread]
 *     --- Memory map: ---
 *
 * The code that created a thread becomes the caller of its root. */
#include "common/reader.h"
#include "pprof_legacy/legacy.h"

typedef struct threads {
    legacy *f;
    corr_kind kind;
    corr_thread thread;
    corr_stack last; /* stack of the previous thread */
    bool has_last, is_open, is_same;
    uint64_t offset; /* of the open thread */
} threads;

/* "--- Thread 7f79 (name: worker/14751) stack: ---" */
static corr_thread thread_of_line(legacy *f)
{
    static const char before[] = "(name: ";
    corr_str s = legacy_find(f->line, before);
    corr_str name, id, rest;
    int64_t tid;

    if (!legacy_take(&s, before) || !corr_str_cut_last(s, ')', &s, &rest))
        return (corr_thread){ 0 };
    if (!corr_str_cut_last(s, '/', &name, &id) || !corr_str_i64(id, &tid) ||
        tid < 0) {
        name = s;
        tid = 0;
    }
    return corr_add_thread(f->b, corr_add_text(f->b, name), tid, 0);
}

static void end_thread(threads *t)
{
    legacy *f = t->f;

    if (!t->is_open)
        return;
    t->is_open = false;
    if (t->is_same && !t->has_last) {
        corr_damage(f->b, t->offset, 0, 1,
                    "the thread before line %llu repeats a stack that is "
                    "missing; it is left out",
                    f->number);
        return;
    }
    if (!t->is_same)
        t->last = legacy_end(f);
    t->has_last = true;
    corr_add_sample(f->b, &(corr_sample_row){ .kind = t->kind,
                                              .stack = t->last,
                                              .thread = t->thread,
                                              .time = CORR_NO_TIME,
                                              .value = 1,
                                              .obs = 1,
                                              .row = f->nrow++ });
}

static void begin_thread(threads *t)
{
    end_thread(t);
    t->is_open = true;
    t->is_same = false;
    t->offset = t->f->offset;
    t->thread = thread_of_line(t->f);
    legacy_begin(t->f);
}

/* Reads "0x7f794a32bf7d: nanosleep" as one frame, any other line as return
 * addresses. The first address of a thread is not a return address: it is the
 * current instruction. */
static bool read_frames(legacy *f, corr_str s)
{
    const bool is_leaf = f->open.n == 0;
    corr_str rest = s;
    uint64_t address;

    if (s.n == 0)
        return true;
    if (!legacy_take_hex(&rest, &address))
        return false;
    const uint64_t pc = is_leaf || !address ? address : address - 1;
    const bool has_name = legacy_take(&rest, ":");
    if (!has_name && !is_leaf)
        return legacy_push_callers(f, s);
    legacy_push(f, pc);
    if (!has_name)
        return legacy_push_callers(f, rest);
    legacy_name(f, pc, corr_str_trim(rest), (corr_str){ "", 0 }, 0);
    return true;
}

static void read_thread_line(threads *t)
{
    corr_str s = t->f->line;

    if (s.n == 0)
        return;
    if (corr_str_starts(s, "--- Thread ")) {
        begin_thread(t);
    } else if (corr_str_starts(s, "---")) {
        end_thread(t);
    } else if (corr_str_is(s, "[same as previous thread]")) {
        t->is_same = true;
    } else if (t->is_open) {
        if (!legacy_take(&s, "PC:"))
            legacy_take(&s, "creator:");
        if (!read_frames(t->f, corr_str_trim(s)))
            legacy_lose_line(t->f, "a frame of a thread");
    }
}

static void say_end(threads *t)
{
    legacy *f = t->f;

    if (f->is_cut && !f->has_map && t->is_open)
        corr_damage(f->b, t->offset, 0, 1,
                    "cut off at line %llu, inside the stack of a thread, which "
                    "is left out",
                    f->number);
    else if (!f->has_map)
        corr_damage(f->b, corr_src_offset(f->in), 0, 0,
                    "cut off at line %llu, before the memory map; threads may "
                    "be missing",
                    f->number);
}

void legacy_thread(legacy *f)
{
    threads t = { .f = f };
    bool is_map = false;

    t.kind =
        reader_kind(f->b, "thread", "thread/count", CORR_COUNT, 0,
                    CORR_KIND_DEFAULT | CORR_KIND_SNAPSHOT | CORR_KIND_WHOLE);
    while (!corr_build_failed(f->b) && !is_map && legacy_next(f)) {
        is_map = legacy_is_map(f->line);
        if (!is_map)
            read_thread_line(&t);
    }
    if (is_map || !f->is_cut)
        end_thread(&t);
    if (is_map)
        legacy_read_map(f);
    say_end(&t);
    legacy_bind(f, 0);
}
