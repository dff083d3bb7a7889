-- Comparisons of the given people: a week with the one before it, a variant with its control, 28 days with the 28
-- before them.
\ir given_people.sql

SELECT pg_temp.gives(
    $$projection.opt_in_change('2026-03-08', '2026-03-14', '2026-03-20Z', 0)$$,
    -- Of iOS 17.4 2/3 after 1/2, of iOS 17.5 1/3 after 0/1: mix is −5/72 and rates 17/72, together 1/2 − 1/3.
    '{"(com.example.shop,7,3,6,3,1,3,-0.069444,0.236111)","(com.example.game,1,1,1,0,0,0,,)"}',
    'the change from week to week, in parts'
);
SELECT pg_temp.gives(
    $$projection.opt_in_change('2026-03-08', '2026-03-14', '2026-03-20Z', 4)$$,
    '{"(com.example.shop,7,3,6,,,,,)","(com.example.game,,,,,,,,)"}', 'a week of fewer people has no numbers'
);
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
    'pooled over the 7 days that end with each, and whether answers are still to come'
);
SELECT pg_temp.gives(
    $$projection.opt_in_trend('2026-03-16', '2026-03-17', '2026-03-20Z', 2)$$,
    ARRAY[
        '(app,com.example.shop,,2026-03-16,3,0.333333)', '(app,com.example.shop,,2026-03-17,2,0.500000)',
        '(major,com.example.shop,17,2026-03-16,3,0.333333)', '(major,com.example.shop,17,2026-03-17,2,0.500000)',
        '(app,com.example.game,,2026-03-16,0,)', '(app,com.example.game,,2026-03-17,0,)',
        '(major,com.example.game,14,2026-03-16,0,)'
    ],
    'an app has every day, a major those in whose 7 days someone was asked; fewer people have no numbers',
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
    'a variant beside the control of its placement'
);
SELECT pg_temp.gives(
    $$projection.opt_in_variants('2026-03-08', '2026-03-14', '2026-03-20Z', 3)$$,
    '{"(home,control,,)","(home,blue,,)","(\"\",\"\",,)","(\"\",\"\",,)"}',
    'where one variant is too small, the smallest of the others is withheld with it',
    'ROW(given.placement, given.variant, given.prompted, given.difference)'
);
SELECT pg_temp.gives(
    $$projection.compared_rates('2026-04-04', '2026-04-30Z')$$,
    ARRAY[
        '(app,com.example.shop,,2026-03-02,2026-03-08,1,3,3,7,0.200000,0.579100)',
        '(os_version,com.example.shop,"iOS 17.4",2026-03-02,2026-03-08,1,2,2,3,0.166667,0.738883)',
        '(os_version,com.example.shop,"iOS 17.5",2026-03-03,2026-03-08,0,1,1,4,0.250000,0.617075)',
        '(app_version,com.example.shop,"app version 5.0",2026-03-02,2026-03-08,1,3,1,3,0.000000,1.000000)',
        '(app_version,com.example.shop,"app version 5.10",2026-03-09,2026-03-08,0,0,2,4,,)',
        '(placement,com.example.shop,"placement home",2026-03-02,2026-03-08,1,3,3,6,0.230769,0.543079)',
        '(app,com.example.game,,2026-03-10,2026-03-08,0,0,1,1,,)',
        '(os_version,com.example.game,"Android 14.0",2026-03-10,2026-03-08,0,0,1,1,,)',
        '(os_version,,"iOS 17.4",2026-03-02,2026-03-08,1,2,2,3,0.166667,0.738883)',
        '(os_version,,"iOS 17.5",2026-03-03,2026-03-08,0,1,1,4,0.250000,0.617075)',
        '(os_version,,"Android 14.0",2026-03-10,2026-03-08,0,0,1,1,,)'
    ],
    '28 days and the 28 before, by Mantel and Haenszel over apps and OS versions',
    'ROW(given.kind, given.app_id, given.subject, given.first_day, given.since, given.events_before, given.base_before,
        given.events_after, given.base_after, round(given.pooled_difference::numeric, 6), round(given.p::numeric, 6))'
);

-- The first app is known since February, the second since its first prompt.
INSERT INTO projection.activity_step (app, day, active_28d, openers_28d, reachable_28d, reachable)
VALUES (1, '2026-02-01', 0, 0, 0, 1);
SELECT pg_temp.gives(
    $$projection.key_numbers('2026-03-08', '2026-03-14', '2026-03-20Z', 0)$$,
    ARRAY[
        '(com.example.shop,grant_rate,3,6,1,3,0.500000,0.187616,0.812384,0.333333,0.061492,0.792340,'
            '0.166667,-0.388555,0.580770,0.635256,-0.069444,0.236111,t)',
        '(com.example.shop,prompted,7,,3,,,,,,,,,,,,,,t)',
        '(com.example.shop,keep_rate,2,3,,,0.666667,0.207660,0.938508,,,,,,,,,,t)',
        '(com.example.shop,reach_rate_28d,0,0,0,0,,,,,,,,,,,,,t)',
        '(com.example.game,grant_rate,1,1,,,1.000000,0.206549,1.000000,,,,,,,,,,f)',
        '(com.example.game,prompted,1,,,,,,,,,,,,,,,,f)'
    ],
    'beside the week before, for an app that was known then'
);
SELECT pg_temp.gives(
    $$analytics.key_numbers('2026-03-08', '2026-03-14', '2026-03-20Z')$$,
    ARRAY[
        '(com.example.shop,grant_rate,3,6,0.166667)', '(com.example.shop,prompted,7,,)',
        '(com.example.shop,keep_rate,2,3,)',
        '(com.example.shop,reach_rate_28d,0,0,)', '(com.example.game,grant_rate,1,1,)',
        '(com.example.game,prompted,1,,)'
    ],
    'the numbers of the overview', 'ROW(given.app_id, given.measure, given.part, given.base, given.difference)'
);
