/* index_list - lists, trims and clears the indices of a directory. */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "corr.h"
#include "corr_index.h"
#include "corr_sort.h"
#include "load/index_dir.h"

struct corr_indices {
    corr_arena arena; /* of names */
    vec(corr_index_row) row;
};

/* Calls see with the name of each file in dir.  Closes dir. */
static void each_name(int dir, void (*see)(void *ctx, const char *name),
                      void *ctx)
{
    DIR *d = dir >= 0 ? fdopendir(dir) : NULL;

    if (!d && dir >= 0)
        close(dir);
    if (!d)
        return;
    for (const struct dirent *e = readdir(d); e; e = readdir(d))
        see(ctx, e->d_name);
    closedir(d);
}

static bool is_index(const char *name)
{
    const corr_str s = corr_str_of(name);

    return name[0] != '.' && corr_str_ends(s, ".index");
}

/* Whether the file is an index, or the leftover of a writer that was killed. */
static bool is_ours(const char *name)
{
    return is_index(name) || (name[0] == '.' && strstr(name, ".index."));
}

/* ---- the list ----------------------------------------------------------- */

static corr_index_state state_of(const side_index *x)
{
    static const corr_index_state state[INDEX_STATES] = {
        [INDEX_SERVES] = CORR_INDEX_VALID,
        [INDEX_WARNED] = CORR_INDEX_WARNED,
        [INDEX_LARGE] = CORR_INDEX_LARGE,
        [INDEX_WHOLE] = CORR_INDEX_WHOLE,
    };
    const int fd = open(x->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

    if (fd < 0)
        return CORR_INDEX_GONE;
    const bool holds = index_key_holds(fd, &x->facts.key) &&
                       strcmp(x->facts.program, CORR_VERSION) == 0;
    close(fd);
    return holds ? state[x->facts.state] : CORR_INDEX_STALE;
}

typedef struct listing {
    corr_indices *l;
    int dir;
    bool no_memory;
} listing;

static void add_index_row(void *ctx, const char *name)
{
    listing *to = ctx;
    index_file *f = is_index(name) ? index_file_open(to->dir, name) : NULL;

    if (!f)
        return;
    const side_index *x = &f->x;
    char *path = corr_arena_text(&to->l->arena, corr_str_of(x->path));
    const corr_index_row row = { .path = path,
                                 .state = state_of(x),
                                 .bytes = x->facts.key.size,
                                 .index_bytes = f->bytes,
                                 .decoded = x->facts.decoded,
                                 .spans = x->facts.spans,
                                 .traces = x->facts.traces,
                                 .blocks = x->facts.blocks,
                                 .points = x->facts.points,
                                 .made = x->facts.built };
    to->no_memory |= !path || !vec_push(&to->l->row, row);
    index_file_close(f);
}

SORT_BY(index_by_path, corr_index_row, ASC_CHARS(path), ASC(made))

corr_indices *corr_indices_of(const char *dir, corr_err *err)
{
    corr_indices *l = calloc(1, sizeof *l);
    listing to = { .l = l, .dir = l ? index_dir_open(dir, false) : -1 };

    if (to.dir >= 0) {
        const int names = dup(to.dir);
        each_name(names, add_index_row, &to);
        close(to.dir);
    }
    if (!l || to.no_memory) {
        corr_indices_free(l);
        corr_no_memory(err);
        return NULL;
    }
    vec_sort(&l->row, index_by_path);
    return l;
}

void corr_indices_free(corr_indices *l)
{
    if (!l)
        return;
    vec_free(&l->row);
    corr_arena_clear(&l->arena);
    free(l);
}

size_t corr_indices_size(const corr_indices *l)
{
    return l->row.n;
}

corr_index_row corr_indices_at(const corr_indices *l, size_t i)
{
    return l->row.v[i];
}

/* ---- keeping within bounds ----------------------------------------------- */

typedef struct entry {
    char name[INDEX_NAME];
    uint64_t bytes;
    struct timespec written;
} entry;

typedef struct entries {
    int dir;
    vec(entry) at;
} entries;

static void add_entry(void *ctx, const char *name)
{
    entries *to = ctx;
    entry e = { .name = "" };
    struct stat st;

    if (!is_index(name) || strlen(name) >= sizeof e.name ||
        fstatat(to->dir, name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(st.st_mode))
        return;
    memcpy(e.name, name, strlen(name) + 1);
    e.bytes = (uint64_t)st.st_size;
    e.written = st.st_mtim;
    (void)vec_push(&to->at, e); /* without memory an entry is not removed */
}

SORT_BY(newest_first, entry, DESC(written.tv_sec), DESC(written.tv_nsec),
        ASC_CHARS(name))

void index_dir_trim(int dir, uint64_t most)
{
    entries all = { .dir = dir };
    uint64_t sum = 0;

    each_name(openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), add_entry,
              &all);
    vec_sort(&all.at, newest_first);
    for (size_t i = 0; i < all.at.n; i++) {
        sum += all.at.v[i].bytes;
        if (sum > most)
            (void)unlinkat(dir, all.at.v[i].name, 0);
    }
    vec_free(&all.at);
}

/* ---- clearing ------------------------------------------------------------ */

typedef struct clearing {
    int dir;
    const char *path; /* NULL: all indices */
    uint64_t dev, ino;
    size_t n;
} clearing;

static bool is_meant(const clearing *c, const char *name)
{
    if (!c->path)
        return is_ours(name);
    index_file *f = is_index(name) ? index_file_open(c->dir, name) : NULL;
    if (!f)
        return false;
    const index_key *k = &f->x.facts.key;
    const bool is_it = strcmp(f->x.path, c->path) == 0 ||
                       (c->ino && k->dev == c->dev && k->ino == c->ino);
    index_file_close(f);
    return is_it;
}

static void clear_one(void *ctx, const char *name)
{
    clearing *c = ctx;

    if (is_meant(c, name) && unlinkat(c->dir, name, 0) == 0)
        c->n += is_index(name);
}

size_t corr_index_clear(const char *dir, const char *path)
{
    char *full = path ? realpath(path, NULL) : NULL;
    clearing c = { .dir = index_dir_open(dir, false),
                   .path = full ? full : path };
    struct stat st;

    if (path && stat(path, &st) == 0) {
        c.dev = (uint64_t)st.st_dev;
        c.ino = (uint64_t)st.st_ino;
    }
    if (c.dir >= 0) {
        each_name(dup(c.dir), clear_one, &c);
        close(c.dir);
    }
    free(full);
    return c.n;
}
