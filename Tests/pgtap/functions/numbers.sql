-- Functions that depend only on their parameters.
SELECT pg_temp.gives(
    $$metric.latency('2026-03-01 12:00:01.5Z', '2026-03-01 12:00Z')$$, '{1500000}', 'microseconds from the event to its receipt'
);
SELECT pg_temp.gives(
    $$metric.latency('2026-03-01 11:59:59Z', '2026-03-01 12:00Z')$$, '{-1000000}', 'negative if received before the event'
);
-- Time spans are counted in classes: every millisecond below 256 ms, and 128 for each doubling above. The value of a
-- class is its middle.
SELECT pg_temp.gives('stats.span_class(999)', '{0}', 'less than a millisecond');
SELECT pg_temp.gives('stats.span_class(255999)', '{255}', 'the last class 1 ms wide');
SELECT pg_temp.gives('stats.span_class(256000)', '{256}', 'the first class 2 ms wide');
SELECT pg_temp.gives('stats.span_class(257999)', '{256}', 'is 2 ms wide');
SELECT pg_temp.gives('stats.span_class(511999)', '{383}', 'the last class 2 ms wide');
SELECT pg_temp.gives('stats.span_class(512000)', '{384}', 'the first class 4 ms wide');
SELECT pg_temp.gives('stats.span_class(-300000)', '{-278}', 'negative spans have negative classes');
SELECT pg_temp.gives('stats.class_exponent(256000)', '{1}', 'is 2 ms wide');
SELECT pg_temp.gives('stats.class_seconds(255)', '{0.255}', 'the millisecond itself', 'round(given, 6)::double precision');
SELECT pg_temp.gives('stats.class_seconds(384)', '{0.514}', 'the middle of 512 to 516 ms', 'round(given, 6)::double precision');
SELECT pg_temp.gives('stats.class_seconds(-278)', '{-0.301}', 'the middle of −300 to −302 ms', 'round(given, 6)::double precision');
SELECT is(
    (
        SELECT count(*)
        FROM generate_series(0, 42) AS power (k)
        CROSS JOIN (VALUES (-1), (0), (1)) AS beside (n)
        CROSS JOIN LATERAL (SELECT ((1::bigint << power.k) + beside.n) * 1000 AS span) AS taken
        WHERE abs(stats.class_seconds(stats.span_class(taken.span)) * 1000000 - taken.span) > 0.004 * taken.span
    ), 0::bigint, 'near each power of 2 the middle of the class is within 0.4%'
);
SELECT pg_temp.gives($$metric.is_sampled('00000000-0000-4000-8000-000000000080')$$, '{true}', 'an id whose hash begins with less than 4');
SELECT pg_temp.gives($$metric.is_sampled('00000000-0000-4000-8000-000000000001')$$, '{false}', 'an id with another hash');

SELECT pg_temp.gives($$projection.period('1970-01-30 23:59:59Z')$$, '{0}', 'the first 30 days');
SELECT pg_temp.gives($$projection.period('1970-01-31Z')$$, '{1}', 'the 31st day is in the next period');
SELECT pg_temp.gives($$projection.period('1969-12-31 23:59:59Z')$$, '{-1}', 'negative before 1970');
SELECT pg_temp.gives(
    $$projection.periods('1970-01-30Z', '1970-02-01Z')$$, ARRAY['{0,1}'], 'for a short span the periods of its ends'
);
SELECT pg_temp.gives(
    $$projection.periods('1970-01-01Z', '1970-04-01Z')$$, ARRAY['{0,1,2,3}'], 'for 90 days also all periods between'
);
SELECT pg_temp.gives(
    $$projection.periods_of_long_span('1970-02-01Z', '1970-04-01Z')$$, ARRAY['{1,2,3}'], 'all periods from the first to the last'
);

SELECT pg_temp.gives($$stats.version_numbers('5.10.2')$$, ARRAY['{5,10,2}'], 'the parts of a version');
SELECT pg_temp.gives($$stats.version_numbers('5.10-beta')$$, '{NULL}', 'null for other texts');

-- A send at 12:00 with an open window of an hour.
SELECT pg_temp.gives(
    $$metric.relevant_instants('{2026-03-01 12:30Z}', '2026-03-01 12:00Z', 3600)$$,
    ARRAY['{"2026-03-01 12:30:00+00"}'], 'keeps the instant in the window'
);
SELECT pg_temp.gives(
    $$metric.relevant_instants('{2026-03-02 12:00Z}', '2026-03-01 12:00Z', 3600)$$, '{NULL}',
    'excludes the end of the window (at least 24 hours)'
);
SELECT pg_temp.gives(
    $$metric.instants_sorted_out(
        '{2026-03-01 12:40Z,2026-03-01 11:58Z,2026-03-01 12:20Z}', '2026-03-01 12:00Z', 3600
    )$$,
    ARRAY['{"2026-03-01 11:58:00+00","2026-03-01 12:20:00+00"}'],
    'keeps all that are too early, and the first in the window'
);
SELECT pg_temp.gives(
    $$metric.instants_sorted_out('{2026-03-01 11:59:30Z,2026-03-01 12:20Z}', '2026-03-01 12:00Z', 3600)$$,
    ARRAY['{"2026-03-01 11:59:30+00"}'], 'allows clocks to be 60 s off'
);
SELECT pg_temp.gives(
    $$metric.instants_sorted_out('{2026-03-02Z,2026-03-01Z,2026-03-02Z}', 'infinity', 3600)$$,
    ARRAY['{"2026-03-01 00:00:00+00","2026-03-02 00:00:00+00"}'], 'without a send keeps all instants, without duplicates'
);

SELECT pg_temp.gives('metric.fold_limit()', '{10000}', 'an installation with more events is set aside');

-- Privacy: rows of 1 to k − 1 people are blanked.
SELECT pg_temp.gives('metric.is_small(4, 5)', '{true}', 'true for fewer than the minimum');
SELECT pg_temp.gives('metric.is_small(5, 5)', '{false}', 'false for the minimum');
SELECT pg_temp.gives('metric.is_small(0, 5)', '{false}', 'false for a row without people');
SELECT pg_temp.gives('metric.is_small(1, 0)', '{false}', 'false without a minimum');
SELECT pg_temp.gives('metric.withhold(0, 4, 5)', '{1}', 'the first row that is withheld');
SELECT pg_temp.gives('metric.withhold(1, 5, 5)', '{2}', 'the smallest other row, if one row is withheld');
SELECT pg_temp.gives('metric.withhold(2, 5, 5)', '{-2}', 'no other row, if two are withheld');
SELECT pg_temp.gives('metric.withhold(1, 4, 5)', '{2}', 'a second row that is too small');
SELECT pg_temp.gives('metric.is_last_withheld(2)', '{true}', 'true for a positive state');
SELECT pg_temp.gives('metric.is_last_withheld(-2)', '{false}', 'false for a negative state');
INSERT INTO tested VALUES ('metric.is_withheld');
SELECT results_eq(
    $$SELECT cell.n, metric.is_withheld(cell.base, 5) OVER (
        PARTITION BY cell.of_group ORDER BY cell.base, cell.n
    )
    FROM (VALUES
        (0, 'one blank', 0),
        (1, 'one blank', 4), (2, 'one blank', 9), (3, 'one blank', 9), (4, 'one blank', 7),
        (5, 'two blank', 3), (6, 'two blank', 4), (7, 'two blank', 5), (8, 'none blank', 5), (9, 'alone', 1)
    ) AS cell (n, of_group, base)
    ORDER BY cell.n$$,
    $$VALUES (0, false), (1, true), (2, false), (3, false), (4, true), (5, true), (6, true), (7, false), (8, false), (9, true)$$,
    'if one row is withheld, only the smallest of the others is withheld too'
);

SELECT pg_temp.gives($$metric.is_reachable('ephemeral')$$, '{true}', 'true for ephemeral (App Clips)');
SELECT pg_temp.gives($$metric.is_reachable('not_determined')$$, '{false}', 'false before an answer');
SELECT pg_temp.gives(
    $$metric.is_answered('{2026-03-01 11:50Z,2026-03-01 11:59Z}', '2026-03-01 12:00Z', 3600)$$, '{true}',
    'true up to 60 s before the send'
);
SELECT pg_temp.gives(
    $$metric.is_answered('{2026-03-01 11:58:59.999999Z}', '2026-03-01 12:00Z', 3600)$$, '{false}', 'false if earlier'
);
SELECT pg_temp.gives(
    $$metric.is_answered('{2026-03-01 13:00Z}', '2026-03-01 12:00Z', 3600)$$, '{false}', 'false at the end of the window'
);
SELECT pg_temp.gives(
    $$metric.is_answered('{2026-03-01 13:00Z}', '2026-03-01 12:00Z', 86400)$$, '{true}', 'true within a longer window'
);
SELECT pg_temp.gives($$metric.is_answered(NULL, '2026-03-01 12:00Z', 3600)$$, '{false}', 'false without instants');

SELECT pg_temp.gives(
    $$metric.claims_app_open('2026-03-01 12:00Z', '2026-03-01 12:59:59.999999Z', '1 hour')$$, '{true}',
    'true until the influence window ends'
);
SELECT pg_temp.gives(
    $$metric.claims_app_open('2026-03-01 12:00Z', '2026-03-01 13:00Z', '1 hour')$$, '{false}', 'false at the end of the window'
);
SELECT pg_temp.gives(
    $$metric.claims_app_open('2026-03-01 12:00Z', NULL, '1 hour')$$, '{false}', 'false without an app open'
);
SELECT pg_temp.gives('metric.near()', '{00:00:29.999999}', 'less than 30 s');
