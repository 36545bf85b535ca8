#!/usr/bin/env python3
"""Writes the traces of this folder: python3 make.py DIR (see README)."""
import json, os, sys

T = '7d0fc1a55e1f4c1bb7a1c0ffee5eed01'
B = 1767225600 * 10**9  # 2026-01-01
MS = 10**6


def attr(key, value):
    kind = {bool: 'boolValue', int: 'intValue', float: 'doubleValue'}.get(type(value), 'stringValue')
    return {'key': key, 'value': {kind: str(value) if kind == 'intValue' else value}}


def span(i, up, name, start, end, kind=1, attrs=(), trace=T, **more):
    return {'traceId': trace, 'spanId': '%016x' % i, 'parentSpanId': '%016x' % up if up else '', 'name': name,
            'kind': kind, 'startTimeUnixNano': str(B + round(start * MS)), 'endTimeUnixNano': str(B + round(end * MS)),
            'attributes': [attr(*a) for a in attrs], **more}


def doc(*services):
    return {'resourceSpans': [{'resource': {'attributes': [attr('service.name', name)]},
                               'scopeSpans': [{'scope': {'name': 'x'}, 'spans': spans}]} for name, spans in services]}


def pruned(prefix, n, least, most, total):
    return [(prefix + 'is_summary', True), (prefix + 'span_count', n),
            (prefix + 'duration_min_ns', int(least * MS)), (prefix + 'duration_max_ns', int(most * MS)),
            (prefix + 'duration_avg_ns', int(total * MS / n)), (prefix + 'duration_total_ns', int(total * MS)),
            (prefix + 'histogram_bucket_bounds_s', 0.005), (prefix + 'histogram_bucket_counts', n)]


def put(where, name, value):
    with open(os.path.join(where, name), 'w') as f:
        json.dump(value, f, separators=(',', ':'))
        f.write('\n')


def main(where):
    # 60 calls one after another: 180 ms of the 200 ms between the first and the last
    put(where, 'pruned.otlp.json', doc(
        ('shop', [span(1, 0, 'GET /cart', 0, 210, 2),
                  span(2, 1, 'SELECT', 5, 205, 3, pruned('aggregation.', 60, 2, 4, 180))])))
    # the same, all calls kept
    put(where, 'whole.otlp.json', doc(
        ('shop', [span(1, 0, 'GET /cart', 0, 210, 2)] +
                 [span(2 + i, 1, 'SELECT', 5 + i * 197 / 59, 8 + i * 197 / 59, 3) for i in range(60)])))
    # 10 calls at once, another prefix
    put(where, 'at-once.otlp.json', doc(
        ('shop', [span(1, 0, 'GET /search', 0, 100, 2),
                  span(2, 1, 'shard', 10, 70, 3, pruned('my_', 10, 40, 55, 500))])))
    # calls and their parents
    put(where, 'parents.otlp.json', doc(
        ('shop', [span(1, 0, 'GET /list', 0, 300, 2),
                  span(2, 1, 'item', 10, 290, 1, pruned('', 20, 8, 20, 260)),
                  span(3, 2, 'SELECT', 12, 285, 3, pruned('', 40, 2, 9, 160))])))
    # merged by Elastic's agent
    put(where, 'composite.otlp.json', doc(
        ('shop', [span(1, 0, 'GET /cart', 0, 210, 2),
                  span(2, 1, 'SELECT FROM item', 5, 205, 3, [
                      ('span.composite.count', 60), ('span.composite.sum.us', 180000),
                      ('span.composite.compression_strategy', 'exact_match')])])))
    # one call each: marks that are none, and values that cannot be
    odd = [[('x.is_summary', False), ('x.span_count', 60)], [('x.is_summary', True), ('y.span_count', 60)],
           [('x.is_summary', True), ('x.span_count', 1)], [('x.is_summary', True), ('x.span_count', -5)],
           [('is_summary', True)], [('span.composite.count', 'many')]]
    # many calls: texts, a real number, a sum that is missing or less than 0
    odd += [[('x.is_summary', 'true'), ('x.span_count', '3'), ('x.duration_total_ns', '9000000')],
            [('x.is_summary', True), ('x.span_count', 4), ('x.duration_avg_ns', 2e6)],
            [('x.is_summary', True), ('x.span_count', 5), ('x.duration_total_ns', -1)]]
    put(where, 'odd.otlp.json', doc(
        ('shop', [span(1, 0, 'GET /odd', 0, 210, 2)] +
                 [span(2 + i, 1, 'call %d' % i, 10 + 20 * i, 25 + 20 * i, 3, a) for i, a in enumerate(odd)])))
    # Jaeger and Zipkin: tags
    put(where, 'pruned.jaeger.json', {'data': [{'traceID': T, 'spans': [
        {'traceID': T, 'spanID': '%016x' % 1, 'operationName': 'GET /cart', 'references': [],
         'startTime': B // 1000, 'duration': 210000, 'tags': [], 'processID': 'p1'},
        {'traceID': T, 'spanID': '%016x' % 2, 'operationName': 'SELECT', 'references': [
            {'refType': 'CHILD_OF', 'traceID': T, 'spanID': '%016x' % 1}],
         'startTime': B // 1000 + 5000, 'duration': 200000, 'processID': 'p1', 'tags': [
             {'key': k, 'type': 'bool' if v is True else 'int64', 'value': v}
             for k, v in pruned('aggregation.', 60, 2, 4, 180)[:6]]}],
        'processes': {'p1': {'serviceName': 'shop'}}}]})
    put(where, 'pruned.zipkin.json', [
        {'traceId': T, 'id': '%016x' % 1, 'kind': 'SERVER', 'name': 'get /cart', 'timestamp': B // 1000,
         'duration': 210000, 'localEndpoint': {'serviceName': 'shop'}},
        {'traceId': T, 'id': '%016x' % 2, 'parentId': '%016x' % 1, 'kind': 'CLIENT', 'name': 'select',
         'timestamp': B // 1000 + 5000, 'duration': 200000, 'localEndpoint': {'serviceName': 'shop'},
         'tags': {k: str(v).lower() for k, v in pruned('aggregation.', 60, 2, 4, 180)[:6]}}])
    # Tempo's answer that is a part
    put(where, 'partial.tempo.json', {'trace': doc(
        ('shop', [span(1, 0, 'GET /cart', 0, 210, 2), span(2, 1, 'price', 5, 105, 3)])),
        'status': 'PARTIAL', 'message': 'max spans reached'})
    put(where, 'orphans.otlp.json', doc(
        ('shop', [span(1, 0, 'GET /cart', 0, 210, 2), span(2, 9, 'price', 5, 105, 3)])))
    # times of many sizes
    put(where, 'week.otlp.json', doc(
        ('batch', [span(1, 0, 'job', 0, 604800000, 1), span(2, 1, 'import', 0, 7200000, 1),
                   span(3, 1, 'rows', 7200000, 7218000, 1), span(4, 1, 'row', 7218000, 7218019, 1),
                   span(5, 1, 'check', 7218019, 7218019.25, 1)])))
    # calls in turns of seven operations
    put(where, 'turns.otlp.json', doc(
        ('shop', [span(1, 0, 'root', 0, 200, 2)] +
                 [span(i, 1, 'SELECT %d' % (i % 7), (i - 2) * .9, (i - 2) * .9 + .5, 3) for i in range(2, 212)])))
    # two sides of diff
    for side, n, each in ('base', 4, 3), ('new', 12, 3):
        traces = []
        for t in range(30):
            trace = '%032x' % (0x7d00 + t + (1000 if side == 'new' else 0))
            at = t * 1000 + (100000 if side == 'new' else 0)
            traces += [span(1 + 2 * t, 0, 'GET /cart', at, at + 10 + n * each, 2, trace=trace),
                       span(2 + 2 * t, 1 + 2 * t, 'SELECT', at + 5, at + 5 + n * each, 3,
                            pruned('aggregation.', n, each, each, n * each), trace=trace)]
        put(where, 'many-%s.otlp.json' % side, doc(('shop', traces)))


main(sys.argv[1])
