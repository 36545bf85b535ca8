#include "diff/diff_fold_places.h"

#include "base/base.h"
#include "diff/diff_places.h"

typedef vec(diff_place) place_list;

/* Notes which sides know a file or a module. */
static bool note_file(corr_names known[2], corr_str path, unsigned on)
{
    const corr_str base = corr_str_base(path);
    uint32_t was;

    for (unsigned w = 0; base.n && w < 2; w++)
        if (on >> w & 1 && !corr_names_find(&known[w], &base, 1, &was) &&
            !corr_names_add(&known[w], base, 1))
            return false;
    return true;
}

/* Lists the keys whose canonical name also some key with a place has. */
static bool list_places(const fold_keys *all, place_list *list,
                        corr_names *names)
{
    const keys *k = all->keys;
    uint32_t found;
    bool pooled;

    for (uint32_t key = 1; key < all->n; key++) {
        const corr_str name = diff_fold_pooled_text(all, key, &pooled);
        if (all->sides_of[key] && k->row.v[key].place.n &&
            !corr_names_find(names, &name, 1, &found) &&
            !corr_names_add(names, name, 1))
            return false;
    }
    for (uint32_t key = 1; key < all->n; key++) {
        const key_row *row = &k->row.v[key];
        const corr_str name = diff_fold_pooled_text(all, key, &pooled);
        const diff_place p = { .name = name,
                               .label = row->place,
                               .file = row->frame.file.n ? row->frame.file
                                                         : row->place,
                               .key = key,
                               .sides = all->sides_of[key] & 3u };
        if (p.sides && corr_names_find(names, &name, 1, &found) &&
            !vec_push(list, p))
            return false;
    }
    return true;
}

/* Most comparisons have no places. */
bool diff_fold_places(const fold_keys *all)
{
    const keys *k = all->keys;
    corr_names names = { 0 }, files[2] = { { 0 } };
    place_list list = { 0 };
    uint32_t key = 1;

    while (key < all->n && !(all->sides_of[key] && k->row.v[key].place.n))
        key++;
    if (key >= all->n)
        return true;
    bool ok = list_places(all, &list, &names);
    for (key = 1; ok && key < all->n; key++)
        ok = note_file(files, k->row.v[key].frame.file,
                       all->sides_of[key] & 3u) &&
             note_file(files, k->row.v[key].frame.module,
                       all->sides_of[key] & 3u);
    if (ok)
        diff_places_match(list.v, list.n, files);
    for (size_t i = 0; ok && i < list.n; i++)
        all->known[list.v[i].key].place = list.v[i].shown;
    vec_free(&list);
    corr_names_clear(&names);
    corr_names_clear(&files[0]);
    corr_names_clear(&files[1]);
    return ok;
}
