#include "common/module_name.h"

corr_str module_name(corr_str path)
{
    static const char deleted[] = " (deleted)";
    corr_str before, after;

    if (corr_str_ends(path, deleted))
        path.n -= sizeof deleted - 1;
    if (corr_str_find(path, '/') == path.n &&
        corr_str_cut_last(path, '\\', &before, &after))
        return after;
    return corr_str_base(path);
}
