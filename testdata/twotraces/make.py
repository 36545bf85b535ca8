#!/usr/bin/env python3
"""Writes the traces of this folder: python3 make.py DIR (see README)."""
import json, os, sys

BASE = '5eed0000000000000000000000000a01'
NEW = '5eed0000000000000000000000000b02'
B = 1767225600 * 10**9  # 2026-01-01
MS = 10**6


def attr(key, value):
    kind = {bool: 'boolValue', int: 'intValue'}.get(type(value), 'stringValue')
    return {'key': key, 'value': {kind: str(value) if kind == 'intValue' else value}}


class Trace:
    """Spans (service, name, parent, start, end in ms, kind, attributes)."""

    def __init__(self, trace):
        self.trace, self.spans = trace, []

    def add(self, service, name, up, start, end, kind=1, attrs=(), status=0, unended=False):
        self.spans.append((len(self.spans) + 1, service, name, up, start, end, kind, attrs, status, unended))
        return len(self.spans)

    def otlp(self):
        by = {}
        for i, service, name, up, start, end, kind, attrs, status, unended in self.spans:
            by.setdefault(service, []).append({
                'traceId': self.trace, 'spanId': '%016x' % i, 'parentSpanId': '%016x' % up if up else '',
                'name': name, 'kind': kind, 'startTimeUnixNano': str(B + round(start * MS)),
                'endTimeUnixNano': '0' if unended else str(B + round(end * MS)),
                'attributes': [attr(*a) for a in attrs], 'status': {'code': status}})
        return {'resourceSpans': [{'resource': {'attributes': [attr('service.name', s)]},
                                   'scopeSpans': [{'scope': {'name': 'x'}, 'spans': spans}]}
                                  for s, spans in by.items()]}

    def jaeger(self):
        names = sorted({s[1] for s in self.spans})
        return {'data': [{'traceID': self.trace, 'processes': {
            'p%d' % k: {'serviceName': s, 'tags': []} for k, s in enumerate(names)}, 'spans': [{
                'traceID': self.trace, 'spanID': '%016x' % i, 'operationName': name,
                'references': [{'refType': 'CHILD_OF', 'traceID': self.trace, 'spanID': '%016x' % up}] if up else [],
                'startTime': B // 1000 + round(start * 1000), 'duration': round((end - start) * 1000),
                'tags': [{'key': a, 'type': 'string', 'value': str(v).lower()} for a, v in attrs],
                'processID': 'p%d' % names.index(service)}
                for i, service, name, up, start, end, kind, attrs, status, unended in self.spans]}]}

    def zipkin(self):
        return [{'traceId': self.trace, 'id': '%016x' % i, **({'parentId': '%016x' % up} if up else {}),
                 'name': name, 'timestamp': B // 1000 + round(start * 1000), 'duration': round((end - start) * 1000),
                 'localEndpoint': {'serviceName': service}, 'tags': {a: str(v).lower() for a, v in attrs}}
                for i, service, name, up, start, end, kind, attrs, status, unended in self.spans]


def checkout(trace, sql, price, summary=False, reco=0):
    """POST /checkout: 21 ms of its own, SELECTs of 1 ms, a call of price ms."""
    t = Trace(trace)
    end = 21 + sql + price + 10 + reco
    root = t.add('shop', 'POST /checkout', 0, 0, end, 2)
    if summary:
        t.add('shop', 'SELECT', root, 5, 5 + sql, 3, [('is_summary', True), ('span_count', sql),
              ('duration_min_ns', MS), ('duration_max_ns', MS), ('duration_total_ns', sql * MS)])
    for i in range(0 if summary else sql):
        t.add('shop', 'SELECT', root, 5 + i, 6 + i, 3)
    at = 5 + sql
    call = t.add('shop', 'GET', root, at, at + price + 10, 3)
    t.add('prices', 'GET /price', call, at + 5, at + 5 + price, 2)
    if reco:
        at += price + 10
        call = t.add('shop', 'GET', root, at, at + reco, 3)
        serve = t.add('reco', 'GET /reco', call, at + 2, at + reco - 2, 2)
        t.add('reco', 'SELECT', serve, at + 4, at + reco - 4, 3)
    return t


def siblings(trace, order, at_once=False):
    """Two calls of one name, in one order or the other, or at once."""
    t = Trace(trace)
    root = t.add('shop', 'GET /page', 0, 0, 110, 2)
    at = 0
    for name, ms in order:
        call = t.add('shop', 'GET', root, at + 5, at + 5 + ms, 3)
        if name:
            t.add(name, 'GET /' + name, call, at + 6, at + 4 + ms, 2)
        at += 10 if at_once else ms
    return t


def put(where, name, value):
    with open(os.path.join(where, name), 'w') as f:
        json.dump(value, f, separators=(',', ':'))
        f.write('\n')


def main(where):
    base, new = checkout(BASE, 2, 128), checkout(NEW, 60, 520)
    thin = checkout(NEW, 60, 520, summary=True)
    put(where, 'base.otlp.json', base.otlp())
    put(where, 'base.jaeger.json', base.jaeger())
    put(where, 'base.zipkin.json', base.zipkin())
    put(where, 'new.otlp.json', new.otlp())
    put(where, 'new.jaeger.json', new.jaeger())
    put(where, 'new.zipkin.json', new.zipkin())
    put(where, 'thin.otlp.json', thin.otlp())
    put(where, 'thin.jaeger.json', thin.jaeger())
    put(where, 'reco.otlp.json', checkout(NEW, 2, 128, reco=200).otlp())
    failed = checkout(NEW, 2, 128)
    failed.spans = [s[:8] + (2 if s[2] != 'SELECT' else 0, False) for s in failed.spans]
    put(where, 'failed.otlp.json', failed.otlp())
    put(where, 'again.otlp.json', checkout(NEW, 2, 128).otlp())
    both = base.otlp()
    both['resourceSpans'] += new.otlp()['resourceSpans']
    put(where, 'both.otlp.json', both)
    put(where, 'order-base.otlp.json', siblings(BASE, [('cart', 20), ('stock', 30)]).otlp())
    put(where, 'order-new.otlp.json', siblings(NEW, [('stock', 30), ('cart', 60)]).otlp())
    put(where, 'once-base.otlp.json', siblings(BASE, [('', 20), ('', 30)], True).otlp())
    put(where, 'once-new.otlp.json', siblings(NEW, [('', 60), ('', 20)], True).otlp())
    # no end, a parent that is missing, another name, a number in a name
    t = Trace(NEW)
    root = t.add('shop', 'POST /checkout', 0, 0, 0, 2, unended=True)
    t.add('shop', 'SELECT', root, 5, 6, 3)
    t.add('shop', 'SELECT', root, 6, 400, 3)
    t.add('prices', 'GET /price', 99, 420, 450, 2)
    put(where, 'partial.otlp.json', t.otlp())
    untimed = new.otlp()
    for resource in untimed['resourceSpans']:
        for span in resource['scopeSpans'][0]['spans']:
            if span['name'] == 'GET /price':
                del span['startTimeUnixNano'], span['endTimeUnixNano']
    put(where, 'untimed.otlp.json', untimed)
    for name, trace, path in ('user-17', BASE, 'GET /user/17'), ('user-3f', NEW, 'GET /user/3f9a'):
        t = Trace(trace)
        root = t.add('shop', 'page', 0, 0, 100, 2)
        t.add('users', path, root, 10, 30 if trace == BASE else 90, 2)
        put(where, name + '.otlp.json', t.otlp())


if __name__ == '__main__':
    main(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__)))
