# Writes the pprof files of this folder here: python3 make.py
import gzip


def varint(n):
    n &= (1 << 64) - 1
    out = b""
    while n > 127:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def packed(number, values):
    return field(number, b"".join(map(varint, values)))


class Profile:
    """A profile: columns are (type, unit)."""

    def __init__(self, columns, period=None, time=0):
        self.texts, self.places, self.body = [""], {}, b""
        for column in columns:
            self.body += field(1, self.pair(*column))
        if period:
            self.body += field(11, self.pair(*period[:2])) + field(12, period[2])
        self.body += field(9, time)

    def text(self, s):
        if s not in self.texts:
            self.texts.append(s)
        return self.texts.index(s)

    def pair(self, a, b):
        return field(1, self.text(a)) + field(2, self.text(b))

    def place(self, name):
        if name not in self.places:
            at = self.places[name] = len(self.places) + 1
            self.body += field(5, field(1, at) + field(2, self.text(name)))
            self.body += field(4, field(1, at) + field(3, 0x400100 + at)
                               + field(4, field(1, at)))
        return self.places[name]

    def mapping(self, at, start, limit, name, build=""):
        self.body += field(3, field(1, at) + field(2, start) + field(3, limit)
                           + field(5, self.text(name))
                           + field(6, self.text(build)))

    def add(self, stack, values, labels=()):
        """stack: root first; labels: (key, text or number)."""
        row = packed(1, [self.place(f) for f in reversed(stack.split(";"))])
        row += packed(2, values)
        for key, value in labels:
            row += field(3, field(1, self.text(key)) + (
                field(3, value) if isinstance(value, int)
                else field(2, self.text(value))))
        self.body += field(2, row)

    def write(self, path):
        texts = b"".join(field(6, t.encode()) for t in self.texts)
        with gzip.GzipFile(path, "wb", mtime=0) as out:
            out.write(self.body + texts)


# What a Go process writes of its blocking: no duration, and one [vdso].
def waits(path, minute, place, **stacks):
    p = Profile([("contentions", "count"), ("delay", "nanoseconds")],
                ("contentions", "count", 1),
                1_750_000_000_000_000_000 + minute * 60_000_000_000)
    p.mapping(1, 0x400000, 0x480000, "/srv/orders", "c0ffee")
    p.mapping(2, place, place + 0x2000, "[vdso]")
    for name, ms in stacks.items():
        p.add(f"runtime.main;main.{name};sync.(*Mutex).Lock",
              [ms, ms * 1_000_000])
    p.write(path)


SAME, OTHER = 0x7ffc11a3e000, 0x7ffe902d4000
waits("delta.1.pb.gz", 0, SAME, pay=40, ship=9)
waits("delta.2.pb.gz", 1, SAME, pay=60, ship=11)
waits("delta.3.pb.gz", 2, SAME, pay=20, ship=30)
waits("start.1.pb.gz", 3, OTHER, pay=7, ship=2)
waits("start.2.pb.gz", 4, OTHER, pay=9, ship=5)

# Amounts that are neither times nor bytes nor counts of samples.
p = Profile([("events", "count"), ("queue_length", "items"),
             ("depth", "count")])
for i in range(12):
    p.add("main;" + "abc"[i % 3], [1, 5 + i, 3])
p.write("amounts.pb.gz")

p = Profile([(f"u{i}", unit) for i, unit in enumerate(
    ["KiB", "GB", "minutes", "hours", "days", "cycles", "percent", "MB"])])
p.add("main;a", [3, 2, 4, 2, 1, 2500, 40, 7])
p.write("units.pb.gz")

# Times that overflow when they become ns.
p = Profile([("cpu", "hours")])
p.add("main;a", [3_000_000])
p.write("hours.pb.gz")

# A difference: some values are below 0.
p = Profile([("samples", "count")])
for name, n in ("less", -300), ("more", 290), ("new", 20):
    p.add("main;" + name, [n])
p.write("negative.pb.gz")
p = Profile([("samples", "count")])
for name, n in ("less", -310), ("more", 420), ("new", 20), ("other", 50):
    p.add("main;" + name, [n])
p.write("negative-later.pb.gz")
p = Profile([("alloc_space", "bytes")])
for name, n in ("less", -4000), ("more", 1000):
    p.add("main;" + name, [n])
p.write("negative-bytes.pb.gz")

# A heap whose values are not scaled up by the rate of sampling.
p = Profile([("inuse_objects", "count"), ("inuse_space", "bytes")],
            ("space", "bytes", 524288))
p.add("main;load", [3, 1200])
p.add("main;keep", [1, 900000])
p.write("unscaled-heap.pb.gz")

# One key several times on a sample.
p = Profile([("samples", "count")])
p.add("main;a", [3], [("team", "web")])
p.add("main;b", [2], [("team", "web"), ("team", "ops")])
p.add("main;c", [4], [("team", "ops"), ("team", "ops")])
p.add("main;d", [5], [("size", 1), ("size", 2)])
p.write("labels.pb.gz")
