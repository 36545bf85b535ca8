/* trace_prefix - whole trace ids for one that was typed short. */
#include "fetch/trace_prefix.h"

#include <dirent.h>
#include <fcntl.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    ID_DIGITS = TRACE_PREFIX_HEX - 1,
    MOST_SCANNED = 64 << 20 /* bytes */
};

static bool is_hex(char c)
{
    return corr_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static void add_id(trace_prefix *to, const char *hex)
{
    char id[TRACE_PREFIX_HEX];

    for (size_t i = 0; i < ID_DIGITS; i++)
        id[i] = (char)(hex[i] | 0x20); /* digits have this bit */
    id[ID_DIGITS] = '\0';
    for (size_t i = 0; i < to->n; i++)
        if (strcmp(to->id[i], id) == 0)
            return;
    if (to->n < TRACE_PREFIX_IDS)
        memcpy(to->id[to->n++], id, sizeof id);
}

void trace_prefix_scan(corr_str text, corr_str prefix, trace_prefix *to)
{
    for (size_t i = 0; i < text.n;) {
        size_t end = i;
        while (end < text.n && is_hex(text.p[end]))
            end++;
        if (end - i == ID_DIGITS && prefix.n <= ID_DIGITS &&
            strncasecmp(text.p + i, prefix.p, prefix.n) == 0)
            add_id(to, text.p + i);
        i = end + 1;
    }
}

/* Scans a file, if it is one; *left: bytes that may still be read. */
static void scan_file(int at, const char *name, corr_str prefix, size_t *left,
                      trace_prefix *to)
{
    struct stat st;
    const int fd =
        openat(at, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

    if (fd < 0)
        return;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0 &&
        (uint64_t)st.st_size <= *left) {
        const size_t n = (size_t)st.st_size;
        void *p = mmap(NULL, n, PROT_READ, MAP_PRIVATE, fd, 0);
        if (p != MAP_FAILED) {
            *left -= n;
            trace_prefix_scan((corr_str){ p, n }, prefix, to);
            munmap(p, n);
        }
    }
    close(fd);
}

static void scan_folder(int at, const char *name, corr_str prefix, size_t *left,
                        trace_prefix *to)
{
    const int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = fd < 0 ? NULL : fdopendir(fd);
    const struct dirent *e;

    if (!d) {
        if (fd >= 0)
            close(fd);
        return;
    }
    while (*left && (e = readdir(d)))
        if (e->d_name[0] != '.')
            scan_file(fd, e->d_name, prefix, left, to);
    closedir(d);
}

void trace_prefix_find(const char *dir, corr_str prefix, trace_prefix *to)
{
    static const char *const folders[] = { ".", "metrics", ".corr",
                                           ".corr/asked" };
    const int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    size_t left = MOST_SCANNED;

    *to = (trace_prefix){ .n = 0 };
    if (fd < 0)
        return;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        scan_folder(fd, folders[i], prefix, &left, to);
    close(fd);
}
