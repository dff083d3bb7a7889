-- The columns of the views for analysts that aren't report tables. All columns are listed in
-- docs/dictionary.md.
BEGIN;
SELECT no_plan();

SELECT columns_are('analytics', 'installations', ARRAY[
    'app_id', 'installation_id', 'status', 'is_reachable', 'os_name', 'os_version', 'first_seen_on', 'last_seen_on',
    'turned_off_at', 'sends_28d', 'last_event_at', 'permission_events',
    'prompt_at', 'prompt_os_name', 'prompt_os_version', 'prompt_app_version', 'prompt_locale', 'prompt_placement',
    'prompt_variant', 'prompt_device_model', 'prompt_local_hour', 'answer', 'decision', 'decision_at', 'seconds_to_decision', 'late_answer_at', 'first_open_at', 'trial_at',
    'trial_os_name', 'trial_os_version', 'trial_outcome', 'trial_outcome_at', 'asked_at', 'asked_os_name', 'asked_os_version',
    'went_at', 'has_returned', 'prompt_on'
]);
SELECT columns_are('analytics', 'status_history', ARRAY[
    'app_id', 'installation_id', 'status_from', 'status_to', 'status', 'status_before', 'os_name', 'os_version'
]);
SELECT columns_are('analytics', 'notifications', ARRAY[
    'app_id', 'installation_id', 'notification_id', 'campaign', 'os_name', 'os_version', 'sent_at', 'received_at',
    'opened_at', 'is_influenced', 'status', 'sends_before', 'sent_on'
]);
SELECT columns_are('analytics', 'openings', ARRAY[
    'app_id', 'installation_id', 'opened_at', 'is_notification', 'is_local', 'os_name', 'os_version', 'opened_on'
]);
SELECT columns_are('analytics', 'events', ARRAY[
    'app_id', 'installation_id', 'id', 'type', 'occurred_at', 'effective_at', 'received_at', 'sent_at', 'occurred_offset',
    'sequence', 'os_name', 'os_version', 'os_patch', 'app_version', 'device_model', 'locale', 'status', 'delivery', 'placement',
    'variant', 'notification_id', 'campaign', 'app_state', 'trigger', 'action', 'data'
]);
SELECT columns_are('analytics', 'quarantine', ARRAY[
    'quarantine_id', 'received_at', 'quarantined_at', 'reason', 'detail', 'app_id', 'installation_id', 'source', 'line',
    'byte_count', 'state', 'released_at', 'discarded_at'
]);
-- A function with the name of a view returns the view's columns.
SELECT set_eq(
    format('SELECT attname::text FROM pg_attribute WHERE attrelid = %L::regclass AND attnum > 0', 'analytics.' || view.relname),
    ARRAY(
        SELECT given.name
        FROM pg_proc AS routine
        CROSS JOIN unnest(routine.proargnames, routine.proargmodes) AS given (name, mode)
        WHERE routine.pronamespace = view.relnamespace AND routine.proname = view.relname AND given.mode = 't'
    ),
    view.relname || ' has the columns of its function'
)
FROM pg_class AS view
WHERE view.relnamespace = 'analytics'::regnamespace
    AND view.relkind = 'v'
    AND EXISTS (SELECT FROM pg_proc AS f WHERE f.pronamespace = view.relnamespace AND f.proname = view.relname);

SELECT * FROM finish();
ROLLBACK;
