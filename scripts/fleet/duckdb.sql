-- fleet/duckdb - the tables of many hosts as Parquet, and what they say.
--
--   corr convert --to tables DIR -o tables/HOST      on each host, or for each day
--   duckdb fleet.db <duckdb.sql                      where tables/ is
--
-- Equal stacks of all hosts are one row.  A recording that two hosts sent counts
-- once: its second digest is left out.

CREATE TEMP TABLE inputs AS
  SELECT *, split_part(filename, '/', -2) AS sent_by FROM read_json('tables/*/inputs.jsonl',
    format = 'newline_delimited', filename = true)
  QUALIFY row_number() OVER (PARTITION BY recording ORDER BY filename, file) = 1;

COPY (SELECT s.* EXCLUDE (filename), sent_by
      FROM (SELECT *, split_part(filename, '/', -2) AS sent_by
            FROM read_json('tables/*/samples.jsonl', format = 'newline_delimited',
                           filename = true)) s
      SEMI JOIN inputs USING (sent_by, file)
      ORDER BY service, kind, time_ns)
  TO 'samples.parquet' (FORMAT parquet, COMPRESSION zstd);

COPY (SELECT stack, any_value(depth) AS depth, any_value(frames) AS frames,
             any_value(files) AS files, any_value(lines) AS lines
      FROM read_json('tables/*/stacks.jsonl', format = 'newline_delimited')
      GROUP BY stack ORDER BY stack)
  TO 'stacks.parquet' (FORMAT parquet, COMPRESSION zstd);

COPY (SELECT DISTINCT stack, function, file, is_leaf
      FROM read_json('tables/*/stack_functions.jsonl', format = 'newline_delimited'))
  TO 'stack_functions.parquet' (FORMAT parquet, COMPRESSION zstd);

CREATE OR REPLACE VIEW samples AS FROM 'samples.parquet';
CREATE OR REPLACE VIEW stacks AS FROM 'stacks.parquet';
CREATE OR REPLACE VIEW stack_functions AS FROM 'stack_functions.parquet';

-- corr top of a kind: FROM top('cpu');
CREATE OR REPLACE MACRO top(of_kind) AS TABLE
  SELECT function, coalesce(sum(value) FILTER (is_leaf), 0) AS self, sum(value) AS total,
         sum(n) AS samples
  FROM samples JOIN stack_functions USING (stack) WHERE kind = of_kind
  GROUP BY function ORDER BY self DESC, total DESC;

-- Cost of a function by version: FROM by_version('cpu', 'main.mix');
CREATE OR REPLACE MACRO by_version(of_kind, of_function) AS TABLE
  SELECT service, version, sum(value) AS total
  FROM samples JOIN stack_functions USING (stack)
  WHERE kind = of_kind AND function = of_function
  GROUP BY service, version ORDER BY total DESC;

FROM top('cpu') LIMIT 10;
