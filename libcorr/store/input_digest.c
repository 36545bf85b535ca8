/* input_digest - the digests of the files of inputs. */
#include "corr_digest.h"

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

/* Sums up the sizes of the files; false: they are not what was read. */
static bool measure(const input *in, uint64_t *bytes)
{
    const char *path;
    struct stat st;

    *bytes = 0;
    if (in->err.code || in->file.is_pipe)
        return false;
    for (size_t i = 0; (path = path_of_file(in, i)) != NULL; i++) {
        if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
            return false;
        *bytes += (uint64_t)st.st_size;
    }
    return in->file.npart || *bytes == in->file.bytes;
}

static void digest_files(void *ctx, size_t i)
{
    const digests *d = ctx;
    const input *in = store_input(d->st, d->row[i].input);
    corr_sha256 s;
    const char *path;
    bool ok = true;

    corr_sha256_start(&s);
    for (size_t k = 0; ok && (path = path_of_file(in, k)) != NULL; k++) {
        const int fd = regular_file_open(path, NULL);
        ok = fd >= 0 && corr_sha256_read(&s, fd) == 0;
        if (fd >= 0)
            close(fd);
    }
    if (ok && s.n == d->row[i].bytes)
        corr_sha256_end(&s, d->text[d->row[i].input]);
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

bool corr_inputs_digest(const corr_store *st, uint64_t most,
                        char (*text)[CORR_SHA256_TEXT])
{
    const uint32_t n = (uint32_t)corr_inputs(st);
    digests d = { st, calloc((size_t)n + 1, sizeof *d.row), text };
    size_t rows = 0, room = 0;

    if (!d.row)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        text[i][0] = '\0';
        d.row[rows].input = i;
        rows += !is_file_before(st, i) &&
                measure(store_input(st, i), &d.row[rows].bytes);
    }
    qsort(d.row, rows, sizeof *d.row, smaller_first);
    for (; room < rows && d.row[room].bytes <= most; room++)
        most -= d.row[room].bytes;
    parallel_for(parallel_threads(st->jobs), room, digest_files, &d);
    for (uint32_t i = 1; i < n; i++)
        if (is_file_before(st, i))
            memcpy(text[i], text[i - 1], sizeof text[i]);
    free(d.row);
    return true;
}
