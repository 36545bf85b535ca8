/* reader - steps that many readers share. */
#include "common/reader.h"

void reader_no_memory(corr_build *b)
{
    corr_refuse(b, CORR_ENOMEM, CORR_NO_OFFSET, NULL, "out of memory");
}

uint32_t *reader_entry(corr_build *b, corr_map *m, const void *key, size_t n)
{
    bool is_new;
    uint32_t *at = corr_map_bytes(m, n ? key : "", n, &is_new);

    if (!at)
        reader_no_memory(b);
    return at;
}

uint32_t *reader_number_entry(corr_build *b, corr_map *m, uint64_t key)
{
    bool is_new;
    uint32_t *at = corr_map_u64(m, key, &is_new);

    if (!at)
        reader_no_memory(b);
    return at;
}

corr_str reader_keep(corr_build *b, corr_arena *a, corr_str text)
{
    char *copy = corr_arena_alloc(a, 1, text.n + 1);

    if (!copy) {
        reader_no_memory(b);
        return (corr_str){ "", 0 };
    }
    if (text.n)
        memcpy(copy, text.p, text.n);
    return (corr_str){ copy, text.n };
}

corr_kind reader_kind(corr_build *b, const char *name, const char *type,
                      corr_unit unit, int64_t period, unsigned flags)
{
    return corr_add_kind(b, &(corr_kind_row){ .name = corr_str_of(name),
                                              .type = corr_str_of(type),
                                              .unit = unit,
                                              .period = period,
                                              .flags = flags });
}

corr_frame reader_frame(corr_build *b, corr_str name, corr_str file,
                        corr_str module, uint32_t line, corr_frame_type type)
{
    const corr_func func =
        corr_add_func(b, corr_add_text(b, name), corr_add_text(b, file),
                      corr_add_text(b, module));

    return corr_add_frame(
        b, &(corr_frame_row){ .func = func, .line = line, .type = type });
}

bool reader_program(corr_build *b, corr_str name)
{
    if (name.n == 0 || *name.p == '[')
        return false;
    corr_begin_labels(b);
    corr_push_label(b, CORR_STR("process.executable.name"), name);
    corr_set_owner(b, corr_add_proc(b, corr_end_labels(b)));
    return true;
}
