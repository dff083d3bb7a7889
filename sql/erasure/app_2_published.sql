-- Step 2 of forgetting an app: deletes what reports and nightly runs stored of it, and what the team told. $1: the app_id.
WITH old_row AS (
    DELETE FROM analytics.published_row AS stored_row WHERE stored_row.app_id = $1 RETURNING stored_row.report
),

old_report AS (
    DELETE FROM analytics.published_report AS report
    WHERE report.app_id = $1
        OR report.report IN (SELECT old_row.report FROM old_row) AND NOT EXISTS (
            SELECT
            FROM analytics.published_row AS other_row
            WHERE other_row.report = report.report AND other_row.app_id <> $1
        )
),

old_run AS (
    DELETE FROM analytics.runs AS run WHERE log.names_app(run.detail, $1)
),

old_mark AS (
    DELETE FROM analytics.team_mark AS mark WHERE mark.app_id = $1
),

old_name AS (
    DELETE FROM analytics.app_name AS name WHERE name.app_id = $1
)

DELETE FROM analytics.target WHERE target.app_id = $1
