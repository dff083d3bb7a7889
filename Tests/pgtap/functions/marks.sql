-- The days on which versions had 30 people, and the team's marks. The app's first day is 1 March: 5.0 and iOS 17.4 are not
-- new; 5.10 and iOS 17.5 are; iOS 9.3 is an old version that few use.
INSERT INTO projection.journey (
    installation_id, app, prompt_at, prompt_os, prompt_app_version, latest_received_at, events, status_from, status, status_os
)
SELECT
    pg_temp.id((100 + row_number() OVER ())::integer), 1, asked.day + interval '10 hours', asked.os, asked.app_version,
    '2026-03-19 12:00Z', 1, ARRAY[asked.day + interval '10 hours'], '{unknown}', ARRAY[asked.os]
FROM (
    VALUES
        (timestamptz '2026-03-01Z', 29, 1, 1), ('2026-03-03Z', 1, 1, 1), ('2026-03-10Z', 20, 2, 2),
        ('2026-03-11Z', 20, 2, 2), ('2026-03-12Z', 40, 4, 1)
) AS asked (day, people, os, app_version)
CROSS JOIN LATERAL generate_series(1, asked.people);
INSERT INTO analytics.team_mark (day, app_id, name) VALUES
    ('2026-03-05', NULL, 'Sale'), ('2026-03-05', 'com.example.shop', 'New pre-prompt'), ('2026-03-30', NULL, 'Later');

SELECT pg_temp.gives(
    $$analytics.marks('2026-03-01', '2026-03-31', '2026-03-20Z')$$,
    ARRAY[
        '(com.example.game,2026-03-05,team,Sale,t)', '(com.example.shop,2026-03-03,app_version,5.0,f)',
        '(com.example.shop,2026-03-03,os_version,"iOS 17.4",f)', '(com.example.shop,2026-03-05,team,"New pre-prompt",t)',
        '(com.example.shop,2026-03-05,team,Sale,t)', '(com.example.shop,2026-03-11,app_version,5.10,t)',
        '(com.example.shop,2026-03-11,os_version,"iOS 17.5",t)', '(com.example.shop,2026-03-12,os_version,"iOS 9.3",f)'
    ],
    'the first day by whose end 30 people had been asked, and no day after the horizon''s'
);
SELECT pg_temp.gives(
    $$analytics.marks('2026-03-06', '2026-03-31', '2026-03-20Z', 31)$$,
    '{"(com.example.shop,2026-03-11,app_version,5.10,t)","(com.example.shop,2026-03-11,os_version,\"iOS 17.5\",t)",'
        '"(com.example.shop,2026-03-12,app_version,5.0,f)","(com.example.shop,2026-03-12,os_version,\"iOS 9.3\",f)"}',
    'a minimum cell above 30 needs that many people'
);
INSERT INTO analytics.target (app_id, measure, value) VALUES
    (NULL, 'grant_rate', 0.5), ('com.example.shop', 'grant_rate', 0.6), ('com.example.game', 'reach_rate_28d', 0.4);
SELECT bag_eq(
    'SELECT targets::text FROM analytics.targets',
    ARRAY[
        '(com.example.game,grant_rate,0.500000)', '(com.example.game,reach_rate_28d,0.400000)',
        '(com.example.shop,grant_rate,0.600000)'
    ],
    'an app''s own target replaces that of all apps'
);
