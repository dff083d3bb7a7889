-- Returns what one journey adds to prompt_cell: a row for each dimension of which its prompt names a value, and for
-- each arm in which it counts. Metrics: Opt-in funnel, Experiments.
-- weight: 1, or −1 to subtract. zone: the time zone of the days. dimension, value, within: as in prompt_cell.
CREATE OR REPLACE FUNCTION projection.prompt_counts(
    weight integer, prompt_at timestamptz, decision log.event_type, decision_at timestamptz, os integer,
    app_version integer, placement integer, variant integer, arms projection.arm[], zone text
)
RETURNS TABLE (
    day date, dimension text, value integer, within integer, people integer, allowed integer, allowed_24h integer,
    reachable integer
)
LANGUAGE sql IMMUTABLE
AS $$
SELECT
    (prompt_at AT TIME ZONE zone)::date,
    cell.dimension,
    cell.value,
    cell.within,
    weight,
    CASE WHEN decision = 'prompt_granted' THEN weight ELSE 0 END,
    CASE WHEN decision = 'prompt_granted' AND decision_at < prompt_at + interval '86400 s' THEN weight ELSE 0 END,
    0
FROM (
    VALUES
        ('os', coalesce(os, 0), 0),
        ('app_version', app_version, coalesce(os, 0)),
        ('placement', placement, coalesce(os, 0)),
        ('variant', variant, coalesce(placement, 0))
) AS cell (dimension, value, within)
WHERE prompt_at IS NOT NULL AND cell.value IS NOT NULL
UNION ALL
SELECT
    (arm.at AT TIME ZONE zone)::date,
    'arm',
    arm.variant,
    arm.experiment,
    weight,
    CASE WHEN arm.status = 'authorized' THEN weight ELSE 0 END,
    0,
    CASE WHEN metric.is_reachable(arm.status) THEN weight ELSE 0 END
FROM unnest(arms) AS arm
$$;
