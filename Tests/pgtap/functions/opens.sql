-- Sends with receipts and opens, computed from the log only and from the state. At a horizon (the latest receipt that
-- counts) of 6 March all is known. At noon on 2 March the second installation's open of 5 March and the third's late
-- open are unknown.
\ir given_engagement.sql

SET LOCAL search_path = public, log;
SELECT pg_temp.gives(
    $$metric.ordered_permission_events(ARRAY[pg_temp.id(1), pg_temp.id(2)], 1, '2026-03-05 08:00:01Z', 2)$$,
    '{"(1,1,authorized)","(1,2,denied)","(2,1,authorized)","(2,2,authorized)"}',
    'ordered by time, because none has a sequence',
    'ROW(right(given.installation_id::text, 1), given.n, given.status)'
);
SELECT pg_temp.gives(
    $$metric.ordered_permission_events(ARRAY[pg_temp.id(1)], 1, 'infinity', 1)$$,
    '{"(1,1)"}', 'without later batches', 'ROW(right(given.installation_id::text, 1), given.n)'
);

-- What is read from the log.
SELECT pg_temp.gives(
    $$projection.events_between('-infinity', 'infinity', '2026-03-01 18:00Z', 2)$$,
    '{notification_sent,notification_sent,notification_sent,notification_received,notification_received,'
        'notification_opened,app_opened,app_opened}',
    'received events, without the rows of permission events', 'given.type'
);
SELECT pg_temp.gives(
    $$projection.events_between('-infinity', 'infinity', '2026-03-06Z', 1)$$,
    '{notification_sent,notification_sent,notification_sent,notification_received,notification_received,'
        'notification_opened,notification_opened,notification_opened,app_opened,app_opened}',
    'without later batches', 'given.type'
);

SET LOCAL search_path = public, projection, log;
SELECT pg_temp.gives(
    $$projection.events_between('2026-03-01 15:00Z', '2026-03-02 10:00:01Z', 'infinity', 1)$$,
    '{"(3,local)","(4,)"}', 'events in a span of time, up to a position',
    'ROW(right(given.installation_id::text, 1), given.trigger)'
);
SELECT pg_temp.gives(
    $$projection.events_between('2026-03-01 18:00Z', '2026-03-02 10:00Z', 'infinity', 2)$$,
    '{"(3,local)","(3,)"}', 'includes the start of the span, excludes its end',
    'ROW(right(given.installation_id::text, 1), given.trigger)'
);
SELECT pg_temp.leaves(
    $$projection.collect_events(1, 2, 'notification_sent')$$,
    'SELECT right(fresh.installation_id::text, 1), fresh.effective_at, fresh.is_local, fresh.notification_id
    FROM fresh_event AS fresh',
    ARRAY['(2,"2026-03-05 12:00:00+00",f,a)', '(3,"2026-03-01 18:00:00+00",f,b)'],
    'the engagement events of some batches'
);
DROP TABLE fresh_event;
SELECT pg_temp.leaves(
    $$projection.collect_events(0, 2, 'app_opened')$$, 'SELECT fresh.type FROM fresh_event AS fresh',
    '{(app_opened),(app_opened)}', 'events of one type and later types'
);
DROP TABLE fresh_event;
SELECT pg_temp.leaves(
    $$projection.collect_events(0, 2, 'notification_sent', 'notification_sent')$$,
    'SELECT DISTINCT fresh.type FROM fresh_event AS fresh', '{(notification_sent)}', 'up to and including another type'
);
SET LOCAL search_path = public;

-- Attribution: the second installation opens the app an hour after the send, the first 5 s after opening a
-- notification.
SET LOCAL search_path = public, projection, log;
INSERT INTO opening (effective_at, occurred_at, period, app, os, type, utc_offset, is_local, installation_id, id)
SELECT
    event.effective_at, event.occurred_at, projection.period(event.effective_at), event.app, event.os, event.type,
    event.occurred_offset, event.trigger IS NOT DISTINCT FROM 'local', event.installation_id, event.id
FROM log.engagement_event AS event
WHERE event.type IN ('notification_opened', 'app_opened');
SELECT pg_temp.gives('metric.influence_window()', '{12:00:00}', 'the influence window of the settings');
SELECT pg_temp.gives(
    $$projection.notifications_of(NULL, '-infinity', 'infinity', '2026-03-06Z', 1)$$,
    ARRAY[
        '(1,a,"2026-03-01 12:00:00+00",1,"{""2026-03-01 12:00:30+00""}","{""2026-03-01 12:10:00+00""}")',
        '(2,a,"2026-03-01 12:00:00+00",1,,)', '(3,b,"2026-03-01 12:00:00+00",2,"{""2026-03-01 11:59:30+00""}",)',
        '(4,c,,,,"{""2026-03-02 10:00:00+00""}")'
    ],
    'with their sends if known, and the instants that can matter',
    'ROW(right(given.installation_id::text, 1), given.notification_id, given.send_at, given.os, given.received, given.opened)'
);
SELECT pg_temp.gives(
    $$projection.notifications_of(
        ARRAY[
            ('2026-03-01 12:00:01Z', '2026-03-01 12:00:01Z', 1, NULL, 6, 'notification_sent', pg_temp.id(2), pg_temp.id(61), 'e'),
            ('2026-03-01 12:00Z', '2026-03-01 12:00Z', 1, NULL, 6, 'notification_sent', pg_temp.id(2), pg_temp.id(62), 'e')
        ]::projection.told_event[], NULL, NULL, 'infinity', 2
    )$$,
    ARRAY['(e,"2026-03-01 12:00:00+00",1)'], 'from given events, with the first send',
    'ROW(given.notification_id, given.send_at, given.os)'
);
SELECT pg_temp.leaves(
    $$projection.write_notifications('2026-03-02Z', '2026-03-03Z', 1)$$,
    'SELECT notification.notification_id, notification.send_at, notification.opened
    FROM notification
    WHERE notification.installation_id = pg_temp.id(4)',
    ARRAY['(c,,"{""2026-03-02 10:00:00+00""}")'], 'notifications with events in a span of the log'
);
SELECT pg_temp.leaves(
    $$projection.write_notifications('2026-03-05Z', '2026-03-06Z', 2)$$,
    'SELECT notification.notification_id, notification.send_at, notification.os, notification.opened
    FROM notification
    WHERE notification.installation_id = pg_temp.id(2)',
    ARRAY['(a,"2026-03-01 12:00:00+00",1,"{""2026-03-05 12:00:00+00""}")'], 'merges them with stored notifications'
);
UPDATE notification SET send_at = '2026-03-01 12:05Z', send_id = pg_temp.id(61), own_os = 2, os = 2
WHERE installation_id = pg_temp.id(2);
SELECT pg_temp.leaves(
    $$projection.write_notifications('2026-03-01Z', '2026-03-02Z', 1)$$,
    'SELECT notification.send_at, notification.send_id = pg_temp.id(21), notification.os, notification.opened
    FROM notification
    WHERE notification.installation_id = pg_temp.id(2)',
    ARRAY['("2026-03-01 12:00:00+00",t,1,"{""2026-03-05 12:00:00+00""}")'], 'keeps the first of two sends, and the stored open'
);
DELETE FROM notification WHERE notification_id = 'c';
SELECT pg_temp.gives(
    $$projection.openings_between('2026-03-01 12:30Z', '2026-03-01 12:59Z', NULL, NULL)$$,
    '{"(2,app_opened)","(3,notification_opened)"}', 'openings in a span of time and near it',
    'ROW(right(given.installation_id::text, 1), given.type)'
);
SELECT pg_temp.gives(
    $$projection.sends_and_openings('2026-03-01Z', '2026-03-02Z', NULL, NULL, NULL, NULL, NULL)$$,
    '{"(1,notification_sent)","(1,notification_opened)","(1,app_opened)","(2,notification_sent)","(2,app_opened)",'
        '"(3,notification_sent)","(3,notification_opened)","(3,notification_opened)","(4,notification_opened)"}',
    'for a span of time, with the openings of the influence window after it',
    'ROW(right(given.installation_id::text, 1), given.type)'
);
SELECT pg_temp.gives(
    $$projection.sends_and_openings(
        NULL, NULL, NULL, NULL, ARRAY[('2026-03-01 11:00Z', '2026-03-01 12:30Z', 1, pg_temp.id(2))::projection.span],
        ARRAY[('2026-03-01 12:00Z', NULL, 1, 1, 1, NULL, 683, NULL, pg_temp.id(2), pg_temp.id(61), 'e', NULL, NULL)
            ]::projection.told_notification[],
        ARRAY[(1, '2026-03-01 13:00Z', '2026-03-01 13:00Z', 1, 2, 'app_opened', false, pg_temp.id(2), pg_temp.id(9))
            ]::projection.told_opening[]
    )$$,
    '{"(-1,2,notification_sent)","(1,2,notification_sent)","(1,2,notification_sent)","(1,2,app_opened)"}',
    'for the span of one installation, without and with new rows', 'ROW(given.n, right(given.installation_id::text, 1), given.type)'
);
SELECT pg_temp.gives(
    $$projection.attributed_sends('2026-03-01Z', '2026-03-02Z', NULL, NULL)$$,
    '{"(1,f)","(2,t)","(3,f)"}', 'an app open within 30 s of another open belongs to no send',
    'ROW(right(given.installation_id::text, 1), given.claims_app_open)'
);
SELECT pg_temp.gives(
    $$projection.attributed_sends(NULL, NULL, '2026-03-06Z', 2)$$,
    '{"(1,f)","(2,t)","(3,f)"}', 'the same from the log', 'ROW(right(given.installation_id::text, 1), given.claims_app_open)'
);
SELECT pg_temp.gives(
    $$metric.counted_send('2026-03-01 12:00Z', NULL, NULL, 6, '{2026-03-01 11:59Z}', NULL, true)$$,
    '{"(2026-03-01,156,0,6,t,f,t,f)"}', 'cells and outcome of a send'
);
SELECT pg_temp.gives(
    $$metric.counted_send('2026-03-01 12:00Z', 720::smallint, 1, NULL, NULL, '{2026-03-01 12:10Z}', true)$$,
    '{"(2026-03-01,0,1,0,f,t,f,t)"}', 'a directly opened send is not influenced; its hour is that of the receiver''s clock'
);
SELECT pg_temp.gives(
    $$projection.counted_opens('2026-03-02Z', '2026-04-01Z')$$,
    '{"(1,2026-03-02,1,1,1)","(1,2026-03-02,2,0,1)","(1,2026-03-05,1,1,1)"}', 'counts of the days of a month',
    'ROW(given.n, given.day, given.os, given.openers, given.active)'
);
SELECT pg_temp.gives(
    $$projection.active_days('2026-03-05Z', '2026-03-06Z', NULL, NULL)$$,
    '{"(2,2026-03-05,1,active)","(2,2026-03-05,1,openers)"}', 'active days in a span of time',
    'ROW(right(given.installation_id::text, 1), given.day, given.os, given.measure)'
);
SELECT pg_temp.gives(
    $$projection.active_days(NULL, NULL, NULL, NULL, ARRAY[
        (-1, '2026-03-05 22:00Z', '2026-03-05 22:00Z', 1, 1, 'app_opened', false, pg_temp.id(2), pg_temp.id(8)),
        (1, '2026-03-05 23:00Z', '2026-03-05 23:00Z', 1, 2, 'app_opened', false, pg_temp.id(2), pg_temp.id(9))
    ]::projection.told_opening[])$$,
    '{"(-1,2,1,active)","(1,2,2,active)"}', 'without (−1) and with (1) a new opening',
    'ROW(given.n, right(given.installation_id::text, 1), given.os, given.measure)'
);
DELETE FROM opening WHERE true;
SET LOCAL search_path = public;

-- Computed from the log only. A send without an OS has that of the latest permission event before it.
SELECT pg_temp.gives(
    $$projection.past_sends('2026-03-06Z')$$,
    '{"(1,2026-03-01,1,6,156,t,t,f,t)","(2,2026-03-01,1,6,156,f,t,f,f)","(3,2026-03-01,2,,156,t,t,f,t)"}',
    'an app open near a direct open influences no send; a directly opened send is not influenced',
    'ROW(right(given.installation_id::text, 1), given.day, given.os, given.campaign, given.hour_of_week, given.is_received,
        given.is_opened, given.is_influenced, given.is_opened_24h)'
);
UPDATE projection.settings SET open_window_seconds = 600, influence_window_seconds = 3600 WHERE true;
SELECT pg_temp.gives(
    $$projection.past_sends('2026-03-06Z')$$,
    '{"(1,t,f,f,t)","(2,f,f,f,f)","(3,t,f,f,t)"}', 'excludes the ends of windows; opens within 24 hours count even if the window is shorter',
    'ROW(right(given.installation_id::text, 1), given.is_received, given.is_opened, given.is_influenced, given.is_opened_24h)'
);
UPDATE projection.settings SET open_window_seconds = 2419200, influence_window_seconds = 43200 WHERE true;
SET LOCAL search_path = public, projection, log;
SELECT pg_temp.gives(
    $$projection.past_active_days('2026-03-06Z')$$,
    '{"(1,2026-03-01,1,active)","(1,2026-03-01,1,openers)","(2,2026-03-01,1,active)","(2,2026-03-05,1,active)",'
        '"(2,2026-03-05,1,openers)","(3,2026-03-01,2,active)","(3,2026-03-01,2,openers)","(3,2026-03-02,2,active)",'
        '"(4,2026-03-02,1,active)","(4,2026-03-02,1,openers)"}',
    'days with an opening; a local open makes no opener',
    'ROW(right(given.installation_id::text, 1), given.day, given.os, given.measure)'
);
SET LOCAL search_path = public;
SELECT pg_temp.gives(
    $$projection.past_opens('2026-03-06Z', 'os')$$,
    ARRAY[
        '(2,1,2,0,0,0,1,1,2026-03-01,1,os)', '(1,1,1,0,0,0,1,1,2026-03-01,2,os)',
        '(0,0,0,0,1,2,0,1,2026-03-01,1,os)', '(0,0,0,0,1,1,0,1,2026-03-01,2,os)', '(0,0,0,0,1,1,0,1,2026-03-02,1,os)',
        '(0,0,0,0,0,1,0,1,2026-03-02,2,os)', '(0,0,0,0,1,1,0,1,2026-03-05,1,os)'
    ],
    'sends, openers and active installations by OS version'
);
SELECT pg_temp.gives(
    $$projection.past_opens('2026-03-06Z', 'campaign')$$,
    '{"(2,1,2,0,0,0,1,1,2026-03-01,6,campaign)","(1,1,1,0,0,0,1,1,2026-03-01,0,campaign)"}', 'sends by campaign'
);
SELECT pg_temp.gives(
    $$projection.past_opens('2026-03-06Z', 'hour')$$, '{"(3,2,3,0,0,0,2,1,2026-03-01,156,hour)"}', 'sends by hour'
);
SELECT pg_temp.gives(
    $$projection.past_recent_sends('2026-03-06Z')$$, '{}', 'none if the first 24 hours of all are over'
);
SELECT pg_temp.gives(
    $$projection.past_recent_sends('2026-03-02 12:00Z')$$, '{}', 'none exactly at their end'
);
SELECT pg_temp.gives(
    $$projection.past_recent_sends('2026-03-02 11:59:59Z')$$,
    '{"(1,2026-03-01,1,6,2,1)","(1,2026-03-01,2,0,1,0)"}', 'at a horizon within them, with the opens so far'
);
SELECT pg_temp.gives($$projection.past_unsent_opens('2026-03-06Z')$$, '{"(1,2026-03-02,1)"}', 'an open without a send');
SELECT pg_temp.gives($$projection.past_unsent_opens('2026-03-01 12:00Z')$$, '{}', 'none at an earlier horizon');

-- Once created, the tables keep the rows of each horizon until the end of the transaction.
SELECT pg_temp.gives(
    $$projection.past(NULL::projection.unsent_opens, '2026-03-06Z')$$, '{"(1,2026-03-02,1)"}', 'computed if there are no tables'
);
SELECT pg_temp.leaves(
    $$projection.make_past_tables()$$,
    $$SELECT class.relname FROM pg_class AS class
    WHERE class.relnamespace = pg_my_temp_schema() AND class.relname ^@ 'past_' AND class.relkind = 'r'$$,
    ARRAY[
        '(past_active_days)', '(past_activity)', '(past_asked)', '(past_change_counts)', '(past_experiments)', '(past_horizon)',
        '(past_journeys)', '(past_opens)', '(past_quality)',
        '(past_recent_sends)', '(past_sends)', '(past_states)', '(past_unsent_opens)'
    ],
    'a table for each function, and one for their horizons'
);
SELECT pg_temp.gives(
    $$projection.past(NULL::projection.unsent_opens, '2026-03-06Z')$$, '{"(1,2026-03-02,1)"}', 'computed and kept'
);
SELECT pg_temp.gives(
    $$projection.past(NULL::projection.unsent_opens, '2026-03-01 12:00Z')$$, '{}', 'each horizon has its own rows'
);
DELETE FROM past_unsent_opens;
SELECT pg_temp.gives($$projection.past(NULL::projection.unsent_opens, '2026-03-06Z')$$, '{}', 'reads the kept rows');
DROP TABLE
    past_horizon, past_active_days, past_activity, past_asked, past_change_counts, past_experiments, past_journeys, past_opens, past_quality,
    past_recent_sends, past_sends, past_states, past_unsent_opens;
-- A role that may create temporary tables could create one with this name, to make reports read false rows.
SET LOCAL ROLE bellwether_project;
CREATE TEMPORARY TABLE past_unsent_opens (as_of timestamptz, computed projection.unsent_opens);
INSERT INTO past_unsent_opens (as_of, computed) VALUES ('2026-03-06Z', (1, '2026-03-02', 999));
RESET ROLE;
SELECT pg_temp.gives(
    $$projection.past(NULL::projection.unsent_opens, '2026-03-06Z')$$, '{"(1,2026-03-02,1)"}',
    'ignores a table that another role owns'
);
DROP TABLE past_unsent_opens;

-- Computed from the state, or from the log if the state is past the horizon.
SELECT pg_temp.gives(
    $$projection.opens('2026-03-01', '2026-03-01', '2026-03-06Z', 'os')$$,
    '{"(2,1,2,0,1,2,1,1,2026-03-01,1,os)","(1,1,1,0,1,1,1,1,2026-03-01,2,os)"}', 'by day and OS version'
);
SELECT pg_temp.gives(
    $$projection.opens('2026-03-01', '2026-03-01', '2026-03-02 12:00Z', 'os')$$,
    '{"(2,1,1,1,0,0,1,1,2026-03-01,1,os)","(0,0,0,0,1,2,0,1,2026-03-01,1,os)","(1,1,0,0,0,0,0,1,2026-03-01,2,os)"}',
    'at an earlier horizon'
);
SELECT pg_temp.gives(
    $$projection.opens('2026-03-01', '2026-03-31', '2026-03-06Z', 'campaign')$$,
    '{"(2,1,2,0,0,0,1,1,2026-03-01,6,campaign)","(1,1,1,0,0,0,1,1,2026-03-01,0,campaign)"}', 'by campaign, 0 for none'
);
SELECT pg_temp.gives(
    $$projection.opens('2026-03-01', '2026-03-31', '2026-03-02 12:00Z', 'campaign')$$,
    '{"(2,1,1,1,0,0,1,1,2026-03-01,6,campaign)","(1,1,0,0,0,0,0,1,2026-03-01,0,campaign)"}', 'at an earlier horizon'
);
SELECT pg_temp.gives(
    $$projection.opens('2026-03-01', '2026-03-31', '2026-03-06Z', 'hour')$$,
    '{"(3,2,3,0,0,0,2,1,2026-03-01,156,hour)"}', 'by hour'
);
SELECT pg_temp.gives(
    $$projection.opens('2026-03-01', '2026-03-31', '2026-03-02 12:00Z', 'hour')$$,
    '{"(3,2,1,1,0,0,1,1,2026-03-01,156,hour)"}', 'at an earlier horizon'
);
SELECT pg_temp.gives(
    $$projection.sends('2026-03-01', '2026-03-01', '2026-03-06Z')$$,
    '{"(1,2026-03-01,1,6,156)","(2,2026-03-01,1,6,156)","(3,2026-03-01,2,,156)"}', 'one row per send',
    'ROW(right(given.installation_id::text, 1), given.day, given.os, given.campaign, given.hour_of_week)'
);
SELECT pg_temp.gives(
    $$projection.sends('2026-03-02', '2026-03-31', '2026-03-02 12:00Z')$$, '{}', 'none on other days'
);
SELECT pg_temp.gives(
    $$projection.unsent_opens('2026-03-02', '2026-03-02', '2026-03-06Z')$$, '{"(1,2026-03-02,1)"}', 'by the day of the open'
);
SELECT pg_temp.gives(
    $$projection.unsent_opens('2026-03-01', '2026-03-01', '2026-03-06Z')$$, '{}', 'none on other days'
);

SELECT pg_temp.gives(
    $$projection.opens_levels('2026-03-01', '2026-03-31', '2026-03-02 12:00Z', 0, '{app,day,major,version}')$$,
    ARRAY[
        '(app,,,,3,2,1,1,0.333333,0.061492,0.792340,0.333333,0.666667)',
        '(day,2026-03-01,,t,3,2,1,1,0.333333,0.061492,0.792340,0.333333,0.666667)',
        '(major,,17,,3,2,1,1,0.333333,0.061492,0.792340,0.333333,0.666667)',
        '(version,,17.4,,2,1,1,1,0.500000,0.094531,0.905469,0.500000,1.000000)',
        '(version,,17.5,,1,1,0,0,0.000000,0.000000,0.793451,0.000000,0.000000)'
    ],
    'every level; sends of the day can still be opened within the window',
    'ROW(given.level, given.day, given.os_version, given.is_open, (given.opens).sent, (given.opens).received,
        (given.opens).direct_opens, (given.opens).influenced_opens, (given.opens).direct_open_rate,
        (given.opens).direct_open_rate_low, (given.opens).direct_open_rate_high, (given.opens).influenced_open_rate,
        (given.opens).total_open_rate)'
);
SELECT pg_temp.gives(
    $$projection.opens_levels('2026-03-01', '2026-03-31', '2026-03-06Z', 2, '{app,day,major,version}')$$,
    '{"(app,,3)","(day,,3)","(major,17,3)","(version,17.4,)","(version,17.5,)"}',
    'if one row is too small, the smallest of the others is withheld too',
    'ROW(given.level, given.os_version, (given.opens).sent)'
);
SELECT pg_temp.gives(
    $$analytics.opens_daily('2026-03-01', '2026-03-01', '2026-03-06Z')$$,
    ARRAY[
        '(com.example.shop,2026-03-01,iOS,17.4,2,1,2,0,1.000000,0.342380,1.000000,0.000000,1.000000,1,2,2,1,0.500000,0.094531,0.905469)',
        '(com.example.shop,2026-03-01,iOS,17.5,1,1,1,0,1.000000,0.206549,1.000000,0.000000,1.000000,1,1,1,1,1.000000,0.206549,1.000000)'
    ],
    'sends, openers and active installations of the day'
);
SELECT pg_temp.gives(
    $$analytics.opens_by_campaign('2026-03-01', '2026-03-31', '2026-03-02 12:00Z')$$,
    ARRAY[
        '(com.example.shop,spring,2,1,1,1,0.500000,0.094531,0.905469,0.500000,1.000000,2,1,0.500000,0.094531,0.905469)',
        '(com.example.shop,,1,1,0,0,0.000000,0.000000,0.793451,0.000000,0.000000,1,0,0.000000,0.000000,0.793451)'
    ],
    'sends by campaign'
);
SELECT pg_temp.gives(
    $$analytics.opens_by_hour('2026-03-01', '2026-03-31', '2026-03-02 12:00Z')$$,
    '{"(com.example.shop,7,12,3,1,0.333333,0.061492,0.792340)"}', 'sends by weekday and hour'
);

-- By sequence the first of two simultaneous events is the later one, by id the second. On 5 March an event without a
-- sequence arrives, so ids decide from then on.
INSERT INTO happened (id, installation, batch, os, type, effective_at, sequence, notification_id) VALUES
    (51, 5, 3, 1, 'settings_opened', '2026-02-28 10:00Z', 2, NULL),
    (52, 5, 3, 2, 'settings_opened', '2026-02-28 10:00Z', 1, NULL),
    (53, 5, 3, NULL, 'notification_sent', '2026-03-01 12:00Z', NULL, 'd'),
    (54, 5, 3, 2, 'settings_opened', '2026-03-05 08:00Z', NULL, NULL);
SELECT pg_temp.store();
UPDATE projection.checkpoint SET position = 3 WHERE true;
INSERT INTO projection.notification (
    app, installation_id, notification_id, send_at, send_occurred_at, send_id, send_period, os
)
VALUES (1, pg_temp.id(5), 'd', '2026-03-01 12:00Z', '2026-03-01 12:00Z', pg_temp.id(53), 683, 2);
SELECT pg_temp.gives(
    $$projection.sends('2026-03-01', '2026-03-01', '2026-03-06Z')$$, '{"(1,1)","(2,1)","(3,2)","(5,2)"}',
    'the OS version stored with the send', 'ROW(right(given.installation_id::text, 1), given.os)'
);
