/*
 * otlp_profile_stack - stacks of the dictionary; each is bound when a sample
 * has it first. Locations are leaf first, and lines of a location innermost
 * first. In frames of interpreters the address is a line or a place in
 * bytecode: the attribute profile.frame.type shows it.
 */
#include "otlp/otlp_profile.h"

#include "common/module_name.h"

enum { STACK_UNASKED, STACK_UNUSABLE, STACK_FIRST };

enum { STACK_LOCATIONS = 1 };
enum { LOCATION_MAPPING = 1, LOCATION_ADDRESS = 2, LOCATION_LINE = 3 };
enum { LOCATION_ATTRS = 4, LOCATION_OLD_ATTRS = 5 /* of 1.7 */ };
enum { LINE_FUNCTION = 1, LINE_NUMBER = 2 };
enum {
    FUNCTION_NAME = 1,
    FUNCTION_SYSTEM_NAME = 2,
    FUNCTION_FILE = 3,
    FUNCTION_START = 4
};
enum { MAPPING_START = 1, MAPPING_OFFSET = 3, MAPPING_FILE = 4 };

/* The fields of a location. */
typedef struct location {
    uint64_t mapping, address;
    corr_text module;
    corr_frame_type type;
    uint32_t nline;
    bool has_no_address; /* the address is a line or a place in bytecode */
} location;

/* ---- the type of a frame ------------------------------------------------- */

typedef struct frame_type {
    const char *name; /* value of profile.frame.type */
    corr_frame_type type;
    bool is_native;
} frame_type;

/* Frame types whose address is not an address of code. */
static const frame_type frame_types[] = {
    { "kernel", CORR_FRAME_KERNEL, true },
    { "native", CORR_FRAME_NATIVE, true },
    { "beam", CORR_FRAME_PLAIN, false },
    { "cpython", CORR_FRAME_PLAIN, false },
    { "dotnet", CORR_FRAME_PLAIN, false },
    { "jvm", CORR_FRAME_PLAIN, false },
    { "luajit", CORR_FRAME_PLAIN, false },
    { "perl", CORR_FRAME_PLAIN, false },
    { "php", CORR_FRAME_PLAIN, false },
    { "ruby", CORR_FRAME_PLAIN, false },
    { "v8js", CORR_FRAME_PLAIN, false },
};

static void set_type(otlp_profile *o, location *l, uint64_t attribute)
{
    const otlp_any any = otlp_profile_any_of(o);
    corr_cur entry, value;

    if (!otlp_profile_entry(o, OTLP_PROFILE_ATTRIBUTE, attribute, &entry) ||
        !corr_str_is(otlp_profile_attribute(o, entry, &value),
                     "profile.frame.type"))
        return;
    const corr_str name = otlp_any_text(&any, value);
    for (size_t i = 0; i < sizeof frame_types / sizeof *frame_types; i++)
        if (corr_str_is(name, frame_types[i].name)) {
            l->type = frame_types[i].type;
            l->has_no_address = !frame_types[i].is_native;
        }
}

/* The offset of the address in the mapped file, which stays the same in the
 * next run. */
static bool take_mapping(otlp_profile *o, location *l)
{
    static const uint8_t type[] = { [MAPPING_START] = WIRE_TAKE_VARINT,
                                    [MAPPING_OFFSET] = WIRE_TAKE_VARINT,
                                    [MAPPING_FILE] = WIRE_TAKE_VARINT };
    wire_field f[sizeof type];
    corr_cur c;

    if (!otlp_profile_entry(o, OTLP_PROFILE_MAPPING, l->mapping, &c))
        return l->mapping == 0;
    const bool is_sound = wire_take(c, type, sizeof type, f);
    const corr_str path = otlp_profile_string(o, f[MAPPING_FILE].value);
    const uint64_t start = f[MAPPING_START].value;
    if (path.n == 0)
        return is_sound;
    l->module = corr_add_text(o->b, module_name(path));
    if (corr_str_starts(path, "[kernel"))
        l->type = CORR_FRAME_KERNEL;
    l->address =
        l->address < start ? 0 : l->address - start + f[MAPPING_OFFSET].value;
    return is_sound;
}

static bool take_location(otlp_profile *o, corr_cur c, location *l)
{
    wire_field f;

    *l = (location){ .type = CORR_FRAME_PLAIN };
    while (wire_next(&c, &f)) {
        if (f.number == LOCATION_MAPPING && f.type == WIRE_VARINT)
            l->mapping = f.value;
        else if (f.number == LOCATION_ADDRESS && f.type == WIRE_VARINT)
            l->address = f.value;
        else if (f.number == LOCATION_LINE && f.type == WIRE_BYTES)
            l->nline++;
        else if ((f.number == LOCATION_ATTRS ||
                  f.number == LOCATION_OLD_ATTRS) &&
                 f.type == WIRE_BYTES)
            while (f.bytes.p < f.bytes.end)
                set_type(o, l, corr_cur_varint(&f.bytes));
        else if (f.number == LOCATION_ATTRS && f.type == WIRE_VARINT &&
                 o->layout->has_nil)
            set_type(o, l, f.value);
    }
    if (l->has_no_address)
        l->address = 0;
    return !c.bad && take_mapping(o, l);
}

/* ---- frames -------------------------------------------------------------- */

/* False: the name refers to a missing entry. */
static bool take_function(otlp_profile *o, uint64_t function, corr_text module,
                          corr_func *func)
{
    const uint64_t nstring = o->table[OTLP_PROFILE_STRING].n;
    uint64_t name = 0, system_name = 0, file = 0;
    uint32_t start = 0;
    corr_cur c;
    wire_field f;

    if (!otlp_profile_entry(o, OTLP_PROFILE_FUNCTION, function, &c) && function)
        return false;
    while (wire_next(&c, &f)) {
        if (f.type != WIRE_VARINT)
            continue;
        if (f.number <= FUNCTION_FILE && f.value >= nstring)
            return false;
        if (f.number == FUNCTION_NAME)
            name = f.value;
        else if (f.number == FUNCTION_SYSTEM_NAME)
            system_name = f.value;
        else if (f.number == FUNCTION_FILE)
            file = f.value;
        else if (f.number == FUNCTION_START)
            start = f.value <= UINT32_MAX ? (uint32_t)f.value : 0;
    }
    if (otlp_profile_string(o, name).n == 0)
        name = system_name;
    if (otlp_profile_string(o, name).n)
        *func = corr_add_func_at(o->b, otlp_profile_bound(o, name),
                                 otlp_profile_bound(o, file), module, start, 0);
    else
        *func = corr_add_func(o->b, (corr_text){ 0 }, (corr_text){ 0 }, module);
    return !c.bad;
}

static bool take_line(otlp_profile *o, corr_cur c, const location *l,
                      corr_frame_row *row)
{
    static const uint8_t type[] = {
        [LINE_FUNCTION] = WIRE_TAKE_VARINT, [LINE_NUMBER] = WIRE_TAKE_VARINT
    };
    wire_field f[sizeof type];
    const bool is_sound = wire_take(c, type, sizeof type, f);
    const uint64_t line = f[LINE_NUMBER].value;

    row->line = line <= INT32_MAX ? (uint32_t)line : 0;
    return is_sound &&
           take_function(o, f[LINE_FUNCTION].value, l->module, &row->func);
}

/* Lines are innermost first: the last one is the function itself. */
static bool bind_lines(otlp_profile *o, corr_cur c, const location *l,
                       uint32_t *frame)
{
    uint32_t left = l->nline;
    wire_field f;

    while (wire_next(&c, &f)) {
        corr_frame_row row = { .address = l->address, .type = l->type };

        if (f.number != LOCATION_LINE || f.type != WIRE_BYTES)
            continue;
        if (!take_line(o, f.bytes, l, &row))
            return false;
        if (left > 1 && row.type == CORR_FRAME_PLAIN)
            row.type = CORR_FRAME_INLINED;
        frame[--left] = corr_add_frame(o->b, &row).i;
    }
    return true;
}

static bool bind_location(otlp_profile *o, corr_cur entry,
                          otlp_profile_run *run)
{
    location l;

    if (!take_location(o, entry, &l))
        return false;
    const uint32_t n = l.nline ? l.nline : 1;
    if (!corr_vec_reserve(o->b, &o->frame, n) ||
        o->frame.n + n >= OTLP_PROFILE_NONE)
        return false;
    uint32_t *frame = o->frame.v + o->frame.n;
    *run = (otlp_profile_run){ (uint32_t)o->frame.n, n };
    o->frame.n += n;
    if (l.nline)
        return bind_lines(o, entry, &l, frame);
    const corr_frame_row row = {
        .func =
            corr_add_func(o->b, (corr_text){ 0 }, (corr_text){ 0 }, l.module),
        .address = l.address,
        .type = l.type,
    };
    *frame = corr_add_frame(o->b, &row).i;
    return true;
}

/* NULL: not usable. Location 0 is unknown code. */
static const otlp_profile_run *run_of(otlp_profile *o, uint64_t index)
{
    corr_cur entry;

    if (!otlp_profile_entry(o, OTLP_PROFILE_LOCATION, index, &entry))
        return NULL;
    otlp_profile_run *run = &o->run.v[index];
    if (run->n == 0 && !bind_location(o, entry, run))
        run->n = OTLP_PROFILE_NONE;
    return run->n == OTLP_PROFILE_NONE ? NULL : run;
}

/* ---- stacks -------------------------------------------------------------- */

/* Locations are leaf first. A stack with a missing location is not usable. */
static uint32_t bind_path(otlp_profile *o, const uint64_t *path, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!run_of(o, path[i]))
            return STACK_UNUSABLE;
    corr_begin_stack(o->b);
    for (size_t i = n; i-- > 0;) {
        const otlp_profile_run *run = run_of(o, path[i]);

        for (uint32_t k = 0; k < run->n; k++)
            corr_push_frame(o->b, (corr_frame){ o->frame.v[run->at + k] });
    }
    return corr_end_stack(o->b).i + STACK_FIRST;
}

static uint32_t bind_stack(otlp_profile *o, corr_cur c)
{
    wire_field f;

    o->path.n = 0;
    while (wire_next(&c, &f))
        if (f.number == STACK_LOCATIONS &&
            !otlp_profile_numbers_add(o, &o->path, &f))
            return STACK_UNUSABLE;
    return c.bad ? STACK_UNUSABLE : bind_path(o, o->path.v, o->path.n);
}

static bool bound_stack_of(uint32_t bound, corr_stack *stack)
{
    if (bound == STACK_UNUSABLE)
        return false;
    *stack = (corr_stack){ bound - STACK_FIRST };
    return true;
}

bool otlp_profile_stack_of(otlp_profile *o, uint64_t raw_index,
                           corr_stack *stack)
{
    corr_cur entry;

    *stack = (corr_stack){ 0 };
    if (raw_index == 0)
        return true;
    if (!otlp_profile_entry(o, OTLP_PROFILE_STACK, raw_index, &entry))
        return false;
    if (o->stack.v[raw_index] == STACK_UNASKED)
        o->stack.v[raw_index] = bind_stack(o, entry);
    return bound_stack_of(o->stack.v[raw_index], stack);
}

bool otlp_profile_range_of(otlp_profile *o, uint64_t start, uint64_t length,
                           corr_stack *stack)
{
    bool is_new;

    *stack = (corr_stack){ 0 };
    if (start > o->paths.n || length > o->paths.n - start)
        return false;
    uint32_t *bound =
        corr_map_u64(&o->ranges, start << 32 | (uint32_t)length, &is_new);
    if (!bound) {
        corr_refuse(o->b, CORR_ENOMEM, CORR_NO_OFFSET, NULL, "out of memory");
        return false;
    }
    if (is_new)
        *bound =
            bind_path(o, length ? o->paths.v + start : NULL, (size_t)length);
    return bound_stack_of(*bound, stack);
}
