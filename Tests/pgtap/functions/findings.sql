-- Findings about incoming data, looking back from 10 March, and the deliveries they are based on. App version 5.0
-- stopped on 4 March. Rejected deliveries rose from 0.5% to 2% in the last 7 days, late events from 1% to 6%.
INSERT INTO projection.quality_cell (app, day, dimension, value, events, over_24h, clocks_corrected)
SELECT 1, date '2026-02-22' + n, 'app_version', 1, 30, 0, 0 FROM generate_series(0, 10) AS n
UNION ALL
SELECT 1, date '2026-02-22' + n, 'app_version', 2, 30, 0, 0 FROM generate_series(0, 16) AS n;
INSERT INTO projection.delivery_cell (day, outcome, reason, deliveries) VALUES
    ('2026-03-01', 'accepted', NULL, 2000),
    ('2026-03-01', 'rejected', 'invalid_json', 10),
    ('2026-03-05', 'accepted', NULL, 970),
    ('2026-03-05', 'duplicate', NULL, 10),
    ('2026-03-05', 'rejected', 'invalid_field', 20);
INSERT INTO projection.quality_cell (app, day, dimension, value, events, over_24h, clocks_corrected) VALUES
    (1, '2026-03-01', 'app_version', 0, 400, 10, 0),
    (1, '2026-03-05', 'app_version', 0, 760, 60, 0);

SELECT pg_temp.gives(
    $$projection.odd_signs('2026-03-10', '2026-03-11Z', 0)$$,
    ARRAY[
        '(com.example.shop,alert,silent,"app version 5.0",2026-03-06,2026-03-05,,)',
        '(,alert,rejects,,2026-03-08,2026-03-02,0.004975,0.020000)',
        '(com.example.shop,notice,latency,,2026-03-08,2026-03-02,0.011364,0.056604)'
    ],
    'a version without events, more rejects, and more late events',
    'ROW(given.app_id, given.severity, given.rule, given.subject, given.told, given.since, round(given.before::numeric, 6),
        round(given.after::numeric, 6))'
);
SELECT pg_temp.gives(
    $$projection.odd_signs('2026-03-10', '2026-03-11Z', 31)$$, '{rejects,latency}', 'groups below the minimum cell are left out',
    'given.rule'
);
SELECT pg_temp.gives(
    $$projection.odd_signs('2026-03-10', '2026-03-11Z', 30)$$, '{silent,rejects,latency}',
    'a version is silent if its usual rate and gaps make this unlikely', 'given.rule'
);
SELECT pg_temp.gives($$projection.odd_signs('2026-03-05', '2026-03-11Z', 0)$$, '{}', 'a single day is not silence');
SELECT pg_temp.gives(
    $$analytics.findings('2026-03-10', '2026-03-11Z', 0, '2026-03-06')$$,
    ARRAY[
        '(com.example.shop,notice,silent,"app version 5.0",2026-03-06,2026-03-05,,,,,,)',
        '(,alert,rejects,,2026-03-08,2026-03-02,0.004975,0.020000,0.015025,,,)',
        '(com.example.shop,notice,latency,,2026-03-08,2026-03-02,0.011364,0.056604,0.045240,,,)'
    ],
    'the same findings, with the difference; what an earlier report told is a notice'
);
SELECT pg_temp.gives(
    $$analytics.deliveries_daily('2026-03-01', '2026-03-31', '2026-03-11Z')$$,
    '{"(2026-03-01,2000,0,10)","(2026-03-05,970,10,20)"}', 'one row per day with deliveries'
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
    'the most frequent words, without quoted values'
);
SELECT pg_temp.gives(
    $$analytics.reject_words('byte 17: a member has the name "secret" twice')$$, '{"a member has the same name"}',
    'leaves out the quoted name'
);
SELECT pg_temp.gives(
    $$analytics.reject_words('id is no UUID; it is "secret"')$$, '{"id is no UUID"}', 'leaves out the quoted value'
);

-- Sends without an OS in five apps, 100,000 in each of two periods, as of the end of June. The threshold is a fifth of
-- the earlier rate or 2 points, whichever is less: a fall from 4% to 2.5% is more than a fifth, one to 3.4% is less;
-- for 50%, a fifth would be 10 points. p and the intervals decide none of these cases.
INSERT INTO log.app (app, app_id) OVERRIDING SYSTEM VALUE VALUES
    (3, 'com.example.bank'),
    (4, 'com.example.maps'),
    (5, 'com.example.news');
INSERT INTO projection.opens_cell (
    app, day, dimension, value, sent, received, direct_opens, influenced_opens, openers, active, opened_24h
)
SELECT crowd.app, period.day, 'os', 0, 100000, 0, period.opened, 0, 0, 0, period.opened
FROM (
    VALUES (1, 4000, 2500), (2, 4000, 3400), (3, 50000, 47500), (4, 50000, 48500), (5, 0, 50)
) AS crowd (app, before, after)
CROSS JOIN LATERAL (
    VALUES (date '2026-04-20', crowd.before), ('2026-05-20', crowd.after)
) AS period (day, opened);
SELECT pg_temp.gives(
    $$analytics.findings('2026-05-31', '2026-06-30Z')$$,
    ARRAY[
        '(com.example.shop,notice,open_rate_24h,,0.040000,0.025000)',
        '(com.example.bank,notice,open_rate_24h,,0.500000,0.475000)',
        '(com.example.news,notice,open_rate_24h,,0.000000,0.000500)'
    ],
    'opens within 24 hours that changed by a fifth of the earlier rate, or by 2 points if that is less',
    'ROW(given.app_id, given.severity, given.rule, given.subject, given.before, given.after)'
);

-- 20 people a day, of whom 12 allow within 24 hours; from 2 March on, 8. With the 112 days before and by the statistic of
-- Cochran, Mantel and Haenszel, the last 14 days have a strength of 3.0 on 9 March, and of 3.9 on 12 March.
INSERT INTO projection.prompt_cell (app, day, dimension, value, other, asked, allowed, allowed_24h)
SELECT 1, date '2027-01-01' + n, 'os', 1, 0, 20, 20, CASE WHEN n < 60 THEN 12 ELSE 8 END FROM generate_series(0, 89) AS n;
SELECT pg_temp.gives(
    $$projection.grant_rate_shifts('2027-03-12', '2027-04-29Z')$$,
    ARRAY[
        '(com.example.shop,,2027-03-09,2027-03-02,720,1200,80,200)',
        '(com.example.shop,"iOS 17.4",2027-03-12,2027-03-02,720,1200,80,200)'
    ],
    'an app is told sooner than its parts; both changes began on one day'
);
SELECT pg_temp.gives(
    format('analytics.findings(%L, ''2027-04-29Z'')', night.day), night.told::text[], night.rule,
    'ROW(given.severity, given.subject, given.told, given.since, given.after)'
)
FROM (
    VALUES
        ('2027-03-08', '{}', 'too early'),
        ('2027-03-09', '{"(alert,,2027-03-09,2027-03-02,0.400000)"}', 'an alert on its first night'),
        ('2027-03-10', '{"(notice,,2027-03-09,2027-03-02,0.400000)"}', 'a notice on the second, with the same days')
) AS night (day, told, rule);
