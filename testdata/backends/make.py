#!/usr/bin/env python3
"""make.py - writes this folder: what servers that hold the bundled incident answer.

    CORR=build/corr testdata/backends/make.py

Traces are of ../incident, profiles of ../incident and ../jfr as corr cuts and
converts them, metrics and alerts of ../metrics.  The shapes are those of the
servers named in README.md.
"""
import base64
import gzip
import json
import os
import re
import shutil
import struct
import subprocess
from datetime import datetime, timezone
from urllib.parse import quote, urlencode

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.dirname(HERE)
CORR = os.path.abspath(os.environ.get('CORR', os.path.join(DATA, '../build/corr')))
# The slow ones: by a lock, by a mutex, and three while the flag was on.
TRACES = ['8b6f592889af98a87a3c98f15bbcef50', 'd8e1999a185380142371dbc7a1812f35',
          '9de136d8ee64f76235e3cc8c57f23d18', 'a413b68db424263a90713b001c96f471',
          'f7e946d508534fbff4a01616e69e1234']
BEGIN, END = 1795281690, 1795281800  # 17:21:30 to 17:23:20 on 2026-11-21, UTC
SHOWN = 1795281825  # the metrics go on to 17:23:45
WINDOWS = {'all': (BEGIN, END), 'before': (1795281700, 1795281735),
           'flag': (1795281735, 1795281770), 'after': (1795281770, END)}
PORTS = {'prometheus': 9090, 'alertmanager': 9093, 'zipkin': 9411, 'jaeger': 16686,
         'tempo': 3200, 'pyroscope': 4040, 'grafana': 3000, 'go': 6060}


def load(name):
    with open(os.path.join(DATA, name), encoding='utf-8') as f:
        return json.load(f)


def utc(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).strftime('%Y-%m-%dT%H:%M:%SZ')


# ---- exchanges --------------------------------------------------------------

def write(server, name, ending, data):
    os.makedirs(os.path.join(HERE, server), exist_ok=True)
    if ending.endswith('body') and len(data) > 2000:
        data, ending = gzip.compress(data, 9, mtime=0), ending + '.gz'
    with open(os.path.join(HERE, server, f'{name}.{ending}'), 'wb') as f:
        f.write(data)


def exchange(server, name, target, answer, kind='application/json', accept=None,
             status='200 OK', body=None, sent='application/json'):
    """One request and its answer; a body makes it a POST."""
    lines = [f'{"GET" if body is None else "POST"} {target} HTTP/1.1',
             f'Host: 127.0.0.1:{PORTS[server]}', f'Accept: {accept or kind}']
    if body is not None:
        lines.append(f'Content-Type: {sent}')
    text = isinstance(body, str)
    head = '\r\n'.join(lines) + '\r\n\r\n' + (body if text else '')
    write(server, name, 'request', head.encode())
    if body is not None and not text:
        write(server, name, 'request.body', body)
    if not isinstance(answer, bytes):
        answer = json.dumps(answer, separators=(',', ':')).encode()
    write(server, name, 'response.headers',
          f'HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(answer)}\r\n'
          .encode())
    write(server, name, 'response.body', answer)


# ---- protobuf ---------------------------------------------------------------

def varint(n):
    out = b''
    n &= (1 << 64) - 1
    while n > 127:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def field(number, value):
    """A field: bytes and text with a length, an integer as a varint."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value) if value else b''
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def fixed64(number, value):
    return varint(number << 3 | 1) + struct.pack('<Q', int(value))


def fields(data):
    """(number, value) of each field; values of fixed size as bytes."""
    at = 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            at += 1
            value |= (data[at - 1] & 127) << shift
            shift += 7
            if data[at - 1] < 128:
                return value

    while at < len(data):
        key = number()
        if key & 7 == 0:
            yield key >> 3, number()
        else:
            size = {1: 8, 5: 4}.get(key & 7) or number()
            at += size
            yield key >> 3, data[at - size:at]


# ---- traces -----------------------------------------------------------------

def resources():
    """(resource, scope, spans) of the incident's traces that are kept."""
    found = {}
    with gzip.open(os.path.join(DATA, 'incident/traces.otlp.jsonl.gz'), 'rt') as f:
        for line in f:
            for r in json.loads(line)['resourceSpans']:
                for s in r['scopeSpans']:
                    for span in s['spans']:
                        key = json.dumps([r['resource'], s['scope']], sort_keys=True)
                        if span['traceId'] in TRACES:
                            found.setdefault(key, []).append(span)
    return [tuple(json.loads(key)) + (sorted(spans, key=lambda s: s['startTimeUnixNano']),)
            for key, spans in sorted(found.items())]


def of_trace(all_spans, trace):
    kept = [(r, s, [p for p in spans if p['traceId'] == trace]) for r, s, spans in all_spans]
    return [k for k in kept if k[2]]


def text_of(attributes, key, default=''):
    return next((plain(a['value']) for a in attributes if a['key'] == key), default)


def plain(value):
    if 'arrayValue' in value:
        return json.dumps([plain(v) for v in value['arrayValue']['values']])
    return str(list(value.values())[0])


def service(resource):
    return text_of(resource['attributes'], 'service.name')


def otlp(parts, of_span=dict):
    return [{'resource': r, 'scopeSpans': [{'scope': s, 'spans': [of_span(p) for p in spans]}]}
            for r, s, spans in parts]


def tempo_span(span):
    """As Tempo prints it: ids in base64, kinds by name."""
    names = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER']
    out = {k: v for k, v in span.items() if k != 'flags'}
    for key in ('traceId', 'spanId', 'parentSpanId'):
        if out.get(key):
            out[key] = base64.b64encode(bytes.fromhex(out[key])).decode()
    out['kind'] = 'SPAN_KIND_' + names[span['kind']]
    return out


def wire_attributes(number, attributes):
    return b''.join(field(number, field(1, a['key']) + field(2, wire_value(a['value'])))
                    for a in attributes)


def wire_value(value):
    if 'arrayValue' in value:
        return field(5, b''.join(field(1, wire_value(v)) for v in value['arrayValue']['values']))
    if 'intValue' in value:
        return varint(3 << 3) + varint(int(value['intValue']))
    return field(1, value['stringValue'])


def wire_span(span):
    out = b''.join(field(n, bytes.fromhex(span.get(k, ''))) for n, k in
                   ((1, 'traceId'), (2, 'spanId'), (4, 'parentSpanId')) if span.get(k))
    out += field(5, span['name']) + field(6, span['kind'])
    out += fixed64(7, span['startTimeUnixNano']) + fixed64(8, span['endTimeUnixNano'])
    out += wire_attributes(9, span.get('attributes', []))
    return out + field(15, field(3, span.get('status', {}).get('code', 0)))


def wire_trace(parts):
    return b''.join(
        field(1, field(1, wire_attributes(1, r['attributes'])) +
              field(2, field(1, field(1, s['name'])) +
                    b''.join(field(2, wire_span(p)) for p in spans)))
        for r, s, spans in parts)


def zipkin(parts):
    kinds = {2: 'SERVER', 3: 'CLIENT', 4: 'PRODUCER', 5: 'CONSUMER'}
    out = []
    for r, s, spans in parts:
        for p in spans:
            start, end = (int(p[k]) // 1000 for k in ('startTimeUnixNano', 'endTimeUnixNano'))
            tags = {a['key']: text_of([a], a['key']) for a in p.get('attributes', [])}
            out.append({'traceId': p['traceId'], 'parentId': p.get('parentSpanId'),
                        'id': p['spanId'], 'kind': kinds.get(p['kind']),
                        'name': p['name'].lower(), 'timestamp': start, 'duration': end - start,
                        'localEndpoint': {'serviceName': service(r).lower()},
                        'tags': dict(tags, **{'otel.scope.name': s['name']})})
    return [{k: v for k, v in p.items() if v is not None} for p in out]


def jaeger(trace, parts):
    kinds = {1: 'internal', 2: 'server', 3: 'client', 4: 'producer', 5: 'consumer'}
    tags = lambda attributes: [
        {'key': a['key'], 'type': 'int64' if 'intValue' in a['value'] else 'string',
         'value': int(a['value']['intValue']) if 'intValue' in a['value']
         else plain(a['value'])} for a in attributes]
    spans, processes = [], {}
    for i, (r, s, of) in enumerate(parts, 1):
        processes[f'p{i}'] = {'serviceName': service(r), 'tags': tags(
            a for a in r['attributes'] if a['key'] != 'service.name')}
        for p in of:
            start, end = (int(p[k]) // 1000 for k in ('startTimeUnixNano', 'endTimeUnixNano'))
            above = p.get('parentSpanId')
            spans.append({
                'traceID': trace, 'spanID': p['spanId'], 'operationName': p['name'],
                'references': [{'refType': 'CHILD_OF', 'traceID': trace, 'spanID': above}]
                if above else [], 'startTime': start, 'duration': end - start,
                'tags': tags([{'key': 'otel.scope.name', 'value': {'stringValue': s['name']}}] +
                             p.get('attributes', [])) +
                [{'key': 'span.kind', 'type': 'string', 'value': kinds[p['kind']]}],
                'logs': [], 'processID': f'p{i}', 'warnings': None})
    return {'traceID': trace, 'spans': spans, 'processes': processes, 'warnings': None}


def tempo_hit(trace, parts, name):
    spans = [p for _, _, of in parts for p in of]
    root, at = next((p, r) for r, _, of in parts for p in of if not p.get('parentSpanId'))
    took = int(root['endTimeUnixNano']) - int(root['startTimeUnixNano'])
    hits = [{'spanID': p['spanId'], 'name': p['name'], 'startTimeUnixNano':
             p['startTimeUnixNano'], 'durationNanos':
             str(int(p['endTimeUnixNano']) - int(p['startTimeUnixNano']))}
            for r, _, of in parts for p in of if service(r) == name and p['kind'] == 2]
    assert spans
    return {'traceID': trace.lstrip('0'), 'rootServiceName': service(at),
            'rootTraceName': root['name'], 'startTimeUnixNano': root['startTimeUnixNano'],
            'durationMs': took // 10**6, 'spanSets': [{'spans': hits[:3], 'matched': len(hits)}]}


def traces():
    everything = resources()
    parts = {t: of_trace(everything, t) for t in TRACES}
    for t, p in parts.items():
        name = t[:8]
        exchange('tempo', f'v2-{name}', f'/api/v2/traces/{t}', {
            'trace': {'resourceSpans': otlp(p, tempo_span)}, 'metrics': {}})
        exchange('tempo', f'v2-{name}-pb', f'/api/v2/traces/{t}',
                 field(1, wire_trace(p)) + field(2, b''), 'application/protobuf')
        exchange('zipkin', name, f'/api/v2/trace/{t}', zipkin(p))
        exchange('jaeger', f'v3-{name}', f'/api/v3/traces/{t}?raw_traces=true',
                 {'result': {'resourceSpans': otlp(p)}})
        exchange('jaeger', f'classic-{name}', f'/api/traces/{t}?raw=true',
                 {'data': [jaeger(t, p)], 'total': 0, 'limit': 0, 'offset': 0, 'errors': None})
    for t in TRACES[:2]:
        exchange('tempo', f'v1-{t[:8]}', f'/api/traces/{t}',
                 {'batches': otlp(parts[t], tempo_span)})
        exchange('tempo', f'v1-{t[:8]}-pb', f'/api/traces/{t}', wire_trace(parts[t]),
                 'application/protobuf')
    for name in ('checkout', 'pricing'):
        hits = {t: p for t, p in parts.items() if any(service(r) == name for r, _, _ in p)}
        exchange('tempo', f'search-{name}', '/api/search?' + urlencode(
            {'q': f'{{ resource.service.name = "{name}" }}', 'start': BEGIN, 'end': END,
             'limit': 20, 'spss': 3}, quote_via=quote), {
            'traces': [tempo_hit(t, p, name) for t, p in hits.items()],
            'metrics': {'inspectedTraces': len(TRACES), 'completedJobs': 1, 'totalJobs': 1}})
        exchange('zipkin', f'traces-{name}', '/api/v2/traces?' + urlencode(
            {'serviceName': name, 'endTs': END * 1000, 'lookback': (END - BEGIN) * 1000,
             'limit': 10}), [zipkin(p) for p in hits.values()])
        exchange('jaeger', f'v3-search-{name}', '/api/v3/traces?' + urlencode(
            {'query.service_name': name, 'query.start_time_min': utc(BEGIN),
             'query.start_time_max': utc(END), 'query.num_traces': 20, 'query.raw_traces': 'true'}),
            {'result': {'resourceSpans': [x for p in hits.values() for x in otlp(p)]}})
    exchange('jaeger', 'v3-services', '/api/v3/services',
             {'services': ['checkout', 'gateway', 'pricing']})
    exchange('zipkin', 'services', '/api/v2/services', ['checkout', 'gateway', 'pricing'])
    exchange('tempo', 'v2-unknown', f'/api/v2/traces/{"0" * 29}abc', {'trace': {}, 'metrics': {}})
    exchange('jaeger', 'v3-unknown', f'/api/v3/traces/{"0" * 29}abc?raw_traces=true',
             {'error': {'httpCode': 404, 'message': 'No traces found'}}, status='404 Not Found')
    exchange('zipkin', 'unknown', f'/api/v2/trace/{"0" * 29}abc', b'trace not found\n',
             'text/*', status='404 Not Found')
    return [(service(r), p) for r, _, spans in everything for p in spans]


# ---- profiles ---------------------------------------------------------------

CPU = 'process_cpu:cpu:nanoseconds:cpu:nanoseconds'
KINDS = {'cpu': CPU, 'alloc_bytes': 'memory:alloc_space:bytes:space:bytes',
         'lock': 'mutex:delay:nanoseconds:contentions:count'}
INPUT = {'pricing': [f'incident/pricing.cpu.0{i}.pb.gz' for i in range(9)],
         'checkout': ['jfr/incident.jfr.gz']}


def corr(*args):
    run = subprocess.run([CORR, *args], cwd=DATA, check=False, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE)
    if run.returncode and b'no sample is selected' not in run.stderr:
        raise SystemExit(f'corr {" ".join(args)}: {run.stderr.decode()}')
    return run.stdout


def of_window(begin, end):
    return ['--from', utc(begin), '--to', utc(end)]


def stacks(name, *args):
    """[(frames from the root, value)] of samples of CPU, in ns."""
    text = corr('convert', '-q', '--to', 'folded', '--cpu', *args, *INPUT[name],
                *(['incident/traces.otlp.jsonl.gz'] if '--span' in args else []))
    out = []
    for line in text.decode().splitlines():
        frames, _, value = line.rpartition(' ')
        frames = frames.split(';')
        if name == 'checkout':
            frames = [re.sub(r'\.(?=.*\.)', '/', f) for f in frames]
        out.append((frames, int(value) * 10**7))
    return out


def pprof(rows, kind, end):
    """A profile as Pyroscope merges them: one value, no labels, no files."""
    strings, functions = {'': 0}, {}
    word = lambda s: strings.setdefault(s, len(strings))
    _, sample, unit, period, period_unit = kind.split(':')
    out = field(1, field(1, word(sample)) + field(2, word(unit)))
    for frames, value in rows:
        ids = [functions.setdefault(f, len(functions) + 1) for f in reversed(frames)]
        out += field(2, field(1, b''.join(map(varint, ids))) + field(2, varint(value)))
    out += field(3, field(1, 1) + field(7, 1))
    for f, i in functions.items():
        out += field(4, field(1, i) + field(2, 1) + field(4, field(1, i)))
    for f, i in functions.items():
        out += field(5, field(1, i) + field(2, word(f)) + field(3, word(f)))
    kinds = field(11, field(1, word(period)) + field(2, word(period_unit)))
    out += b''.join(field(6, s) for s in strings)
    return out + varint(9 << 3) + varint(end * 10**9) + kinds + varint(12 << 3) + varint(10**9)


def flame(rows):
    """A flame graph: levels of x offset, total, self, name; numbers as text."""
    tree = {}
    for frames, value in rows:
        at = tree
        for f in frames:
            node = at.setdefault(f, [0, 0, {}])
            node[0] += value
            at = node[2]
        node[1] += value
    total = sum(v for _, v in rows)
    names, levels, top = {'total': 0}, [['0', str(total), '0', '0']], 0
    level = [(0, tree, 0)]  # where the children begin, and the node
    while any(children for _, children, _ in level):
        row, end, below = [], 0, []
        for x, children, _ in level:
            for f in sorted(children):
                whole, own, inner = children[f]
                row += [str(x - end), str(whole), str(own),
                        str(names.setdefault(f, len(names)))]
                below.append((x + own, inner, own))
                end = x = x + whole
                top = max(top, own)
        levels.append(row)
        level = below
    if not total:
        return {'flamegraph': {'names': ['total'], 'levels': [{'values': ['0', '0', '0', '0']}]}}
    return {'flamegraph': {'names': list(names), 'levels': [{'values': r} for r in levels],
                           'total': str(total), 'maxSelf': str(top)}}


def querier(name, method, ask, answer, **more):
    exchange('pyroscope', name, f'/querier.v1.QuerierService/{method}', answer,
             body=ask if isinstance(ask, bytes) else json.dumps(ask, separators=(',', ':')),
             **more)


PROTO = {'kind': 'application/proto', 'sent': 'application/proto'}


def profiles_of(name, window):
    begin, end = (t * 1000 for t in WINDOWS[window])
    rows = stacks(name, *of_window(*WINDOWS[window]))
    selector = f'{{service_name="{name}"}}'
    answer = pprof(rows, CPU, end // 1000)
    ask = field(1, CPU) + field(2, selector) + field(3, begin) + field(4, end)
    querier(f'profile-{name}-{window}', 'SelectMergeProfile', ask, answer, **PROTO)
    querier(f'stacks-{name}-{window}', 'SelectMergeStacktraces', ask + field(6, 4),
            field(5, field(1, answer)), **PROTO)
    querier(f'flame-{name}-{window}', 'SelectMergeStacktraces',
            {'profileTypeID': CPU, 'labelSelector': selector, 'start': begin, 'end': end},
            flame(rows))


def spans_of(name, span):
    """The profile of one span, and what an agent without its samples says."""
    begin, end = (t * 1000 for t in WINDOWS['all'])
    rows = stacks(name, '--span', span) if span else []
    selector, span = f'{{service_name="{name}"}}', span[33:] if span else '0' * 14 + 'ff'
    answer = pprof(rows, CPU, end // 1000) if rows else b''
    querier(f'span-{name}-{span[:8]}', 'SelectMergeSpanProfile',
            {'profileTypeID': CPU, 'labelSelector': selector, 'spanSelector': [span],
             'start': begin, 'end': end}, flame(rows))
    ask = field(1, CPU) + field(2, selector) + field(3, begin) + field(4, end) + field(6, 4)
    querier(f'span-stacks-{name}-{span[:8]}', 'SelectMergeStacktraces', ask + field(11, span),
            field(5, field(1, answer)) if rows else b'', **PROTO)


def profiles(spans):
    begin, end = BEGIN * 1000, END * 1000
    types = []
    for kind in KINDS.values():
        name, *rest = kind.split(':')
        types.append(dict(zip(('ID', 'name', 'sampleType', 'sampleUnit', 'periodType',
                               'periodUnit'), [kind, name] + rest)))
    window = {'start': begin, 'end': end}
    querier('profile-types', 'ProfileTypes', window, {'profileTypes': types[:1]})
    querier('profile-stats', 'GetProfileStats', {}, {
        'dataIngested': True, 'oldestProfileTime': str(begin), 'newestProfileTime': str(end)})
    querier('label-values', 'LabelValues', dict(window, name='service_name'),
            {'names': sorted(INPUT)})
    querier('label-names', 'LabelNames', window, {'names': ['__profile_type__', 'service_name']})
    querier('series', 'Series', dict(window, matchers=['{}'], labelNames=['service_name']), {
        'labelsSet': [{'labels': [{'name': 'service_name', 'value': s}]} for s in sorted(INPUT)]})
    for name in INPUT:
        for w in WINDOWS:
            profiles_of(name, w)
        points = [{'value': sum(v for _, v in stacks(name, *of_window(t, t + 10))),
                   'timestamp': str(t * 1000)} for t in range(BEGIN, END, 10)]
        querier(f'select-series-{name}', 'SelectSeries', dict(
            window, profileTypeID=CPU, labelSelector=f'{{service_name="{name}"}}', step=10,
            groupBy=['service_name']), {'series': [
                {'labels': [{'name': 'service_name', 'value': name}], 'points': points}]})
    # Span profiles are of local roots: a span whose caller is another service.
    for trace in TRACES:
        for name in INPUT:
            for p in (p for s, p in spans if s == name and p['traceId'] == trace
                      and p['kind'] == 2):
                spans_of(name, f'{trace}/{p["spanId"]}')
    spans_of('pricing', None)


def go():
    """A Go program's own pages: http/pprof."""
    for name, of in (('profile?seconds=10', 'cpu.03'), ('heap', 'heap'), ('mutex', 'mutex'),
                     ('block', 'block'), ('goroutine', 'goroutine')):
        with open(os.path.join(DATA, f'incident/pricing.{of}.pb.gz'), 'rb') as f:
            exchange('go', of.partition('.')[0], f'/debug/pprof/{name}', f.read(),
                     'application/octet-stream', '*/*')


# ---- metrics and alerts -----------------------------------------------------

def p95(buckets):
    """The quantile of each step, by the rate of the buckets over 20 s."""
    rows = {b['metric']['le']: b['values'] for b in buckets}
    bounds = sorted(rows, key=float)
    out = []
    for i in range(4, len(rows['+Inf'])):
        n = [float(rows[le][i][1]) - float(rows[le][i - 4][1]) for le in bounds]
        rank, low, below = 0.95 * n[-1], 0.0, 0.0
        for le, count in zip(bounds, n):
            if count >= rank:
                break
            low, below = float(le), count
        value = low if le == '+Inf' else low + (float(le) - low) * (rank - below) / (count - below) \
            if count > below else float('nan')
        out.append([rows['+Inf'][i][0], f'{value:g}'.replace('nan', 'NaN')])
    return out


def metrics(spans):
    buckets = load('metrics/buckets.json')
    of_checkout = [b for b in buckets['data']['result']
                   if b['metric']['endpoint'] == '/checkout']
    labels = {'endpoint': '/checkout', 'service': 'checkout'}
    rule = 'service:request_duration_seconds:p95'
    matrix = lambda rows: {'status': 'success', 'data': {'resultType': 'matrix', 'result': rows}}
    bucket = 'lab_request_duration_seconds_bucket{service="checkout"}'
    queries = {
        'cpu': ('service:cpu:rate20s', load('metrics/cpu.json')),
        'heap': ('jvm_memory_used_bytes{area="heap"}', load('metrics/heap.json')),
        'buckets': (bucket, buckets),
        'p95': (rule + '{endpoint="/checkout",service="checkout"}',
                matrix([{'metric': dict(labels, __name__=rule), 'values': p95(of_checkout)}]))}
    queries['cpu-checkout'] = ('service:cpu:rate20s{service="checkout"}', matrix(
        [r for r in queries['cpu'][1]['data']['result'] if r['metric']['service'] == 'checkout']))
    for name, (query, answer) in queries.items():
        exchange('prometheus', f'range-{name}', '/api/v1/query_range?' + urlencode(
            {'query': query, 'start': BEGIN, 'end': SHOWN, 'step': 5}, quote_via=quote), answer)
    exemplars = []
    for s, p in spans:
        took = (int(p['endTimeUnixNano']) - int(p['startTimeUnixNano'])) / 1e9
        if s == 'checkout' and p['name'] == 'GET /checkout':
            le = next(b['metric']['le'] for b in sorted(
                of_checkout, key=lambda b: float(b['metric']['le']))
                if float(b['metric']['le']) >= took)
            exemplars.append({
                'seriesLabels': dict(of_checkout[0]['metric'], le=le),
                'exemplars': [{'labels': {'trace_id': p['traceId'], 'span_id': p['spanId']},
                               'value': f'{took:.6g}',
                               'timestamp': int(p['endTimeUnixNano']) // 10**6 / 1000}]})
    exchange('prometheus', 'exemplars', '/api/v1/query_exemplars?' + urlencode(
        {'query': bucket, 'start': BEGIN, 'end': SHOWN}, quote_via=quote),
        {'status': 'success', 'data': exemplars})
    alerts = load('metrics/alerts.json')
    exchange('prometheus', 'alerts', '/api/v1/alerts', alerts)
    exchange('prometheus', 'buildinfo', '/api/v1/status/buildinfo',
             {'status': 'success', 'data': {'version': '2.42.0', 'revision': '', 'branch': '',
                                            'buildUser': '', 'buildDate': '', 'goVersion': ''}})
    with open(os.path.join(DATA, 'metrics/webhooks.jsonl'), encoding='utf-8') as f:
        hooks = [json.loads(line) for line in f]
    with open(os.path.join(HERE, 'webhook.json'), 'w', encoding='utf-8') as f:
        f.write(json.dumps(hooks[0], indent=1) + '\n')
    exprs = {'CheckoutLatencyP95High': rule + '{endpoint="/checkout",service="checkout"} > 0.45',
             'CheckoutCpuHigh': 'service:cpu:rate20s{service="checkout"} > 0.75'}
    rules = []
    for a in alerts['data']['alerts']:
        name = a['labels']['alertname']
        own = {k: v for k, v in a['labels'].items() if k in ('severity', 'team')}
        rules.append({'state': 'firing', 'name': name, 'query': exprs[name], 'duration': 5,
                      'keepFiringFor': 0, 'labels': own, 'annotations': a['annotations'],
                      'alerts': [a], 'health': 'ok', 'evaluationTime': 0.0005,
                      'lastEvaluation': '2026-11-21T17:22:44.755Z', 'type': 'alerting'})
    exchange('prometheus', 'rules', '/api/v1/rules', {'status': 'success', 'data': {'groups': [
        {'name': 'checkout', 'file': 'rules.yml', 'rules': rules, 'interval': 5, 'limit': 0,
         'evaluationTime': 0.001, 'lastEvaluation': '2026-11-21T17:22:44.755Z'}]}})
    exchange('alertmanager', 'alerts', '/api/v2/alerts', [
        {'annotations': a['annotations'], 'endsAt': '2026-11-21T17:26:44.755Z',
         'fingerprint': a['fingerprint'], 'receivers': [{'name': 'lab'}],
         'startsAt': a['startsAt'], 'status': {'inhibitedBy': [], 'silencedBy': [],
                                               'state': 'active'},
         'updatedAt': '2026-11-21T17:22:44.758Z', 'generatorURL': a['generatorURL'],
         'labels': a['labels']} for hook in hooks[:2] for a in hook['alerts']])
    exchange('grafana', 'datasources', '/api/datasources', [
        {'id': i, 'uid': s, 'name': s.capitalize(), 'access': 'proxy', 'type':
         {'tempo': 'tempo', 'jaeger': 'jaeger', 'zipkin': 'zipkin', 'prometheus': 'prometheus',
          'alertmanager': 'alertmanager', 'pyroscope': 'grafana-pyroscope-datasource'}[s]}
        for i, s in enumerate([s for s in PORTS if s not in ('grafana', 'go')], 1)])


def main():
    for server in PORTS:
        shutil.rmtree(os.path.join(HERE, server), ignore_errors=True)
    spans = traces()
    metrics(spans)
    profiles(spans)
    go()


if __name__ == '__main__':
    main()
