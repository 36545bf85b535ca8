#!/usr/bin/perl
# metric_forms - OTLP metrics in other forms.
#
#   perl testdata/gen/metric_forms.pl json < testdata/metrics/buckets.json
#   perl testdata/gen/metric_forms.pl pb|records < testdata/metrics/otlp.json
#
# json: an answer of Prometheus with the _bucket series of a histogram, as the
# export requests of the service that counted: a line for each time, with the
# histogram http.server.request.duration by http.route.  pb: the requests one
# after the other as protobuf; records: each with its length before it.
use strict;
use warnings;
use JSON::PP;

my ($form) = @ARGV;
my $json = JSON::PP->new->canonical->ascii;

# ---- from Prometheus ---------------------------------------------------------

sub text_attr { return { key => $_[0], value => { stringValue => $_[1] } } }

sub requests_of {
    my ($answer) = @_;
    my (%cell, %bound, $labels);
    for my $series (@{ $answer->{data}{result} }) {
        $labels = $series->{metric};
        $bound{ $labels->{le} } = 1;
        $cell{ $_->[0] }{ $labels->{endpoint} }{ $labels->{le} } = $_->[1]
            for @{ $series->{values} };
    }
    my @bounds = sort { $a <=> $b } grep { $_ ne '+Inf' } keys %bound;
    my $resource = { attributes => [
        text_attr('service.name', $labels->{service}),
        text_attr('service.instance.id', $labels->{instance}),
        text_attr('service.version', $labels->{version}) ] };
    my @requests;
    for my $t (sort { $a <=> $b } keys %cell) {
        my @points;
        for my $route (sort keys %{ $cell{$t} }) {
            my $le = $cell{$t}{$route};
            my ($last, @counts) = (0);
            for my $b (@bounds, '+Inf') {
                push @counts, ($le->{$b} - $last) . '';
                $last = $le->{$b};
            }
            push @points, {
                attributes => [ text_attr('http.route', $route),
                                text_attr('http.request.method', 'GET') ],
                timeUnixNano => $t . '000000000',
                count => $le->{'+Inf'} . '', bucketCounts => \@counts,
                explicitBounds => [ map { $_ + 0 } @bounds ] };
        }
        push @requests, { resourceMetrics => [ { resource => $resource,
            scopeMetrics => [ { scope => { name => 'lab' }, metrics => [ {
                name => 'http.server.request.duration', unit => 's',
                histogram => { aggregationTemporality => 2,
                               dataPoints => \@points } } ] } ] } ] };
    }
    return @requests;
}

# ---- to protobuf -------------------------------------------------------------

sub varint {
    my ($x) = @_;
    my $out = '';
    while ($x > 127) { $out .= chr($x % 128 + 128); $x = int($x / 128) }
    return $out . chr($x);
}

sub bytes   { return varint($_[0] << 3 | 2) . varint(length $_[1]) . $_[1] }
sub number  { return $_[1] ? varint($_[0] << 3) . varint($_[1]) : '' }
sub fixed   { return varint($_[0] << 3 | 1) . pack('Q<', $_[1]) }
sub signed  { return varint($_[0] << 3 | 1) . pack('q<', $_[1]) }
sub real    { return varint($_[0] << 3 | 1) . pack('d<', $_[1]) }

sub attrs {
    my ($field, $list) = @_;
    my $out = '';
    for my $a (@{ $list // [] }) {
        my $v = $a->{value};
        my $any = exists $v->{intValue} ? varint(24) . varint($v->{intValue})
            : exists $v->{boolValue} ? varint(16) . varint($v->{boolValue} ? 1 : 0)
            : exists $v->{doubleValue} ? real(4, $v->{doubleValue})
            : bytes(1, $v->{stringValue});
        $out .= bytes($field, bytes(1, $a->{key}) . bytes(2, $any));
    }
    return $out;
}

sub when_of {
    my ($p) = @_;
    return ($p->{startTimeUnixNano} ? fixed(2, $p->{startTimeUnixNano}) : '')
        . fixed(3, $p->{timeUnixNano});
}

sub number_point {
    my ($p) = @_;
    return when_of($p)
        . (exists $p->{asInt} ? signed(6, $p->{asInt}) : real(4, $p->{asDouble}))
        . attrs(7, $p->{attributes});
}

sub histogram_point {
    my ($p) = @_;
    return when_of($p) . fixed(4, $p->{count})
        . (defined $p->{sum} ? real(5, $p->{sum}) : '')
        . bytes(6, pack 'Q<*', @{ $p->{bucketCounts} })
        . bytes(7, pack 'd<*', @{ $p->{explicitBounds} })
        . attrs(9, $p->{attributes});
}

sub data {
    my ($d, $point) = @_;
    return join('', map { bytes(1, $point->($_)) } @{ $d->{dataPoints} })
        . number(2, $d->{aggregationTemporality})
        . number(3, $d->{isMonotonic} ? 1 : 0);
}

sub metric {
    my ($m) = @_;
    return bytes(1, $m->{name}) . bytes(3, $m->{unit} // '')
        . ($m->{gauge} ? bytes(5, data($m->{gauge}, \&number_point)) : '')
        . ($m->{sum} ? bytes(7, data($m->{sum}, \&number_point)) : '')
        . ($m->{histogram} ? bytes(9, data($m->{histogram}, \&histogram_point))
                           : '');
}

sub request {
    my ($r) = @_;
    my $out = '';
    for my $of (@{ $r->{resourceMetrics} }) {
        my $batch = bytes(1, attrs(1, $of->{resource}{attributes}));
        for my $group (@{ $of->{scopeMetrics} }) {
            $batch .= bytes(2, bytes(1, bytes(1, $group->{scope}{name} // ''))
                . join('', map { bytes(2, metric($_)) } @{ $group->{metrics} }));
        }
        $out .= bytes(1, $batch);
    }
    return $out;
}

binmode STDOUT;
if ($form eq 'json') {
    my $answer = do { local $/; $json->decode(scalar <STDIN>) };
    print $json->encode($_), "\n" for requests_of($answer);
} else {
    while (my $line = <STDIN>) {
        my $bytes = request($json->decode($line));
        print pack('N', length $bytes) if $form eq 'records';
        print $bytes;
    }
}
