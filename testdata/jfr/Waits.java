import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** A little of everything that a flight recording knows, in two seconds. */
public class Waits {
    private static final Object lock = new Object();
    static volatile long sink;

    static void burn(long ms) {
        long end = System.nanoTime() + ms * 1_000_000;
        while (System.nanoTime() < end)
            for (int i = 0; i < 1000; i++)
                sink += i * sink;
    }

    static void hold() {
        synchronized (lock) {
            sleep(120);
        }
    }

    static void sleep(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void read(int port) throws Exception {
        try (Socket s = new Socket("localhost", port);
             InputStream in = s.getInputStream()) {
            in.readNBytes(5);
        }
    }

    static void deep(int n) {
        if (n > 0)
            deep(n - 1);
        else
            LockSupport.parkNanos(80_000_000L);
    }

    public static void main(String[] args) throws Exception {
        Thread holder = new Thread(Waits::hold, "holder");
        holder.start();
        sleep(30);
        Thread waiter = new Thread(Waits::hold, "waiter");
        waiter.start();

        ServerSocket server = new ServerSocket(0);
        Thread slow = new Thread(() -> {
            try (Socket s = server.accept()) {
                sleep(90);
                s.getOutputStream().write("hello".getBytes());
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }, "slow-server");
        slow.start();
        read(server.getLocalPort());

        Path file = Files.createTempFile("waits", ".txt");
        Files.write(file, new byte[4096]);
        Files.readAllBytes(file);
        Files.delete(file);

        deep(100);
        burn(600);
        byte[][] kept = new byte[64][];
        for (int i = 0; i < 2000; i++)
            kept[i % 64] = new byte[64 << 10];
        System.gc();
        try {
            throw new IllegalArgumentException("thrown on purpose");
        } catch (IllegalArgumentException e) {
            sink += e.getMessage().length();
        }
        holder.join();
        waiter.join();
        slow.join();
    }
}
