/* load_change - files that others write while they are read. */
#include <sys/stat.h>

#include "load/load_private.h"

void load_see_change(const loading *l, input *in, int fd,
                     const struct stat *before)
{
    static const char shorter[] =
        "the file became shorter while corr read it; its end may be missing",
                      other[] =
                          "the file changed while corr read it; the answer "
                          "may mix old and new";
    struct stat now;

    if (in->err.code || in->file.is_pipe || fstat(fd, &now) != 0 ||
        now.st_size > before->st_size ||
        (now.st_size == before->st_size &&
         now.st_mtim.tv_sec == before->st_mtim.tv_sec &&
         now.st_mtim.tv_nsec == before->st_mtim.tv_nsec))
        return;
    if (l->opts->strict) {
        corr_fail(&in->err, CORR_EIO, "the file changed while corr read it");
        return;
    }
    const bool is_shorter = now.st_size < before->st_size;
    warning *w = input_add_warning(in, NULL, "", is_shorter ? shorter : other);
    if (!w) {
        corr_no_memory(&in->err);
        return;
    }
    w->damage = true;
    in->lost.damaged = true;
}
