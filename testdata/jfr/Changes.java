/*
 * A service of four workers that changes at a known time and changes back.
 *
 *     java ... Changes alloc|lock|seats|calls SECONDS FROM TO
 *     java Changes serve            the peers that "calls" calls, on 127.0.0.1
 *                                   and 127.0.0.2, port 17117
 *
 * It prints when the change begins and ends, as a line of JSON.
 */
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

public class Changes {
    static final int PORT = 17117, WORKERS = 4;
    static final Ledger ledger = new Ledger();
    static final Audit audit = new Audit();
    static final ReentrantLock seats = new ReentrantLock();
    static class Ledger {}
    static class Audit {}

    static volatile boolean changed;
    static volatile long sink;

    static void sleepMs(double ms) { LockSupport.parkNanos((long)(ms * 1e6)); }

    /* ---- work that never changes ------------------------------------------ */

    static long price(int n) {
        long h = n;
        for (int i = 0; i < 400_000; i++)
            h = h * 6364136223846793005L + (h >>> 17);
        return h;
    }

    static byte[] render(int n) {
        byte[] page = new byte[32 << 10];
        page[n % page.length] = 1;
        return page;
    }

    /* ---- what changes ------------------------------------------------------- */

    static byte[][] copyBasket(int n) {
        byte[][] copies = new byte[16][];
        for (int i = 0; i < copies.length; i++)
            copies[i] = new byte[24 << 10];
        return copies;
    }

    static void writeLedger(double ms) {
        synchronized (ledger) {
            sleepMs(ms);
        }
    }

    static void writeAudit() {
        synchronized (audit) {
            sleepMs(12);
        }
    }

    static void bookSeat(double ms) {
        seats.lock();
        try {
            Thread.sleep((long)ms);
        } catch (InterruptedException e) {
            return;
        } finally {
            seats.unlock();
        }
    }

    static void askStock(Socket s, int ms) throws Exception { ask(s, ms); }

    static void askTax(Socket s, int ms) throws Exception { ask(s, ms); }

    static void ask(Socket s, int ms) throws Exception {
        s.getOutputStream().write(ms);
        s.getInputStream().read();
    }

    /* ---- the service ---------------------------------------------------------- */

    static void work(String mode, int id, long until) throws Exception {
        ArrayDeque<Object> recent = new ArrayDeque<>();
        Socket stock = null, tax = null;
        if (mode.equals("calls")) {
            stock = new Socket(InetAddress.getByName("127.0.0.1"), PORT);
            tax = new Socket(InetAddress.getByName("127.0.0.2"), PORT);
        }
        for (int n = id; System.currentTimeMillis() < until; n++) {
            sink += price(n);
            recent.add(render(n));
            if (mode.equals("alloc") && changed)
                recent.add(copyBasket(n));
            while (recent.size() > 8)
                recent.poll();
            if (mode.equals("lock")) {
                if (n % 4 == 0)
                    writeAudit();
                writeLedger(changed ? 25 : 0.1);
            }
            if (mode.equals("seats"))
                bookSeat(changed ? 25 : 0);
            if (mode.equals("calls")) {
                askTax(tax, 25);
                askStock(stock, changed ? 90 : 5);
            }
            sleepMs(20);
        }
    }

    static void serve(Socket s) {
        try (s) {
            InputStream in = s.getInputStream();
            OutputStream out = s.getOutputStream();
            for (int ms = in.read(); ms >= 0; ms = in.read()) {
                Thread.sleep(ms);
                out.write(1);
            }
        } catch (Exception e) {
            return;
        }
    }

    static void listen(String address) throws Exception {
        ServerSocket at =
            new ServerSocket(PORT, 50, InetAddress.getByName(address));
        for (;;) {
            Socket s = at.accept();
            new Thread(() -> serve(s)).start();
        }
    }

    static Thread start(String name, Runner r) {
        Thread t = new Thread(() -> {
            try {
                r.run();
            } catch (Exception e) {
                e.printStackTrace();
            }
        }, name);
        t.start();
        return t;
    }

    interface Runner {
        void run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("serve")) {
            start("stock", () -> listen("127.0.0.1"));
            start("tax", () -> listen("127.0.0.2"));
            return;
        }
        long begin = System.currentTimeMillis();
        long until = begin + Long.parseLong(args[1]) * 1000;
        for (int i = 0; i < WORKERS; i++) {
            int id = i;
            start("worker-" + i, () -> work(args[0], id, until));
        }
        Thread.sleep(Long.parseLong(args[2]) * 1000);
        changed = true;
        Instant from = Instant.now();
        Thread.sleep((Long.parseLong(args[3]) - Long.parseLong(args[2])) * 1000);
        changed = false;
        System.out.printf("{\"change\": \"%s\", \"from\": \"%s\", \"to\": \"%s\"}%n",
                          args[0], from, Instant.now());
    }
}
