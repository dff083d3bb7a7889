-- Installations by status at the end of each day. The steps are those of the given journeys when all is known.
\ir given_journeys.sql

INSERT INTO projection.reach_step (
    app, day, os_name, os_major, os_minor, authorized, provisional, ephemeral, denied, not_determined, unknown, gained,
    lost
)
VALUES
    (1, '2026-03-01', 'iOS', 17, 4, 2, 0, 0, 1, 0, 0, 2, 0),
    (1, '2026-03-05', 'iOS', 17, 4, 1, 0, 0, -1, 0, 0, 1, 0),
    (1, '2026-03-21', 'iOS', 17, 4, -1, 0, 0, 1, 0, 0, 0, 1),
    (1, '2026-03-01', 'iOS', 17, 5, 0, 1, 0, 0, 0, 0, 1, 0),
    (1, '2026-03-02', 'iOS', 17, 5, 1, -1, 0, 0, 0, 0, 0, 0),
    (1, '2026-03-10', 'iOS', 17, 5, -1, 0, 0, 0, 1, 0, 0, 1),
    (1, '2026-03-01', 'iOS', 9, 3, 0, 0, 0, 0, 1, 0, 0, 0),
    (1, '2026-03-02', 'iOS', 9, 3, 1, 0, 0, 0, -1, 0, 1, 0),
    (1, '2026-03-11', 'iOS', 9, 3, -1, 0, 0, 1, 0, 0, 0, 1);

-- At 02:45Z the clocks of this zone go back from 00:15 on 1 November to 23:15 on the day before.
SELECT pg_temp.gives(
    $$projection.ends_of_days(
        '{2026-10-31 02:30Z,2026-11-01 02:30:07Z,2026-11-01 02:45Z,2026-11-02 12:00Z}',
        'NST3:30NDT,M3.2.0/0:15,M11.1.0/0:15'
    )$$,
    '{"(3,2026-10-31,2026-11-02)","(4,2026-11-02,)"}', 'a day that clocks go back to ends with its last change'
);

-- Two statuses on one day in Tokyo, and a third after midnight there (15:00 UTC).
SELECT pg_temp.gives(
    $$projection.reach_changes(
        1, '{2026-03-01 10:00Z,2026-03-01 14:00Z,2026-03-01 16:00Z}', '{unknown,authorized,denied}', '{1,1,2}',
        'Asia/Tokyo'
    )$$,
    '{"(2026-03-01,1,1,0,0,0,0,0,1,0)","(2026-03-02,2,0,0,0,1,0,0,0,1)","(2026-03-02,1,-1,0,0,0,0,0,0,0)"}',
    'what enters and leaves each cell on each day'
);
SELECT pg_temp.gives(
    $$projection.reach_changes(-1, '{2026-03-01 10:00Z,2026-03-02 10:00Z}', '{authorized,denied}', '{1,1}', 'UTC')$$,
    '{"(2026-03-01,1,-1,0,0,0,0,0,-1,0)","(2026-03-02,1,0,0,0,-1,0,0,0,-1)","(2026-03-02,1,1,0,0,0,0,0,0,0)"}',
    'the opposite, to subtract it'
);

SELECT pg_temp.gives(
    $$projection.reach_steps('2026-03-06Z')$$, '{"(4,0)"}', 'without what was received later',
    'ROW(sum(given.authorized), sum(given.denied))'
);
SELECT pg_temp.gives(
    $$projection.reach('2026-03-10', '2026-03-11', '2026-03-31Z')$$,
    ARRAY[
        '(1,2026-03-10,iOS,17,4,3,3,0,0,0,0,0,3,3,0,0)', '(1,2026-03-10,iOS,17,5,1,0,0,0,0,1,0,0,1,0,1)',
        '(1,2026-03-10,iOS,9,3,1,1,0,0,0,0,0,1,1,0,0)', '(1,2026-03-11,iOS,17,4,3,3,0,0,0,0,0,3,3,0,0)',
        '(1,2026-03-11,iOS,17,5,1,0,0,0,0,1,0,0,1,0,0)', '(1,2026-03-11,iOS,9,3,1,0,0,0,1,0,0,0,1,0,1)'
    ],
    'a row for each day and cell, even if nothing changed',
    'ROW(given.app, given.day, given.os_name, given.os_major, given.os_minor, (given.standing).*)'
);
SELECT pg_temp.gives(
    $$projection.reach('2026-03-05', '2026-03-31', '2026-03-06Z')$$,
    ARRAY[
        '(1,2026-03-05,iOS,17,4,3,2,0,0,0,0,1,2,2,1,0)', '(1,2026-03-05,iOS,17,5,1,1,0,0,0,0,0,1,1,0,0)',
        '(1,2026-03-05,iOS,9,3,1,1,0,0,0,0,0,1,1,0,0)', '(1,2026-03-06,iOS,17,4,3,2,0,0,0,0,1,2,2,0,0)',
        '(1,2026-03-06,iOS,17,5,1,1,0,0,0,0,0,1,1,0,0)', '(1,2026-03-06,iOS,9,3,1,1,0,0,0,0,0,1,1,0,0)'
    ],
    'as it was known at an earlier horizon, up to its day',
    'ROW(given.app, given.day, given.os_name, given.os_major, given.os_minor, (given.standing).*)'
);

SELECT pg_temp.gives(
    $$projection.reach_page('2026-03-10', '2026-03-11', '2026-03-31Z', 0)$$,
    ARRAY[
        '(day,com.example.shop,2026-03-10,,,5,4,0,0,0,1,0,4,5,0,1,0.800000,0.375535,0.963776)',
        '(day,com.example.shop,2026-03-11,,,5,3,0,0,1,1,0,3,5,0,1,0.600000,0.230724,0.882379)',
        '(version,com.example.shop,2026-03-11,iOS,17.4,3,3,0,0,0,0,0,3,3,0,0,1.000000,0.438503,1.000000)',
        '(version,com.example.shop,2026-03-11,iOS,17.5,1,0,0,0,0,1,0,0,1,0,0,0.000000,0.000000,0.793451)',
        '(version,com.example.shop,2026-03-11,iOS,9.3,1,0,0,0,1,0,0,0,1,0,1,0.000000,0.000000,0.793451)',
        '(major,com.example.shop,2026-03-11,iOS,17,4,3,0,0,0,1,0,3,4,0,0,0.750000,0.300642,0.954413)',
        '(major,com.example.shop,2026-03-11,iOS,9,1,0,0,0,1,0,0,0,1,0,1,0.000000,0.000000,0.793451)'
    ],
    'whole apps on each day, and their versions on the last',
    'ROW(given.level, given.app_id, given.day, given.os_name, given.os_version, (given.standing).*, given.reach_rate,'
        ' given.reach_rate_low, given.reach_rate_high)'
);
SELECT pg_temp.gives(
    $$projection.reach_page('2026-03-11', '2026-03-11', '2026-03-31Z', 2)$$,
    '{"(day,,5)","(version,17.4,3)","(version,17.5,)","(version,9.3,)","(major,17,4)","(major,9,)"}',
    'rows of fewer people keep only their keys', 'ROW(given.level, given.os_version, (given.standing).installations)'
);
SELECT pg_temp.gives(
    $$analytics.reach_daily('2026-03-11', '2026-03-11', '2026-03-31Z')$$,
    ARRAY[
        '(com.example.shop,2026-03-11,iOS,17.4,3,0,0,0,0,0,3,1.000000,0,0)',
        '(com.example.shop,2026-03-11,iOS,17.5,0,0,0,0,1,0,0,0.000000,0,0)',
        '(com.example.shop,2026-03-11,iOS,9.3,0,0,0,1,0,0,0,0.000000,0,1)'
    ],
    'status at the end of the day by OS version'
);
SELECT pg_temp.gives(
    $$analytics.reach_daily('2026-03-11', '2026-03-11', '2026-03-31Z', 2)$$,
    '{"(17.4,3)","(17.5,)","(9.3,)"}', 'rows of fewer people keep only their keys',
    'ROW(given.os_version, given.reachable)'
);
