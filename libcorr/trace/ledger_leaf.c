#include "trace/ledger_leaf.h"

#include "base/base.h"

/* Frames of kernel, C library and VM may lie below the telling frame. */
enum { DEEPEST = 8 };

/* Methods by class, functions by their whole name.  Plain reads and writes are
 * absent, since they may be on a file or a socket. */
static const struct {
    const char *end;
    corr_spent is;
} leaves[] = {
    { "Unsafe.park", CORR_SPENT_PARK },
    { "Object.wait", CORR_SPENT_PARK },
    { "Object.wait0", CORR_SPENT_PARK },
    { "pthread_cond_wait", CORR_SPENT_PARK },
    { "pthread_cond_timedwait", CORR_SPENT_PARK },
    { "pthread_cond_clockwait", CORR_SPENT_PARK },
    { "__futex_abstimed_wait_common", CORR_SPENT_PARK },
    { "__futex_abstimed_wait_common64", CORR_SPENT_PARK },
    { "futex_wait", CORR_SPENT_PARK },
    { "futex_wait_queue", CORR_SPENT_PARK },
    { "do_futex", CORR_SPENT_PARK },
    { "Thread.sleep", CORR_SPENT_SLEEP },
    { "Thread.sleep0", CORR_SPENT_SLEEP },
    { "clock_nanosleep", CORR_SPENT_SLEEP },
    { "nanosleep", CORR_SPENT_SLEEP },
    { "ObjectMonitor::enter", CORR_SPENT_LOCK },
    { "ObjectMonitor::enterI", CORR_SPENT_LOCK },
    { "ObjectMonitor::EnterI", CORR_SPENT_LOCK },
    { "ObjectSynchronizer::enter", CORR_SPENT_LOCK },
    { "EPoll.wait", CORR_SPENT_SOCKET },
    { "EPollArrayWrapper.epollWait", CORR_SPENT_SOCKET },
    { "KQueue.poll", CORR_SPENT_SOCKET },
    { "Net.poll", CORR_SPENT_SOCKET },
    { "Net.accept", CORR_SPENT_SOCKET },
    { "SocketInputStream.socketRead0", CORR_SPENT_SOCKET },
    { "SocketOutputStream.socketWrite0", CORR_SPENT_SOCKET },
    { "SocketDispatcher.read0", CORR_SPENT_SOCKET },
    { "SocketDispatcher.readv0", CORR_SPENT_SOCKET },
    { "UnixDispatcher.read0", CORR_SPENT_SOCKET },
    { "PlainSocketImpl.socketAccept", CORR_SPENT_SOCKET },
    { "epoll_wait", CORR_SPENT_SOCKET },
    { "epoll_pwait", CORR_SPENT_SOCKET },
    { "poll", CORR_SPENT_SOCKET },
    { "__poll", CORR_SPENT_SOCKET },
    { "ppoll", CORR_SPENT_SOCKET },
    { "select", CORR_SPENT_SOCKET },
    { "accept", CORR_SPENT_SOCKET },
    { "accept4", CORR_SPENT_SOCKET },
    { "recv", CORR_SPENT_SOCKET },
    { "recvfrom", CORR_SPENT_SOCKET },
    { "recvmsg", CORR_SPENT_SOCKET },
    { "sock_recvmsg", CORR_SPENT_SOCKET },
    { "tcp_recvmsg", CORR_SPENT_SOCKET },
    { "FileInputStream.readBytes", CORR_SPENT_FILE },
    { "FileInputStream.read0", CORR_SPENT_FILE },
    { "FileOutputStream.writeBytes", CORR_SPENT_FILE },
    { "RandomAccessFile.readBytes", CORR_SPENT_FILE },
    { "RandomAccessFile.readBytes0", CORR_SPENT_FILE },
    { "FileDispatcherImpl.force0", CORR_SPENT_FILE },
    { "FileDispatcherImpl.pread0", CORR_SPENT_FILE },
    { "UnixFileDispatcherImpl.force0", CORR_SPENT_FILE },
    { "UnixFileDispatcherImpl.pread0", CORR_SPENT_FILE },
    { "pread", CORR_SPENT_FILE },
    { "pread64", CORR_SPENT_FILE },
    { "fsync", CORR_SPENT_FILE },
    { "fdatasync", CORR_SPENT_FILE },
};

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
            if (is_named(name, leaves[k].end))
                return leaves[k].is;
    }
    return otherwise;
}
