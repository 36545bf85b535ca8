/* The memory map of a legacy profile: /proc/self/maps as Linux writes it,
 *
 *     00400000-00fcb000 r-xp 00000000 00:00 1531        /bin/server
 *
 * or the short form of threadz and similar profiles, code only,
 *
 *       00400000-00fcb000: /bin/server
 *
 * Lines between them may abbreviate the paths, "source=/home"; a base name
 * does not contain the abbreviation. */
#include "common/module_name.h"
#include "common/reader.h"
#include "common/text_piece.h"
#include "corr_sort.h"
#include "pprof_legacy/legacy.h"

#include <stdlib.h>

static void add_mapping(legacy *f, legacy_mapping m, corr_str name)
{
    m.name = f->names.n;
    m.nname = name.n;
    if (!corr_vec_reserve(f->b, &f->mapping, 1) ||
        !corr_vec_append(f->b, &f->names, name.p, name.n))
        return;
    f->mapping.v[f->mapping.n++] = m;
    f->has_owner = f->has_owner || reader_program(f->b, name);
}

/* Reads "name (@offset) build" after the colon of the short form. */
static corr_str short_name(corr_str s, uint64_t *offset)
{
    corr_str rest = legacy_find(s, " (@");
    const size_t n = s.n - rest.n;

    if (legacy_take(&rest, "(@") && legacy_take_hex(&rest, offset))
        s.n = n;
    return corr_str_trim(s);
}

/* False: the line is not part of a memory map. */
static bool read_mapping(legacy *f, corr_str s)
{
    legacy_mapping m = { 0 };

    if (!legacy_take_hex(&s, &m.start) || !legacy_take(&s, "-") ||
        !legacy_take_hex(&s, &m.limit) || m.start > m.limit)
        return false;
    if (legacy_take(&s, ":")) {
        const corr_str name = short_name(corr_str_trim(s), &m.offset);
        add_mapping(f, m, module_name(name));
        return true;
    }
    const corr_str permissions = text_take_word(&s);
    if (permissions.n < 3 || !legacy_take_hex(&s, &m.offset))
        return false;
    text_take_word(&s); /* device */
    text_take_word(&s); /* inode */
    if (corr_str_find(permissions, 'x') < permissions.n)
        add_mapping(f, m, module_name(corr_str_trim(s)));
    return true;
}

bool legacy_is_map(corr_str line)
{
    return corr_str_starts(line, "--- Memory map:") ||
           corr_str_starts(line, "MAPPED_LIBRARIES:");
}

SORT_BY(by_map_start, legacy_mapping, ASC(start), ASC(name))

void legacy_read_map(legacy *f)
{
    f->has_map = true;
    while (!corr_build_failed(f->b) && legacy_next(f)) {
        if (f->line.n && !legacy_is_map(f->line) && !read_mapping(f, f->line) &&
            corr_str_find(f->line, '=') == f->line.n)
            corr_warn(f->b, f->offset,
                      "line %llu is not a line of a memory map; it is left out",
                      f->number);
    }
    if (f->mapping.n)
        qsort(f->mapping.v, f->mapping.n, sizeof *f->mapping.v, by_map_start);
}

bool legacy_map(legacy *f)
{
    if (!legacy_is_map(f->line))
        return false;
    legacy_read_map(f);
    return true;
}

legacy_mapping *legacy_find_map(const legacy *f, uint64_t address)
{
    size_t lo = 0;

    LOWER_BOUND(lo, f->mapping.n, i, f->mapping.v[i].start <= address);
    if (lo == 0 || address >= f->mapping.v[lo - 1].limit)
        return NULL;
    return &f->mapping.v[lo - 1];
}
