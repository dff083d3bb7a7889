-- Findings of what comes in, looking back from 10 March, and the deliveries behind them. App version 5.0 ended on 4
-- March; 2 % of the last 7 days' deliveries were rejected after half a percent; 6 % of the events came late after 1 %.
INSERT INTO projection.version_cell (app, day, app_version, events)
SELECT 1, date '2026-03-01' + n, 1, 30 FROM generate_series(0, 3) AS n
UNION ALL
SELECT 1, date '2026-03-01' + n, 2, 30 FROM generate_series(0, 9) AS n;
INSERT INTO projection.delivery_cell (day, outcome, reason, deliveries) VALUES
    ('2026-03-01', 'accepted', NULL, 2000),
    ('2026-03-01', 'rejected', 'invalid_json', 10),
    ('2026-03-05', 'accepted', NULL, 970),
    ('2026-03-05', 'duplicate', NULL, 10),
    ('2026-03-05', 'rejected', 'invalid_field', 20);
INSERT INTO projection.latency_cell (app, day, size_class, events, over_24h, clocks_corrected, microseconds) VALUES
    (1, '2026-03-01', 0, 1000, 10, 0, '{}'),
    (1, '2026-03-05', 0, 1000, 60, 0, '{}');

SELECT pg_temp.gives(
    $$projection.odd_signs('2026-03-10', '2026-03-11Z', 0)$$,
    ARRAY[
        '(com.example.shop,alert,silent,"app version 5.0",2026-03-05,,)',
        '(,alert,rejects,,2026-03-04,0.004975,0.020000)',
        '(com.example.shop,notice,latency,,2026-03-04,0.010000,0.060000)'
    ],
    'a version that is silent, rejects, and latency',
    'ROW(given.app_id, given.severity, given.rule, given.subject, given.since, round(given.before::numeric, 6),
        round(given.after::numeric, 6))'
);
SELECT pg_temp.gives(
    $$projection.odd_signs('2026-03-10', '2026-03-11Z', 31)$$, '{rejects,latency}', 'a smaller group is in none',
    'given.rule'
);
SELECT pg_temp.gives($$projection.odd_signs('2026-03-05', '2026-03-11Z', 0)$$, '{}', 'one day is no silence');
SELECT pg_temp.gives(
    $$analytics.findings('2026-03-10', '2026-03-11Z')$$,
    ARRAY[
        '(com.example.shop,alert,silent,"app version 5.0",2026-03-05,,,,,,)',
        '(,alert,rejects,,2026-03-04,0.004975,0.020000,0.015025,,,)',
        '(com.example.shop,notice,latency,,2026-03-04,0.010000,0.060000,0.050000,,,)'
    ],
    'what is wrong, with the difference'
);
SELECT pg_temp.gives(
    $$analytics.deliveries_daily('2026-03-01', '2026-03-31', '2026-03-11Z')$$,
    '{"(2026-03-01,2000,0,10)","(2026-03-05,970,10,20)"}', 'days with a delivery'
);
SELECT pg_temp.gives(
    $$analytics.rejects('2026-03-01', '2026-03-31', '2026-03-11Z')$$, '{"(invalid_field,20)","(invalid_json,10)"}',
    'by reason'
);
SELECT pg_temp.gives(
    $$analytics.rejects('2026-03-01', '2026-03-31', '2026-03-04Z')$$, '{"(invalid_json,10)"}',
    'up to the horizon''s day'
);

INSERT INTO log.quarantine (
    received_at, quarantined_at, batch_id, line, byte_count, copy, reason, source, detail, line_hash, bytes
)
SELECT '2026-03-05Z', now(), 1, n, 1, 1, 'invalid_field', 'test', detail, pg_temp.id(n::integer), 'x'
FROM unnest(ARRAY['os has another form; it is "Symbian"', 'id is no UUID; it is "x"', 'id is no UUID; it is "y"'])
    WITH ORDINALITY AS given (detail, n);
SELECT pg_temp.gives(
    $$analytics.reject_examples('2026-03-01', '2026-03-31', '2026-03-11Z')$$, '{"(invalid_field,\"id is no UUID\")"}',
    'the most frequent words, without what they quote'
);
SELECT pg_temp.gives(
    $$analytics.reject_words('byte 17: a member has the name "secret" twice')$$, '{"a member has the same name"}',
    'quotes no name'
);
SELECT pg_temp.gives(
    $$analytics.reject_words('id is no UUID; it is "secret"')$$, '{"id is no UUID"}', 'quotes no value'
);
