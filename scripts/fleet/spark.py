#!/usr/bin/env python3
"""fleet/spark - sums of recordings on many machines.

  spark-submit spark.py [--corr PATH] [--slices N] LIST OUT

LIST names recordings, a path a line, which every executor can read, and perhaps
folders of one host each.  Each slice of the list becomes a partial (corr partial)
on some executor; Spark adds the partials by key and writes Parquet below OUT:

  OUT/stacks   stack, frames (root first), functions (each once)
  OUT/sums     recording, kind, unit, service, version, host, operation, bucket,
               stack, n, value, squares
  OUT/inputs   digest, format, language, from_ns, to_ns, length_ns, n

A recording that two slices have fails the job: its sums are in both.  Prints the
ten most expensive functions of every kind, as corr top does.
"""
import argparse
import subprocess
import sys
from decimal import Decimal

from pyspark.sql import SparkSession
from pyspark.sql import functions as f
from pyspark.sql.types import (ArrayType, DecimalType, LongType, StringType, StructField,
                               StructType)

ESCAPES = {'t': '\t', 'n': '\n', 'r': '\r', '\\': '\\'}


def text_of(field):
    """The text of a field of a partial."""
    if '\\' not in field:
        return field
    text = ''
    i = 0
    while i < len(field):
        if field[i] != '\\':
            text += field[i]
        elif field[i + 1] == 'x':
            text += chr(int(field[i + 2:i + 4], 16))
            i += 3
        else:
            text += ESCAPES[field[i + 1]]
            i += 1
        i += 1
    return text


def number_of(field):
    return None if field == '-' else int(field)


def rows_of(lines):
    """The rows of a partial: ('sum', ...), ('stack', ...), ('input', ...)."""
    recordings, kinds, processes, frames, stacks = [], [], [], [], []
    for line in lines:
        tag, *field = line.rstrip('\n').split('\t')
        if tag == 'recording':
            recordings.append(field[0])
            yield 'input', (*map(text_of, field[:3]), *map(number_of, field[3:7]))
        elif tag == 'kind':
            kinds.append((text_of(field[0]), field[2]))
        elif tag == 'process':
            processes.append(tuple(map(text_of, field)))
        elif tag == 'frame':
            frames.append((text_of(field[0]) or f'[{text_of(field[1])}]', field[4] == '7'))
        elif tag == 'stack':
            names = [frames[int(n)] for n in field[1].split()]
            code = [name for name, is_thread in names if not is_thread]
            stacks.append(field[0])
            yield 'stack', (field[0], [name for name, _ in names],
                            sorted(set(code)) or ['[no stack]'],
                            code[-1] if code else '[no stack]')
        elif tag == 'sum':
            yield 'sum', (recordings[int(field[0])], *kinds[int(field[1])],
                          *processes[int(field[2])], number_of(field[4]),
                          stacks[int(field[3])], int(field[5]), int(field[6]),
                          Decimal(field[7]))


def partial_of(corr, paths):
    """The rows of the partial of some recordings."""
    paths = list(paths)
    if not paths:
        return
    with subprocess.Popen([corr, 'partial', '-q', *paths], stdout=subprocess.PIPE,
                          encoding='utf-8') as process:
        yield from rows_of(process.stdout)
    if process.returncode not in (0, 5):
        raise RuntimeError(f'corr partial ended with {process.returncode}')


def columns(**types):
    return StructType([StructField(name, kind) for name, kind in types.items()])


SUM = columns(recording=StringType(), kind=StringType(), unit=StringType(), service=StringType(),
              version=StringType(), host=StringType(), operation=StringType(),
              bucket=LongType(), stack=StringType(), n=LongType(), value=LongType(),
              squares=DecimalType(38, 0))
STACK = columns(stack=StringType(), frames=ArrayType(StringType()),
                functions=ArrayType(StringType()), leaf=StringType())
INPUT = columns(digest=StringType(), format=StringType(), language=StringType(),
                from_ns=LongType(), to_ns=LongType(), length_ns=LongType(), n=LongType())


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--corr', default='corr')
    parser.add_argument('--slices', type=int, default=8)
    parser.add_argument('list')
    parser.add_argument('out')
    args = parser.parse_args()
    spark = SparkSession.builder.appName('corr').getOrCreate()
    corr = args.corr
    rows = (spark.sparkContext.textFile(args.list, 1).repartition(args.slices)
            .mapPartitions(lambda paths: partial_of(corr, paths)).cache())

    def table(name, types):
        return spark.createDataFrame(rows.filter(lambda r: r[0] == name).map(lambda r: r[1]),
                                     types)

    inputs = table('input', INPUT)
    twice = inputs.groupBy('digest').count().filter('count > 1').count()
    if twice:
        sys.exit(f'fleet/spark: {twice} recordings are in two slices: '
                 'name each once, copies are found by their content')
    key = [c for c in SUM.names if c not in ('n', 'value', 'squares')]
    sums = table('sum', SUM).groupBy(*key).agg(*(f.sum(c).alias(c)
                                                for c in ('n', 'value', 'squares')))
    stacks = table('stack', STACK).dropDuplicates(['stack'])
    for name, frame in ('sums', sums), ('stacks', stacks), ('inputs', inputs):
        frame.write.mode('overwrite').parquet(f'{args.out}/{name}')
    spark.read.parquet(f'{args.out}/sums').createOrReplaceTempView('sums')
    spark.read.parquet(f'{args.out}/stacks').createOrReplaceTempView('stacks')
    top = spark.sql("""
        WITH by_stack AS (SELECT kind, unit, stack, sum(value) AS value FROM sums
                          GROUP BY kind, unit, stack),
             by_function AS (
               SELECT kind, unit, function,
                      sum(CASE WHEN function = leaf THEN value ELSE 0 END) AS self,
                      sum(value) AS total
               FROM by_stack JOIN stacks USING (stack)
               LATERAL VIEW explode(functions) AS function
               GROUP BY kind, unit, function)
        SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY kind, unit
                       ORDER BY self DESC, total DESC, function) AS rank FROM by_function)
        WHERE rank <= 10 ORDER BY kind, unit, rank""")
    print('kind\tself\ttotal\tfunction')
    for r in top.collect():
        print(f'{r.kind}\t{r.self}\t{r.total}\t{r.function}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
