import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Waits for locks of java.util.concurrent under known holders, and other uses
 * of park.  Prints a span a line.
 */
public class Holders {
    interface Work {
        void run() throws Exception;
    }

    static final AtomicInteger ids = new AtomicInteger();
    static volatile long sink;

    static void sleep(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Passes time in sleeps that are too short to be recorded. */
    static void rest(long ms) {
        long end = System.nanoTime() + ms * 1_000_000;
        while (System.nanoTime() < end)
            LockSupport.parkNanos(1_000_000);
    }

    static final class Store {
        final ReentrantLock lock = new ReentrantLock();

        void load(long ms, Work under, long after) throws Exception {
            lock.lock();
            try {
                sleep(ms);
                under.run();
            } finally {
                lock.unlock();
            }
            sleep(after);
        }

        void hurry(long patience) throws Exception {
            if (lock.tryLock(patience, TimeUnit.MILLISECONDS))
                lock.unlock();
        }
    }

    static final class Prices {
        static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

        static void read() {
            lock.readLock().lock();
            lock.readLock().unlock();
        }

        static void write() {
            lock.writeLock().lock();
            try {
                sleep(90);
            } finally {
                lock.writeLock().unlock();
            }
        }
    }

    static final Condition ready;
    static final ReentrantLock gate = new ReentrantLock();
    static {
        ready = gate.newCondition();
    }

    static void signal() throws Exception {
        gate.lock();
        try {
            ready.await(60, TimeUnit.MILLISECONDS);
        } finally {
            gate.unlock();
        }
    }

    static Thread span(String name, Work work) {
        Thread t = new Thread(() -> {
            long epoch = System.currentTimeMillis() * 1_000_000, nano = System.nanoTime();
            try {
                work.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            long end = epoch + System.nanoTime() - nano;
            Thread me = Thread.currentThread();
            synchronized (Holders.class) {
                int id = Integer.parseInt(me.getName().substring(2));
                System.out.printf("{\"resourceSpans\":[{\"resource\":{\"attributes\":["
                    + "{\"key\":\"service.name\",\"value\":{\"stringValue\":\"holders\"}},"
                    + "{\"key\":\"process.pid\",\"value\":{\"intValue\":\"%d\"}}]},"
                    + "\"scopeSpans\":[{\"spans\":[{\"traceId\":\"b%03x%028x\",\"spanId\":\"%016x\",\"name\":\"%s\",\"kind\":1,"
                    + "\"startTimeUnixNano\":\"%d\",\"endTimeUnixNano\":\"%d\",\"attributes\":["
                    + "{\"key\":\"thread.id\",\"value\":{\"intValue\":\"%d\"}},"
                    + "{\"key\":\"thread.name\",\"value\":{\"stringValue\":\"%s\"}}]}]}]}]}%n",
                    ProcessHandle.current().pid(), id, id, id, name, epoch, end, me.getId(), me.getName());
            }
        }, "t-" + ids.incrementAndGet());
        t.start();
        sleep(12);
        return t;
    }

    static void all(Thread... threads) throws Exception {
        for (Thread t : threads)
            t.join();
        sleep(30);
    }

    public static void main(String[] args) throws Exception {
        Store a = new Store(), b = new Store(), c = new Store(), d = new Store(), e = new Store();
        Work nothing = () -> { };
        /* 1 has it and is asleep; 2 waits for it */
        all(span("asleep", () -> a.load(100, nothing, 0)), span("waits", () -> a.load(0, nothing, 0)));
        /* 3 has it, then 4, then 5 */
        all(span("first", () -> b.load(60, nothing, 0)), span("second", () -> b.load(70, nothing, 0)),
            span("third", () -> b.load(0, nothing, 0)));
        /* 6 has it, unseen; 7 waits for it */
        all(span("unseen", () -> c.load(0, () -> rest(80), 0)), span("waits", () -> c.load(0, nothing, 0)));
        /* 8 had it; 9 has it unseen; 10 waits for it */
        all(span("had", () -> d.load(0, nothing, 60)), span("has", () -> d.load(0, () -> rest(110), 0)),
            span("waits", () -> d.load(0, nothing, 0)));
        /* 11 has it; 12 gives up; 13 gets it */
        all(span("asleep", () -> e.load(130, nothing, 0)), span("gives up", () -> e.hurry(40)),
            span("gets it", () -> e.hurry(500)));
        /* 14 writes; 15 waits to read, 16 to write, and 17 to read */
        all(span("writes", Prices::write), span("reads", Prices::read), span("writes next", Prices::write),
            span("reads last", Prices::read));
        /* 18 waits for a signal, 19 for a permit, 20 for a latch, 21 for nothing */
        all(span("signal", Holders::signal),
            span("permit", () -> new Semaphore(0).tryAcquire(60, TimeUnit.MILLISECONDS)),
            span("latch", () -> new CountDownLatch(1).await(60, TimeUnit.MILLISECONDS)),
            span("nanos", () -> LockSupport.parkNanos(60_000_000L)));
    }
}
