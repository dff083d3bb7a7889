-- Active installations over 28 days, and how many of them are reachable.
\ir given_engagement.sql

SELECT pg_temp.gives($$projection.counted_days('2026-03-01')$$, ARRAY['[2026-03-01,2026-03-29)'], '28 days from that day');
SELECT pg_temp.gives(
    $$projection.reachable_days(
        '{2026-03-01 10:00Z,2026-03-01 14:00Z,2026-03-05 16:00Z}', '{denied,provisional,denied}', 'Asia/Tokyo'
    )$$,
    ARRAY['{[2026-03-01,2026-03-06)}'], 'up to the day before that of the next status', 'given.days'
);
SELECT pg_temp.gives(
    $$projection.activity_changes(
        ROW('{[2026-03-01,2026-03-29)}', '{}', '{[2026-03-01,)}')::projection.activity_days,
        ROW('{[2026-03-01,2026-04-02)}', '{}', '{[2026-03-01,2026-03-10)}')::projection.activity_days
    )$$,
    '{"(active_28d,2026-03-29,1)","(active_28d,2026-04-02,-1)","(reachable_28d,2026-03-10,-1)",'
        '"(reachable_28d,2026-03-29,1)","(reachable,2026-03-10,-1)"}',
    'the bounds of added and removed days'
);
SELECT pg_temp.gives(
    $$projection.activity_changes(
        NULL, ROW('{[2026-03-01,2026-03-29)}', '{}', '{[2026-03-10,)}')::projection.activity_days
    )$$,
    '{"(active_28d,2026-03-01,1)","(active_28d,2026-03-29,-1)","(reachable_28d,2026-03-10,1)",'
        '"(reachable_28d,2026-03-29,-1)","(reachable,2026-03-10,1)"}',
    'all days of a new installation'
);
SELECT pg_temp.gives(
    $$projection.past_activity('2026-03-06Z')$$,
    ARRAY(SELECT ROW(step.app, step.day, step.active_28d, step.openers_28d, step.reachable_28d, step.reachable)::text
        FROM projection.activity_step AS step),
    'the same as activity_step'
);
SELECT pg_temp.gives(
    $$projection.activity_steps('2026-03-06Z')$$,
    ARRAY(SELECT past::text FROM projection.past_activity('2026-03-06Z') AS past),
    'those of activity_step'
);
SELECT pg_temp.gives(
    $$projection.activity('2026-03-01', '2026-03-31', '2026-03-06Z')$$,
    '{"(1,2026-03-01,3,2,2,2)","(1,2026-03-02,4,3,2,2)","(1,2026-03-03,4,3,2,2)","(1,2026-03-04,4,3,2,2)",'
        '"(1,2026-03-05,4,4,1,1)","(1,2026-03-06,4,4,1,1)"}',
    'from the tables, up to the day of the horizon'
);
SELECT pg_temp.gives(
    $$projection.activity('2026-03-01', '2026-03-02', '2026-03-02 12:00Z')$$,
    '{"(1,2026-03-01,2,1,2,2)","(1,2026-03-02,4,2,2,2)"}', 'at an earlier horizon, from the log'
);
SELECT pg_temp.gives(
    $$analytics.activity_daily('2026-03-02', '2026-03-02', '2026-03-06Z')$$,
    '{"(com.example.shop,2026-03-02,2,1,0.500000,4,3,2,0.500000)"}', 'the opener rate is of those reachable the day before'
);
SELECT pg_temp.gives(
    $$analytics.activity_daily('2026-03-02', '2026-03-03', '2026-03-06Z', 5)$$,
    '{"(com.example.shop,2026-03-02,,,,,,,)","(com.example.shop,2026-03-03,,,,,,,)"}',
    'rows of fewer people keep only their keys'
);
SELECT pg_temp.gives(
    $$analytics.key_numbers('2026-03-02', '2026-03-02', '2026-03-06Z')$$,
    ARRAY[
        '(com.example.shop,direct_open_rate,,,3,3,,,,1.000000,0.438503,1.000000,,,,,,,2026-03-01,t)',
        '(com.example.shop,open_rate_24h,,,2,3,,,,0.666667,0.207660,0.938508,,,,,,,2026-03-01,t)',
        '(com.example.shop,influenced_open_rate,,,0,3,,,,0.000000,0.000000,0.561497,,,,,,,2026-03-01,t)',
        '(com.example.shop,reach_rate_28d,2,4,2,3,0.500000,0.150039,0.849961,0.666667,0.207660,0.938508,'
            '-0.166667,-0.609804,0.410534,0.659243,,,2026-03-01,t)'
    ],
    'a day compared with the day before'
);
