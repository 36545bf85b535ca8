#!/usr/bin/perl
# gen_jfr_load - a Java program to be recorded: many paths, much allocation.
#
#   gen_jfr_load.pl [METHODS] > JfrLoad.java
#   java ... JfrLoad SECONDS THREADS SPAN_US SEED
#
# METHODS (400) call four others each, forty a class, and end in work, in
# allocation or in one of eight locks.  Each thread does so for one request
# after the other, within spans that it tells as the OpenTelemetry extension
# for JFR does, but for the first two letters of the names of their types.
use strict;
use warnings;

my $methods = $ARGV[0] // 400;
my $classes = 40;
my $per = int($methods / $classes);

print while <DATA>;

my $state = 7;

sub pick {
    my ($below) = @_;
    $state = ($state * 1103515245 + 12345) % 2147483648;
    return int($state / 65536) % $below;
}

for my $c (0 .. $classes - 1) {
    print "class C$c {\n";
    for my $m (0 .. $per - 1) {
        my @to = map { pick($per * $classes) } 1 .. 4;
        my $calls = join ' ', map {
            sprintf 'case %d: return C%d.m%d(d - 1, r) + %d;', $_,
                $to[$_] / $per, $to[$_] % $per, $_
        } 0 .. 3;
        print "    static int m$m(int d, JfrLoad.R r) {\n",
            "        if (d <= 0) return JfrLoad.leaf(r);\n",
            "        switch (r.next(4)) { $calls }\n",
            "        return 0;\n    }\n";
    }
    print "}\n";
}

__DATA__
import jdk.jfr.*;

public class JfrLoad {
    @Name("no.opentelemetry.context.Scope") @StackTrace(false)
    public static class ScopeEvent extends Event {
        public String traceId, spanId;
    }

    @Name("no.opentelemetry.trace.Span") @StackTrace(false)
    public static class SpanEvent extends Event {
        public String operationName, traceId, spanId, parentId;
    }

    static final class R {
        long s;
        Object keep;

        R(long s) { this.s = s * 0x9E3779B97F4A7C15L + 1; }

        int next(int n) {
            s ^= s << 13;
            s ^= s >>> 7;
            s ^= s << 17;
            return (int)((s >>> 1) % n);
        }
    }

    static final Object[] LOCKS = new Object[8];
    static {
        for (int i = 0; i < LOCKS.length; i++)
            LOCKS[i] = new Object();
    }
    static volatile long sink;

    static int burn(R r) {
        int k = 0;
        long x = r.s;
        for (int i = 0; i < 3000; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
            k += (int)(x >>> 40);
        }
        sink += x;
        return k;
    }

    static int alloc(R r) {
        byte[][] b = new byte[24][];
        for (int i = 0; i < b.length; i++)
            b[i] = new byte[256 + r.next(2048)];
        r.keep = b;
        return b.length;
    }

    static int lock(R r) {
        synchronized (LOCKS[r.next(LOCKS.length)]) {
            return burn(r);
        }
    }

    static int leaf(R r) {
        int k = r.next(20);
        return k == 0 ? alloc(r) : k == 1 ? lock(r) : burn(r);
    }

    static String hex(R r, int n) {
        char[] c = new char[n];
        for (int i = 0; i < n; i++)
            c[i] = "0123456789abcdef".charAt(r.next(16));
        return new String(c);
    }

    static void request(R r, int spanUs) {
        String trace = hex(r, 32), root = hex(r, 16);
        SpanEvent p = new SpanEvent();
        p.begin();
        p.operationName = "GET /api/v1/item" + r.next(40);
        p.traceId = trace;
        p.spanId = root;
        p.parentId = "0000000000000000";
        for (int k = 0; k < 5; k++) {
            ScopeEvent s = new ScopeEvent();
            s.begin();
            s.traceId = trace;
            s.spanId = hex(r, 16);
            long until = System.nanoTime() + spanUs * 1000L;
            do {
                C0.m0(20 + r.next(40), r);
            } while (System.nanoTime() < until);
            s.commit();
        }
        p.commit();
    }

    public static void main(String[] a) throws Exception {
        long end = System.nanoTime() + Long.parseLong(a[0]) * 1000000000L;
        int spanUs = Integer.parseInt(a[2]);
        long seed = Long.parseLong(a[3]);
        Thread[] ts = new Thread[Integer.parseInt(a[1])];
        for (int t = 0; t < ts.length; t++) {
            R r = new R(seed * 1000 + t + 7);
            ts[t] = new Thread(() -> {
                while (System.nanoTime() < end)
                    request(r, spanUs);
            }, "worker-" + t);
            ts[t].start();
        }
        for (Thread t : ts)
            t.join();
    }
}
