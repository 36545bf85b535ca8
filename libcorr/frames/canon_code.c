/* canon_code - rules that the file or the type of a frame excludes. */
#include "base/base.h"
#include "frames/canon.h"
#include "frames/canon_private.h"

/* Whether the code is in a language whose functions are no linker symbols, or
 * whose compiler does not clone functions. */
static bool is_managed(const corr_frame_view *f)
{
    /* clang-format off */
    static const char *const file[] = {
        ".go", ".java", ".kt", ".kts", ".scala", ".groovy", ".clj",
        ".cs", ".fs", ".vb", ".py", ".rb", ".php", ".js", ".mjs", ".cjs",
        ".jsx", ".ts", ".mts", ".cts", ".tsx", ".lua", ".ex", ".erl",
    };
    /* clang-format on */

    return f->type == CORR_FRAME_JIT || f->type == CORR_FRAME_INTERPRETED ||
           f->type == CORR_FRAME_C1 ||
           scan_ending(f->file, file, countof(file)) > 0;
}

unsigned canon_not_for(const corr_frame_view *f)
{
    const bool has_clone = canon_clone_tail(f->function) < f->function.n;

    return has_clone && is_managed(f) ? 1u << CANON_CCLONE : 0;
}

size_t canon_owner(const corr_frame_view *f)
{
    const size_t n = f->function.n - strlen(".cold");
    size_t i = 0;

    if (!corr_str_ends(f->function, ".cold") || f->file.n ||
        f->type == CORR_FRAME_NATIVE || f->type == CORR_FRAME_KERNEL)
        return 0;
    while (i < n && scan_is_word(f->function.p[i]))
        i++;
    return i == n ? n : 0;
}

bool canon_is_member(corr_str name, corr_str owner)
{
    return name.n > owner.n + 1 &&
           corr_str_eq((corr_str){ name.p, owner.n }, owner) &&
           name.p[owner.n] == '.' &&
           (scan_is_word(name.p[owner.n + 1]) || name.p[owner.n + 1] == '(') &&
           canon_clone_tail(name) > owner.n;
}
