/* input_digest - the digests of the files of inputs. */
#include "corr_digest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "base/parallel.h"
#include "base/regular_file.h"
#include "corr_sort.h"
#include "store/store.h"

/* An input with files of its own. */
typedef struct digest_row {
    uint64_t bytes; /* of its files now */
    uint32_t input;
    int sys; /* why they cannot be read, or 0 */
} digest_row;

SORT_BY(smaller_first, digest_row, ASC(bytes), ASC(input))

typedef struct digests {
    const corr_store *st;
    digest_row *row;
    char (*text)[CORR_SHA256_TEXT];
} digests;

/* The path of file i of an input; NULL: it has no more. */
static const char *path_of_file(const input *in, size_t i)
{
    if (in->file.npiece)
        return i < in->file.npiece ? in->file.piece[i].file : NULL;
    return i == 0 ? in->file.opened : NULL;
}

/* An error that is worth a message: a file may be gone. */
static int failure_of(int sys)
{
    return sys == ENOENT || sys == ENOTDIR ? 0 : sys;
}

/* Sums up the sizes of the files; false: they are not what was read, or cannot be
 * looked at. */
static bool measure(const input *in, digest_row *row)
{
    const char *path;
    struct stat st;

    row->bytes = 0;
    row->sys = 0;
    if (in->err.code || in->file.is_pipe)
        return false;
    for (size_t i = 0; (path = path_of_file(in, i)) != NULL; i++) {
        if (stat(path, &st) != 0) {
            row->sys = failure_of(errno);
            return false;
        }
        if (!S_ISREG(st.st_mode))
            return false;
        row->bytes += (uint64_t)st.st_size;
    }
    return in->file.npart || row->bytes == in->file.bytes;
}

/* Adds the bytes of a file; false: it cannot be read. */
static bool add_digest(corr_sha256 *s, const char *path, int *sys)
{
    errno = 0; /* which stays for what is no file */
    const int fd = regular_file_open(path, NULL);

    *sys = fd < 0 ? failure_of(errno) : corr_sha256_read(s, fd);
    if (fd >= 0)
        close(fd);
    return fd >= 0 && *sys == 0;
}

static void digest_files(void *ctx, size_t i)
{
    const digests *d = ctx;
    digest_row *row = &d->row[i];
    const input *in = store_input(d->st, row->input);
    corr_sha256 s;
    const char *path;
    bool ok = true;

    corr_sha256_start(&s);
    for (size_t k = 0; ok && (path = path_of_file(in, k)) != NULL; k++)
        ok = add_digest(&s, path, &row->sys);
    if (ok && s.n == row->bytes)
        corr_sha256_end(&s, d->text[row->input]);
}

/* Whether the input before is of the same file: inputs are in the order of
 * paths. */
static bool is_file_before(const corr_store *st, uint32_t i)
{
    const input *in = store_input(st, i);
    const input *before = i ? store_input(st, i - 1) : NULL;

    return before && !in->file.npiece && !before->file.npiece &&
           strcmp(in->file.opened, before->file.opened) == 0;
}

/* Lists the inputs with files of their own that are what was read.  Returns the
 * error of one that cannot be looked at, or 0. */
static digest_row list_digests(digests *d, uint32_t n, size_t *rows)
{
    digest_row row = { 0 };

    for (uint32_t i = 0; i < n && !row.sys; i++) {
        d->text[i][0] = '\0';
        row.input = i;
        if (!is_file_before(d->st, i) && measure(store_input(d->st, i), &row))
            d->row[(*rows)++] = row;
    }
    return row;
}

static corr_code digest_failed(const corr_store *st, const digest_row *row,
                               corr_err *err)
{
    const corr_code code = corr_fail(
        err, CORR_EIO, "the file cannot be read again: %s", strerror(row->sys));

    if (err && !err->input[0])
        snprintf(err->input, sizeof err->input, "%s",
                 store_input(st, row->input)->file.path);
    return code;
}

/* Digests the rows; the first that failed, or one without an error. */
static digest_row digest_rows(digests *d, size_t rows, uint64_t most)
{
    digest_row failed = { 0 };
    size_t room = 0;

    qsort(d->row, rows, sizeof *d->row, smaller_first);
    for (; room < rows && d->row[room].bytes <= most; room++)
        most -= d->row[room].bytes;
    parallel_for(parallel_threads(d->st->jobs), room, digest_files, d);
    for (size_t i = 0; i < room && !failed.sys; i++)
        failed = d->row[i];
    return failed;
}

corr_code corr_inputs_digest(const corr_store *st, uint64_t most,
                             char (*text)[CORR_SHA256_TEXT], corr_err *err)
{
    const uint32_t n = (uint32_t)corr_inputs(st);
    digests d = { st, calloc((size_t)n + 1, sizeof *d.row), text };
    size_t rows = 0;

    if (!d.row)
        return corr_no_memory(err);
    digest_row failed = list_digests(&d, n, &rows);
    if (!failed.sys)
        failed = digest_rows(&d, rows, most);
    for (uint32_t i = 1; i < n && !failed.sys; i++)
        if (is_file_before(st, i))
            memcpy(text[i], text[i - 1], sizeof text[i]);
    free(d.row);
    return failed.sys ? digest_failed(st, &failed, err) : CORR_OK;
}
