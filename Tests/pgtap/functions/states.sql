-- Where notifications are received and opened, and the clocks of their receivers.
\ir given_engagement.sql

SET LOCAL search_path = public, projection, log;
SELECT pg_temp.gives(
    $$metric.clock(
        '{2026-03-01 10:00Z,2026-03-01 11:00Z,2026-03-01 11:00Z,2026-03-01 12:00Z}', '{60,60,120,120}'::smallint[]
    )$$,
    ARRAY['("{""2026-03-01 10:00:00+00"",""2026-03-01 11:00:00+00""}","{60,120}")'],
    'only changes; of events at one time the last counts'
);
SELECT pg_temp.gives(
    $$metric.offset_at('2026-03-01 11:00Z', '{2026-03-01 10:00Z,2026-03-01 11:00Z}', '{60,120}'::smallint[])$$, '{120}',
    'from its event on'
);
SELECT pg_temp.gives($$metric.hour_of_week('2026-03-02 00:59')$$, '{0}', 'the week begins on Monday');
SELECT pg_temp.gives(
    $$metric.counted_state('notification_opened', '2026-03-01 23:30Z', 'local', 'foreground', 'Europe/Berlin')$$,
    '{"(2026-03-02,local,foreground)"}', 'day in the zone, trigger and state'
);
SELECT pg_temp.gives(
    $$metric.counted_state('notification_received', '2026-03-01 12:00Z', 'push', NULL, 'UTC')$$,
    ARRAY['(2026-03-01,"","")'], 'a receipt has no trigger; a state that is not said is empty'
);
SELECT pg_temp.gives(
    $$projection.clocks('2026-03-01 13:00Z', 2)$$, '{"(1,{0})","(2,{0})"}', 'of installations with an opening or permission event',
    'ROW(right(given.installation_id::text, 1), given.utc_offset)'
);
SET LOCAL search_path = public;
SELECT pg_temp.gives(
    $$projection.past_states('2026-03-06Z')$$,
    ARRAY[
        '(2,2,2,1,2026-03-01,"","")', '(0,1,1,1,2026-03-02,"","")', '(0,1,1,1,2026-03-02,local,"")',
        '(0,1,1,1,2026-03-05,"","")'
    ],
    'receipts, opens and installations'
);
SELECT pg_temp.gives(
    $$analytics.notification_states_daily('2026-03-01', '2026-03-31', '2026-03-01 23:00Z')$$,
    ARRAY['(com.example.shop,2026-03-01,"","",2,1,2)'], 'at a horizon before the late open'
);
SELECT pg_temp.gives(
    $$analytics.notification_states_daily('2026-03-01', '2026-03-31', '2026-03-01 23:00Z', 3)$$,
    ARRAY['(com.example.shop,2026-03-01,"","",,,)'], 'withholds a row of fewer people than the minimum cell'
);

-- A step and a rebuild, executed by hand.
SET LOCAL search_path = public, projection, log;
INSERT INTO projection.state_counted (position, only_row) VALUES (1, true);
CREATE TEMPORARY TABLE changed_state AS
SELECT 1 AS received, 1 AS opened, 1 AS app, date '2026-03-01' AS day, '' AS trigger, '' AS app_state, pg_temp.id(1) AS installation_id;
SELECT pg_temp.leaves(
    'projection.add_states()',
    'SELECT cell.received, cell.opened, cell.installations, cell.day FROM projection.notification_state_cell AS cell',
    '{"(1,1,1,2026-03-01)"}', 'adds the work table to the counters'
);
SELECT pg_temp.leaves(
    'projection.add_states()',
    'SELECT cell.received, cell.opened, cell.installations, cell.day FROM projection.notification_state_cell AS cell',
    '{"(2,2,1,2026-03-01)"}', 'counts an installation once'
);
DROP TABLE changed_state;
SELECT projection.make_generation('{notification_state_cell,installation_state}');
INSERT INTO projection_next.checkpoint (position, version, name, sql_sha256, backfill_head) VALUES (0, 1, 'states', '', 2);
SET LOCAL search_path = public, projection_next, log;
SELECT pg_temp.leaves(
    $$projection.carry_over_states('2026-03-02Z')$$,
    'SELECT cell.received, cell.opened, cell.installations, cell.day FROM notification_state_cell AS cell',
    '{"(2,2,1,2026-03-01)"}', 'the counts of earlier days'
);
