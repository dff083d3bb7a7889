-- Each constraint rejects what its name says. `script/pgtap` compares the names with those in the database.
BEGIN;
SELECT no_plan();

-- Rows that the statements below refer to. Each statement succeeds once here; executing it again must be rejected as a
-- copy.
SELECT log.make_partitions('{2026-03-01}');
INSERT INTO log.app (app_id) VALUES ('com.example.shop');
INSERT INTO log.os (os_name, major, minor, patch) VALUES ('iOS', 17, 4, 0);
INSERT INTO log.word (text) VALUES ('spring');
INSERT INTO log.source_file (claim, size, sample_hash, hash) VALUES (1, 1, 's', 'x');

PREPARE permission_event (log.event_type) AS
INSERT INTO log.permission_event (
    occurred_at, effective_at, received_at, batch_id, app, os, type, occurred_offset, installation_id, id
)
VALUES (
    '2026-03-01Z', '2026-03-01Z', '2026-03-01Z', 1, 1, 1, $1, 0, '00000000-0000-4000-8000-000000000001',
    '00000000-0000-4000-8000-000000000002'
);
EXECUTE permission_event ('prompt_shown');
PREPARE engagement_event AS
INSERT INTO log.engagement_event (
    occurred_at, effective_at, received_at, batch_id, app, os, type, occurred_offset, installation_id, id
)
VALUES (
    '2026-03-01Z', '2026-03-01Z', '2026-03-01Z', 1, 1, 1, 'app_opened', 0, '00000000-0000-4000-8000-000000000001',
    '00000000-0000-4000-8000-000000000002'
);
EXECUTE engagement_event;
PREPARE batch (bigint, bigint) AS
INSERT INTO log.batch (
    batch_id, position, committed_at, first_line, last_line, start_offset, end_offset, accepted, duplicates, rejected,
    is_last, source, engagement_months
)
VALUES ($1, $2, now(), 0, 0, 0, 0, 0, 0, 0, false, 'test', '{}');
EXECUTE batch (1, 1);
PREPARE delivery (log.delivery_outcome, log.reject_reason) AS
INSERT INTO log.delivery (batch_id, received_from, deliveries, outcome, reason) VALUES (1, '2026-03-01Z', 1, $1, $2);
EXECUTE delivery ('rejected', 'invalid_json');
PREPARE quarantine (text) AS
INSERT INTO log.quarantine (
    received_at, quarantined_at, batch_id, line, byte_count, copy, reason, source, detail, line_hash, bytes, key_app_id
)
VALUES (now(), now(), 1, 1, 1, 1, 'invalid_json', 'test', 'test', '00000000-0000-4000-8000-000000000003', 'x', $1);
EXECUTE quarantine (NULL);
PREPARE published (integer) AS
INSERT INTO analytics.published_report (
    horizon, position, conversion_window_seconds, open_window_seconds, influence_window_seconds, minimum_cell,
    time_zone, app_id, days
)
VALUES ('2026-03-01Z', 1, 1, 1, 1, $1, 'UTC', NULL, '{[2026-01-01,2026-03-01)}');
EXECUTE published (0);
INSERT INTO projection.delivery_cell (deliveries, day, outcome, reason) VALUES (1, '2026-03-01', 'accepted', NULL);

-- A statement, and the constraint that rejects it.
CREATE TEMPORARY TABLE refusal (statement text, rule_name text);
INSERT INTO refusal (statement, rule_name) VALUES
    ($$INSERT INTO log.app (app_id) VALUES ('com.example.shop')$$, 'app_id_is_known_once'),
    ($$INSERT INTO log.os (os_name, major, minor, patch) VALUES ('iOS', 17, 4, 0)$$, 'os_is_known_once'),
    ($$INSERT INTO log.word (text) VALUES ('spring')$$, 'word_is_known_once'),
    ($$INSERT INTO log.source_file (claim, size, sample_hash, hash) VALUES (1, 2, 's', 'x')$$, 'file_is_known_once'),
    ($$EXECUTE permission_event ('prompt_shown')$$, 'permission_event_is_stored_once'),
    ($$EXECUTE permission_event ('notification_sent')$$, 'permission_types_only'),
    ($$EXECUTE batch (2, 1)$$, 'position_is_given_once'),
    ($$EXECUTE batch (2, 0)$$, 'positions_begin_at_one'),
    ($$EXECUTE delivery ('rejected', 'invalid_json')$$, 'deliveries_are_counted_once'),
    ($$EXECUTE delivery ('accepted', 'invalid_json')$$, 'rejects_alone_have_a_reason'),
    ($$EXECUTE delivery ('rejected', NULL)$$, 'rejects_alone_have_a_reason'),
    ($$EXECUTE quarantine (NULL)$$, 'line_is_quarantined_once'),
    ($$UPDATE projection.settings SET only_row = false$$, 'settings_are_one_row'),
    ($$UPDATE projection.settings SET open_window_seconds = 0$$, 'windows_are_positive'),
    ($$UPDATE projection.settings SET engagement_months = 0$$, 'retention_is_positive'),
    (
        $$INSERT INTO projection.checkpoint (position, version, name, sql_sha256) VALUES (-1, 1, 'test', '')$$,
        'position_is_not_negative'
    ),
    (
        $$INSERT INTO projection.installation_set_aside (app, installation_id, reason)
        VALUES (1, gen_random_uuid(), 'whim')$$,
        'reason_is_known'
    ),
    (
        $$INSERT INTO projection.opening (
            effective_at, occurred_at, period, app, os, type, is_local, installation_id, id
        ) VALUES (now(), now(), 1, 1, 1, 'notification_sent', false, gen_random_uuid(), gen_random_uuid())$$,
        'openings_only'
    ),
    (
        $$INSERT INTO projection.opens_cell (app, day, dimension, value, sent) VALUES (1, '2026-03-01', 'os', 0, 1)$$,
        'counts_are_known'
    ),
    (
        $$INSERT INTO projection.lone_send (send_period, installation_id, app, send_at, campaign)
        VALUES (1, gen_random_uuid(), 1, now(), 0)$$,
        'lone_sends_are_complete'
    ),
    (
        $$INSERT INTO projection.turn_off (installation_id, app, place, at, os, is_long_gap, send_at)
        VALUES (gen_random_uuid(), 1, 1, now(), 0, false, '{}')$$,
        'turn_offs_are_complete'
    ),
    (
        $$INSERT INTO projection.campaign_cell (app, day, campaign, os, seconds) VALUES (1, '2026-03-01', 0, 0, 60)$$,
        'campaigns_are_counted'
    ),
    (
        $$INSERT INTO projection.notification_state_cell (app, day, trigger, app_state, received)
        VALUES (1, '2026-03-01', 'push', '', 1)$$,
        'states_are_counted'
    ),
    ($$INSERT INTO projection.state_counted (position, only_row) VALUES (1, false)$$, 'state_counted_is_one_row'),
    (
        $$INSERT INTO projection.quality_cell (app, day, dimension, value, events)
        VALUES (1, '2026-03-01', 'size_class', 0, 1)$$,
        'events_are_counted'
    ),
    (
        $$INSERT INTO projection.delivery_cell (deliveries, day, outcome, reason)
        VALUES (1, '2026-03-01', 'accepted', NULL)$$,
        'delivery_cells_are_one_each'
    ),
    ($$INSERT INTO projection.delivery_counted (position, only_row) VALUES (1, false)$$, 'delivery_counted_is_one_row'),
    ($$INSERT INTO projection.quality_counted (position, only_row) VALUES (1, false)$$, 'quality_counted_is_one_row'),
    ($$EXECUTE published (0)$$, 'a_state_is_published_once'),
    (
        $$INSERT INTO log.collector_key (created_at, app_id, name, sha256)
        VALUES (now(), 'not an app', '', sha256('x'))$$,
        'app_id_has_its_form'
    ),
    (
        $$INSERT INTO log.collector_key (created_at, app_id, name, sha256) VALUES (now(), 'com.example.shop', '', 'x')$$,
        'hash_is_a_sha256'
    ),
    ($$UPDATE log.intake_rules SET only_row = false$$, 'intake_rules_are_one_row'),
    ($$UPDATE log.intake_rules SET erasure_key = 'x'$$, 'key_has_32_bytes'),
    (
        $$INSERT INTO analytics.runs (run, started_at, ended_at, stage, outcome, detail)
        VALUES (1, now(), now(), 'lunch', 'done', '')$$,
        'stage_is_known'
    ),
    (
        $$INSERT INTO analytics.runs (run, started_at, ended_at, stage, outcome, detail)
        VALUES (1, now(), now(), 'ingest', 'perhaps', '')$$,
        'outcome_is_known'
    ),
    (
        $$INSERT INTO analytics.team_mark (day, name) VALUES ('2026-03-24', 'x'), ('2026-03-24', 'x')$$,
        'a_mark_is_stored_once'
    ),
    ($$INSERT INTO analytics.team_mark (day, name) VALUES ('2026-03-24', E'two\nlines')$$, 'mark_is_a_short_line'),
    ($$INSERT INTO analytics.app_name (app_id, name) VALUES ('a', E'two\nlines')$$, 'app_name_is_a_short_line'),
    (
        $$INSERT INTO analytics.weekly_digest (run, week) VALUES (1, '2026-03-23'), (2, '2026-03-23')$$,
        'a_week_is_posted_once'
    ),
    ($$INSERT INTO analytics.weekly_digest (run, week) VALUES (1, '2026-03-24')$$, 'week_begins_on_monday'),
    (
        $$INSERT INTO analytics.target (measure, value) VALUES ('grant_rate', 0.5), ('grant_rate', 0.6)$$,
        'a_target_is_set_once'
    ),
    ($$INSERT INTO analytics.target (measure, value) VALUES ('keep_rate', 0.5)$$, 'target_is_of_a_known_rate'),
    ($$INSERT INTO analytics.target (measure, value) VALUES ('grant_rate', 58)$$, 'target_is_a_fraction');
SELECT throws_like(statement, format('%%constraint "%s"%%', rule_name), rule_name) FROM refusal;

-- In a partition the constraint's index has another name, so this one is tested by its SQLSTATE.
SELECT throws_ok('EXECUTE engagement_event', '23505', NULL, 'event_is_stored_once: a copy is a duplicate');
SELECT lives_ok($$EXECUTE quarantine ('com.example.shop')$$, 'the same bytes sent with a key are another delivery');
SELECT lives_ok('EXECUTE published (5)', 'another minimum cell is another report');

SELECT * FROM finish();
ROLLBACK;
