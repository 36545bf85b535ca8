/** Works until it is killed; a dump makes its recorder begin another chunk. */
public class Rotated {
    static volatile long sink;

    static void work(long ms) {
        long end = System.nanoTime() + ms * 1_000_000;
        while (System.nanoTime() < end)
            for (int i = 0; i < 1000; i++)
                sink += i * sink;
    }

    public static void main(String[] args) throws Exception {
        for (;;) {
            work(30);
            System.gc();
            Thread.sleep(20);
        }
    }
}
