import os, sys, time
UNIT = int(os.environ.get("UNIT", "2"))

def parse(x):
    for i in range(200 * UNIT):
        x = (x * 31 + i ^ (x >> 7)) & 0xffffffff
    return x

def normalizeKey(x):
    for i in range(80 * UNIT):
        x = (x * 31 + i ^ (x >> 7)) & 0xffffffff
    return x

def validate(x):
    for i in range(20 * UNIT):
        x = (x * 31 + i ^ (x >> 7)) & 0xffffffff
    x += normalizeKey(x)
    return x

def applyRules(x):
    for i in range(150 * UNIT):
        x = (x * 31 + i ^ (x >> 7)) & 0xffffffff
    return x

def digest(x):
    for i in range(60 * UNIT):
        x = (x * 31 + i ^ (x >> 7)) & 0xffffffff
    return x

def price(x):
    for i in range(10 * UNIT):
        x = (x * 31 + i ^ (x >> 7)) & 0xffffffff
    x += applyRules(x)
    x += digest(x)
    return x

def roundUp(x):
    for i in range(40 * UNIT):
        x = (x * 31 + i ^ (x >> 7)) & 0xffffffff
    return x

def tax(x):
    for i in range(120 * UNIT):
        x = (x * 31 + i ^ (x >> 7)) & 0xffffffff
    x += roundUp(x)
    return x

def store(x):
    for i in range(30 * UNIT):
        x = (x * 31 + i ^ (x >> 7)) & 0xffffffff
    return x

def serialize(x):
    for i in range(200 * UNIT):
        x = (x * 31 + i ^ (x >> 7)) & 0xffffffff
    return x

def request(x):
    x += parse(x)
    x += validate(x)
    x += price(x)
    x += tax(x)
    x += store(x)
    x += serialize(x)
    return x

def main():
    n, step = int(sys.argv[1]), int(sys.argv[2]) / 1e6
    at = time.monotonic()
    for i in range(n):
        request(i)
        at += step
        left = at - time.monotonic()
        if left > 0:
            time.sleep(left)
    print("cpu", round(time.thread_time() * 1000), "ms", file=sys.stderr)

main()
