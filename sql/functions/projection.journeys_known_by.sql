-- Every journey as it stood when what was received up to a moment was known.
-- Journeys that hold nothing later are read as they are; the others are folded anew.
-- late_by: if given, what happened up to known_by and was received up to late_by is known too; of opens within 30 days
-- after a grant, all are.
CREATE OR REPLACE FUNCTION projection.journeys_known_by(known_by timestamptz, late_by timestamptz DEFAULT NULL)
RETURNS SETOF projection.journey
LANGUAGE sql STABLE
AS $$
SELECT journey.*
FROM projection.journey_v1 AS journey
WHERE journey.latest_received_at <= known_by
UNION ALL
-- What they hold that was received later is late.
SELECT journey.*
FROM projection.journey_v1 AS journey
WHERE late_by IS NOT NULL
    AND journey.latest_received_at > known_by
    AND NOT EXISTS (
        SELECT
        FROM projection.installations_after(known_by, late_by) AS later
        WHERE later.installation_id = journey.installation_id AND later.app = journey.app
    )
UNION ALL
SELECT folded.*
FROM projection.journeys_refolded(known_by, late_by) AS folded
$$;
COMMENT ON FUNCTION projection.journeys_known_by(timestamptz, timestamptz) IS
    'Journeys computed from the events received up to known_by.';
