"""Writes two deploys of a shop: python3 make.py DIR"""
import gzip
import json
import math
import os
import random
import sys

SEC, PERIOD, START = 1_000_000_000, 10_000_000, 1_770_300_600_000_000_000
TOP = ("main", "shop.web.Server.serve")
SIDES = (("base", {"GET /list": 240, "POST /checkout": 160}, "Discounts", 1, 0),
         ("new", {"GET /list": 110, "POST /checkout": 50, "GET /export": 40}, "PromotionEngine", 2, 86400))


def code(cls, grown):
    """Samples of a request, by operation; Search.rank grew."""
    a, b = ("shop.web.List.handle",), ("shop.web.Checkout.handle",)
    d = b + (f"shop.{cls}.applyAll",)
    return {"GET /list": [(a, 1), (a + ("shop.Search.rank",), 6 * grown), (a + ("shop.Search.load", "shop.util.Hash.mix"), 3)],
            "POST /checkout": [(b, 2), (b + ("shop.Cart.load",), 3), (d, 1), (d + (f"shop.{cls}.applyOne",), 4),
                               (d + (f"shop.{cls}.round", "shop.util.Hash.mix"), 2)],
            "GET /export": [(("shop.web.Export.handle", "shop.Csv.write"), 5)]}


def varint(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    return bytes(out + bytes([n]))


def msg(field, body):
    return varint(field << 3 | 2) + varint(len(body)) + body


def num(field, n):
    return varint(field << 3) + varint(n)


def poisson(rng, mean):
    limit, k, p = math.exp(-mean), 0, rng.random()
    while p > limit:
        k, p = k + 1, p * rng.random()
    return k


def pprof(samples, start):
    text = ["", "samples", "count", "cpu", "nanoseconds"]

    def at(s):
        if s not in text:
            text.append(s)
        return text.index(s)

    names = sorted({f for s, _ in samples for f in s})
    out = msg(1, num(1, 1) + num(2, 2)) + msg(1, num(1, 3) + num(2, 4)) + msg(3, num(1, 1) + num(5, at("/srv/shop")))
    for i, f in enumerate(names, 1):
        out += msg(4, num(1, i) + num(2, 1) + msg(4, num(1, i) + num(2, 7))) + msg(5, num(1, i) + num(2, at(f)) + num(3, at(f)))
    for (s, span), n in samples.items():
        out += msg(2, msg(1, b"".join(varint(1 + names.index(f)) for f in reversed(s))) + msg(2, varint(n) + varint(n * PERIOD))
                   + msg(3, num(1, at("span_id")) + num(2, at(span))))
    out += num(9, start) + num(10, 60 * SEC) + msg(11, num(1, 3) + num(2, 4)) + num(12, PERIOD)
    return out + b"".join(msg(6, s.encode()) for s in text)


def main(where):
    rng = random.Random(1)
    for side, requests, cls, grown, later in SIDES:
        start, samples, spans, folded = START + later * SEC, {}, [], {}
        for op in (op for op, n in requests.items() for _ in range(n)):
            trace, span, at = f"{rng.getrandbits(128) | 1:032x}", f"{rng.getrandbits(64) | 1:016x}", start + rng.randrange(58 * SEC)
            spans.append({"traceId": trace, "spanId": span, "name": op, "kind": 2, "startTimeUnixNano": str(at), "endTimeUnixNano": str(at + 20_000_000)})
            for frames, mean in code(cls, grown)[op]:
                n = poisson(rng, mean)
                if n:
                    samples[TOP + frames, span] = n
                    folded[TOP + frames] = folded.get(TOP + frames, 0) + n
        service = [{"key": "service.name", "value": {"stringValue": "shop"}}]
        doc = {"resourceSpans": [{"resource": {"attributes": service}, "scopeSpans": [{"spans": spans}]}]}
        os.makedirs(f"{where}/{side}", exist_ok=True)
        for name, body in (("shop.pb.gz", pprof(samples, start)), ("traces.json.gz", json.dumps(doc).encode())):
            with open(f"{where}/{side}/{name}", "wb") as f:
                f.write(gzip.compress(body, 9, mtime=0))
        with open(f"{where}/{side}.folded", "w") as f:
            f.writelines(f"{';'.join(s)} {n}\n" for s, n in sorted(folded.items()))


main(sys.argv[1])
