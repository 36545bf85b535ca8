"""canary_jfr - a recording of two chunks with a text in each of its strings.

All encodings of strings are there: none, empty, of the pool, UTF-8, characters,
Latin-1; constants that no event has; the metadata; arrays of bytes.  The JDK's
jfr reads it.
"""
import struct

from canary_inputs import SPAN, START, varint

IDS = {}
TYPES = """
boolean; byte; char; short; int; long; float; double; java.lang.String
java.lang.Thread: osName String, osThreadId long, javaName String, javaThreadId long, group jdk.types.ThreadGroup*
jdk.types.ThreadGroup: parent jdk.types.ThreadGroup*, name String
java.lang.Class: classLoader jdk.types.ClassLoader*, name jdk.types.Symbol*, package jdk.types.Package*, modifiers int
jdk.types.ClassLoader: type java.lang.Class*, name jdk.types.Symbol*
jdk.types.Package: name jdk.types.Symbol*
jdk.types.Symbol: string String
jdk.types.Method: type java.lang.Class*, name jdk.types.Symbol*, descriptor jdk.types.Symbol*, modifiers int, hidden boolean
jdk.types.StackTrace: truncated boolean, frames jdk.types.StackFrame[]
jdk.types.StackFrame: method jdk.types.Method*, lineNumber int, bytecodeIndex int, type jdk.types.FrameType*
jdk.types.FrameType: description String
jdk.types.ThreadState: name String
com.acme.Address: street String, lines String[]
jdk.jfr.Label: value String
jdk.ExecutionSample!: startTime long, sampledThread java.lang.Thread*, stackTrace jdk.types.StackTrace*, state jdk.types.ThreadState*
jdk.InitialSystemProperty!: startTime long, key String, value String
jdk.InitialEnvironmentVariable!: startTime long, key String, value String
jdk.JVMInformation!: startTime long, jvmName String, jvmVersion String, jvmArguments String, jvmFlags String, javaArguments String
jdk.ActiveSetting!: startTime long, id long, name String, value String
jdk.SocketRead!: startTime long, host String, address String, port int
jdk.FileRead!: startTime long, path String
com.acme.Order!: startTime long, plain String, wide String, latin String, pooled String, none String, empty String, address com.acme.Address, lines String[], bytes byte[], chars char[], shelfNumber long, spanId long, userId int, userName String*
"""

SHELF, USER = 4815162342, 108108
SIMPLE = ('jdk.types.Symbol', 'jdk.types.FrameType', 'jdk.types.ThreadState')


def types():
    for line in TYPES.replace(';', '\n').split('\n'):
        name, _, rest = line.strip().partition(':')
        if name:
            fields = [f.split() for f in rest.split(',') if f.strip()]
            yield name.rstrip('!'), name.endswith('!'), fields


for number, (name, _, _) in enumerate(types()):
    IDS[name] = number + 20
IDS['String'] = IDS['java.lang.String']


def utf8(s):
    b = s.encode()
    return b'\3' + varint(len(b)) + b


def chars(s):
    units = struct.unpack('<%dH' % (len(s.encode('utf-16-le')) // 2), s.encode('utf-16-le'))
    return b'\4' + varint(len(units)) + b''.join(varint(u) for u in units)


def latin1(s):
    b = s.encode('latin-1')
    return b'\5' + varint(len(b)) + b


def pooled(key):
    return b'\2' + varint(key)


def event(kind, body):
    """Its size, in the same four bytes always, is that of the whole."""
    rest = varint(kind) + body
    n = len(rest) + 4
    return bytes([n & 127 | 128, n >> 7 & 127 | 128, n >> 14 & 127 | 128, n >> 21]) + rest


# ---- metadata ---------------------------------------------------------------

def metadata(plant):
    words = []

    def word(text):
        if text not in words:
            words.append(text)
        return varint(words.index(text))

    def element(name, attributes, children=()):
        return (word(name) + varint(len(attributes)) +
                b''.join(word(k) + word(str(v)) for k, v in attributes) +
                varint(len(children)) + b''.join(children))

    def of_field(name, kind):
        attributes = [('name', name), ('class', IDS[kind.rstrip('*[]')])]
        if kind.endswith('*'):
            attributes.append(('constantPool', 'true'))
        if kind.endswith('[]'):
            attributes.append(('dimension', 1))
        label = element('annotation', [('class', IDS['jdk.jfr.Label']), ('value', plant(name))])
        return element('field', attributes, [label])
    classes = []
    for name, is_event, fields in types():
        attributes = [('name', name), ('id', IDS[name])]
        children = [of_field(n, k) for n, k in fields]
        if is_event:
            attributes.append(('superType', 'jdk.jfr.Event'))
            children.append(element('annotation', [('class', IDS['jdk.jfr.Label']),
                                                   ('value', plant('An event'))]))
        elif name in SIMPLE:
            attributes.append(('simpleType', 'true'))
        elif name == 'jdk.jfr.Label':
            attributes.append(('superType', 'java.lang.annotation.Annotation'))
        classes.append(element('class', attributes, children))
    # a type that no event has, its name and its field
    classes.append(element('class', [('name', plant('com.acme.')), ('id', 900),
                                     ('superType', 'jdk.jfr.Event')],
                           [element('field', [('name', plant('secretField')),
                                              ('class', IDS['long'])])]))
    region = element('region', [('locale', 'en_US'), ('gmtOffset', 0)])
    tree = element('root', (), [element('metadata', (), classes), region])
    words.append(plant('no element has this word'))
    return event(0, varint(1) + varint(0) + varint(1) + varint(len(words)) +
                 b''.join(utf8(w) for w in words) + tree)


# ---- constants --------------------------------------------------------------

def constants(plant):
    def pool(name, rows):
        return varint(IDS[name]) + varint(len(rows)) + b''.join(
            varint(k) + v for k, v in rows.items())

    def numbers(*n):
        return b''.join(varint(x) for x in n)
    pools = [
        pool('java.lang.Thread', {
            1: latin1(plant('os-1')) + varint(42) + utf8(plant('worker')) + numbers(1, 1),
            2: chars(plant('os-2')) + varint(43) + latin1(plant('unused')) + numbers(2, 1)}),
        pool('jdk.types.ThreadGroup', {1: varint(0) + utf8(plant('group'))}),
        pool('java.lang.Class', {1: numbers(1, 3, 1, 1), 2: numbers(1, 7, 1, 1)}),
        pool('jdk.types.ClassLoader', {1: numbers(1, 6)}),
        pool('jdk.types.Package', {1: numbers(5)}),
        pool('jdk.types.Symbol', {
            1: utf8(plant('run')), 2: utf8('()V'), 3: utf8(plant('com/acme/Shop')),
            4: chars(plant('unusedMethod')), 5: latin1(plant('com/acme')),
            6: utf8(plant('app')), 7: utf8('java/util/HashMap'), 8: utf8('get')}),
        pool('jdk.types.Method', {1: numbers(1, 1, 2, 1, 0), 2: numbers(2, 8, 2, 1, 0)}),
        pool('jdk.types.StackTrace', {1: numbers(0, 2, 2, 7, 0, 1, 1, 9, 0, 1)}),
        pool('jdk.types.FrameType', {1: utf8('JIT compiled')}),
        pool('jdk.types.ThreadState', {1: utf8('STATE_RUNNABLE')}),
        pool('java.lang.String', {1: utf8(plant('a text of the pool')),
                                  2: latin1(plant('a text that no event has')),
                                  3: chars(plant('one more')),
                                  4: utf8(plant('bob'))})]
    return event(1, numbers(0, 0, 0) + b'\1' + varint(len(pools)) + b''.join(pools))


# ---- events -----------------------------------------------------------------

def events(plant):
    def put(name, *parts):
        return event(IDS[name], varint(1000) + b''.join(parts))
    raw = plant('raw').encode('latin-1')
    out = [put('jdk.ExecutionSample', varint(1), varint(1), varint(1)) for _ in range(9)]
    out += [put('jdk.InitialSystemProperty', utf8('user.home'), utf8(plant('/home/'))),
            put('jdk.InitialSystemProperty', utf8(plant('key.')), chars(plant('value'))),
            put('jdk.InitialEnvironmentVariable', utf8('PATH'), latin1(plant('/bin:'))),
            put('jdk.JVMInformation', *[utf8(plant('vm ')) for _ in range(5)]),
            put('jdk.ActiveSetting', varint(IDS['jdk.ExecutionSample']), utf8('period'),
                utf8(plant('20 ms'))),
            put('jdk.SocketRead', utf8(plant('db')), utf8(plant('10.')), varint(80)),
            put('jdk.FileRead', utf8(plant('/opt/'))),
            put('com.acme.Order', utf8(plant('utf8')), chars(plant('chars')),
                latin1(plant('latin1')), pooled(1), b'\0', b'\1', utf8(plant('street')),
                varint(2), utf8(plant('l1')), pooled(3), varint(2), chars(plant('l2')),
                latin1(plant('l3')), varint(len(raw)), raw,
                varint(len(raw)), b''.join(varint(c) for c in raw),
                varint(SHELF), varint(int(SPAN, 16)), varint(USER if plant('bob') == 'bob' else 108), varint(4))]
    return b''.join(out)


def chunk(plant, number):
    body = constants(plant)
    pools = 68
    body += events(plant)
    types_at = 68 + len(body)
    body += metadata(plant)
    head = b'FLR\0' + struct.pack('>HHqqqqqqqq', 2, 1, 68 + len(body), pools, types_at,
                                  START + number * 10**9, 10**9, 1000, 10**9, 0)[:60]
    return head + b'\0\0\0\1' + body


def jfr(plant):
    return chunk(plant, 0) + chunk(plant, 1)
