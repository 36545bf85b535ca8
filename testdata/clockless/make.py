#!/usr/bin/env python3
"""Writes the inputs of this folder: make.py DIR.

A made-up shop: a gateway of Node asks reco, of Python.  The gateway works on
one request at a time.  Its profile counts microseconds from boot; the true
start of that clock is BOOT.
"""
import gzip
import json
import random
import sys

BOOT = 1713090000_123456000  # unix ns when the clock of V8 was 0
BEGIN = 600_000_000  # us: the profiler started then
random.seed(20)


def write(name, text):
    with open(f"{sys.argv[1]}/{name}.gz", "wb") as f:
        with gzip.GzipFile("", "wb", 9, f, 0) as z:
            z.write(text.encode())


def attrs(**of):
    return [{"key": k.replace("_", "."), "value": {"stringValue": v}} for k, v in of.items()]


def span(trace, id, parent, name, kind, start, end):
    return {"traceId": f"{trace:032x}", "spanId": f"{id:016x}",
            "parentSpanId": f"{parent:016x}" if parent else "", "name": name, "kind": kind,
            "startTimeUnixNano": str(BOOT + int(start * 1000)), "endTimeUnixNano": str(BOOT + int(end * 1000))}


gateway, reco, code = [], [], []
at = BEGIN + 1_000_000
for i in range(1, 121):
    at += random.randint(5_000, 260_000)
    what = random.choice(["home", "cart"])
    first, wait, last = (random.randint(10_000, 60_000) for _ in range(3))
    end = at + first + wait + last
    id = 16 * i + 0x1000
    gateway += [span(0xa0000000 + i, id, 0, "GET /" + what, 2, at, end),
                span(0xa0000000 + i, id + 1, id, "GET", 3, at + first, at + first + wait)]
    reco += [span(0xa0000000 + i, id + 2, id + 1, "rank", 2, at + first + 500, at + first + wait - 500)]
    code += [(at, at + first, 4 if what == "home" else 5), (at + first + wait, end, 6)]
    at = end
lines = [json.dumps({"resourceSpans": [{"resource": {"attributes": attrs(service_name=name, telemetry_sdk_language=lang)},
                                        "scopeSpans": [{"spans": spans}]}]})
         for name, lang, spans in (("gateway", "nodejs", gateway), ("reco", "python", reco))]
write("traces.jsonl", "\n".join(lines) + "\n")

def node(id, name, children=(), line=1):
    return {"id": id, "callFrame": {"functionName": name, "scriptId": "1", "url": "file:///srv/main.js" if id > 2 else "",
                                    "lineNumber": line, "columnNumber": 0}, "hitCount": 0, "children": list(children)}

nodes = [node(1, "(root)", [2, 3]), node(2, "(idle)"), node(3, "serve", [4, 5, 6]),
         node(4, "home", line=10), node(5, "cart", line=20), node(6, "render", line=30)]
samples, deltas, t, last, k = [], [], BEGIN, BEGIN, 0
while t < at + 1_000_000:
    t += random.randint(4_000, 6_000)
    while k < len(code) and code[k][1] <= t:
        k += 1
    runs = k < len(code) and code[k][0] <= t
    samples.append(code[k][2] if runs and random.random() < .9 else 2)
    deltas.append(t - last)
    last = t
write("gateway.cpuprofile", json.dumps({"nodes": nodes, "startTime": BEGIN, "endTime": t, "samples": samples,
                                        "timeDeltas": deltas}, separators=(",", ":")))
write("reco.cpu.folded", "".join(f"serve (main.py:9);{f} (main.py:{n}) {c}\n" for f, n, c in (("rank", 20, 70), ("score", 31, 20))))
