-- The journeys that hold something received after a moment. Whether there can be any is asked of the ledger first: with
-- the default horizon there is none, and no journey is looked at for it.
-- late_by: if given, only those that hold a permission event which is not known even if what happened up to known_by and
-- was received up to late_by is.
CREATE OR REPLACE FUNCTION projection.journeys_after(known_by timestamptz, late_by timestamptz DEFAULT NULL)
RETURNS SETOF projection.journey
LANGUAGE sql STABLE
AS $$
SELECT journey.*
FROM projection.journey_v1 AS journey
WHERE late_by IS NULL
    AND (SELECT max(batch.latest_received_at) FROM log.batch) > known_by
    AND journey.latest_received_at > known_by
UNION ALL
SELECT journey.*
FROM projection.installations_after(known_by, late_by) AS later
CROSS JOIN LATERAL (
    SELECT held.*
    FROM projection.journey_v1 AS held
    WHERE held.installation_id = later.installation_id AND held.app = later.app
    OFFSET 0
) AS journey
WHERE late_by IS NOT NULL
$$;
COMMENT ON FUNCTION projection.journeys_after(timestamptz, timestamptz) IS
    'Journeys as they stand that were computed from something not known by a horizon.';
