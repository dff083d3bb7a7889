-- Numbers that no CSV file has, so that the reference fold (Sources/Simulation/Truth) does not state them: rows of a
-- whole app and of a major OS version, locales, comparisons, and what a minimum cell withholds. On rows made by hand,
-- with results computed by hand.
BEGIN;
SELECT no_plan();
SET LOCAL TimeZone = 'UTC';

\ir given/gives.sql
\ir given/people.sql

SELECT pg_temp.gives(
    'the funnel of each level',
    $$projection.opt_in_page('2026-03-08', '2026-03-14', '2026-03-20Z', 0), unnest(ARRAY[funnel])$$,
    'level, app_id, os_name, os_version, prompted, decided, granted, denied, undecided, open_window, grant_rate,
        grant_rate_low, grant_rate_high',
    '(version,shop,iOS,17.4,3,3,2,1,0,0,0.666667,0.207660,0.938508)',
    '(version,shop,iOS,17.5,4,2,1,1,1,1,0.333333,0.061492,0.792340)',
    '(major,shop,iOS,17,7,5,3,2,1,1,0.500000,0.187616,0.812384)',
    '(app,shop,,,7,5,3,2,1,1,0.500000,0.187616,0.812384)',
    '(version,game,Android,14.0,1,1,1,0,0,0,1.000000,0.206549,1.000000)',
    '(major,game,Android,14,1,1,1,0,0,0,1.000000,0.206549,1.000000)',
    '(app,game,,,1,1,1,0,0,0,1.000000,0.206549,1.000000)'
);
SELECT pg_temp.gives(
    'percentiles and what followed, computed for each level',
    $$projection.opt_in_page('2026-03-08', '2026-03-14', '2026-03-20Z', 0), unnest(ARRAY[decisions])$$,
    'level, app_id, os_version, acceptance_rate, acceptance_rate_low, acceptance_rate_high, seconds_to_decision_p50,
        seconds_to_decision_p90, eligible_7d, retained_7d, opened_7d, eligible_30d, retained_30d, opened_30d',
    '(version,shop,17.4,0.666667,0.207660,0.938508,4.008000,20.032000,2,2,1,0,0,0)',
    '(version,shop,17.5,0.500000,0.094531,0.905469,8.016000,100.096000,0,0,0,0,0,0)',
    '(major,shop,17,0.600000,0.230724,0.882379,8.016000,100.096000,2,2,1,0,0,0)',
    '(app,shop,,0.600000,0.230724,0.882379,8.016000,100.096000,2,2,1,0,0,0)',
    '(version,game,14.0,1.000000,0.206549,1.000000,5.008000,5.008000,1,1,0,0,0,0)',
    '(major,game,14,1.000000,0.206549,1.000000,5.008000,5.008000,1,1,0,0,0,0)',
    '(app,game,,1.000000,0.206549,1.000000,5.008000,5.008000,1,1,0,0,0,0)'
);
SELECT pg_temp.gives(
    'rows of fewer people keep only their keys',
    $$projection.opt_in_page('2026-03-08', '2026-03-14', '2026-03-20Z', 4)$$,
    'level, app_id, os_version, (funnel).prompted',
    '(version,shop,17.4,)', '(version,shop,17.5,)', '(major,shop,17,7)', '(app,shop,,7)',
    '(version,game,14.0,)', '(major,game,14,)', '(app,game,,)'
);
SELECT pg_temp.gives(
    'trials by outcome; pending ones are in no rate',
    $$projection.provisional_levels('2026-03-08', '2026-03-14', '2026-03-20Z', 0), unnest(ARRAY[trials])$$,
    'level, app_id, os_name, os_version, started, kept_prominent, kept_quiet, kept_unspecified, turned_off, upgraded,
        refused, pending, keep_rate, keep_rate_low, keep_rate_high',
    '(version,shop,iOS,17.4,2,1,0,0,1,0,0,0,0.500000,0.094531,0.905469)',
    '(version,shop,iOS,17.5,2,0,0,0,0,1,0,1,1.000000,0.206549,1.000000)',
    '(major,shop,iOS,17,4,1,0,0,1,1,0,1,0.666667,0.207660,0.938508)',
    '(app,shop,,,4,1,0,0,1,1,0,1,0.666667,0.207660,0.938508)'
);
SELECT pg_temp.gives(
    'asked, went and returned',
    $$projection.win_back_levels('2026-03-08', '2026-03-14', '2026-03-20Z', 0), unnest(ARRAY[win_back])$$,
    'level, app_id, os_name, os_version, asked, went, returned, return_rate, return_rate_low, return_rate_high',
    '(version,shop,iOS,17.4,2,2,1,0.500000,0.094531,0.905469)',
    '(version,shop,iOS,17.5,1,0,0,0.000000,0.000000,0.793451)',
    '(major,shop,iOS,17,3,2,1,0.333333,0.061492,0.792340)',
    '(app,shop,,,3,2,1,0.333333,0.061492,0.792340)'
);
SELECT pg_temp.gives(
    'a row that is too small can''t be computed from the others',
    $$analytics.opt_in_by('2026-03-08', '2026-03-14', '2026-03-20Z', 2) WHERE dimension = 'placement'$$,
    'app_id, name, prompted',
    '(shop,"",)', '(shop,home,)', '(game,"",)'
);

-- In St. John's clocks went back at 00:01 to 23:01 of the day before, which ends at the second midnight; in Havana from
-- 01:00 to 00:00, so the day before ends at the first. Both in the past: what clocks will do is decided late.
SELECT is(projection.last_settled_day(at, 0, zone), day, 'last_settled_day: where midnight comes twice, ' || at)
FROM (
    VALUES
        ('America/St_Johns', timestamptz '2010-11-07 02:30:30Z', date '2010-11-05'),
        ('America/St_Johns', '2010-11-07 03:30Z', '2010-11-06'),
        ('America/Havana', '2025-11-02 03:59:59.999999Z', '2025-10-31'),
        ('America/Havana', '2025-11-02 04:00Z', '2025-11-01'),
        ('America/Havana', '2025-11-03 04:59:59.999999Z', '2025-11-01'),
        ('America/Havana', '2025-11-03 05:00Z', '2025-11-02')
) AS ended (zone, at, day);
SELECT is(projection.start_of_day(day, zone), at, 'start_of_day: ' || zone || ' ' || day)
FROM (
    VALUES
        ('America/St_Johns', date '2010-11-07', timestamptz '2010-11-07 03:30Z'),
        ('America/Havana', '2025-11-02', '2025-11-02 04:00Z'),
        ('America/Havana', '2025-11-03', '2025-11-03 05:00Z'),
        -- Clocks are set forward from 00:00 to 01:00.
        ('America/Havana', '2025-03-09', '2025-03-09 05:00Z'),
        ('UTC', '2026-03-08', '2026-03-08 00:00Z')
) AS start (zone, day, at);

INSERT INTO log.word (word, text) OVERRIDING SYSTEM VALUE VALUES (7, 'de_DE');
UPDATE projection.journey SET prompt_locale = 7 WHERE installation_id IN (pg_temp.id(1), pg_temp.id(2));
SELECT pg_temp.gives(
    'the funnel by locale, and by what a locale says',
    $$analytics.opt_in_by('2026-03-08', '2026-03-14', '2026-03-20Z')
        WHERE dimension IN ('locale', 'language', 'region') AND name <> ''$$,
    'app_id, dimension, name, prompted, decided, granted, denied, undecided, open_window, dismissed, grant_rate,
        grant_rate_low, grant_rate_high',
    '(shop,locale,de_DE,2,2,1,1,0,0,0,0.500000,0.094531,0.905469)',
    '(shop,language,de,2,2,1,1,0,0,0,0.500000,0.094531,0.905469)',
    '(shop,region,DE,2,2,1,1,0,0,0,0.500000,0.094531,0.905469)'
);
SELECT pg_temp.gives(
    'if one row is too small, the other is withheld too',
    $$analytics.opt_in_by('2026-03-08', '2026-03-14', '2026-03-20Z', 3) WHERE dimension = 'locale'$$,
    'app_id, name, prompted', '(shop,"",)', '(shop,de_DE,)', '(game,"",)'
);

-- Everything about the earlier week was known before the later week began.
UPDATE projection.journey SET latest_received_at = '2026-03-05 12:00Z' WHERE prompt_at < '2026-03-08Z';

-- Data of the first app begins in February.
INSERT INTO projection.activity_step (app, day, active_28d, openers_28d, reachable_28d, reachable)
VALUES (1, '2026-02-01', 0, 0, 0, 1);
SELECT pg_temp.gives(
    'the numbers of the overview',
    $$analytics.key_numbers('2026-03-08', '2026-03-14', '2026-03-20Z')$$,
    'app_id, measure, part, base, rate, rate_low, rate_high, first_day',
    '(shop,first_open_24h,1,3,0.333333,0.061492,0.792340,2026-02-01)',
    '(shop,grant_rate,3,6,0.500000,0.187616,0.812384,2026-02-01)',
    '(shop,keep_rate,2,3,0.666667,0.207660,0.938508,2026-02-01)', '(shop,prompted,7,,,,,2026-02-01)',
    '(shop,reach_rate_28d,0,0,,,,2026-02-01)', '(game,first_open_24h,0,1,0.000000,0.000000,0.793451,)',
    '(game,grant_rate,1,1,1.000000,0.206549,1.000000,)', '(game,prompted,1,,,,,)'
);
SELECT pg_temp.gives(
    'a week of fewer people has no numbers',
    $$analytics.key_numbers('2026-03-08', '2026-03-14', '2026-03-20Z', 4) WHERE measure = 'grant_rate'$$,
    'app_id, part, base', '(shop,3,6)', '(game,,)'
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
    'a version compared with the previous one of its OS, if both have 30 people',
    $$projection.opt_in_page('2026-01-10', '2026-01-10', '2026-03-20Z', 0)$$,
    'level, app_id, os_name, os_version, difference, difference_low, difference_high, p, p_adjusted',
    '(version,shop,iOS,17.5,0.250000,0.037889,0.433296,0.020921,0.041843)',
    '(version,shop,iOS,17.4,-0.100000,-0.313659,0.130570,0.405896,0.405896)',
    '(version,shop,iOS,9.3,,,,,)', '(version,shop,Android,14.0,,,,,)', '(major,shop,iOS,17,,,,,)',
    '(major,shop,iOS,9,,,,,)', '(major,shop,Android,14,,,,,)', '(app,shop,,,,,,,)',
    '(version,game,iOS,17.5,,,,,)', '(version,game,iOS,17.4,,,,,)', '(major,game,iOS,17,,,,,)', '(app,game,,,,,,,)'
);
SELECT pg_temp.gives(
    'not compared with a withheld version; on a page, a major goes with the others and its only shown version',
    $$projection.opt_in_page('2026-01-10', '2026-01-10', '2026-03-20Z', 35)$$,
    'level, app_id, os_version, (funnel).prompted, difference, is_hidden',
    '(version,shop,17.5,40,,t)', '(version,shop,17.4,,,t)', '(version,shop,9.3,,,t)', '(version,shop,14.0,40,,f)',
    '(major,shop,17,,,t)', '(major,shop,9,,,t)', '(major,shop,14,,,t)', '(app,shop,,150,,f)',
    '(version,game,17.5,,,t)', '(version,game,17.4,,,t)', '(major,game,17,69,,f)', '(app,game,,69,,f)'
);

-- What the team and new versions did to an app, experiments and lasting shifts, without the people above.
DELETE FROM projection.journey WHERE true;
-- The days on which versions had 30 people, and the team's marks. The app's first day is 1 March: 5.0 and iOS 17.4 are
-- not new; 5.10 and iOS 17.5 are; iOS 9.3 is an old version that few use.
INSERT INTO projection.prompt_cell (app, day, dimension, value, within, people, allowed, allowed_24h, reachable)
SELECT 1, asked.day, cell.dimension, cell.value, cell.within, asked.people, 0, 0, 0
FROM (
    VALUES
        (date '2026-03-01', 29, 1, 1), ('2026-03-03', 1, 1, 1), ('2026-03-10', 20, 2, 2), ('2026-03-11', 20, 2, 2),
        ('2026-03-12', 40, 4, 1), ('2026-02-01', 0, 2, 2)
) AS asked (day, people, os, app_version)
CROSS JOIN LATERAL (
    VALUES ('os', asked.os, 0), ('app_version', asked.app_version, asked.os)
) AS cell (dimension, value, within);
INSERT INTO analytics.team_mark (day, app_id, name) VALUES
    ('2026-03-05', NULL, 'Sale'), ('2026-03-05', 'shop', 'Sale'), ('2026-03-05', 'shop', 'New pre-prompt'),
    ('2026-03-30', NULL, 'Later');

SELECT pg_temp.gives(
    'the first day by whose end 30 people had been asked, and no day after the horizon''s',
    $$analytics.marks('2026-03-01', '2026-03-31', '2026-03-20Z')$$,
    'app_id, day, kind, name, is_new',
    '(shop,2026-03-03,app_version,5.0,f)', '(shop,2026-03-03,os_version,"iOS 17.4",f)',
    '(shop,2026-03-05,team,"New pre-prompt",t)', '(shop,2026-03-05,team,Sale,t)', '(game,2026-03-05,team,Sale,t)',
    '(shop,2026-03-11,app_version,5.10,t)', '(shop,2026-03-11,os_version,"iOS 17.5",t)',
    '(shop,2026-03-12,os_version,"iOS 9.3",f)'
);
SELECT pg_temp.gives(
    'a minimum cell above 30 needs that many people',
    $$analytics.marks('2026-03-06', '2026-03-31', '2026-03-20Z', 31)$$,
    'app_id, day, kind, name, is_new',
    '(shop,2026-03-11,app_version,5.10,t)', '(shop,2026-03-11,os_version,"iOS 17.5",t)',
    '(shop,2026-03-12,app_version,5.0,f)', '(shop,2026-03-12,os_version,"iOS 9.3",f)'
);
INSERT INTO analytics.target (app_id, measure, value) VALUES
    (NULL, 'grant_rate', 0.5), ('shop', 'grant_rate', 0.6), ('game', 'reach_rate_28d', 0.4);
SELECT pg_temp.gives(
    'an app''s own target replaces that of all apps', 'analytics.targets', 'app_id, measure, target',
    '(game,grant_rate,0.500000)', '(game,reach_rate_28d,0.400000)', '(shop,grant_rate,0.600000)'
);

-- Experiments: 50 people saw the control before there was a second variant. From 2 March on, both were shown; the
-- prompts of 10 March can still be answered. Intervals were computed separately.
INSERT INTO projection.prompt_cell (app, day, dimension, value, within, people, allowed, allowed_24h, reachable) VALUES
    (1, '2026-03-01', 'variant', 4, 3, 50, 20, 20, 0),
    (1, '2026-03-02', 'variant', 4, 3, 200, 90, 90, 0),
    (1, '2026-03-02', 'variant', 5, 3, 200, 120, 120, 0),
    (1, '2026-03-04', 'variant', 4, 3, 400, 160, 160, 0),
    (1, '2026-03-04', 'variant', 5, 3, 400, 280, 280, 0),
    (1, '2026-03-10', 'variant', 5, 3, 10, 0, 0, 0),
    (1, '2026-03-02', 'variant', 4, 0, 70, 30, 30, 0),
    (1, '2026-03-02', 'os', 1, 0, 400, 210, 200, 0);
SELECT is(
    (SELECT jsonb_strip_nulls(to_jsonb(shown)) FROM analytics.opt_in_experiments('2026-03-12Z', 601) AS shown),
    '{"app_id": "shop", "base": "asked", "experiment": "home", "variant": "blue", "outcome": "granted"}',
    'analytics.opt_in_experiments: a withheld row keeps its keys'
);
SELECT pg_temp.gives(
    'the interval at the end of each day',
    $$analytics.opt_in_experiment_days('2026-03-12Z')$$,
    'app_id, base, experiment, variant, outcome, day, reached, settled, reached_control, settled_control, difference,
        difference_low, difference_high',
    '(shop,asked,home,blue,granted,2026-03-02,120,200,90,200,0.150000,-0.101790,0.401790)',
    '(shop,asked,home,blue,granted,2026-03-03,120,200,90,200,0.150000,-0.101790,0.401790)',
    '(shop,asked,home,blue,granted,2026-03-04,400,600,250,600,0.250000,0.147100,0.352900)'
);
INSERT INTO projection.prompt_cell (app, day, dimension, value, within, people, allowed, allowed_24h, reachable) VALUES
    (2, '2026-03-02', 'variant', 4, 3, 40, 20, 20, 0),
    (2, '2026-03-02', 'variant', 5, 3, 5, 1, 1, 0),
    (2, '2026-03-02', 'variant', 6, 3, 30, 9, 9, 0);
SELECT pg_temp.gives(
    'a variant of few people takes no other variant with it',
    $$analytics.opt_in_experiments('2026-03-12Z', 10) WHERE app_id = 'game'$$,
    'variant, control, settled, settled_control, difference',
    '(blue,,,,)', '(spring,control,30,40,-0.200000)'
);
-- The values of R's pchisq.
SELECT is(round(stats.chi_squared_p(statistic, degrees)::numeric, 9), p, format('stats.chi_squared_p: %s', rule))
FROM (
    VALUES
        (10, 1, 0.001565402, 'one degree'), (10, 4, 0.040427682, 'an even number'), (10, 3, 0.018566135, 'an odd one'),
        (1500, 1400, 0.031503721, 'many degrees'), (1e7, 1000, 0, 'a very uneven split'),
        (0.99, 313, 1, 'terms that are too small for a number'), (80, 999, 1, 'an even split of many')
) AS value (statistic, degrees, p, rule);

-- 20 people a day, of whom 12 allow within 24 hours; from 2 March on, 8. With the 112 days before and by the statistic
-- of Cochran, Mantel and Haenszel, the last 14 days have a strength of 3.0 on 9 March, and of 3.9 on 12 March.
INSERT INTO projection.prompt_cell (app, day, dimension, value, within, people, allowed, allowed_24h, reachable)
SELECT 1, date '2027-01-01' + n, 'os', 1, 0, 20, 20, CASE WHEN n < 60 THEN 12 ELSE 8 END, 0
FROM generate_series(0, 89) AS n;
SELECT pg_temp.gives(
    'an app is told sooner than its parts; both changes began on one day',
    $$projection.past_shifts('2027-04-29Z', '2027-03-12')$$,
    'app_id, dimension, name, told, since, events_before, base_before, events_after, base_after',
    '(shop,all,"",2027-03-09,2027-03-02,720,1200,80,200)',
    '(shop,os_version,"iOS 17.4",2027-03-12,2027-03-02,720,1200,80,200)'
);

INSERT INTO projection.notification_state_cell (app, day, trigger, app_state, received, opened) VALUES
    (1, '2026-03-01', 'push', 'foreground', 0, 9), (1, '2026-03-01', 'push', 'background', 0, 2),
    (1, '2026-03-01', 'local', 'foreground', 0, 8);
SELECT pg_temp.gives(
    'if one state is too small, the other of its trigger is withheld too',
    $$analytics.notification_states_daily('2026-03-01', '2026-03-31', '2026-03-20Z', 3)$$,
    'app_id, day, trigger, app_state, received, opened',
    '(shop,2026-03-01,local,foreground,0,8)', '(shop,2026-03-01,push,background,,)',
    '(shop,2026-03-01,push,foreground,,)'
);

-- A session with these tables computes the days of a whole month at once, for all ranges.
SELECT projection.make_past_tables();
SELECT bag_eq(
    format($$SELECT projection.past(NULL::projection.asked, '2026-03-20Z', %L, %L, 'day')$$, span.first, span.last),
    format($$SELECT projection.past_asked('2026-03-20Z', %L, %L)$$, span.first, span.last),
    format('projection.past: the days from %s to %s', span.first, span.last)
)
FROM (
    VALUES ('2026-03-10', '2026-04-02'), ('2026-03-08', '2026-03-09'), ('2026-02-27', '2026-03-02')
) AS span (first, last);

-- Of 100 people with a known status 62 are reachable, 41 of them at once.
DELETE FROM projection.daily_reach_change;
INSERT INTO projection.daily_reach_change (
    app, day, os_name, os_major, os_minor, authorized, provisional, ephemeral, denied, not_determined, unknown, gone,
    gained, lost, level_prominent, level_scheduled, level_quiet, level_badge, level_unknown
) VALUES (1, '2026-03-01', 'iOS', 17, 0, 60, 2, 0, 30, 8, 5, 7, 0, 0, 41, 12, 6, 2, 1);
SELECT results_eq(
    $$SELECT at_once_rate, reach_rate, (status_counts).installations
    FROM projection.reach_page('2026-03-01', '2026-03-01', '2027-01-01Z', 0) WHERE level = 'day'$$,
    $$VALUES (0.41, 0.62, 112::bigint)$$, 'reach_page: at_once_rate is of people with a known status'
);

SELECT * FROM finish();
ROLLBACK;
