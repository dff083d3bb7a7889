-- Every primary and foreign key without an explicit name: exactly these. For named constraints see constraints.sql.
BEGIN;
SELECT no_plan();

SELECT set_eq(
    $$SELECT format('%s %s', conrelid::regclass, replace(pg_get_constraintdef(oid), 'PRIMARY KEY ', ''))
    FROM pg_constraint
    WHERE connamespace::regnamespace::text IN ('log', 'projection', 'analytics') AND conparentid = 0
        AND (contype = 'f' OR contype = 'p' AND conname LIKE '%\_pkey')$$,
    ARRAY[
        'log.app (app)',
        'log.os (os)',
        'log.word (word)',
        'log.source_file (source_file)',
        'log.batch (batch_id)',
        'log.quarantine (quarantine_id)',
        'log.erased (installation_hash)',
        'log.collector_key (collector_key)',
        'log.event_alias (name)',
        'log.intake_rules (only_row)',
        'log.erasure (erasure)',
        'projection.settings (only_row)',
        'projection.pending_setting (name)',
        'projection.checkpoint (name)',
        'projection.notification_open (installation_id, app, effective_at)',
        'projection.journey (installation_id, app)',
        'projection.prompt_cell (app, day, dimension, value, within)',
        'projection.daily_reach_change (app, day, os_name, os_major, os_minor)',
        'projection.installation_set_aside (installation_id, app)',
        'projection.notification (notification_id, installation_id, app)',
        'projection.opening (period, installation_id, app, effective_at, type, is_local)',
        'projection.open_without_send (notification_id, installation_id, app, effective_at, id, occurred_at)',
        'projection.opens_cell (day, app, dimension, value)',
        'projection.lone_send (send_period, installation_id, app, send_at)',
        'projection.turn_off (installation_id, app, place)',
        'projection.campaign_cell (day, app, campaign, os, seconds)',
        'projection.open_without_send_cell (app, day)',
        'projection.installation_activity (installation_id, app)',
        'projection.activity_step (app, day)',
        'projection.notification_state_cell (day, app, trigger, app_state)',
        'projection.state_counted (only_row)',
        'projection.delivery_counted (only_row)',
        'projection.quality_counted (only_row)',
        'projection.quality_cell (dimension, day, app, value)',
        'projection.named_model (installation_id, app, device_model)',
        'projection.shared_installation (installation_id, app)',
        'log.quarantine_use (collector_key)',
        'analytics.runs (run, stage)',
        'analytics.app_name (app_id)',
        'analytics.team_mark (mark)',
        'analytics.published_report (report)',
        'analytics.published_row (report, "table", app_id, day, os_name, os_version)',
        'log.batch FOREIGN KEY (source_file) REFERENCES log.source_file(source_file)'
    ],
    'one row of a table for each key'
);

SELECT * FROM finish();
ROLLBACK;
