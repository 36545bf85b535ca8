"""canary_inputs - files of every format, with one text in each of their strings.

plant(text) is called for each string and returns the string to write.  Files of
text and JSON are those of testdata; protobuf, profiles and recordings are made
here, field by field, so that no field is missed.
"""
import gzip
import json
import os
import re
import struct
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, '../../testdata')
TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
SPAN = '00f067aa0ba902b7'
START = 1700000000000000000


def data(name):
    with open(os.path.join(DATA, name), 'rb') as f:
        return f.read()


# ---- JSON -------------------------------------------------------------------

# Words without which corr does not know the format, or other numbers come out.
FIXED = {'traceId', 'spanId', 'parentSpanId', 'parentId', 'traceID', 'spanID', 'id',
         'processID', 'refType', 'kind', 'type', 'unit', 'units', 'status', 'resultType',
         '$schema', 'format', 'spyName', 'startTimeUnixNano', 'endTimeUnixNano',
         'timeUnixNano', 'observedTimeUnixNano', 'intValue', 'asInt', 'startsAt',
         'endsAt', 'version', 'startTime', 'endTime', 'le', 'count', 'parent_id',
         'span_id', 'trace_id', 'start_time', 'end_time', 'trace_state', 'schemaUrl',
         'bucketCounts', '__name__', 'exporter', 'stackTable', 'doubleValue',
         'originalPayload', 'originalPayloadFormat', 'profileId', 'sampleTimestamp',
         'timestampsUnixNano', 'timestamps_unix_nano', 'TraceID', 'SpanID', 'StartTime',
         'EndTime', 'SpanKind', 'product', 'refId', 'typeVersion', 'frame', 'Type', 'service.name', 'statusCode', 'status_code'}


def plant_json(x, plant, key=None):
    """Each value is planted, and each object gets a member more."""
    if isinstance(x, dict):
        y = {k: plant_json(v, plant, k) for k, v in x.items()}
        if y:
            y[plant('x.')] = plant('member')
        return y
    if isinstance(x, list):
        return [plant_json(v, plant, key) for v in x]
    if isinstance(x, str) and key not in FIXED and not re.fullmatch(r'[0-9a-fA-F.+:TZ-]*', x):
        return plant(x)
    return x


def some_object(x):
    while isinstance(x, list) and x:
        x = x[0]
    return x if isinstance(x, dict) else None


def one_json(x, plant):
    y = plant_json(x, plant)
    top = some_object(y)
    if top is not None:  # and where only words of the format are expected
        top['more'] = [{k: plant('')} for k in sorted(FIXED) if '_' not in k]
    return json.dumps(y, ensure_ascii=True)


def documents(text):
    """One document, or several one behind the other."""
    text, at = text.strip(), 0
    while at < len(text):
        x, at = json.JSONDecoder().raw_decode(text, at)
        yield x
        at += len(text[at:]) - len(text[at:].lstrip())


def of_text(text):
    def make(plant):
        return '\n'.join(one_json(x, plant) for x in documents(text)).encode() + b'\n'
    return make


def of_json(name):
    return of_text(data(name).decode())


RANGE = '''{"status":"success","data":{"resultType":"matrix","result":[{"metric":
{"__name__":"latency","job":"shop","instance":"web-07:9100","customer":"acme"},"values":
[[1700000000,"1"],[1700000015,"2"],[1700000030,"9"]]}]},"warnings":["slow"],"infos":["x"]}'''
ZIPKIN1 = '''[{"traceId":"4bf92f3577b34da6","id":"00f067aa0ba902b7","name":"get /u",
"timestamp":1700000000000000,"duration":1000000,"annotations":[{"timestamp":1700000000000000,
"value":"sr","endpoint":{"serviceName":"shop","ipv4":"10.1.2.3"}}],"binaryAnnotations":[
{"key":"user.name","value":"alice","endpoint":{"serviceName":"shop"}}]}]'''
METRICS = '''{"resourceMetrics":[{"resource":{"attributes":[{"key":"service.name","value":
{"stringValue":"shop"}}]},"scopeMetrics":[{"scope":{"name":"a"},"metrics":[{"name":"requests",
"description":"all","unit":"1","sum":{"aggregationTemporality":2,"isMonotonic":true,"dataPoints":
[{"asInt":"1","timeUnixNano":"1700000000000000000","attributes":[{"key":"route","value":
{"stringValue":"/u"}}]},{"asInt":"7","timeUnixNano":"1700000015000000000","attributes":[
{"key":"route","value":{"stringValue":"/u"}}]}]}}]}]}]}'''


# ---- text -------------------------------------------------------------------

def prometheus(plant):
    lines = ['# HELP latency_seconds %s' % plant('all requests'),
             '# TYPE latency_seconds counter']
    for i in range(3):
        lines.append('latency_seconds{job="shop",path="%s"} %d' % (plant('/u'), 7 + i))
    return '\n'.join(lines + ['# %s' % plant('a comment'), '']).encode()


def openmetrics(plant):
    return ('# HELP requests %s\n# TYPE requests counter\n'
            'requests_total{path="%s"} 7 1700000000 # {trace_id="%s",user="%s"} 1 1700000000\n'
            'requests_total{path="%s"} 9 1700000015\n# EOF\n' %
            (plant('all'), plant('/u'), TRACE, plant('al'), plant('/u'))).encode()


def folded(plant):
    return ''.join('%s;%s %d\n' % (plant('main'), plant('com.acme.Shop.run'), n)
                   for n in range(1, 9)).encode()


def perf_script(plant):
    return ''.join('%s 42/43 [000] %d.000000:   10101010 cycles:ppp:\n'
                   '\t    55d0a0 %s+0x10 (%s)\n\t    55d0b0 main+0x20 (/usr/bin/%s)\n\n' %
                   (plant('shop').replace(' ', '_'), n, plant('run').replace(' ', '_'),
                    plant('/opt/shop').replace(' ', '_'), plant('shop'))
                   for n in range(1, 5)).encode()


def legacy_heap(plant):
    return ('heap profile: 2: 64 [ 3: 96] @ heap/1048576\n2: 64 [3: 96] @ 0x401000 0x402000\n'
            '\nMAPPED_LIBRARIES:\n00400000-00500000 r-xp 00000000 08:01 1 /opt/%s\n' %
            plant('shop')).encode()


def log(plant):
    words = ['INFO start', 'WARN user=', 'ERROR at com.acme.Shop.run(Shop.java:', 'url=/u?id=']
    return '\n'.join('2023-11-14T22:13:20Z %s' % plant(w) for w in words * 3).encode() + b'\n'


def markdown(plant):
    return ('# %s\n\n| a | b |\n|---|---|\n| %s | `%s` |\n\n* [%s](https://example.com/%s)\n\n'
            '```\n%s\n```\n' % tuple(plant(w) for w in ('What', 'one', 'two', 'here', 'there/',
                                                        'code'))).encode()


def page(plant):
    return ('<!DOCTYPE html><html><title>%s</title><p class="%s">%s</p><!-- %s --></html>\n' %
            tuple(plant(w) for w in ('Shop', 'a', 'text', 'note'))).encode()


# ---- compressed -------------------------------------------------------------

def member(b, name):
    """A member of gzip with a name and a comment in its head."""
    c = zlib.compressobj(6, zlib.DEFLATED, -15)
    z = c.compress(b) + c.flush()
    return (b'\x1f\x8b\x08\x18' + b'\0' * 6 + name + b'\0' + name + b'\0' + z +
            struct.pack('<II', zlib.crc32(b), len(b)))


def two_members(plant):
    name = plant('shop').encode('utf-8').replace(b'\0', b'')
    return member(b'first\n', name) + member(log(plant), name)


# ---- protobuf ---------------------------------------------------------------

def varint(n):
    out = b''
    while n >= 128:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def field(number, x):
    """An int is a varint, a float a double, text and bytes as they are, a list a
    repeated field, ('fixed', n) 64 bits."""
    if isinstance(x, list):
        return b''.join(field(number, y) for y in x)
    if isinstance(x, tuple):
        return varint(number << 3 | 1) + struct.pack('<Q', x[1])
    if isinstance(x, int):
        return varint(number << 3) + varint(x)
    if isinstance(x, float):
        return varint(number << 3 | 1) + struct.pack('<d', x)
    if isinstance(x, str):
        x = x.encode()
    return varint(number << 3 | 2) + varint(len(x)) + x


def message(fields):
    return b''.join(field(n, x) for n, x in fields.items())


def packed(*numbers):
    return b''.join(varint(n) for n in numbers)


# corr knows a format by its first 256 KiB, which have no field of a later version.
LONG = 'long ' * 55000


def long_head(scopes=b''):
    """A batch with a span or a metric, and one with a long text."""
    service = message({1: 'service.name', 2: message({1: 'first'})})
    text = message({1: 'text', 2: message({1: LONG})})
    return message({1: [message({1: message({1: [service]}), 2: scopes}),
                        message({1: message({1: [text]})})]})


def pairs(plant, key='tenant'):
    """Attributes of every kind of value; keys as well."""
    text = {1: plant('v')}
    return [message({1: key, 2: message(text)}),
            message({1: plant('k'), 2: message({7: plant('bytes')})}),
            message({1: plant('l'), 2: message({5: message({1: [message(text)] * 2})})}),
            message({1: 'map', 2: message({6: message({1: [message({1: plant('m'),
                                                                    2: message(text)})]})})}),
            message({1: 'new', 2: message({99: plant('n')}), 98: plant('o')})]


def resource(plant):
    return message({1: [message({1: 'service.name', 2: message({1: 'shop'})})] + pairs(plant),
                    77: plant('r')})


def scope(plant):
    return message({1: plant('lib'), 2: plant('1.0'), 3: pairs(plant), 9: plant('s')})


def otlp_traces(plant):
    trace, span = bytes.fromhex(TRACE), bytes.fromhex(SPAN)
    one = {1: trace, 2: span, 3: plant('a=b'), 5: plant('GET /u'), 6: 2, 7: ('fixed', START),
           8: ('fixed', START + 10**9), 9: pairs(plant),
           11: [message({1: ('fixed', START), 2: plant('event'), 3: pairs(plant)})],
           13: [message({1: trace, 2: span, 3: plant('c=d'), 4: pairs(plant), 50: plant('x')})],
           15: message({2: plant('failed'), 3: 2}), 60: plant('unknown')}
    spans = {1: scope(plant), 2: [message(one)], 3: plant('http://s'), 40: plant('t')}
    head = long_head(message({2: message({1: trace, 2: span[::-1], 5: 'first',
                                          7: ('fixed', START), 8: ('fixed', START + 9)})}))
    return head + message({1: [message({1: resource(plant), 2: [message(spans)],
                                 3: plant('http://s'), 41: plant('u')})], 42: plant('v')})


def otlp_metrics(plant):
    exemplar = {2: ('fixed', START), 3: 1.0, 4: bytes.fromhex(SPAN), 5: bytes.fromhex(TRACE),
                7: pairs(plant)}
    point = {3: ('fixed', START), 4: 1.0, 5: [message(exemplar)], 7: pairs(plant), 66: plant('p')}
    bars = {3: ('fixed', START), 4: ('fixed', 2), 5: 3.0, 6: struct.pack('<QQ', 1, 1),
            7: struct.pack('<d', 1.0), 8: [message(exemplar)], 9: pairs(plant), 67: plant('q')}
    kinds = [{5: message({1: [message(point)]})},
             {7: message({1: [message(point)], 2: 2, 3: 1})},
             {9: message({1: [message(bars)], 2: 2})},
             {11: message({1: [message({3: ('fixed', START), 4: ('fixed', 1), 5: 1.0,
                                        7: pairs(plant)})]})}]
    metrics = [message({1: plant('requests'), 2: plant('all of them'), 3: plant('ms'), **kind,
                        12: pairs(plant), 70: plant('w')}) for kind in kinds]
    inner = {1: scope(plant), 2: metrics, 3: plant('http://s')}
    head = long_head(message({2: message({1: 'first', 5: message({1: message(
        {3: ('fixed', START), 4: 1.0})})})}))
    return head + message({1: [message({1: resource(plant), 2: [message(inner)], 3: plant('http://s')})]})


def otlp_profiles(plant):
    """The draft of opentelemetry-proto 1.10: tables of a dictionary."""
    raw = data('otlp-profiles/example.pb')
    return replant(raw, plant, PROFILES)


# Field by field: 'text', a table of a message, or None to keep it.  Fields that are
# not here are kept, and each message of a table gets a field that no one knows.
ANY = {1: 'text', 7: 'text'}
PAIR = {1: 'text', 2: ANY}
SCOPE = {1: 'text', 2: 'text', 3: PAIR}
NUMBERS = {}
PROFILES = {1: {1: {1: {}, 'more': 'text'}, 2: {1: SCOPE, 2: {'more': 'text'}, 3: 'text'},
                3: 'text'},
            2: {1: NUMBERS, 2: NUMBERS, 3: NUMBERS, 4: NUMBERS, 5: 'text', 6: {2: ANY}}}


def replant(raw, plant, table):
    out, at = b'', 0

    def number():
        nonlocal at
        x = shift = 0
        while True:
            c = raw[at]
            at += 1
            x |= (c & 127) << shift
            shift += 7
            if c < 128:
                return x
    while at < len(raw):
        begin = at
        key = number()
        n, kind = key >> 3, key & 7
        if kind == 0:
            number()
        elif kind in (1, 5):
            at += 8 if kind == 1 else 4
        if kind != 2:
            out += raw[begin:at]
            continue
        size = number()
        body = raw[at:at + size]
        at += size
        rule = table.get(n)
        if rule == 'text' and body:
            body = plant(body.decode()).encode()
        elif isinstance(rule, dict):
            body = replant(body, plant, rule)
        out += field(n, body)
    return out


class Strings:
    """A table of strings; the first one is empty."""

    def __init__(self):
        self.text = ['', LONG]

    def __call__(self, text):
        if text not in self.text:
            self.text.append(text)
        return self.text.index(text)


def pprof_bytes(plant, later=True):
    s = Strings()
    more = {90: plant('later')} if later else {}
    label = [message({1: s(plant('tenant')), 2: s(plant('acme')), **more}),
             message({1: s('user'), 2: s(plant('al'))}),
             message({1: s('bytes'), 3: 7, 4: s(plant('kB'))}),
             message({1: s('shelf_number'), 3: 4815162342}),
             message({1: s('span id'), 3: int(SPAN, 16)})]
    top = {2: [message({1: packed(n), 2: packed(n), 3: label, **more}) for n in (1, 2)],
           3: [message({1: 1, 2: 4096, 3: 8192, 5: s(plant('/opt/shop')), 6: s(plant('b')), **more})],
           4: [message({1: n, 2: 1, 3: 4100 + n, 4: [message({1: n, 2: 7, **more})], **more})
               for n in (1, 2)],
           5: [message({1: n, 2: s(plant('com.acme.run%d' % n)), 3: s(plant('sys%d' % n)),
                        4: s(plant('Shop%d.java' % n)), **more}) for n in (1, 2)],
           7: s(plant('drop')), 8: s(plant('keep')), 9: START, 10: 10**9,
           11: message({1: s('cpu'), 2: s('nanoseconds'), **more}), 12: 10**7,
           13: packed(s(plant('comment')), s(plant('note'))), 15: s(plant('https://doc')),
           **({16: plant('top')} if later else {})}
    s(plant('no sample has this one'))
    first = [message({1: s('samples'), 2: s('count')})]
    s.text.append(plant('one more'))
    return message({1: first, 6: s.text, **{n: x for n, x in top.items() if n != 1}})


def pprof(plant):
    return gzip.compress(pprof_bytes(plant), mtime=0)


def pprof_members(plant):
    raw = pprof_bytes(plant)
    return gzip.compress(raw[:99], mtime=0) + gzip.compress(raw[99:], mtime=0)
