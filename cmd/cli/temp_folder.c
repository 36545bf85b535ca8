#include "cli/temp_folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

char *temp_folder_make(const char *name, const char *hint, corr_arena *arena,
                       corr_err *err)
{
    const char *base = getenv("TMPDIR");

    base = base && *base ? base : "/tmp";
    char *path = corr_arena_print(arena, "%s/%sXXXXXX", base, name);
    if (!path) {
        corr_no_memory(err);
        return NULL;
    }
    if (mkdtemp(path))
        return path;
    corr_fail(err, CORR_EIO, "no folder can be made in %s: %s", base,
              strerror(errno));
    corr_hint(err, "%s", hint);
    return NULL;
}
