-- Returns what one journey adds to prompt_cell: a row for each dimension of which its prompt names a value. None without
-- a prompt. Metrics: Opt-in funnel.
-- weight: 1, or −1 to subtract. zone: the time zone of the days. dimension, value, other: as in prompt_cell.
CREATE OR REPLACE FUNCTION projection.prompt_counts(
    weight integer, prompt_at timestamptz, decision log.event_type, decision_at timestamptz, os integer,
    app_version integer, placement integer, variant integer, zone text
)
RETURNS TABLE (
    day date, dimension text, value integer, other integer, asked integer, allowed integer, allowed_24h integer
)
LANGUAGE sql IMMUTABLE
AS $$
SELECT
    (prompt_at AT TIME ZONE zone)::date,
    cell.dimension,
    cell.value,
    cell.other,
    weight,
    CASE WHEN decision = 'prompt_granted' THEN weight ELSE 0 END,
    CASE WHEN decision = 'prompt_granted' AND decision_at < prompt_at + interval '86400 s' THEN weight ELSE 0 END
FROM (
    VALUES
        ('os', coalesce(os, 0), 0),
        ('app_version', app_version, coalesce(os, 0)),
        ('placement', placement, coalesce(os, 0)),
        ('variant', variant, coalesce(placement, 0))
) AS cell (dimension, value, other)
WHERE prompt_at IS NOT NULL AND cell.value IS NOT NULL
$$;
