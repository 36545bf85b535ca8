/* output - opens and closes the file, pager or terminal of the answer. */
#include "cli/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static corr_code file_failed(corr_err *err, const char *file, int sys)
{
    return corr_fail(err, CORR_EIO, "%s cannot be written: %s", file,
                     strerror(sys));
}

/* The file to write beside and to rename over, into path: what a link leads to.
 * False: a device or a pipe is written where it is. */
static bool find_replaced(const char *file, char path[PATH_MAX])
{
    struct stat st;

    if (!realpath(file, path))
        return errno == ENOENT && lstat(file, &st) != 0 &&
               snprintf(path, PATH_MAX, "%s", file) < PATH_MAX;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static corr_code open_file(sink *s, const char *file, bool adds, corr_err *err)
{
    const int how = O_WRONLY | O_CREAT | O_CLOEXEC;

    s->file = file;
    if (adds || !find_replaced(file, s->path)) {
        s->fd = open(file, how | (adds ? O_APPEND : O_TRUNC), 0666);
    } else {
        int n = snprintf(s->temp, sizeof s->temp, "%s.%ld.tmp", s->path,
                         (long)getpid());
        if (n < 0 || (size_t)n >= sizeof s->temp)
            return file_failed(err, file, ENAMETOOLONG);
        s->fd = open(s->temp, how | O_EXCL, 0666);
    }
    return s->fd < 0 ? file_failed(err, file, errno) : CORR_OK;
}

/* If the pager does not start, the report goes to the terminal. */
static void start_pager(sink *s, const char *command)
{
    int end[2];

    if (pipe(end) != 0)
        return;
    pid_t pid = fork();
    if (pid == 0) {
        dup2(end[0], STDIN_FILENO);
        close(end[0]);
        close(end[1]);
        setenv("LESS", "FRX", 0);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    close(end[0]);
    if (pid < 0) {
        close(end[1]);
        return;
    }
    s->pager = pid;
    s->fd = end[1];
    s->interrupt = signal(SIGINT, SIG_IGN);
}

corr_code sink_close(sink *s, bool keep, corr_err *err)
{
    corr_err failed = { 0 };
    corr_code code = corr_out_close(s->out, &failed);

    /* standard output, too: some file systems report lost data only here */
    if (close(s->fd) != 0 && !code && errno != EINTR)
        code = corr_fail(&failed, CORR_EIO, "the output cannot be written: %s",
                         strerror(errno));
    if (s->pager > 0) {
        while (waitpid(s->pager, NULL, 0) < 0 && errno == EINTR)
            continue;
        signal(SIGINT, s->interrupt);
    }
    if (code && failed.sys == EPIPE)
        code = CORR_OK;
    if (code) {
        corr_fail(err, code, "%s%s%s", s->file ? s->file : "",
                  s->file ? ": " : "", failed.what);
        keep = false;
    }
    if (s->temp[0] && keep && rename(s->temp, s->path) != 0)
        code = file_failed(err, s->file, errno);
    if (s->temp[0] && (!keep || code))
        unlink(s->temp);
    return code;
}

corr_code sink_open(sink *s, const char *file, bool adds, const char *pager,
                    corr_err *err)
{
    *s = (sink){ .fd = STDOUT_FILENO };
    if (file && strcmp(file, "-") != 0) {
        corr_code code = open_file(s, file, adds, err);
        if (code)
            return code;
    } else if (pager) {
        start_pager(s, pager);
    }
    s->out = corr_out_fd(s->fd);
    if (s->out)
        return CORR_OK;
    const corr_code code = corr_no_memory(err);
    const corr_code closed = sink_close(s, false, err);
    return code ? code : closed;
}

/* ---- folders ------------------------------------------------------------- */

corr_code folder_open(folder *f, const char *path, corr_err *err)
{
    const int n =
        snprintf(f->temp, sizeof f->temp, "%s.%ld.tmp", path, (long)getpid());

    f->path = path;
    f->dir = -1;
    if (n < 0 || (size_t)n >= sizeof f->temp)
        return file_failed(err, path, ENAMETOOLONG);
    if (mkdir(f->temp, 0777) != 0)
        return file_failed(err, path, errno);
    f->dir = open(f->temp, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (f->dir >= 0)
        return CORR_OK;
    const int sys = errno;
    rmdir(f->temp);
    return file_failed(err, path, sys);
}

static void remove_files(const folder *f)
{
    DIR *dir = opendir(f->temp);

    for (const struct dirent *e; dir && (e = readdir(dir));)
        unlinkat(f->dir, e->d_name, 0); /* "." and ".." stay */
    if (dir)
        closedir(dir);
    rmdir(f->temp);
}

corr_code folder_close(folder *f, bool keep, corr_err *err)
{
    corr_code code = CORR_OK;

    if (keep && rename(f->temp, f->path) != 0) {
        const int sys = errno;
        code =
            sys == EEXIST || sys == ENOTEMPTY || sys == ENOTDIR
                ? corr_fail(err, CORR_EUSAGE,
                            "-o %s is there, and is no empty folder", f->path)
                : file_failed(err, f->path, sys);
        keep = false;
    }
    if (!keep)
        remove_files(f);
    close(f->dir);
    return code;
}
