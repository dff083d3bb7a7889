-- The days on which versions had 30 people, and the team's marks. The app's first day is 1 March: 5.0 and iOS 17.4 are not
-- new; 5.10 and iOS 17.5 are; iOS 9.3 is an old version that few use.
INSERT INTO projection.prompt_cell (app, day, dimension, value, other, asked, allowed, allowed_24h)
SELECT 1, asked.day, cell.dimension, cell.value, cell.other, asked.people, 0, 0
FROM (
    VALUES
        (date '2026-03-01', 29, 1, 1), ('2026-03-03', 1, 1, 1), ('2026-03-10', 20, 2, 2), ('2026-03-11', 20, 2, 2),
        ('2026-03-12', 40, 4, 1), ('2026-02-01', 0, 2, 2)
) AS asked (day, people, os, app_version)
CROSS JOIN LATERAL (
    VALUES ('os', asked.os, 0), ('app_version', asked.app_version, asked.os)
) AS cell (dimension, value, other);
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
