-- Counts the data quality measures that permission events alone decide, by app. Metrics: Data quality.
-- orphan_decisions: answers without an earlier prompt; decided_late: installations whose first answer after the prompt
-- came after the window; status_jumps: changes to a status that can't follow; reassigned: installations assigned to
-- another variant of an experiment. Each counts on the day of its event.
CREATE OR REPLACE FUNCTION projection.permission_quality(from_day date, to_day date, as_of timestamptz)
RETURNS TABLE (app integer, orphan_decisions bigint, decided_late bigint, status_jumps bigint, reassigned bigint)
LANGUAGE sql STABLE
AS $$
SELECT
    anomaly.app,
    count(*) FILTER (WHERE anomaly.measure = 'orphan_decisions'),
    count(*) FILTER (WHERE anomaly.measure = 'decided_late'),
    count(*) FILTER (WHERE anomaly.measure = 'status_jumps'),
    count(*) FILTER (WHERE anomaly.measure = 'reassigned')
FROM (
    SELECT journey.app, anomaly_kind.measure, unnest(anomaly_kind.times) AS effective_at
    FROM projection.journeys_as_of(as_of) AS journey
    CROSS JOIN LATERAL (VALUES
        ('orphan_decisions', journey.orphan_times), ('status_jumps', journey.jump_times),
        ('decided_late', ARRAY[journey.late_answer_at]), ('reassigned', ARRAY[journey.reassigned_at])
    ) AS anomaly_kind (measure, times)
    WHERE journey.orphan_times IS NOT NULL OR journey.jump_times IS NOT NULL OR journey.late_answer_at IS NOT NULL
        OR journey.reassigned_at IS NOT NULL
) AS anomaly
WHERE (anomaly.effective_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date
    BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
GROUP BY anomaly.app
$$;
