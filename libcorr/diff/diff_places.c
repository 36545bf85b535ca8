#include "diff/diff_places.h"

#include "base/base.h"
#include "corr_sort.h"
#include "frames/func_place.h"

#include <stdlib.h>

enum { BOTH = 3 };

SORT_BY(place_by_name, diff_place, ASC_STR(name), ASC_STR(label), ASC(key))

/* "app.js" of "app.js:9:2", the place of a function without a name. */
static corr_str without_line(corr_str label)
{
    for (unsigned i = 0; i < 2; i++) {
        size_t n = label.n;
        while (n > 0 && corr_is_digit(label.p[n - 1]))
            n--;
        if (n == label.n || n == 0 || label.p[n - 1] != ':')
            break;
        label.n = n - 1;
    }
    return label;
}

static corr_str base_of(corr_str path)
{
    const corr_str base = corr_str_base(path);

    return base.n ? base : path;
}

static bool both_know(const corr_names known[2], corr_str file)
{
    const corr_str base = base_of(file);
    uint32_t has;

    return corr_names_find(&known[0], &base, 1, &has) &&
           corr_names_find(&known[1], &base, 1, &has);
}

/* Whether two places, each of one side only, may be one: the end of the path is
 * the same, or the file is gone from one side and new on the other. */
static bool may_be_moved(const diff_place *a, const diff_place *b,
                         const corr_names known[2])
{
    return path_tail_alike(a->file, b->file) > 0 ||
           (!both_know(known, a->file) && !both_know(known, b->file));
}

/* The number of places of a side. */
static size_t count_places(const diff_place *row, size_t n, unsigned side)
{
    size_t all = 0;

    for (size_t i = 0; i < n; i++)
        all += row[i].label.n && row[i].sides & side;
    return all;
}

static const diff_place *place_of_side(const diff_place *row, size_t n,
                                       unsigned side)
{
    for (size_t i = 0; i < n; i++)
        if (row[i].label.n && row[i].sides & side)
            return &row[i];
    return NULL;
}

/* Whether no side has two places, and both sides may have the same. */
static bool is_one_function(const diff_place *row, size_t n,
                            const corr_names known[2])
{
    const size_t base = count_places(row, n, 1), new = count_places(row, n, 2);

    if (!base || !new)
        return base < 2 && new < 2;
    const diff_place *a = place_of_side(row, n, 1);
    const diff_place *b = place_of_side(row, n, 2);
    return base == 1 && new == 1 && (a == b || may_be_moved(a, b, known));
}

/* Whether a side has the name, but never with a place. */
static bool lacks_places(const diff_place *row, size_t n)
{
    for (unsigned side = 1; side < BOTH; side++) {
        bool has = false;
        for (size_t i = 0; i < n; i++)
            has |= (row[i].sides & side) != 0;
        if (has && !count_places(row, n, side))
            return true;
    }
    return false;
}

/* A place of one side only takes the label of the one place of the other side
 * that ends alike. */
static void match_ends(diff_place *row, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        diff_place *best = NULL;
        size_t most = 0, equal = 0;
        for (size_t k = 0; row[i].sides == 1 && k < n; k++) {
            if (row[k].sides != 2 || !row[k].label.n ||
                !corr_str_eq(row[k].shown, row[k].label))
                continue;
            const size_t alike = path_tail_alike(row[i].file, row[k].file);
            equal = alike > most ? 1 : equal + (alike && alike == most);
            best = alike > most ? &row[k] : best;
            most = alike > most ? alike : most;
        }
        if (best && equal == 1)
            best->shown = row[i].shown;
    }
}

/* Lines of nameless functions shift: unless both sides have the same ones in a
 * file, the file stands for all of them. */
static void pool_lines(diff_place *row, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const corr_str file = without_line(row[i].label);
        bool differs = false;
        for (size_t k = 0; file.n < row[i].label.n && !differs && k < n; k++)
            differs = row[k].sides != BOTH &&
                      corr_str_eq(without_line(row[k].label), file);
        if (differs)
            row[i].shown = file;
    }
}

static void match_name(diff_place *row, size_t n, const corr_names known[2])
{
    enum { MOST = 1000 }; /* of one name; more keep their places */

    for (size_t i = 0; i < n; i++)
        row[i].shown = CORR_STR("");
    if (is_one_function(row, n, known) || lacks_places(row, n))
        return;
    for (size_t i = 0; i < n; i++)
        row[i].shown = row[i].label;
    if (n > MOST)
        return;
    match_ends(row, n);
    pool_lines(row, n);
}

void diff_places_match(diff_place *row, size_t n, const corr_names known[2])
{
    qsort(row, n, sizeof *row, place_by_name);
    for (size_t from = 0, to; from < n; from = to) {
        for (to = from; to < n && corr_str_eq(row[to].name, row[from].name);)
            to++;
        match_name(row + from, to - from, known);
    }
}
