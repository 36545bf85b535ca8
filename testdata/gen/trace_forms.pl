#!/usr/bin/perl
# trace_forms - recorded OTLP JSON as other backends would give it out.
#
#   perl testdata/gen/trace_forms.pl FORM [TRACES] < testdata/trace/otlp.json
#
# FORM is jaeger, zipkin or pb.  The first TRACES traces by id (default: all)
# are written whole.  What a form cannot hold is lost as its exporters lose it:
# Jaeger and Zipkin keep microseconds, Zipkin has lower-case names, text only
# and no links.
use strict;
use warnings;
use JSON::PP;

my ($form, $most) = @ARGV;
my $json = JSON::PP->new->canonical->ascii;
my $doc = do { local $/; $json->decode(scalar <STDIN>) };
my @kind = qw(unspecified internal server client producer consumer);

sub value_of {
    my ($v) = @_;
    return ('string', $v->{stringValue}) if exists $v->{stringValue};
    return ('int64', $v->{intValue} + 0) if exists $v->{intValue};
    return ('float64', $v->{doubleValue} + 0) if exists $v->{doubleValue};
    return ('bool', $v->{boolValue}) if exists $v->{boolValue};
    return ('string', $json->encode([map { (value_of($_))[1] }
                @{ $v->{arrayValue}{values} // [] }])) if $v->{arrayValue};
    return ('string', '');
}

sub tag {
    my ($key, $type, $value) = @_;
    return { key => $key, type => $type, value => $value };
}

sub tags_of {
    return map { tag($_->{key}, value_of($_->{value})) } @{ $_[0] // [] };
}

# [resource attributes, scope, span] of each span.
my @spans;
for my $rs (@{ $doc->{resourceSpans} }) {
    for my $ss (@{ $rs->{scopeSpans} }) {
        push @spans, [$rs->{resource}{attributes}, $ss->{scope} // {}, $_]
            for @{ $ss->{spans} };
    }
}
my %of;
push @{ $of{ $_->[2]{traceId} } }, $_ for @spans;
my @ids = sort keys %of;
splice @ids, $most if $most && $most < @ids;
for my $id (@ids) {
    $of{$id} = [sort { $a->[2]{startTimeUnixNano} <=> $b->[2]{startTimeUnixNano}
            || $a->[2]{spanId} cmp $b->[2]{spanId} } @{ $of{$id} }];
}

# Whole microseconds; a quotient of doubles would be rounded.
sub micros {
    use integer;
    return $_[0] / 1000;
}

sub service_of {
    my ($resource) = @_;
    return map { $_->{value}{stringValue} }
        grep { $_->{key} eq 'service.name' } @$resource;
}

sub without_service {
    return [grep { $_->{key} ne 'service.name' } @{ $_[0] }];
}

sub scope_tags {
    my ($scope) = @_;
    my @tags;
    push @tags, tag('otel.scope.name', 'string', $scope->{name})
        if length($scope->{name} // '');
    push @tags, tag('otel.scope.version', 'string', $scope->{version})
        if length($scope->{version} // '');
    return @tags;
}

# ---- Jaeger ----------------------------------------------------------------

sub reference {
    my ($type, $trace, $span) = @_;
    return { refType => $type, traceID => $trace, spanID => $span };
}

sub jaeger_span {
    my ($resource, $scope, $s, $process) = @_;
    my @refs;
    push @refs, reference('CHILD_OF', $s->{traceId}, $s->{parentSpanId})
        if length($s->{parentSpanId} // '');
    push @refs, reference('FOLLOWS_FROM', $_->{traceId}, $_->{spanId})
        for @{ $s->{links} // [] };
    my @tags = (scope_tags($scope), tags_of($s->{attributes}));
    push @tags, tag('span.kind', 'string', $kind[$s->{kind}]) if $s->{kind};
    my $code = $s->{status}{code} // 0;
    push @tags, tag('otel.status_code', 'string', (qw(UNSET OK ERROR))[$code])
        if $code;
    push @tags, tag('error', 'bool', JSON::PP::true) if $code == 2;
    push @tags, tag('otel.status_description', 'string', $s->{status}{message})
        if length($s->{status}{message} // '');
    push @tags, tag('w3c.tracestate', 'string', $s->{traceState})
        if length($s->{traceState} // '');
    return {
        traceID => $s->{traceId}, spanID => $s->{spanId},
        operationName => $s->{name}, references => \@refs,
        startTime => micros($s->{startTimeUnixNano}),
        duration => micros($s->{endTimeUnixNano} - $s->{startTimeUnixNano}),
        tags => \@tags, processID => $process, warnings => undef,
        logs => [map { +{
                timestamp => micros($_->{timeUnixNano}),
                fields => [tag('event', 'string', $_->{name}),
                    tags_of($_->{attributes})] } } @{ $s->{events} // [] }],
    };
}

sub jaeger {
    my @data;
    for my $id (@ids) {
        my (%process, %table, @out);
        for my $of (@{ $of{$id} }) {
            my ($resource, $scope, $s) = @$of;
            my $text = $json->encode($resource);
            my $p = $process{$text} //= 'p' . (1 + keys %process);
            $table{$p} = { serviceName => (service_of($resource))[0],
                tags => [tags_of(without_service($resource))] };
            push @out, jaeger_span($resource, $scope, $s, $p);
        }
        push @data, { traceID => $id, spans => \@out, processes => \%table,
            warnings => undef };
    }
    # The members in the order in which the server writes them: the processes
    # come after the spans that name them.
    my @names = qw(traceID spans processes warnings);
    my $one = sub {
        my ($t) = @_;
        return '{' . join(',', map { qq("$_":) . $json->encode($t->{$_}) } @names)
            . '}';
    };
    $json->allow_nonref;
    print '{"data":[', join(',', map { $one->($_) } @data),
        '],"total":0,"limit":0,"offset":0,"errors":null}', "\n";
}

# ---- Zipkin ----------------------------------------------------------------

sub text_tags {
    my %text;
    for (@_) {
        my $v = $_->{value};
        $v = $v ? 'true' : 'false' if $_->{type} eq 'bool';
        $text{ $_->{key} } = "$v";
    }
    return %text;
}

sub annotation {
    my ($event) = @_;
    my %attrs = map { $_->{key} => $_->{value} } tags_of($event->{attributes});
    my $value = $event->{name};
    $value = $json->encode($event->{name}) . ': ' . $json->encode(\%attrs)
        if %attrs;
    return { timestamp => micros($event->{timeUnixNano}), value => $value };
}

sub zipkin_span {
    my ($resource, $scope, $s) = @_;
    my $us = micros(
        $s->{endTimeUnixNano} - $s->{startTimeUnixNano} + 999);
    my $code = $s->{status}{code} // 0;
    my %tags = (text_tags(scope_tags($scope), tags_of($s->{attributes})),
        text_tags(tags_of(without_service($resource))));
    $tags{'otel.status_code'} = (qw(UNSET OK ERROR))[$code] if $code;
    $tags{error} = $s->{status}{message} // 'true' if $code == 2;
    my %span = (
        traceId => $s->{traceId}, id => $s->{spanId}, name => lc $s->{name},
        timestamp => micros($s->{startTimeUnixNano}), duration => $us || 1,
        localEndpoint => { serviceName => lc((service_of($resource))[0]) },
        tags => \%tags,
    );
    $span{parentId} = $s->{parentSpanId} if length($s->{parentSpanId} // '');
    $span{kind} = uc $kind[$s->{kind}] if $s->{kind} > 1;
    $span{annotations} = [map { annotation($_) } @{ $s->{events} }]
        if @{ $s->{events} // [] };
    return \%span;
}

sub zipkin {
    my @lists = map { [map { zipkin_span(@$_) } @{ $of{$_} }] } @ids;
    $json->allow_nonref;
    print '[', join(',', map { $json->encode($_) } @lists), "]\n";
}

# ---- OTLP protobuf ---------------------------------------------------------

sub varint {
    my ($v) = @_;
    my $out = '';
    use integer;
    for (1 .. 10) {
        my $low = $v & 0x7f;
        $v = ($v >> 7) & ((1 << 57) - 1);
        $out .= chr($v ? $low | 0x80 : $low);
        last if !$v;
    }
    return $out;
}

sub bytes_field { return varint($_[0] << 3 | 2) . varint(length $_[1]) . $_[1] }
sub int_field   { return varint($_[0] << 3) . varint($_[1]) }
sub time_field  { return varint($_[0] << 3 | 1) . pack('Q<', $_[1]) }

sub text_field {
    my ($n, $text) = @_;
    utf8::encode($text);
    return bytes_field($n, $text);
}

sub any_value {
    my ($v) = @_;
    return text_field(1, $v->{stringValue}) if exists $v->{stringValue};
    return int_field(2, $v->{boolValue} ? 1 : 0) if exists $v->{boolValue};
    return int_field(3, $v->{intValue}) if exists $v->{intValue};
    return varint(4 << 3 | 1) . pack('d<', $v->{doubleValue})
        if exists $v->{doubleValue};
    return bytes_field(5, join '', map { bytes_field(1, any_value($_)) }
            @{ $v->{arrayValue}{values} // [] }) if $v->{arrayValue};
    return '';
}

sub attributes {
    my ($n, $list) = @_;
    return join '', map { bytes_field($n, text_field(1, $_->{key})
                . bytes_field(2, any_value($_->{value}))) } @{ $list // [] };
}

sub pb_span {
    my ($s) = @_;
    my $status = (length($s->{status}{message} // '')
        ? text_field(2, $s->{status}{message}) : '')
        . ($s->{status}{code} ? int_field(3, $s->{status}{code}) : '');
    return join '',
        bytes_field(1, pack 'H*', $s->{traceId}),
        bytes_field(2, pack 'H*', $s->{spanId}),
        (length($s->{traceState} // '') ? text_field(3, $s->{traceState}) : ''),
        (length($s->{parentSpanId} // '')
            ? bytes_field(4, pack 'H*', $s->{parentSpanId}) : ''),
        text_field(5, $s->{name}), int_field(6, $s->{kind}),
        time_field(7, $s->{startTimeUnixNano}),
        time_field(8, $s->{endTimeUnixNano}), attributes(9, $s->{attributes}),
        (map { bytes_field(11, time_field(1, $_->{timeUnixNano})
                    . text_field(2, $_->{name})
                    . attributes(3, $_->{attributes})) } @{ $s->{events} // [] }),
        (map { bytes_field(13, bytes_field(1, pack 'H*', $_->{traceId})
                    . bytes_field(2, pack 'H*', $_->{spanId})) }
            @{ $s->{links} // [] }),
        bytes_field(15, $status),
        (defined $s->{flags} ? varint(16 << 3 | 5) . pack('V', $s->{flags}) : ());
}

sub pb {
    binmode STDOUT;
    for my $of (map { @{ $of{$_} } } @ids) {
        my ($resource, $scope, $s) = @$of;
        my $library = text_field(1, $scope->{name} // '')
            . (length($scope->{version} // '')
            ? text_field(2, $scope->{version}) : '');
        print bytes_field(1, bytes_field(1, attributes(1, $resource))
                . bytes_field(2, bytes_field(1, $library)
                    . bytes_field(2, pb_span($s))));
    }
}

my %forms = (jaeger => \&jaeger, zipkin => \&zipkin, pb => \&pb);
die "usage: trace_forms jaeger|zipkin|pb [TRACES] < OTLP.json\n"
    if !$forms{ $form // '' };
$forms{$form}->();
