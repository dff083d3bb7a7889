-- What the projections hold, and what depends on the settings. There are two batches, and the projection opens holds
-- only the first.
INSERT INTO happened (id, type, effective_at, batch) VALUES
    (1, 'app_opened', '2026-03-01 12:00Z', 1),
    (2, 'app_opened', '2026-03-02 12:00Z', 2);
SELECT pg_temp.store();
INSERT INTO projection.checkpoint (position, version, name, sql_sha256, fill_head) VALUES
    (1, 3, 'opens', '', 7),
    (2, 5, 'quality', '', NULL);

SELECT pg_temp.gives($$projection.held('opens')$$, '{1}', 'the position of its checkpoint');
SELECT pg_temp.gives($$projection.held('journey')$$, '{0}', '0 without a checkpoint');
SELECT pg_temp.gives(
    'analytics.horizon()', '{2026-03-01 12:00:01+00}', 'the latest receipt that all projections have read'
);
SELECT pg_temp.gives(
    $$projection.is_all_known('opens', '2026-03-01 12:00:01Z')$$, '{true}', 'true at the latest receipt that it has read'
);
SELECT pg_temp.gives($$projection.is_all_known('opens', '2026-03-01 12:00Z')$$, '{false}', 'false before that');
SELECT pg_temp.gives($$projection.is_all_known('journey', '2026-01-01Z')$$, '{true}', 'true for a projection without batches');

SELECT pg_temp.gives($$stats.day('2026-03-01T23:59:59Z')$$, '{2026-03-01}', 'the day in the time zone of the settings');
SELECT pg_temp.gives(
    $$projection.last_settled_day('2026-03-20 12:00Z', 604800, 'UTC')$$, '{2026-03-12}',
    'the day before the first whose window is still open'
);
SELECT pg_temp.gives(
    $$projection.last_settled_day('2026-03-21Z', 604800, 'UTC')$$, '{2026-03-13}', 'a day is settled when its window has just ended'
);
SELECT pg_temp.gives(
    $$projection.last_settled_day('2026-03-20 15:00Z', 0, 'Asia/Tokyo')$$, '{2026-03-20}', 'uses the ends of days in the time zone'
);
-- At 00:01 on 7 November clocks went back to 23:01 of the day before.
SELECT pg_temp.gives(
    $$projection.last_settled_day('2010-11-07 02:30:30Z', 0, 'America/St_Johns')$$, '{2010-11-05}',
    'a day to which clocks went back has not ended'
);
SELECT pg_temp.gives(
    $$projection.last_settled_day('2010-11-07 03:30Z', 0, 'America/St_Johns')$$, '{2010-11-06}', 'it ends at the second midnight'
);

SELECT pg_temp.gives(
    'projection.wanted_settings()', '{"(UTC,604800,2419200,43200)"}', 'the current settings if none are pending',
    'ROW(given.time_zone, given.conversion_window_seconds, given.open_window_seconds, given.influence_window_seconds)'
);
INSERT INTO projection.pending_setting (name, value) VALUES
    ('time_zone', 'Asia/Tokyo'),
    ('open_window_seconds', '86400');
SELECT pg_temp.gives(
    'projection.wanted_settings()', '{"(Asia/Tokyo,604800,86400,43200)"}', 'with the pending settings',
    'ROW(given.time_zone, given.conversion_window_seconds, given.open_window_seconds, given.influence_window_seconds)'
);

SET LOCAL search_path = public, projection, log;
SELECT pg_temp.gives($$projection.fill_head('opens')$$, '{7}', 'the position at which the fills of its rebuild end');
SELECT pg_temp.gives('projection.kept_until()', '{NULL}', 'null if nothing was dropped');
UPDATE log.refusal SET retained_from = '2026-03-01Z';
SELECT pg_temp.gives(
    'projection.kept_until()', '{2026-04-26 00:00:00+00}', '28 days plus the open window of 28 days later'
);
UPDATE projection.settings SET time_zone = 'Asia/Tokyo';
SELECT pg_temp.gives('projection.kept_until()', '{2026-04-25 15:00:00+00}', 'at the beginning of a day in the time zone');
SELECT pg_temp.gives($$stats.day('2026-03-01T23:59:59Z')$$, '{2026-03-02}', 'another day in another time zone');

SELECT pg_temp.leaves(
    $$projection.note_run(1, 'report', 'done', 60, '20 pages')$$,
    'SELECT run, stage, outcome, detail, round(extract(epoch FROM ended_at - started_at)) FROM analytics.runs',
    '{"(1,report,done,\"20 pages\",60)"}', 'records the outcome and the duration of a stage'
);
