-- Comparisons of the given people: a week with the week before, a variant with its control, 28 days with the 28 days
-- before.
\ir given_people.sql

-- Everything about the earlier week was known before the later week began.
UPDATE projection.journey SET latest_received_at = '2026-03-05 12:00Z' WHERE prompt_at < '2026-03-08Z';

SELECT pg_temp.gives(
    $$projection.opt_in_trend('2026-03-12', '2026-03-14', '2026-03-20Z', 0)$$,
    ARRAY[
        '(app,com.example.shop,,,2026-03-12,0,4,0.500000,0.150039,0.849961,f)',
        '(app,com.example.shop,,,2026-03-13,0,4,0.500000,0.150039,0.849961,t)',
        '(app,com.example.shop,,,2026-03-14,3,6,0.500000,0.187616,0.812384,t)',
        '(major,com.example.shop,iOS,17,2026-03-12,0,4,0.500000,0.150039,0.849961,f)',
        '(major,com.example.shop,iOS,17,2026-03-13,0,4,0.500000,0.150039,0.849961,t)',
        '(major,com.example.shop,iOS,17,2026-03-14,3,6,0.500000,0.187616,0.812384,t)',
        '(app,com.example.game,,,2026-03-12,0,1,1.000000,0.206549,1.000000,f)',
        '(app,com.example.game,,,2026-03-13,0,1,1.000000,0.206549,1.000000,t)',
        '(app,com.example.game,,,2026-03-14,0,1,1.000000,0.206549,1.000000,t)',
        '(major,com.example.game,Android,14,2026-03-12,0,1,1.000000,0.206549,1.000000,f)',
        '(major,com.example.game,Android,14,2026-03-13,0,1,1.000000,0.206549,1.000000,t)',
        '(major,com.example.game,Android,14,2026-03-14,0,1,1.000000,0.206549,1.000000,t)'
    ],
    'pooled over the 7 days ending with each day, and whether people can still answer'
);
SELECT pg_temp.gives(
    $$projection.opt_in_trend('2026-03-16', '2026-03-17', '2026-03-20Z', 2)$$,
    ARRAY[
        '(app,com.example.shop,,2026-03-16,3,0.333333)', '(app,com.example.shop,,2026-03-17,2,0.500000)',
        '(major,com.example.shop,17,2026-03-16,3,0.333333)', '(major,com.example.shop,17,2026-03-17,2,0.500000)',
        '(app,com.example.game,,2026-03-16,,)', '(app,com.example.game,,2026-03-17,0,)',
        '(major,com.example.game,14,2026-03-16,,)'
    ],
    'an app has every day, a major the days with prompts in the 7 days; no numbers for few people',
    'ROW(given.level, given.app_id, given.os_version, given.day, given.pooled_base, given.pooled_rate)'
);
SELECT pg_temp.gives(
    $$projection.opt_in_variants('2026-03-08', '2026-03-14', '2026-03-20Z', 0)$$,
    ARRAY[
        '(com.example.shop,"","",t,1,1,0,1,0,0,0.000000,0.000000,0.793451,,,,,)',
        '(com.example.shop,home,control,t,2,2,1,1,0,0,0.500000,0.094531,0.905469,,,,,)',
        '(com.example.shop,home,blue,f,4,2,2,0,1,1,0.666667,0.207660,0.938508,'
            '0.166667,-0.445781,0.654829,0.709388,0.709388)',
        '(com.example.game,"","",t,1,1,1,0,0,0,1.000000,0.206549,1.000000,,,,,)'
    ],
    'a variant compared with the control of its placement',
    'ROW(given.app_id, given.placement, given.variant, given.is_control, (given.funnel).*, given.difference,
        given.difference_low, given.difference_high, given.p, given.p_adjusted)'
);
SELECT pg_temp.gives(
    $$projection.opt_in_variants('2026-03-08', '2026-03-14', '2026-03-20Z', 3)$$,
    '{"(home,control,,)","(home,blue,,)","(\"\",\"\",,)","(\"\",\"\",,)"}',
    'if one variant is too small, the smallest of the others is withheld too',
    'ROW(given.placement, given.variant, (given.funnel).prompted, given.difference)'
);
SELECT pg_temp.gives(
    $$projection.compared_rates('2026-04-04', '2026-04-30Z')$$,
    ARRAY[
        '(app,com.example.shop,,2026-03-08,3,1,3,3,7,0.200000,0.579100)',
        '(os_version,com.example.shop,"iOS 17.4",2026-03-08,2,1,2,2,3,0.166667,0.738883)',
        '(os_version,com.example.shop,"iOS 17.5",2026-03-08,1,0,1,1,4,0.250000,0.617075)',
        '(app,com.example.game,,2026-03-08,0,0,0,1,1,,)',
        '(os_version,com.example.game,"Android 14.0",2026-03-08,0,0,0,1,1,,)'
    ],
    '28 days compared with the 28 before at the same age, pooled over OS versions (Mantel–Haenszel)',
    'ROW(given.kind, given.app_id, given.subject, given.since, given.asked_before, given.events_before, given.base_before,
        given.events_after, given.base_after, round(given.pooled_difference::numeric, 6), round(given.p::numeric, 6))'
);

-- Data of the first app begins in February, data of the second with its first prompt.
INSERT INTO projection.activity_step (app, day, active_28d, openers_28d, reachable_28d, reachable)
VALUES (1, '2026-02-01', 0, 0, 0, 1);
SELECT pg_temp.gives(
    $$analytics.key_numbers('2026-03-08', '2026-03-14', '2026-03-20Z')$$,
    ARRAY[
        '(com.example.shop,grant_rate,3,6,1,3,0.500000,0.187616,0.812384,0.333333,0.061492,0.792340,'
            '0.166667,-0.388555,0.580770,0.635256,-0.069444,0.236111,2026-03-01,t)',
        '(com.example.shop,first_open_24h,1,3,0,1,0.333333,0.061492,0.792340,0.000000,0.000000,0.793451,'
            '0.333333,-0.505393,0.792340,0.504985,,,2026-03-01,t)',
        '(com.example.shop,prompted,7,,3,,,,,,,,,,,,,,2026-03-01,t)',
        '(com.example.shop,keep_rate,2,3,,,0.666667,0.207660,0.938508,,,,,,,,,,2026-03-01,t)',
        '(com.example.shop,reach_rate_28d,0,0,0,0,,,,,,,,,,,,,2026-03-01,t)',
        '(com.example.game,grant_rate,1,1,,,1.000000,0.206549,1.000000,,,,,,,,,,,f)',
        '(com.example.game,first_open_24h,0,1,,,0.000000,0.000000,0.793451,,,,,,,,,,,f)',
        '(com.example.game,prompted,1,,,,,,,,,,,,,,,,,f)'
    ],
    -- iOS 17.4 goes from 1/2 to 2/3, iOS 17.5 from 0/1 to 1/3: mix is −5/72 and rates are 17/72, together 1/2 − 1/3.
    'compared with the week before, if the app was known then'
);
SELECT pg_temp.leaves(
    $$analytics.key_numbers('2026-03-08', '2026-03-14', '2026-03-20Z', 4)$$,
    $$SELECT numbers.measure, numbers.part, numbers.base, numbers.part_before, numbers.base_before, numbers.mix
    FROM analytics.key_numbers('2026-03-08', '2026-03-14', '2026-03-20Z', 4) AS numbers
    WHERE numbers.measure = 'grant_rate'$$,
    '{"(grant_rate,3,6,,,)","(grant_rate,,,,,)"}', 'a week of fewer people has no numbers'
);

-- Ten people prompted at noon on each day of two weeks: of every ten, five allow and two deny immediately, one allows
-- after three days, and two never answer. On the morning after, the late answers and the missing ones of the last days
-- are still open.
INSERT INTO projection.journey (
    installation_id, app, prompt_at, decision, decision_at, prompt_os, latest_received_at, events, status_from, status,
    status_os
)
SELECT
    pg_temp.id(100 * extract(day FROM asked.prompt_at)::integer + person.n), 1, asked.prompt_at,
    CASE WHEN answer.decision_at IS NOT NULL THEN kind.decision::log.event_type END, answer.decision_at, 1 + person.n % 2,
    '2026-05-17 10:00Z', 1, ARRAY[asked.prompt_at], '{unknown}', ARRAY[1 + person.n % 2]
FROM generate_series(timestamptz '2026-05-03 12:00Z', '2026-05-16 12:00Z', interval '24 hours') AS asked (prompt_at)
CROSS JOIN generate_series(1, 10) AS person (n)
INNER JOIN (
    VALUES
        (1, 5, 'prompt_granted', interval '2 s'),
        (6, 7, 'prompt_denied', '2 s'),
        (8, 8, 'prompt_granted', '72 hours'),
        (9, 10, NULL, NULL)
) AS kind (first, last, decision, waited) ON person.n BETWEEN kind.first AND kind.last
LEFT JOIN LATERAL (
    SELECT asked.prompt_at + kind.waited
    WHERE asked.prompt_at + kind.waited <= '2026-05-17 10:00Z'
) AS answer (decision_at) ON true;
-- Three people of the last week have no answer in the data; in the week before everyone who ever answers has answered.
SELECT pg_temp.leaves(
    $$projection.past_change_counts('2026-06-30Z', '2026-05-10', '2026-05-16')$$,
    $$SELECT
        counts.app_id, counts.prompted, counts.granted, counts.settled, counts.prompted_before, counts.granted_before,
        counts.settled_before
    FROM projection.past_change_counts('2026-06-30Z', '2026-05-10', '2026-05-16') AS counts
    WHERE counts.dimension = 'all'$$,
    ARRAY['(com.example.shop,70,39,70,70,42,70)'], 'settled ranges are counted as they are'
);

-- Large groups asked on one day in January: in the first app 30 on iOS 9.3 and 40 each on 17.4, 17.5 and Android, in
-- the second 29 on iOS 17.4 and 40 on 17.5.
INSERT INTO projection.journey (
    installation_id, app, prompt_at, decision, decision_at, prompt_os, latest_received_at, events, status_from, status,
    status_os
)
SELECT
    pg_temp.id(10000 * crowd.n + person.n), crowd.app, '2026-01-10 10:00Z',
    CASE WHEN person.n <= crowd.granted THEN 'prompt_granted'::log.event_type ELSE 'prompt_denied' END,
    '2026-01-10 10:00:09Z', crowd.os, '2026-01-10 12:00Z', 2, '{2026-01-10 10:00Z,2026-01-10 10:00:09Z}',
    CASE
        WHEN person.n <= crowd.granted THEN '{unknown,authorized}'::log.authorization_status[]
        ELSE '{unknown,denied}'
    END,
    ARRAY[crowd.os, crowd.os]
FROM (
    VALUES
        (1, 1, 4, 30, 18), (2, 1, 1, 40, 20), (3, 1, 2, 40, 30), (4, 1, 3, 40, 20), (5, 2, 1, 29, 10),
        (6, 2, 2, 40, 30)
) AS crowd (n, app, os, prompted, granted)
CROSS JOIN LATERAL generate_series(1, crowd.prompted) AS person (n);
SELECT pg_temp.gives(
    $$projection.opt_in_page('2026-01-10', '2026-01-10', '2026-03-20Z', 0)$$,
    ARRAY[
        '(version,com.example.shop,iOS,17.5,0.250000,0.037889,0.433296,0.020921,0.041843)',
        '(version,com.example.shop,iOS,17.4,-0.100000,-0.313659,0.130570,0.405896,0.405896)',
        '(version,com.example.shop,iOS,9.3,,,,,)', '(version,com.example.shop,Android,14.0,,,,,)',
        '(major,com.example.shop,iOS,17,,,,,)', '(major,com.example.shop,iOS,9,,,,,)',
        '(major,com.example.shop,Android,14,,,,,)', '(app,com.example.shop,,,,,,,)',
        '(version,com.example.game,iOS,17.5,,,,,)', '(version,com.example.game,iOS,17.4,,,,,)',
        '(major,com.example.game,iOS,17,,,,,)', '(app,com.example.game,,,,,,,)'
    ],
    'a version compared with the previous one of its OS, if both have 30 people',
    'ROW(given.level, given.app_id, given.os_name, given.os_version, given.difference, given.difference_low,
        given.difference_high, given.p, given.p_adjusted)'
);
SELECT pg_temp.gives(
    $$projection.opt_in_page('2026-01-10', '2026-01-10', '2026-03-20Z', 35)$$,
    ARRAY[
        '(version,com.example.shop,17.5,40,)', '(version,com.example.shop,17.4,,)', '(version,com.example.shop,9.3,,)',
        '(version,com.example.shop,14.0,40,)', '(major,com.example.shop,17,80,)', '(major,com.example.shop,9,,)',
        '(major,com.example.shop,14,40,)', '(app,com.example.shop,,150,)', '(version,com.example.game,17.5,,)',
        '(version,com.example.game,17.4,,)', '(major,com.example.game,17,69,)', '(app,com.example.game,,69,)'
    ],
    'a version is not compared with one that is withheld',
    'ROW(given.level, given.app_id, given.os_version, (given.funnel).prompted, given.difference)'
);

-- The same two weeks for each value of a dimension; the earlier one as known on 13 March. Differences, intervals, p and
-- the detectable difference were computed separately.
SELECT pg_temp.leaves(
    $$projection.past_change_counts('2026-03-20Z', '2026-03-08', '2026-03-14')$$,
    $$SELECT counts.name, counts.prompted, counts.prompted_before
    FROM projection.past_change_counts('2026-03-20Z', '2026-03-08', '2026-03-14') AS counts
    WHERE counts.app_id = 'com.example.shop' AND counts.dimension = 'variant'$$,
    ARRAY['("",1,0)', '(control,2,3)', '(blue,4,0)'], 'one row per value in either week'
);
SELECT pg_temp.leaves(
    $$analytics.opt_in_changes('2026-03-08', '2026-03-14', '2026-03-20Z')$$,
    $$SELECT
        changes.name, changes.prompted, changes.prompted_before, changes.share, changes.share_before, changes.difference,
        changes.difference_low, changes.difference_high, changes.p, changes.p_adjusted, changes.detectable
    FROM analytics.opt_in_changes('2026-03-08', '2026-03-14', '2026-03-20Z') AS changes
    WHERE changes.app_id = 'com.example.shop' AND changes.dimension IN ('all', 'os_version')$$,
    ARRAY[
        '("",7,3,1.000000,1.000000,0.166667,-0.388555,0.580770,0.635256,0.635256,0.984377)',
        '("iOS 17.4",3,2,0.428571,0.666667,0.166667,-0.445781,0.654829,0.709388,0.709388,1.252907)',
        '("iOS 17.5",4,1,0.571429,0.333333,0.333333,-0.505393,0.792340,0.504985,0.709388,1.400793)'
    ], 'a week compared with the week before'
);
SELECT pg_temp.leaves(
    $$analytics.opt_in_changes('2026-03-08', '2026-03-14', '2026-03-20Z', 2)$$,
    $$SELECT changes.name, changes.prompted
    FROM analytics.opt_in_changes('2026-03-08', '2026-03-14', '2026-03-20Z', 2) AS changes
    WHERE changes.app_id = 'com.example.shop' AND changes.dimension = 'os_version'$$,
    ARRAY['("iOS 17.4",)', '("iOS 17.5",)'], 'one person in the week before is too few, so the other row is withheld too'
);
