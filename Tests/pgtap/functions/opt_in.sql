-- The opt-in funnel, provisional trials and win-back of the given people, as of 20 March. Then people asked on 14 March
-- who haven't answered can still do so.
\ir given_people.sql

SELECT pg_temp.gives(
    $$projection.opt_in('2026-03-08', '2026-03-14', '2026-03-20Z')$$,
    ARRAY[
        '(com.example.shop,2026-03-08,4,5.0,control,t,f,f,f,2,t,t)',
        '(com.example.shop,2026-03-08,4,5.0,control,f,t,f,f,4,f,f)',
        '(com.example.shop,2026-03-09,4,5.10,blue,t,f,f,f,20,t,)',
        '(com.example.shop,2026-03-10,5,5.10,blue,f,f,t,f,,f,f)',
        '(com.example.shop,2026-03-14,5,5.10,blue,t,f,f,f,8,f,f)',
        '(com.example.shop,2026-03-14,5,5.0,,f,t,f,f,100,f,f)',
        '(com.example.shop,2026-03-14,5,5.10,blue,f,f,f,t,,f,f)', '(com.example.game,2026-03-10,0,,,t,f,f,f,5,t,)'
    ],
    'a row for each person asked',
    'ROW((SELECT app_id FROM log.app WHERE app.app = given.app), given.day, (SELECT minor FROM log.os WHERE os.os = given.os),
        (SELECT text FROM log.word WHERE word.word = given.app_version),
        (SELECT text FROM log.word WHERE word.word = given.variant), given.is_granted, given.is_denied,
        given.is_undecided, given.is_open, given.seconds_to_decision, given.is_retained_7d, given.is_opened_7d)'
);
SELECT pg_temp.gives(
    $$projection.opt_in('2026-03-08', '2026-03-09', '2026-04-30Z')$$,
    '{"(control,t,t,t)","(control,f,f,f)","(blue,t,f,)"}', '30 days later',
    'ROW((SELECT text FROM log.word WHERE word.word = given.variant), given.is_eligible_30d, given.is_retained_30d,
        given.is_opened_30d)'
);
-- The first person allowed notifications at 10:00:02 and opened one the next day.
SELECT pg_temp.gives(
    $$projection.opt_in('2026-03-08', '2026-03-08', '2026-03-20Z')$$, '{"(t,t)","(f,f)"}', 'an open within 24 hours',
    'ROW(given.is_eligible_24h, given.is_opened_24h)'
);
UPDATE projection.journey SET first_open_at = '2026-03-09 10:00:02Z' WHERE installation_id = pg_temp.id(1);
SELECT pg_temp.gives(
    $$projection.opt_in('2026-03-08', '2026-03-08', '2026-03-20Z')$$, '{"(t,f)","(f,f)"}',
    'an open exactly after 24 hours is too late', 'ROW(given.is_eligible_24h, given.is_opened_24h)'
);
UPDATE projection.journey SET first_open_at = '2026-03-09 10:00Z' WHERE installation_id = pg_temp.id(1);
SELECT pg_temp.gives(
    $$projection.cohort('prompt', '2026-03-09', '2026-03-10', '2026-03-20Z')$$,
    '{(2026-03-09),(2026-03-10),(2026-03-10)}', 'journeys with a prompt in the range', 'ROW(given.prompt_at::date)'
);
SELECT pg_temp.gives(
    $$projection.cohort('trial', '2026-03-08', '2026-03-14', '2026-03-20Z')$$, '{(t),(t),(t),(t)}',
    'journeys with a trial that started in the range', 'ROW(given.trial_at IS NOT NULL)'
);
SELECT pg_temp.gives(
    $$projection.cohort('asked', '2026-03-08', '2026-03-14', '2026-03-20Z')$$, '{(t),(t),(t)}',
    'journeys asked to open Settings in the range', 'ROW(given.asked_at IS NOT NULL)'
);
SELECT pg_temp.gives(
    $$projection.os_levels()$$,
    ARRAY(
        SELECT format('(%s,%s)', os.os, level)
        FROM log.os
        CROSS JOIN unnest(ARRAY[
            'version,' || os.os_name || ',' || os.major || '.' || os.minor || ',' || os.os_name,
            'major,' || os.os_name || ',' || os.major || ',"' || os.os_name || ' ' || os.major || '"', 'app,,,'
        ]) AS level
    ),
    'each OS version at three levels'
);
SELECT pg_temp.gives(
    $$projection.past_asked('2026-03-20Z', '2026-03-08', '2026-03-14', NULL)$$, '{2,1,3,1,1}',
    'by all values in the prompt', 'given.prompted'
);
SELECT pg_temp.gives(
    $$projection.past_asked('2026-03-20Z', '2026-03-08', '2026-03-14', 'day')$$,
    '{"(2026-03-08,2)","(2026-03-09,1)","(2026-03-10,1)","(2026-03-14,3)","(2026-03-10,1)"}', 'by day and OS version',
    'ROW(given.day, given.prompted)'
);
-- Overlapping ranges have days in common.
SELECT projection.make_past_tables();
SELECT pg_temp.gives(
    $$projection.past(NULL::projection.asked, '2026-03-20Z', '2026-03-10', '2026-04-02', 'day')$$,
    '{"(2026-03-10,1)","(2026-03-14,3)","(2026-03-10,1)"}', 'the days of a range', 'ROW(given.day, given.prompted)'
);
UPDATE past_asked SET prompted = 999 WHERE true;
SELECT pg_temp.gives(
    $$projection.past(NULL::projection.asked, '2026-03-20Z', '2026-03-08', '2026-03-09', 'day')$$,
    '{"(2026-03-08,999)","(2026-03-09,999)"}', 'kept rows of the whole month', 'ROW(given.day, given.prompted)'
);
SELECT pg_temp.gives(
    $$projection.past(NULL::projection.asked, '2026-03-20Z', '2026-02-27', '2026-03-02', 'day')$$,
    '{"(2026-03-02,999)"}', 'kept rows, with another month added', 'ROW(given.day, given.prompted)'
);
UPDATE projection.settings SET time_zone = 'America/New_York' WHERE true;
UPDATE projection.journey SET prompt_at = '2008-01-01Z' WHERE installation_id = pg_temp.id(1);
SELECT pg_temp.gives(
    $$projection.past(NULL::projection.asked, '2026-03-21Z', '2007-12-31', '2008-01-31', 'day')$$,
    '{"(2007-12-31,1)"}', 'includes the first day that an event can have', 'ROW(given.day, given.prompted)'
);
UPDATE projection.journey SET prompt_at = '2026-03-08 10:00Z' WHERE installation_id = pg_temp.id(1);
UPDATE projection.settings SET time_zone = 'UTC' WHERE true;
DROP TABLE
    past_horizon, past_active_days, past_activity, past_asked, past_change_counts, past_experiments, past_journeys, past_opens, past_quality,
    past_recent_sends, past_sends, past_unsent_opens;
SELECT pg_temp.gives(
    $$projection.opt_in_table('2026-03-08', '2026-03-14', '2026-03-20Z', 0, '{day,os_version}')$$,
    ARRAY[
        '(com.example.shop,2026-03-08,iOS,17.4,,,,2,1,1,0,0)', '(com.example.shop,2026-03-09,iOS,17.4,,,,1,1,0,0,0)',
        '(com.example.shop,2026-03-10,iOS,17.5,,,,1,0,0,1,0)', '(com.example.shop,2026-03-14,iOS,17.5,,,,3,1,1,0,1)',
        '(com.example.game,2026-03-10,Android,14.0,,,,1,1,0,0,0)'
    ],
    'by day and OS version',
    'ROW(given.app_id, given.day, given.os_name, given.os_version, given.app_version, given.placement, given.variant,
        (given.funnel).prompted, (given.funnel).granted, (given.funnel).denied, (given.funnel).undecided,
        (given.funnel).open_window)'
);
SELECT pg_temp.gives(
    $$projection.opt_in_table('2026-03-08', '2026-03-14', '2026-03-20Z', 0, '{os_version,app_version,placement,variant}')$$,
    ARRAY[
        '(com.example.shop,,iOS,17.4,5.0,home,control,2,1,1,0,0)', '(com.example.shop,,iOS,17.4,5.10,home,blue,1,1,0,0,0)',
        '(com.example.shop,,iOS,17.5,5.10,home,blue,3,1,0,1,1)', '(com.example.shop,,iOS,17.5,5.0,"","",1,0,1,0,0)',
        '(com.example.game,,Android,14.0,"","","",1,1,0,0,0)'
    ],
    'by all values in the prompt',
    'ROW(given.app_id, given.day, given.os_name, given.os_version, given.app_version, given.placement, given.variant,
        (given.funnel).prompted, (given.funnel).granted, (given.funnel).denied, (given.funnel).undecided,
        (given.funnel).open_window)'
);
SELECT pg_temp.gives(
    $$projection.opt_in_table('2026-03-08', '2026-03-14', '2026-03-20Z', 0, '{placement,variant,os_name}')$$,
    ARRAY[
        '(com.example.shop,,iOS,,,home,control,2,1,1,0,0)', '(com.example.shop,,iOS,,,home,blue,4,2,0,1,1)',
        '(com.example.shop,,iOS,,,"","",1,0,1,0,0)', '(com.example.game,,Android,,,"","",1,1,0,0,0)'
    ],
    'by placement, variant and OS, empty if the prompt has none',
    'ROW(given.app_id, given.day, given.os_name, given.os_version, given.app_version, given.placement, given.variant,
        (given.funnel).prompted, (given.funnel).granted, (given.funnel).denied, (given.funnel).undecided,
        (given.funnel).open_window)'
);
SELECT pg_temp.gives(
    $$projection.opt_in_table('2026-03-08', '2026-03-14', '2026-03-20Z', 0, '{app_version}')$$,
    ARRAY[
        '(com.example.shop,,,,5.0,,,3,1,2,0,0)', '(com.example.shop,,,,5.10,,,4,2,0,1,1)',
        '(com.example.game,,,,"",,,1,1,0,0,0)'
    ],
    'by app version',
    'ROW(given.app_id, given.day, given.os_name, given.os_version, given.app_version, given.placement, given.variant,
        (given.funnel).prompted, (given.funnel).granted, (given.funnel).denied, (given.funnel).undecided,
        (given.funnel).open_window)'
);
SELECT pg_temp.gives(
    $$projection.opt_in_table('2026-03-08', '2026-03-14', '2026-03-20Z', 0, '{os_major}')$$,
    '{"(com.example.shop,,iOS,17,,,,7,3,2,1,1)","(com.example.game,,Android,14,,,,1,1,0,0,0)"}', 'by OS major',
    'ROW(given.app_id, given.day, given.os_name, given.os_version, given.app_version, given.placement, given.variant,
        (given.funnel).prompted, (given.funnel).granted, (given.funnel).denied, (given.funnel).undecided,
        (given.funnel).open_window)'
);
SELECT pg_temp.gives(
    $$projection.opt_in_page('2026-03-08', '2026-03-14', '2026-03-20Z', 0)$$,
    ARRAY[
        '(version,com.example.shop,iOS,17.4,3,3,2,1,0,0,0.666667,0.207660,0.938508,0.666667,0.207660,0.938508,'
            '4.008000,20.032000,2,2,1,0,0,0)',
        '(version,com.example.shop,iOS,17.5,4,2,1,1,1,1,0.333333,0.061492,0.792340,0.500000,0.094531,0.905469,'
            '8.016000,100.096000,0,0,0,0,0,0)',
        '(major,com.example.shop,iOS,17,7,5,3,2,1,1,0.500000,0.187616,0.812384,0.600000,0.230724,0.882379,'
            '8.016000,100.096000,2,2,1,0,0,0)',
        '(app,com.example.shop,,,7,5,3,2,1,1,0.500000,0.187616,0.812384,0.600000,0.230724,0.882379,'
            '8.016000,100.096000,2,2,1,0,0,0)',
        '(version,com.example.game,Android,14.0,1,1,1,0,0,0,1.000000,0.206549,1.000000,1.000000,0.206549,1.000000,'
            '5.008000,5.008000,1,1,0,0,0,0)',
        '(major,com.example.game,Android,14,1,1,1,0,0,0,1.000000,0.206549,1.000000,1.000000,0.206549,1.000000,'
            '5.008000,5.008000,1,1,0,0,0,0)',
        '(app,com.example.game,,,1,1,1,0,0,0,1.000000,0.206549,1.000000,1.000000,0.206549,1.000000,'
            '5.008000,5.008000,1,1,0,0,0,0)'
    ],
    'percentiles and rates computed for each level',
    'ROW(given.level, given.app_id, given.os_name, given.os_version, (given.funnel).*, (given.decisions).*)'
);
SELECT pg_temp.gives(
    $$projection.opt_in_page('2026-03-08', '2026-03-14', '2026-03-20Z', 4)$$,
    ARRAY[
        '(version,com.example.shop,17.4,t,t)', '(version,com.example.shop,17.5,t,t)', '(major,com.example.shop,17,f,f)',
        '(app,com.example.shop,,f,f)', '(version,com.example.game,14.0,t,t)', '(major,com.example.game,14,t,t)',
        '(app,com.example.game,,t,t)'
    ],
    'no numbers for few people, and for the smallest other version beside a single withheld one',
    'ROW(given.level, given.app_id, given.os_version, given.funnel IS NULL, given.decisions IS NULL)'
);
SELECT pg_temp.gives(
    $$projection.opt_in_table('2026-03-08', '2026-03-14', '2026-03-20Z', 0, '{os_major,os_version,app_version}')$$,
    ARRAY[
        '(com.example.shop,iOS,17.4,5.0,2,2,1,1,0,0,0.500000,0.094531,0.905469,version,5)',
        '(com.example.shop,iOS,17.4,5.10,1,1,1,0,0,0,1.000000,0.206549,1.000000,version,6)',
        '(com.example.shop,iOS,17.5,5.0,1,1,0,1,0,0,0.000000,0.000000,0.793451,version,7)',
        '(com.example.shop,iOS,17.5,5.10,3,1,1,0,1,1,0.500000,0.094531,0.905469,version,8)',
        '(com.example.shop,iOS,17,5.0,3,3,1,2,0,0,0.333333,0.061492,0.792340,major,3)',
        '(com.example.shop,iOS,17,5.10,4,2,2,0,1,1,0.666667,0.207660,0.938508,major,4)',
        '(com.example.game,Android,14.0,"",1,1,1,0,0,0,1.000000,0.206549,1.000000,version,2)',
        '(com.example.game,Android,14,"",1,1,1,0,0,0,1.000000,0.206549,1.000000,major,1)'
    ],
    'by OS version or major and app version, in the order of the table',
    'ROW(given.app_id, given.os_name, given.os_version, given.app_version, (given.funnel).*, given.level, given.place)'
);
SELECT pg_temp.gives(
    $$projection.opt_in_table('2026-03-08', '2026-03-14', '2026-03-20Z', 4, '{day,os_version}')$$,
    ARRAY[
        '(com.example.shop,2026-03-08,17.4,t)', '(com.example.shop,2026-03-09,17.4,t)',
        '(com.example.shop,2026-03-10,17.5,t)', '(com.example.shop,2026-03-14,17.5,t)',
        '(com.example.game,2026-03-10,14.0,t)'
    ],
    'rows of fewer people have no numbers', 'ROW(given.app_id, given.day, given.os_version, given.funnel IS NULL)'
);
SELECT pg_temp.gives(
    $$projection.opt_in_page('2026-03-08', '2026-03-14', '2026-03-20Z', 0)$$,
    ARRAY[
        '(version,com.example.shop,17.4,3,0.666667,1.000000,0.342380,1.000000)',
        '(version,com.example.shop,17.5,4,0.333333,,,)',
        '(major,com.example.shop,17,7,0.500000,1.000000,0.342380,1.000000)',
        '(app,com.example.shop,,7,0.500000,1.000000,0.342380,1.000000)',
        '(version,com.example.game,14.0,1,1.000000,1.000000,0.206549,1.000000)',
        '(major,com.example.game,14,1,1.000000,1.000000,0.206549,1.000000)',
        '(app,com.example.game,,1,1.000000,1.000000,0.206549,1.000000)'
    ],
    'every level, with the retention rate',
    'ROW(given.level, given.app_id, given.os_version, (given.funnel).prompted, (given.funnel).grant_rate,
        given.retained_7d_rate,
        given.retained_7d_rate_low, given.retained_7d_rate_high)'
);
SELECT pg_temp.gives(
    $$projection.opt_in_page('2026-03-08', '2026-03-14', '2026-03-20Z', 4)$$,
    ARRAY[
        '(version,com.example.shop,17.4,)', '(version,com.example.shop,17.5,)', '(major,com.example.shop,17,7)',
        '(app,com.example.shop,,7)', '(version,com.example.game,14.0,)', '(major,com.example.game,14,)',
        '(app,com.example.game,,)'
    ],
    'rows of fewer people keep only their keys',
    'ROW(given.level, given.app_id, given.os_version, (given.funnel).prompted)'
);
SELECT pg_temp.gives(
    $$projection.decision_curve('2026-03-08', '2026-03-14', '2026-03-20Z')$$,
    ARRAY[
        '(com.example.shop,1,7,0,0)', '(com.example.shop,2,7,0,0)', '(com.example.shop,5,7,2,1)',
        '(com.example.shop,10,7,3,2)', '(com.example.shop,30,7,4,3)', '(com.example.shop,60,7,4,3)',
        '(com.example.shop,300,7,5,3)', '(com.example.shop,3600,7,5,3)', '(com.example.shop,86400,7,5,3)',
        '(com.example.shop,604800,7,5,3)'
    ] || ARRAY(
        SELECT format('(com.example.game,%s,1,%s,%2$s)', seconds, CASE WHEN seconds > 5 THEN 1 ELSE 0 END)
        FROM unnest(ARRAY[1, 2, 5, 10, 30, 60, 300, 3600, 86400, 604800]) AS seconds
    ),
    'people who decided within each number of seconds'
);
SELECT pg_temp.gives(
    $$projection.provisional_levels('2026-03-08', '2026-03-14', '2026-03-20Z', 0)$$,
    ARRAY[
        '(version,com.example.shop,iOS,17.4,2,1,0,0,1,0,0,0,0.500000,0.094531,0.905469)',
        '(version,com.example.shop,iOS,17.5,2,0,0,0,0,1,0,1,1.000000,0.206549,1.000000)',
        '(major,com.example.shop,iOS,17,4,1,0,0,1,1,0,1,0.666667,0.207660,0.938508)',
        '(app,com.example.shop,,,4,1,0,0,1,1,0,1,0.666667,0.207660,0.938508)'
    ],
    'trials by outcome; pending ones are in no rate',
    'ROW(given.level, given.app_id, given.os_name, given.os_version, (given.trials).*)'
);
SELECT pg_temp.gives(
    $$projection.win_back_levels('2026-03-08', '2026-03-14', '2026-03-20Z', 0)$$,
    ARRAY[
        '(version,com.example.shop,iOS,17.4,2,2,1,0.500000,0.094531,0.905469)',
        '(version,com.example.shop,iOS,17.5,1,0,0,0.000000,0.000000,0.793451)',
        '(major,com.example.shop,iOS,17,3,2,1,0.333333,0.061492,0.792340)',
        '(app,com.example.shop,,,3,2,1,0.333333,0.061492,0.792340)'
    ],
    'asked, went and returned', 'ROW(given.level, given.app_id, given.os_name, given.os_version, (given.win_back).*)'
);

-- The tables of the reports.
SELECT pg_temp.gives(
    $$analytics.opt_in_by_os('2026-03-08', '2026-03-14', '2026-03-20Z')$$,
    ARRAY[
        '(com.example.shop,iOS,17.4,3,3,2,1,0,0,0.666667,0.207660,0.938508,0.666667,0.207660,0.938508,'
            '4.008000,20.032000,2,2,1,0,0,0)',
        '(com.example.shop,iOS,17.5,4,2,1,1,1,1,0.333333,0.061492,0.792340,0.500000,0.094531,0.905469,'
            '8.016000,100.096000,0,0,0,0,0,0)',
        '(com.example.game,Android,14.0,1,1,1,0,0,0,1.000000,0.206549,1.000000,1.000000,0.206549,1.000000,'
            '5.008000,5.008000,1,1,0,0,0,0)'
    ],
    'the funnel by OS version'
);
SELECT pg_temp.gives(
    $$analytics.opt_in_by_os('2026-03-08', '2026-03-14', '2026-03-20Z', 4)$$,
    '{"(com.example.shop,17.4,)","(com.example.shop,17.5,)","(com.example.game,14.0,)"}',
    'if one row is too small, the smallest of the others is withheld too',
    'ROW(given.app_id, given.os_version, given.prompted)'
);
SELECT pg_temp.gives(
    $$analytics.opt_in_daily('2026-03-08', '2026-03-10', '2026-03-20Z')$$,
    ARRAY[
        '(com.example.shop,2026-03-08,iOS,17.4,2,2,1,1,0,0,0.500000,0.094531,0.905469)',
        '(com.example.shop,2026-03-09,iOS,17.4,1,1,1,0,0,0,1.000000,0.206549,1.000000)',
        '(com.example.shop,2026-03-10,iOS,17.5,1,0,0,0,1,0,0.000000,0.000000,0.793451)',
        '(com.example.game,2026-03-10,Android,14.0,1,1,1,0,0,0,1.000000,0.206549,1.000000)'
    ],
    'the funnel by day and OS version'
);
SELECT pg_temp.gives(
    $$analytics.opt_in_by_app_version('2026-03-08', '2026-03-14', '2026-03-20Z')$$,
    ARRAY[
        '(com.example.shop,5.0,3,3,1,2,0,0,0.333333,0.061492,0.792340)',
        '(com.example.shop,5.10,4,2,2,0,1,1,0.666667,0.207660,0.938508)',
        '(com.example.game,"",1,1,1,0,0,0,1.000000,0.206549,1.000000)'
    ],
    'the funnel by app version'
);
SELECT pg_temp.gives(
    $$analytics.opt_in_by_variant('2026-03-08', '2026-03-14', '2026-03-20Z')$$,
    ARRAY[
        '(com.example.shop,"","",iOS,1,1,0,1,0,0,0.000000,0.000000,0.793451)',
        '(com.example.shop,home,blue,iOS,4,2,2,0,1,1,0.666667,0.207660,0.938508)',
        '(com.example.shop,home,control,iOS,2,2,1,1,0,0,0.500000,0.094531,0.905469)',
        '(com.example.game,"","",Android,1,1,1,0,0,0,1.000000,0.206549,1.000000)'
    ],
    'the funnel by placement, variant and OS'
);
SELECT pg_temp.gives(
    $$analytics.opt_in_by_os_and_app_version('2026-03-08', '2026-03-14', '2026-03-20Z', 2)$$,
    '{"(17.4,5.0,)","(17.4,5.10,)","(17.5,5.0,)","(17.5,5.10,)","(14.0,\"\",)"}',
    'a row that is too small can''t be computed from the others', 'ROW(given.os_version, given.app_version, given.prompted)'
);
SELECT pg_temp.gives(
    $$analytics.opt_in_funnel('2026-03-08', '2026-03-14', '10 s', '2026-03-20Z')$$,
    ARRAY[
        '(com.example.shop,iOS,17.4,3,2,1,1,1,0,0.333333,0.061492,0.792340,0.500000,0.094531,0.905469)',
        '(com.example.shop,iOS,17.5,4,1,1,0,3,0,0.250000,0.045587,0.699358,1.000000,0.206549,1.000000)',
        '(com.example.game,Android,14.0,1,1,1,0,0,0,1.000000,0.206549,1.000000,1.000000,0.206549,1.000000)'
    ],
    'people who took 10 s or longer are undecided'
);
SELECT pg_temp.gives(
    $$analytics.decision_curve('2026-03-08', '2026-03-14', '2026-03-20Z', 2)$$,
    ARRAY[
        '(com.example.shop,1,7,0,0,0,0.000000)', '(com.example.shop,2,7,0,0,0,0.000000)',
        '(com.example.shop,5,7,2,1,1,0.285714)', '(com.example.shop,10,7,3,2,1,0.428571)',
        '(com.example.shop,30,7,4,3,1,0.571429)', '(com.example.shop,60,7,4,3,1,0.571429)',
        '(com.example.shop,300,7,5,3,2,0.714286)', '(com.example.shop,3600,7,5,3,2,0.714286)',
        '(com.example.shop,86400,7,5,3,2,0.714286)', '(com.example.shop,604800,7,5,3,2,0.714286)'
    ] || ARRAY(
        SELECT format('(com.example.game,%s,,,,,)', seconds)
        FROM unnest(ARRAY[1, 2, 5, 10, 30, 60, 300, 3600, 86400, 604800]) AS seconds
    ),
    'people who decided within each number of seconds; only keys for an app with one person',
    'ROW(given.app_id, given.seconds, given.prompted, given.decided, given.granted, given.denied, given.decided_rate)'
);
SELECT pg_temp.gives(
    $$analytics.provisional_by_os('2026-03-08', '2026-03-14', '2026-03-20Z')$$,
    ARRAY[
        '(com.example.shop,iOS,17.4,2,1,0,0,1,0,0,0,0.500000,0.094531,0.905469)',
        '(com.example.shop,iOS,17.5,2,0,0,0,0,1,0,1,1.000000,0.206549,1.000000)'
    ],
    'trials by OS version'
);
SELECT pg_temp.gives(
    $$analytics.win_back_by_os('2026-03-08', '2026-03-14', '2026-03-20Z')$$,
    ARRAY[
        '(com.example.shop,iOS,17.4,2,2,1,0.500000,0.094531,0.905469)',
        '(com.example.shop,iOS,17.5,1,0,0,0.000000,0.000000,0.793451)'
    ],
    'win-back by OS version'
);

INSERT INTO log.word (word, text) OVERRIDING SYSTEM VALUE VALUES (7, 'de_DE');
UPDATE projection.journey SET prompt_locale = 7 WHERE installation_id IN (pg_temp.id(1), pg_temp.id(2));
SELECT pg_temp.gives(
    $$analytics.opt_in_by_locale('2026-03-08', '2026-03-14', '2026-03-20Z')$$,
    ARRAY[
        '(com.example.shop,"",5,3,2,1,1,1,0.500000,0.150039,0.849961)',
        '(com.example.shop,de_DE,2,2,1,1,0,0,0.500000,0.094531,0.905469)',
        '(com.example.game,"",1,1,1,0,0,0,1.000000,0.206549,1.000000)'
    ],
    'the funnel by locale'
);
SELECT pg_temp.gives(
    $$analytics.opt_in_by_locale('2026-03-08', '2026-03-14', '2026-03-20Z', 3)$$,
    '{"(com.example.shop,\"\",)","(com.example.shop,de_DE,)","(com.example.game,\"\",)"}',
    'if one row is too small, the other is withheld too', 'ROW(given.app_id, given.locale, given.prompted)'
);
