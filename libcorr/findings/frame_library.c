#include "findings/frame_library.h"

#include "base/base.h"
#include "corr_sort.h"
#include "findings/lists.h"

/* ---- the list ---------------------------------------------------------- */

static bool read_use(corr_str word, library_use *use)
{
    static const struct {
        const char *word;
        library_use use;
    } words[] = { { "runtime", LIBRARY_RUNTIME },
                  { "framework", LIBRARY_FRAMEWORK },
                  { "client", LIBRARY_CLIENT },
                  { "own", LIBRARY_UNLISTED } };

    for (size_t i = 0; i < countof(words); i++)
        if (corr_str_is(word, words[i].word)) {
            *use = words[i].use;
            return true;
        }
    return false;
}

bool library_list_add(library_list *l, corr_str text, size_t *bad)
{
    corr_str line, word;

    while (corr_str_next(&text, '\n', &line)) {
        library_row row = { .line = (uint32_t)l->row.n };
        line = corr_str_trim(line);
        if (!line.n || line.p[0] == '#')
            continue;
        corr_str rest = line;
        if (!corr_str_next(&rest, ' ', &word) || !read_use(word, &row.use) ||
            !corr_str_trim(rest).n) {
            if (bad)
                ++*bad;
            continue;
        }
        rest = corr_str_trim(rest);
        if (!corr_str_cut(rest, ' ', &row.begin, &row.title))
            row.begin = rest;
        row.title = corr_str_trim(row.title);
        if (!vec_push(&l->row, row))
            return false;
    }
    return true;
}

SORT_BY(library_by_begin, library_row, ASC_STR(begin), ASC(line))

void library_list_close(library_list *l)
{
    vec_sort(&l->row, library_by_begin);
}

bool library_list_builtin(library_list *l)
{
    return library_list_add(l, corr_str_of(list_libraries), NULL);
}

void library_list_clear(library_list *l)
{
    vec_free(&l->row);
}

/* The row with the longest beginning of a name.  Every prefix of the name that
 * is in the list sorts before it, and the longest one last among them; so the
 * search walks back over prefixes of prefixes only. */
static const library_row *find_library(const library_list *l, corr_str name)
{
    for (size_t n = name.n; n > 0; n--) {
        const corr_str head = { name.p, n };
        size_t lo = 0;
        LOWER_BOUND(lo, l->row.n, i,
                    corr_str_cmp(l->row.v[i].begin, head) <= 0);
        if (lo == 0)
            return NULL;
        const library_row *found = &l->row.v[lo - 1];
        size_t same = 0;
        while (same < found->begin.n && same < head.n &&
               found->begin.p[same] == head.p[same])
            same++;
        if (same == found->begin.n)
            return found;
        /* No beginning is longer than what both have in common. */
        n = same + 1;
    }
    return NULL;
}

/* ---- packages ------------------------------------------------------------ */

/* The name of a folder of installed packages: "redis" of
 * ".../site-packages/redis/client.py". */
static corr_str package_of_file(corr_str file)
{
    static const char *const folders[] = { "site-packages/", "dist-packages/",
                                           "node_modules/", "/gems/",
                                           "vendor/bundle/" };

    for (size_t i = 0; i < countof(folders); i++) {
        const size_t n = strlen(folders[i]);
        for (size_t at = 0; at + n < file.n; at++) {
            corr_str rest = corr_str_from(file, at);
            if (!corr_str_starts(rest, folders[i]))
                continue;
            rest = corr_str_from(rest, n);
            corr_str name = rest;
            name.n = corr_str_find(rest, '/');
            if (name.n < rest.n && name.n && name.p[0] == '@')
                name.n +=
                    1 + corr_str_find(corr_str_from(rest, name.n + 1), '/');
            if (corr_str_ends(name, ".py"))
                name.n -= 3;
            return name;
        }
    }
    return CORR_STR("");
}

/* Below "/usr/lib/python3.11/" stand the modules of the runtime: "http",
 * "socket". */
static corr_str module_of_python(corr_str file)
{
    static const char folder[] = "/lib/python3";

    for (size_t at = 0; at + sizeof folder < file.n; at++) {
        if (!corr_str_starts(corr_str_from(file, at), folder))
            continue;
        corr_str rest = corr_str_from(file, at + sizeof folder - 1);
        rest = corr_str_from(rest, corr_str_find(rest, '/') + 1);
        rest.n = corr_str_find(rest, '.');
        return rest;
    }
    return CORR_STR("");
}

/* "github.com/redis" of "github.com/redis/go-redis/v9.(*Client).Process",
 * "database/sql" of "database/sql.(*DB).conn", "main" of "main.price". */
static corr_str package_of_path(corr_str name, size_t slash)
{
    const corr_str host = { name.p, slash };
    const corr_str rest = corr_str_from(name, slash + 1);
    size_t n = corr_str_find(rest, '/');

    if (corr_str_find(host, '.') == host.n) { /* of the language itself */
        size_t end = slash;
        for (size_t i = slash; i < name.n && name.p[i] != '('; i++)
            if (name.p[i] == '/')
                end = i;
        const corr_str last = corr_str_from(name, end);
        return (corr_str){ name.p, end + corr_str_find(last, '.') };
    }
    if (n == rest.n) /* "acme.io/shop.Run" */
        n = corr_str_find(rest, '.');
    return (corr_str){ name.p, slash + 1 + n };
}

/* The first parts of "io.lettuce.core.Await.get": two, or three of a publisher
 * that has many products; at least the class and the method stay outside. */
static corr_str package_of_dots(corr_str name, char dot)
{
    static const char *const many[] = { "org.apache",    "com.google",
                                        "com.amazonaws", "com.microsoft",
                                        "org.eclipse",   "com.github" };
    size_t at[5];
    size_t n = 0;

    for (size_t i = 0; i < name.n && n < countof(at); i++)
        if (name.p[i] == dot)
            at[n++] = i;
        else if (name.p[i] == '(' || name.p[i] == '<' || name.p[i] == ' ')
            break;
    if (n < 2)
        return n ? (corr_str){ name.p, at[0] } : CORR_STR("");
    size_t parts = n - 1 < 2 ? n - 1 : 2;
    for (size_t i = 0; i < countof(many) && n >= 4; i++)
        if (corr_str_starts(name, many[i]) && at[1] == strlen(many[i]))
            parts = 3;
    return (corr_str){ name.p, at[parts - 1] };
}

/* The path in "get (redis/client.py:12)", which names its file itself. */
static corr_str path_in_name(corr_str name)
{
    const size_t open = corr_str_find(name, '(');

    if (open > 0 && open + 1 < name.n && name.p[open - 1] == ' ' &&
        corr_str_has(name, ".py"))
        return corr_str_from(name, open + 1);
    return CORR_STR("");
}

/* The installed package that a frame is of, by its file. */
static corr_str installed_package(const corr_frame_view *f)
{
    const corr_str of = package_of_file(f->file);

    return of.n ? of : package_of_file(path_in_name(f->function));
}

corr_str frame_package(const corr_frame_view *f)
{
    corr_str name = f->function;
    corr_str of = installed_package(f);

    if (of.n || (of = module_of_python(f->file)).n)
        return of;
    if (corr_str_starts(f->file, "node:"))
        return f->file;
    const corr_str path = path_in_name(name);
    if (path.n) {
        of = (corr_str){ path.p, corr_str_find(path, '/') };
        return of.n < path.n ? of : CORR_STR("");
    }
    const size_t open = corr_str_find(name, '(');
    const size_t colon = corr_str_find(name, ':');
    if (colon > 0 && colon + 1 < name.n && name.p[colon + 1] == ':')
        return (corr_str){ name.p, colon };
    const size_t slash = corr_str_find(name, '/');
    if (slash < name.n && slash < open) {
        const corr_str head = { name.p, slash };
        const corr_str rest = corr_str_from(name, slash + 1);
        /* "org/acme/Shop.get" is Java's way of writing dots */
        if (corr_str_find(head, '.') == head.n &&
            corr_str_find(rest, '/') < rest.n &&
            corr_str_find(rest, '.') > corr_str_find(rest, '/'))
            return package_of_dots(name, '/');
        return package_of_path(name, slash);
    }
    corr_str rest;
    of = package_of_dots(name, '.');
    if (of.n)
        return of;
    if (f->module.n)
        return corr_str_base(f->module);
    return corr_str_cut_last(f->file, '/', &of, &rest) ? of : f->file;
}

library_use frame_use(const library_list *l, const corr_frame_view *f,
                      library_row *listed)
{
    const library_row *row = NULL;
    const corr_str of = installed_package(f);

    *listed = (library_row){ 0 };
    if (f->type == CORR_FRAME_KERNEL)
        return LIBRARY_RUNTIME;
    if (f->type == CORR_FRAME_THREAD)
        return LIBRARY_FRAMEWORK;
    if (of.n)
        row = find_library(l, of);
    if (!row && f->function.n)
        row = find_library(l, f->function);
    if (!row)
        row = find_library(l, frame_package(f));
    if (!row && f->module.n)
        row = find_library(l, corr_str_base(f->module));
    if (row) {
        *listed = *row;
        return row->use;
    }
    return corr_frame_is_app(f) || of.n ? LIBRARY_UNLISTED : LIBRARY_RUNTIME;
}

/* ---- leaves -------------------------------------------------------------- */

/* clang-format off */
static const struct {
    leaf_wait is;
    const char *end[48]; /* NULL behind the last */
} leaves[] = {
    { LEAF_SOCKET,
      { "EPoll.wait", "EPollArrayWrapper.epollWait", "KQueue.poll", "Net.poll",
        "socketRead0", "socketWrite0", "SocketDispatcher.read0",
        "SocketDispatcher.readv0", "SocketDispatcher.write0",
        "NioSocketImpl.park", "NioSocketImpl.read", "epoll_wait", "epoll_pwait",
        "poll", "__poll", "ppoll", "select", "__select", "recv", "__recv",
        "recvfrom", "recvmsg", "recv_into", "sock_recvmsg", "tcp_recvmsg",
        "sock_read_iter", "send", "__send", "sendto", "sendmsg", "connect",
        "internal/poll.(*pollDesc).wait", "internal/poll.runtime_pollWait",
        "runtime.netpollblock", "kevent", "uv__io_poll", "do_poll",
        "SocketPal.Receive", "read_socket", "__recvfrom", "__connect" } },
    { LEAF_PARKED,
      { "Unsafe.park", "Object.wait", "Object.wait0", "pthread_cond_wait",
        "__pthread_cond_wait", "pthread_cond_timedwait",
        "pthread_cond_clockwait", "__futex_abstimed_wait_common",
        "__futex_abstimed_wait_common64", "futex_wait", "futex_wait_queue",
        "do_futex", "LockSupport.park", "LockSupport.parkNanos",
        "runtime.gopark", "runtime.selectgo", "runtime.chanrecv",
        "runtime.chanrecv1", "runtime.chanrecv2", "runtime.semacquire1",
        "runtime.goparkunlock", "lock.acquire", "Monitor.Wait", "Parker::park" } },
    { LEAF_FILE,
      { "FileInputStream.readBytes", "FileInputStream.read0",
        "FileOutputStream.writeBytes", "RandomAccessFile.readBytes",
        "RandomAccessFile.readBytes0", "FileDispatcherImpl.force0",
        "UnixFileDispatcherImpl.force0", "FileDispatcherImpl.pread0",
        "UnixFileDispatcherImpl.pread0", "pread", "pread64", "fsync",
        "fdatasync", "vfs_read", "vfs_fsync_range" } },
    { LEAF_SLEEPS,
      { "Thread.sleep", "Thread.sleep0", "Thread.sleepNanos0", "time.Sleep",
        "nanosleep", "__nanosleep", "clock_nanosleep", "__clock_nanosleep",
        "hrtimer_nanosleep", "usleep", "Thread.Sleep" } },
};
/* clang-format on */

static bool ends_like(corr_str name, const char *end)
{
    const size_t n = strlen(end);

    return corr_str_ends(name, end) &&
           (name.n == n || strchr("./: _", name.p[name.n - n - 1]) ||
            strchr(end, '.'));
}

leaf_wait frame_leaf_wait(corr_str function)
{
    /* "java/lang/Thread.sleep(J)V", but "internal/poll.(*pollDesc).wait" */
    const size_t open = corr_str_find(function, '(');

    if (open && open < function.n && function.p[open - 1] != '.')
        function = corr_str_trim((corr_str){ function.p, open });
    for (size_t i = 0; i < countof(leaves); i++)
        for (const char *const *end = leaves[i].end; *end; end++)
            if (ends_like(function, *end))
                return leaves[i].is;
    return LEAF_RUNS;
}
