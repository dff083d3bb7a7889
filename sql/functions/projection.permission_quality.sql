-- The measures of data quality that permission events alone decide, by app and the day of what is counted: orphan_decisions
-- (answers without a prompt before them), decided_late (first answers after the prompt, where none came within the
-- window) and status_jumps (events after which the status is one it can't come to). Metrics: Data quality.
CREATE OR REPLACE FUNCTION projection.permission_quality(from_day date, to_day date, known_by timestamptz)
RETURNS TABLE (app integer, orphan_decisions bigint, decided_late bigint, status_jumps bigint)
LANGUAGE sql STABLE
AS $$
SELECT
    odd.app,
    count(*) FILTER (WHERE counted.measure = 'orphan_decisions'),
    count(*) FILTER (WHERE counted.measure = 'decided_late'),
    count(*) FILTER (WHERE counted.measure = 'status_jumps')
FROM (
    SELECT journey.app, journey.orphan_at, journey.jump_at, journey.late_answer_at
    FROM projection.journeys_known_by(known_by) AS journey
    WHERE journey.orphan_at IS NOT NULL OR journey.jump_at IS NOT NULL OR journey.late_answer_at IS NOT NULL
) AS odd
CROSS JOIN LATERAL (
    SELECT 'orphan_decisions' AS measure, unnest(odd.orphan_at) AS effective_at
    UNION ALL
    SELECT 'status_jumps', unnest(odd.jump_at)
    UNION ALL
    SELECT 'decided_late', odd.late_answer_at
) AS counted
WHERE (counted.effective_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date
    BETWEEN from_day AND least(to_day, (SELECT stats.day(known_by)))
GROUP BY odd.app
$$;
