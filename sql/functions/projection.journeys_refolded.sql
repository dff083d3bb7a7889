-- The journeys that hold something received after a moment, as they stood at that moment; whoever was not known then has
-- none.
CREATE OR REPLACE FUNCTION projection.journeys_refolded(known_by timestamptz) RETURNS SETOF projection.journey
LANGUAGE sql STABLE
AS $$
SELECT folded.*
FROM projection.fold_live(
    ARRAY(SELECT later.installation_id FROM projection.journeys_after(known_by) AS later), known_by
) AS folded
WHERE EXISTS (
    -- The same installation_id under another app may hold nothing later, and counts as it is.
    SELECT
    FROM projection.journey_v1 AS journey
    WHERE journey.installation_id = folded.installation_id
        AND journey.app = folded.app
        AND journey.latest_received_at > known_by
)
$$;
COMMENT ON FUNCTION projection.journeys_refolded(timestamptz) IS
    'Journeys that hold something received after known_by, computed without it.';
