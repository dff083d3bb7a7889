-- The journeys that hold something not known at a moment, as they stood without it; whoever was not known at all has none.
-- known_by, late_by: see journeys_after.
CREATE OR REPLACE FUNCTION projection.journeys_refolded(known_by timestamptz, late_by timestamptz DEFAULT NULL)
RETURNS SETOF projection.journey
LANGUAGE sql STABLE
AS $$
WITH later AS MATERIALIZED (
    SELECT journey.installation_id, journey.app
    FROM projection.journeys_after(known_by, late_by) AS journey
)

SELECT folded.*
-- Where there is none, as there mostly is none, nothing is folded.
FROM (SELECT array_agg(later.installation_id) AS installations FROM later HAVING count(*) > 0) AS asked
CROSS JOIN LATERAL projection.fold_live(asked.installations, known_by, late_by) AS folded
-- The same installation_id under another app may hold nothing later, and counts as it is.
INNER JOIN later ON later.installation_id = folded.installation_id AND later.app = folded.app
$$;
COMMENT ON FUNCTION projection.journeys_refolded(timestamptz, timestamptz) IS
    'Journeys that hold something not known by a horizon, computed without it.';
