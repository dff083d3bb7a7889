-- Step 1 of forgetting an app, under the writer lock: renames the app's row, so that events that come later are of a new
-- app with its name, and makes writers look up their numbers again. Deletes the app's keys. $1: the app_id.
WITH app_set_aside AS (
    UPDATE log.app SET app_id = app.app_id || '/' || app.app WHERE app.app_id = $1
),

old_key AS (
    DELETE FROM log.collector_key AS key WHERE key.app_id = $1 RETURNING key.collector_key
),

old_use AS (
    DELETE FROM log.quarantine_use AS use USING old_key WHERE use.collector_key = old_key.collector_key
)

UPDATE log.intake_rules SET words_dropped = intake_rules.words_dropped + 1 WHERE intake_rules.only_row
