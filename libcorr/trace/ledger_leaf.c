/* ledger_leaf - the wait of a blocked thread, by the code at its leaf. */
#include "trace/ledger_claims.h"

#include "base/base.h"

/* Frames of kernel, C library and VM may lie below the telling frame. */
enum { DEEPEST = 8 };

/* Methods by class, functions by their whole name.  Plain reads and writes are
 * absent, since they may be on a file or a socket. */
/* clang-format off */
static const struct {
    corr_spent is;
    const char *end[25]; /* NULL behind the last */
} leaves[] = {
    { CORR_SPENT_PARK,
      { "Unsafe.park", "Object.wait", "Object.wait0", "pthread_cond_wait",
        "pthread_cond_timedwait", "pthread_cond_clockwait",
        "__futex_abstimed_wait_common", "__futex_abstimed_wait_common64",
        "futex_wait", "futex_wait_queue", "do_futex" } },
    { CORR_SPENT_SLEEP,
      { "Thread.sleep", "Thread.sleep0", "clock_nanosleep", "nanosleep" } },
    { CORR_SPENT_LOCK,
      { "ObjectMonitor::enter", "ObjectMonitor::enterI",
        "ObjectMonitor::EnterI", "ObjectSynchronizer::enter" } },
    { CORR_SPENT_SOCKET,
      { "EPoll.wait", "EPollArrayWrapper.epollWait", "KQueue.poll",
        "Net.poll", "Net.accept", "SocketInputStream.socketRead0",
        "SocketOutputStream.socketWrite0", "SocketDispatcher.read0",
        "SocketDispatcher.readv0", "UnixDispatcher.read0",
        "PlainSocketImpl.socketAccept", "epoll_wait", "epoll_pwait", "poll",
        "__poll", "ppoll", "select", "accept", "accept4", "recv", "recvfrom",
        "recvmsg", "sock_recvmsg", "tcp_recvmsg" } },
    { CORR_SPENT_FILE,
      { "FileInputStream.readBytes", "FileInputStream.read0",
        "FileOutputStream.writeBytes", "RandomAccessFile.readBytes",
        "RandomAccessFile.readBytes0", "FileDispatcherImpl.force0",
        "FileDispatcherImpl.pread0", "UnixFileDispatcherImpl.force0",
        "UnixFileDispatcherImpl.pread0", "pread", "pread64", "fsync",
        "fdatasync" } },
};
/* clang-format on */

/* "java/lang/Thread.sleep(J)V" ends in "Thread.sleep". */
static bool is_named(corr_str name, const char *end)
{
    const size_t n = strlen(end);
    const bool has_class = strpbrk(end, ".:") != NULL;

    name.n = corr_str_find(name, '(');
    if (!corr_str_ends(name, end))
        return false;
    return name.n == n || (has_class && strchr("./: ", name.p[name.n - n - 1]));
}

corr_spent ledger_leaf(const input *in, uint32_t stack, corr_spent otherwise)
{
    const uint32_t depth = in->stack.n.v[stack];
    const uint32_t first = in->stack.at.v[stack];

    for (uint32_t i = 0; i < depth && i < DEEPEST; i++) {
        const uint32_t frame =
            narrow_at(&in->stack.frame, first + depth - 1 - i);
        const corr_str name = input_frame(in, frame).function;
        for (size_t k = 0; k < countof(leaves); k++)
            for (const char *const *end = leaves[k].end; *end; end++)
                if (is_named(name, *end))
                    return leaves[k].is;
    }
    return otherwise;
}
