-- Statistics used by every table. Published values: Wilson 1927; Newcombe 1998, table II, methods 3 and 10.
SELECT pg_temp.gives('stats.wilson_low(81, 263)', '{0.2553}', '81 of 263', 'round(given::numeric, 4)');
SELECT pg_temp.gives('stats.wilson_high(81, 263)', '{0.3662}', '81 of 263', 'round(given::numeric, 4)');
SELECT pg_temp.gives('stats.wilson_low(0, 20)', '{0}', '0 for 0 of 20');
SELECT pg_temp.gives('stats.wilson_high(20, 20)', '{1}', '1 for 20 of 20');
SELECT pg_temp.gives('stats.wilson_low(0, 0)', '{NULL}', 'null without trials');
SELECT pg_temp.gives('stats.wilson_high(0, 0)', '{NULL}', 'null without trials');
SELECT pg_temp.gives(
    'stats.newcombe_difference(56, 70, 48, 80)', '{"(0.2000,0.0524,0.3339)"}', '56/70 and 48/80',
    'ROW(round(given.difference::numeric, 4), round(given.low::numeric, 4), round(given.high::numeric, 4))'
);
SELECT pg_temp.gives(
    'stats.two_sided_p(1.959963984540054)', '{0.050000000000}', 'at the 95% point', 'round(given::numeric, 12)'
);
SELECT pg_temp.gives('stats.two_sided_p(0)', '{1}', '1 without a difference');
SELECT pg_temp.gives(
    'stats.two_proportion_p(50, 100, 50, 100)', '{1.000000}', '1 for equal rates', 'round(given::numeric, 6)'
);
SELECT pg_temp.gives('stats.two_proportion_p(0, 10, 0, 10)', '{NULL}', 'null if both rates are 0');
SELECT pg_temp.gives(
    $$stats.benjamini_hochberg('{0.01,NULL,0.04,0.03}')$$, ARRAY['{0.0300,NULL,0.0400,0.0400}'],
    'ignores nulls', 'given::numeric(5,4)[]'
);
INSERT INTO tested VALUES ('stats.adjusted_p');
SELECT results_eq(
    $$SELECT test.name, ((stats.adjusted_p(test.p) OVER families)[row_number() OVER families])::numeric(5, 4)
    FROM (VALUES ('a', 0.01), ('a', NULL), ('a', 0.04), ('a', 0.03), ('b', 0.2)) AS test (name, p)
    WINDOW families AS (PARTITION BY test.name)
    ORDER BY 1, 2$$,
    $$VALUES ('a', 0.03), ('a', 0.04), ('a', 0.04), ('a', NULL), ('b', 0.2)$$,
    'stats.adjusted_p: adjusts each family separately'
);
SELECT pg_temp.gives(
    $$stats.kitagawa('{50,10}', '{100,100}', '{60,5}', '{100,50}')$$, '{"(0.075000,0.058333)"}',
    'splits a change into parts that add up to it', 'ROW(round(given.mix::numeric, 6), round(given.rates::numeric, 6))'
);
SELECT pg_temp.gives('stats.published(0.12345678::numeric)', '{0.123457}', 'has 6 decimals');
SELECT pg_temp.gives('stats.published(0.5::double precision)', '{0.500000}', 'has 6 decimals');
SELECT pg_temp.gives('stats.published(NULL::numeric)', '{NULL}', 'null stays null');
SELECT pg_temp.gives('stats.published_rate(1, 2)', '{"(0.500000,0.094531,0.905469)"}', 'a rate with its interval');
SELECT pg_temp.gives('stats.published_rate(0, 0)', '{"(,,)"}', 'one row of nulls without trials');
SELECT pg_temp.gives(
    'stats.published_difference(2, 3, 1, 3)', '{"(0.333333,-0.315801,0.717775)"}', 'a difference with its interval',
    'ROW(given.difference, given.low, given.high)'
);
SELECT pg_temp.gives('stats.published_difference(1, 1, 0, 0)', '{"(,,,)"}', 'one row of nulls if one side has no trials');
SELECT pg_temp.gives('metric.settled(5, 2)', '{7}', 'the base of the grant rate is decided + undecided');
SELECT pg_temp.gives(
    'metric.published_funnel(7, 3, 2, 1, 1)', '{"(7,5,3,2,1,1,0.500000,0.187616,0.812384)"}',
    'people who can still answer are in no rate'
);
