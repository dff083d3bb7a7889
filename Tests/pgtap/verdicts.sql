-- What changed from one range of days to the next (analytics.verdicts), since when and why. On rows made by hand; the
-- expected numbers were computed separately.
BEGIN;
SELECT no_plan();
SET LOCAL TimeZone = 'UTC';

\ir given/gives.sql
\ir given/people.sql
DELETE FROM projection.journey WHERE true;

SELECT is(
    metric.verdict_kind(
        given.is_whole, given.is_count, given.part, given.base, given.part_before, given.base_before, given.difference,
        metric.is_sure(given.p), metric.news(given.part / given.base::double precision, given.is_count)
    ),
    given.kind, format('metric.verdict_kind: %s', given.rule)
)
FROM (
    VALUES
        (true, false, 90, 300, 150, 300, -0.2, 0.0009, 'fell', 'a whole app of 300 people'),
        (true, false, 150, 300, 90, 300, 0.2, 0.0009, 'rose', 'the other way round'),
        (true, false, 90, 300, 150, 300, -0.2, 0.001, 'held', 'p is not below 0.001'),
        (true, false, 90, 299, 150, 300, -0.2, 0.0009, 'too_few', 'fewer now'),
        (true, false, 90, 300, 150, 299, -0.2, 0.0009, 'too_few', 'fewer before'),
        (false, false, 50, 100, 80, 100, -0.3, 0.0009, 'fell', 'a part of 100 people'),
        (false, false, 50, 99, 80, 100, -0.3, 0.0009, 'too_few', 'a smaller part'),
        (false, false, 50, 100, NULL, 0, NULL, NULL, 'nothing_before', 'a new part'),
        (false, false, 50, 99, NULL, 0, NULL, NULL, 'too_few', 'a new part that is small'),
        (true, false, 50, 300, NULL, NULL, NULL, NULL, 'nothing_before', 'events begin later'),
        (true, false, 5000, 10000, 5099, 10000, -0.0099, 0.0001, 'held', 'less than a point'),
        (true, false, 5000, 10000, 5100, 10000, -0.01, 0.0001, 'fell', 'a point'),
        (true, false, 400, 10000, 421, 10000, -0.0021, 0.0001, 'fell', 'a twentieth of the rate'),
        (true, false, 400, 10000, 419, 10000, -0.0019, 0.0001, 'held', 'less than a twentieth'),
        (true, true, 750, NULL, 1000, NULL, -0.25, 0.0001, 'fell', 'a quarter of a count'),
        (true, true, 751, NULL, 1000, NULL, -0.249, 0.0001, 'held', 'less than a quarter'),
        (true, true, 0, NULL, 1000, NULL, -1, 0.0001, 'fell', 'a count that fell to 0'),
        (true, true, 299, NULL, 100, NULL, 1.99, 0.0001, 'too_few', 'both counts are small'),
        (true, true, 300, NULL, 0, NULL, NULL, NULL, 'nothing_before', 'a count from 0')
) AS given (is_whole, is_count, part, base, part_before, base_before, difference, p, kind, rule);
SELECT pg_temp.gives(
    'the growth of a count', 'stats.count_growth(150, 100)',
    'round(growth::numeric, 6), round(low::numeric, 6), round(high::numeric, 6), round(p::numeric, 6),
        round(detectable::numeric, 6)',
    '(0.500000,0.164667,0.931883,0.001565,0.361683)'
);
SELECT is((stats.count_growth(300, 0)).p, NULL, 'stats.count_growth: no test without a count before');
SELECT is(round(stats.split_likelihood(12, 20, 4, 20)::numeric, 6), -23.468282, 'stats.split_likelihood: two rates');
SELECT is(stats.split_likelihood(0, 5, 5, 5), 0::double precision, 'stats.split_likelihood: what is certain');
SELECT is(stats.split_likelihood(0, 0, 5, 5), NULL, 'stats.split_likelihood: nobody');

-- From 1 to 28 March 50 people were asked each day: 20 on iOS 17.4, of whom 12 allow, from 18 March on 4, and 30 on iOS
-- 17.5, of whom 18 allow. App version 5.10 asked 12 and 8 of them, 5.0 the others. Answers come 10 hours later.
INSERT INTO projection.journey (
    installation_id, app, prompt_at, decision, decision_at, prompt_os, prompt_app_version, prompt_offset,
    latest_received_at, prompt_received_at, answer_received_at, events, status_from, status, status_os
)
SELECT
    pg_temp.id(1000 * day.n + 100 * crowd.os + person.n), 1, prompt.at,
    CASE WHEN person.n % 5 < 3 AND (crowd.os = 2 OR day.n < 17) OR person.n % 5 = 0
        THEN 'prompt_granted' ELSE 'prompt_denied' END::log.event_type,
    prompt.at + interval '10 h', crowd.os, CASE WHEN person.n <= crowd.of_version THEN 2 ELSE 1 END, 0,
    prompt.at + interval '11 h', prompt.at, prompt.at + interval '11 h', 2, '{}', '{}', '{}'
FROM generate_series(0, 27) AS day (n)
CROSS JOIN (VALUES (1, 20, 12), (2, 30, 8)) AS crowd (os, people, of_version)
CROSS JOIN LATERAL generate_series(1, crowd.people) AS person (n)
CROSS JOIN LATERAL (SELECT timestamptz '2026-03-01 00:30Z' + day.n * interval '1 day') AS prompt (at);
-- Events of the first app begin before both ranges, those of the second in between.
INSERT INTO projection.activity_step (app, day, active_28d, openers_28d, reachable_28d, reachable) VALUES
    (1, '2026-02-01', 1000, 0, 500, 500), (1, '2026-03-20', 0, 0, 60, 60), (2, '2026-03-10', 400, 0, 100, 100);
-- Statuses of people are known before, without which reach would be unknown.
INSERT INTO projection.daily_reach_change (
    app, day, os_name, os_major, os_minor, authorized, denied, gained, level_unknown, provisional, ephemeral,
    not_determined, unknown, gone, lost, level_prominent, level_scheduled, level_quiet, level_badge
) VALUES (1, '2026-02-01', 'iOS', 17, 4, 500, 500, 500, 500, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

SELECT pg_temp.gives(
    'what is alike is told once: under the part that fell most clearly',
    $$analytics.verdicts('2026-03-15', '2026-03-28', '2026-04-20Z')
        WHERE metric = 'opt_in' AND dimension IN ('all', 'os', 'os_version', 'app_version')$$,
    'dimension, name, kind, value, before, base, base_before, difference, gravity, since, since_from, since_to,
        explained_by',
    '(all,"",fell,0.474286,0.600000,700,700,-0.125714,1.683629,2026-03-18,2026-03-17,2026-03-19,'
        '"os_version iOS 17.4")',
    '(os,"iOS 17",fell,0.474286,0.600000,700,700,-0.125714,1.683629,2026-03-18,2026-03-17,2026-03-19,'
        '"os_version iOS 17.4")',
    '(os_version,"iOS 17.4",fell,0.285714,0.600000,280,280,-0.314286,2.672205,2026-03-18,2026-03-18,2026-03-18,)',
    '(os_version,"iOS 17.5",held,0.600000,0.600000,420,420,0.000000,0.000000,,,,)',
    '(app_version,5.10,fell,0.414286,0.650000,280,280,-0.235714,1.995149,2026-03-18,2026-03-18,2026-03-18,'
        '"os_version iOS 17.4")',
    '(app_version,5.0,held,0.514286,0.566667,420,420,-0.052381,0.543672,,,,)'
);
SELECT results_eq(
    $$SELECT
        dimension, name, grant_rate, grant_rate_before, difference, difference_low, difference_high, p,
        round((4.132148 / 2.801585 * detectable)::numeric, 3)
    FROM analytics.opt_in_changes('2026-03-15', '2026-03-28', '2026-04-20Z')$$,
    $$SELECT dimension, name, value, before, difference, difference_low, difference_high, p, round(detectable, 3)
    FROM analytics.verdicts('2026-03-15', '2026-03-28', '2026-04-20Z')
    WHERE metric = 'opt_in'$$,
    'analytics.verdicts has the numbers of opt_in_changes, in its order'
);
-- Those asked on 28 March can still answer for 10 hours. The week before is as old as at the horizon then.
SELECT pg_temp.gives(
    'a range that is not longer than the conversion window has opt-in within 24 hours',
    $$analytics.verdicts('2026-03-22', '2026-03-28', '2026-03-28 20:00Z')
        WHERE metric IN ('opt_in', 'opt_in_24h') AND dimension = 'os_version'$$,
    'metric, name, value, base, before, base_before',
    '(opt_in_24h,"iOS 17.4",0.200000,120,0.400000,120)', '(opt_in_24h,"iOS 17.5",0.600000,180,0.600000,180)'
);
SELECT pg_temp.gives(
    'people asked, and reach of active people',
    $$analytics.verdicts('2026-03-15', '2026-03-28', '2026-04-20Z')
        WHERE metric IN ('asked', 'reach') AND dimension = 'all'$$,
    'app_id, metric, kind, value, before, base, base_before, difference, mix, since, explained_by',
    '(shop,asked,held,700.000000,700.000000,,,0.000000,,,)',
    '(shop,reach,held,0.560000,0.500000,1000,1000,0.060000,,,)', '(game,reach,nothing_before,0.250000,,400,,,,,)'
);

-- Sends of two weeks: those of control were opened more often, and stopped; spring is new.
INSERT INTO projection.opens_cell (
    sent, received, direct_opens, influenced_opens, openers, active, opened_24h, app, day, value, dimension
)
SELECT send.sent, 0, 0, 0, 0, 0, send.opened, 1, send.day, cell.value, cell.dimension
FROM (
    VALUES
        (date '2026-03-10', 4, 500, 100), ('2026-03-12', 5, 500, 25), ('2026-03-16', 5, 2000, 100),
        ('2026-03-20', 6, 400, 20)
) AS send (day, campaign, sent, opened)
CROSS JOIN LATERAL (VALUES ('campaign', send.campaign), ('os', 1)) AS cell (dimension, value);
SELECT pg_temp.gives(
    'a fall of opens that comes from other campaigns is all mix',
    $$analytics.verdicts('2026-03-15', '2026-03-28', '2026-04-20Z')
        WHERE metric = 'opens' AND dimension IN ('all', 'campaign')$$,
    'dimension, name, kind, value, before, base, base_before, difference, mix, answers, since, since_from, since_to',
    -- There were no sends on 11 March.
    '(all,"",fell,0.050000,0.125000,2400,1000,-0.075000,-0.075000,0.000000,2026-03-12,2026-03-11,2026-03-12)',
    '(campaign,control,too_few,,0.200000,0,500,,,,,,)',
    '(campaign,blue,held,0.050000,0.050000,2000,500,0.000000,,,,,)',
    '(campaign,spring,nothing_before,0.050000,,400,0,,,,,,)'
);
SELECT pg_temp.gives(
    'the parts of an app that all of its people belong to are told under the app',
    $$analytics.verdicts('2026-03-15', '2026-03-28', '2026-04-20Z') WHERE metric = 'opens' AND kind = 'fell'$$,
    'dimension, name, explained_by',
    '(all,"",)', '(platform,iOS,all)', '(os,"iOS 17",all)', '(os_version,"iOS 17.4",all)'
);

-- Nights told that both apps fell, on iOS 17.4; in the second app, whose events begin on 1 January, before both ranges.
INSERT INTO projection.activity_step (app, day, active_28d, openers_28d, reachable_28d, reachable)
VALUES (2, '2026-01-01', 0, 0, 0, 0);
INSERT INTO projection.prompt_cell (app, day, dimension, value, within, people, allowed, allowed_24h, reachable)
SELECT
    course.app, course.began + n, 'os', course.os, 0, course.asked, course.asked,
    CASE WHEN course.began + n < course.changed THEN course.before ELSE course.after END, 0
FROM (
    VALUES
        (1, 1, date '2025-11-01', date '2026-03-18', 20, 12, 4), (1, 2, '2025-11-01', '2026-03-18', 30, 18, 18),
        (2, 1, '2026-01-01', '2026-02-18', 20, 12, 4)
) AS course (app, os, began, changed, asked, before, after)
CROSS JOIN generate_series(0, date '2026-03-28' - course.began) AS n;
SELECT pg_temp.gives(
    'a fall that a night told decides the kind if both ranges show it, otherwise it is compared with what was before',
    $$analytics.verdicts('2026-03-15', '2026-03-28', '2026-04-20Z') WHERE told IS NOT NULL$$,
    'app_id, metric, dimension, name, kind, value, before, base, base_before, from_day_before, from_day, explained_by',
    '(shop,opt_in,all,"",fell,0.474286,0.600000,700,700,2026-03-01,2026-03-15,"os_version iOS 17.4")',
    '(shop,opt_in,os_version,"iOS 17.4",fell,0.285714,0.600000,280,280,2026-03-01,2026-03-15,)',
    '(game,opt_in_24h,all,"",fell,0.200000,0.600000,760,960,2026-01-01,2026-02-18,)',
    -- The shift over both apps is left out, because each has it.
    '(game,opt_in_24h,os_version,"iOS 17.4",fell,0.200000,0.600000,760,960,2026-01-01,2026-02-18,)'
);
SELECT pg_temp.gives(
    'a fall is an alert unless an earlier report told it, and pages have its days',
    $$(
        SELECT told_after.day, verdict.*
        FROM (VALUES (date '-infinity'), ('2026-03-28')) AS told_after (day)
        CROSS JOIN LATERAL projection.verdicts_page(
            '2026-03-15', '2026-03-28', '2026-04-20Z', 0, told_after.day
        ) AS verdict
        WHERE verdict.app_id = 'shop' AND verdict.told IS NOT NULL AND verdict.dimension = 'os_version'
    ) AS found$$,
    'day, is_alert, days[1], cardinality(days), people[1], people[14], rates[14], lows[14], highs[14]',
    '(-infinity,t,2026-03-01,28,20,140,0.600000,0.517226,0.677433)',
    '(2026-03-28,f,2026-03-01,28,20,140,0.600000,0.517226,0.677433)'
);

INSERT INTO projection.journey (
    installation_id, app, trial_at, trial_os, outcome, outcome_at, latest_received_at, events, status_from, status,
    status_os
) VALUES
    (pg_temp.id(1), 1, '2026-03-10Z', 1, 'kept_quiet', '2026-03-11Z', '2026-03-11Z', 2, '{}', '{}', '{}'),
    (pg_temp.id(2), 1, '2026-03-10Z', 1, 'turned_off', '2026-04-10Z', '2026-04-10Z', 2, '{}', '{}', '{}'),
    (pg_temp.id(3), 1, '2026-03-20Z', 1, 'turned_off', '2026-04-10Z', '2026-04-10Z', 2, '{}', '{}', '{}');
SELECT pg_temp.gives(
    'earlier trials have the outcomes that they had at the same age',
    $$analytics.verdicts('2026-03-15', '2026-03-28', '2026-04-20Z')
        WHERE metric = 'provisional' AND dimension = 'all'$$,
    'kind, value, before, base, base_before', '(too_few,0.000000,1.000000,1,1)'
);
SELECT is(
    (
        SELECT jsonb_strip_nulls(to_jsonb(verdict))
        FROM analytics.verdicts('2026-03-15', '2026-03-28', '2026-04-20Z', 281) AS verdict
        WHERE verdict.metric = 'opt_in' AND verdict.dimension = 'app_version' AND verdict.name = '5.10'
    ),
    '{"app_id": "shop", "metric": "opt_in", "dimension": "app_version", "name": "5.10", "from_day_before": "2026-03-01",
        "from_day": "2026-03-15"}',
    'analytics.verdicts: a withheld row keeps its keys'
);

-- Of 800 people on iOS asked in each range, 200 were on iOS 17.4, where 30% allow, later 600; the others, where 70% do.
INSERT INTO projection.journey (
    installation_id, app, prompt_at, decision, decision_at, prompt_os, prompt_offset, latest_received_at,
    prompt_received_at, answer_received_at, events, status_from, status, status_os
)
SELECT
    pg_temp.id(10000 * crowd.n + person.n), 2, crowd.at,
    CASE WHEN person.n <= crowd.allowed THEN 'prompt_granted' ELSE 'prompt_denied' END::log.event_type,
    crowd.at, crowd.os, 0, crowd.at, crowd.at, crowd.at, 2, '{}', '{}', '{}'
FROM (
    VALUES
        (10, timestamptz '2026-05-20Z', 1, 200, 60), (11, '2026-05-20Z', 2, 600, 420), (12, '2026-05-20Z', 3, 400, 200),
        (13, '2026-06-03Z', 1, 600, 180), (14, '2026-06-03Z', 2, 200, 140), (15, '2026-06-03Z', 3, 400, 200)
) AS crowd (n, at, os, people, allowed)
CROSS JOIN LATERAL generate_series(1, crowd.people) AS person (n);
SELECT pg_temp.gives(
    'a platform that changed by who was asked is told under the whole app',
    $$analytics.verdicts('2026-06-01', '2026-06-14', '2026-07-01Z')
        WHERE app_id = 'game' AND metric = 'opt_in' AND dimension IN ('all', 'platform', 'os', 'os_version')$$,
    'dimension, name, kind, value, before, mix, explained_by',
    '(all,"",fell,0.433333,0.566667,-0.133333,)',
    '(platform,Android,held,0.500000,0.500000,,)', '(platform,iOS,fell,0.400000,0.600000,,all)',
    '(os,"Android 14",held,0.500000,0.500000,,)', '(os,"iOS 17",fell,0.400000,0.600000,,all)',
    '(os_version,"Android 14.0",held,0.500000,0.500000,,)', '(os_version,"iOS 17.4",held,0.300000,0.300000,,)',
    '(os_version,"iOS 17.5",held,0.700000,0.700000,,)'
);

-- 30 people were asked each day; 18 of them allowed, from the mark of 15 January on 12.
INSERT INTO projection.prompt_cell (app, day, dimension, value, within, people, allowed, allowed_24h, reachable)
SELECT 2, day, 'os', 1, 0, 30, CASE WHEN day < date '2027-01-15' THEN 18 ELSE 12 END, 0, 0
FROM generate_series(date '2027-01-01', '2027-01-28', interval '1 day') AS asked (day);
INSERT INTO analytics.team_mark (day, app_id, name) VALUES
    ('2027-01-15', 'game', 'New primer'), ('2027-01-15', NULL, 'New primer'), ('2027-01-27', NULL, 'Later'),
    ('2025-12-31', 'game', 'Long ago');
SELECT pg_temp.gives(
    'the days since a mark are compared with as many before, whatever the range',
    $$analytics.verdicts('2027-01-22', '2027-01-28', '2027-03-01Z') WHERE metric = 'since_mark'$$,
    'app_id, name, kind, value, before, base, base_before, difference, from_day_before, from_day, gravity',
    '(game,Later,too_few,0.400000,0.400000,60,60,0.000000,2027-01-25,2027-01-27,)',
    '(game,"New primer",fell,0.400000,0.600000,420,420,-0.200000,2027-01-01,2027-01-15,)',
    '(shop,Later,too_few,,,0,0,,2027-01-25,2027-01-27,)',
    '(shop,"New primer",too_few,,,0,0,,2027-01-01,2027-01-15,)'
);
SELECT pg_temp.gives(
    'of the days since a mark only those count whose answers are all known',
    $$analytics.verdicts('2027-01-22', '2027-01-28', '2027-02-02Z') WHERE metric = 'since_mark' AND app_id = 'game'$$,
    'name, kind, value, before, base, base_before, from_day_before, from_day',
    -- The last day is 25 January.
    '(Later,too_few,,,0,0,2027-01-27,2027-01-27)',
    '("New primer",fell,0.400000,0.600000,330,330,2027-01-04,2027-01-15)'
);
SAVEPOINT young;
DELETE FROM projection.activity_step WHERE app = 2;
INSERT INTO projection.activity_step (app, day, active_28d, openers_28d, reachable_28d, reachable)
VALUES (2, '2027-01-05', 0, 0, 0, 0);
SELECT pg_temp.gives(
    'the days since a mark are compared with none if the app does not have as many before',
    $$projection.mark_verdicts('2027-01-28', '2027-03-01Z', 0) WHERE app_id = 'game'$$,
    'name, kind, base, base_before, difference', '(Later,too_few,60,60,0)', '("New primer",nothing_before,420,,)'
);
ROLLBACK TO young;
SELECT pg_temp.gives(
    'the days since a mark on which few people were asked are withheld',
    $$analytics.verdicts('2027-01-22', '2027-01-28', '2027-03-01Z', 61)
        WHERE metric = 'since_mark' AND app_id = 'game'$$,
    'name, kind, value, base, from_day', '(Later,,,,2027-01-27)', '("New primer",fell,0.400000,420,2027-01-15)'
);

SELECT * FROM finish();
ROLLBACK;
