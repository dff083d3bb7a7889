-- Counts by app the installations that became shared in a range of days: those whose permission events name more device
-- models than one person has. Metrics: Data quality. An installation that is set aside counts too.
CREATE OR REPLACE FUNCTION projection.shared_installations(from_day date, to_day date, as_of timestamptz)
RETURNS TABLE (app integer, installations bigint)
LANGUAGE sql STABLE
AS $$
SELECT installation.app, count(*)
FROM (
    SELECT state.app, state.shared_at
    FROM projection.shared_installation AS state
    WHERE projection.is_all_known('quality', as_of)
    UNION ALL
    SELECT past_state.app, past_state.shared_at
    FROM projection.shared_installations_at(as_of) AS past_state
    WHERE NOT projection.is_all_known('quality', as_of)
) AS installation
WHERE (installation.shared_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date
    BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
GROUP BY installation.app
$$;
