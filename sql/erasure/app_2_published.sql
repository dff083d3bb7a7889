-- Step 2 of forgetting an app: deletes what reports and nightly runs stored of it, and what the team told. Notes of
-- nightly runs lose its name. $1: the app_id.
WITH forgotten AS (
    SELECT $1 AS app_id
    UNION ALL
    -- A report that was made after step 1 has it under the name of the row that was set aside.
    SELECT app.app_id FROM log.app WHERE app.app = ANY (log.numbers_of_app($1))
),

old_row AS (
    DELETE FROM analytics.published_row AS stored_row
    USING forgotten
    WHERE stored_row.app_id = forgotten.app_id
    RETURNING stored_row.report
),

old_report AS (
    DELETE FROM analytics.published_report AS report
    WHERE report.app_id IN (SELECT forgotten.app_id FROM forgotten)
        OR report.report IN (SELECT old_row.report FROM old_row) AND NOT EXISTS (
            SELECT
            FROM analytics.published_row AS other_row
            WHERE other_row.report = report.report
                AND other_row.app_id NOT IN (SELECT forgotten.app_id FROM forgotten)
        )
),

corrected_run AS (
    UPDATE analytics.runs SET detail = log.without_app(runs.detail, $1)
    WHERE runs.detail <> log.without_app(runs.detail, $1)
),

old_week AS (
    DELETE FROM analytics.weekly_digest AS week USING forgotten WHERE week.app_id = forgotten.app_id
),

old_mark AS (
    DELETE FROM analytics.team_mark AS mark WHERE mark.app_id = $1
),

old_name AS (
    DELETE FROM analytics.app_name AS name WHERE name.app_id = $1
)

DELETE FROM analytics.target WHERE target.app_id = $1
