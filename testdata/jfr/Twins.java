// Waits whose reason is easily told wrong: of two threads of one name one holds
// a lock, a lock of the class library parks, and code is native.  Prints its
// spans as OTLP JSON, a line each.
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.Deflater;

public class Twins {
    static class Store {
    }

    interface Work {
        void run() throws Exception;
    }

    static int spans;
    static volatile long sink;

    static long now() {
        Instant i = Instant.now();
        return i.getEpochSecond() * 1_000_000_000L + i.getNano();
    }

    static void attribute(StringBuilder s, String key, String type, Object value) {
        s.append(s.length() > 0 ? "," : "").append(String.format(
            "{\"key\":\"%s\",\"value\":{\"%s\":\"%s\"}}", key, type, value));
    }

    static synchronized void put(String name, long from, long to, boolean known) {
        StringBuilder s = new StringBuilder();
        Thread t = Thread.currentThread();

        spans++;
        if (known) {
            attribute(s, "thread.id", "intValue", t.getId());
            attribute(s, "thread.name", "stringValue", t.getName());
        }
        System.out.println(String.format(
            "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":"
            + "\"service.name\",\"value\":{\"stringValue\":\"twins\"}},"
            + "{\"key\":\"process.pid\",\"value\":{\"intValue\":\"%d\"}}]},"
            + "\"scopeSpans\":[{\"spans\":[{\"traceId\":\"a0%030x\",\"spanId\":\"%016x\","
            + "\"name\":\"%s\",\"kind\":1,\"startTimeUnixNano\":\"%d\","
            + "\"endTimeUnixNano\":\"%d\",\"attributes\":[%s]}]}]}]}",
            ProcessHandle.current().pid(), spans, spans, name, from, to, s));
    }

    static void span(String name, boolean known, Work work) {
        long from = now();
        try {
            work.run();
        } catch (Exception e) {
            throw new RuntimeException(e);
        }
        put(name, from, now(), known);
    }

    static Thread start(String name, Work work) {
        Thread t = new Thread(() -> span(name, true, work), "twin");
        t.start();
        return t;
    }

    static void burn(int ms) {
        long end = System.nanoTime() + ms * 1_000_000L;
        long x = sink;
        while (System.nanoTime() < end)
            for (int i = 0; i < 1000; i++)
                x = x * 31 + i;
        sink = x;
    }

    static void monitor(Store store, int asleep, int busy, boolean known)
        throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        Thread twin = start("spin", () -> burn(200));
        Thread holder = start("hold", () -> {
            synchronized (store) {
                held.countDown();
                Thread.sleep(asleep);
                burn(busy);
            }
        });
        held.await();
        span(known ? "wait" : "wait somewhere", known, () -> {
            synchronized (store) {
                sink++;
            }
        });
        twin.join();
        holder.join();
    }

    static void lock(ReentrantLock lock) throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        Thread holder = start("hold a lock", () -> {
            lock.lock();
            held.countDown();
            Thread.sleep(80);
            lock.unlock();
        });
        held.await();
        span("park", true, () -> {
            lock.lock();
            lock.unlock();
        });
        holder.join();
    }

    static void compress() {
        byte[] in = new byte[8 << 20], out = new byte[8 << 20];
        new java.util.Random(1).nextBytes(in);
        span("compress", true, () -> {
            Deflater d = new Deflater(9);
            d.setInput(in);
            d.finish();
            d.deflate(out);
            d.end();
        });
    }

    public static void main(String[] args) throws Exception {
        monitor(new Store(), 100, 15, true);
        monitor(new Store(), 60, 0, false);
        lock(new ReentrantLock());
        compress();
    }
}
