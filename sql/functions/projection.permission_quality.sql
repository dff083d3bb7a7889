-- Counts the data quality measures that permission events alone decide, by app. Metrics: Data quality.
-- orphan_decisions: answers without an earlier prompt; decided_late: installations whose first answer after the prompt
-- came after the window; status_jumps: changes to a status that can't follow. Each counts on the day of its event.
CREATE OR REPLACE FUNCTION projection.permission_quality(from_day date, to_day date, as_of timestamptz)
RETURNS TABLE (app integer, orphan_decisions bigint, decided_late bigint, status_jumps bigint)
LANGUAGE sql STABLE
AS $$
SELECT
    counted.app,
    count(*) FILTER (WHERE counted.measure = 'orphan_decisions'),
    count(*) FILTER (WHERE counted.measure = 'decided_late'),
    count(*) FILTER (WHERE counted.measure = 'status_jumps')
FROM (
    SELECT odd.app, told.measure, unnest(told.moments) AS effective_at
    FROM projection.journeys_as_of(as_of) AS odd
    CROSS JOIN LATERAL (VALUES
        ('orphan_decisions', odd.orphan_at), ('status_jumps', odd.jump_at), ('decided_late', ARRAY[odd.late_answer_at])
    ) AS told (measure, moments)
    WHERE odd.orphan_at IS NOT NULL OR odd.jump_at IS NOT NULL OR odd.late_answer_at IS NOT NULL
) AS counted
WHERE (counted.effective_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date
    BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
GROUP BY counted.app
$$;
