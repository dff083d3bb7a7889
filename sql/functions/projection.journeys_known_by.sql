-- Every journey as it stood when what was received up to a moment was known.
-- Journeys that hold nothing later are read as they are; the others are folded anew. Whether there can be any is asked of
-- the ledger first: with the default horizon there is none, and no journey is looked at for it.
CREATE OR REPLACE FUNCTION projection.journeys_known_by(known_by timestamptz) RETURNS SETOF projection.journey_v1
LANGUAGE sql STABLE
AS $$
SELECT journey.*
FROM projection.journey_v1 AS journey
WHERE journey.latest_received_at <= known_by
UNION ALL
SELECT folded.*
FROM projection.fold_journeys_v1(
    ARRAY(
        SELECT journey.installation_id
        FROM projection.journey_v1 AS journey
        WHERE (SELECT max(batch.latest_received_at) FROM log.batch) > known_by
            AND journey.latest_received_at > known_by
    ),
    known_by
) AS folded
WHERE EXISTS (
    -- The same installation_id under another app may hold nothing later, and was read above.
    SELECT
    FROM projection.journey_v1 AS journey
    WHERE journey.installation_id = folded.installation_id
        AND journey.app = folded.app
        AND journey.latest_received_at > known_by
)
$$;
COMMENT ON FUNCTION projection.journeys_known_by(timestamptz) IS
    'Journeys computed from the events received up to known_by.';
