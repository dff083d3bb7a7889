-- Steps 1 to 6 of the journey projection for an erasure: nothing is folded of whoever is erased, so that the steps
-- behind take away what their journeys contribute. Reads the work table `erased` and the journeys; makes `touched`,
-- and `folded` empty.
CREATE TEMPORARY TABLE touched ON COMMIT DROP AS
SELECT journey.installation_id, journey.app, 0::bigint AS new_events
FROM journey_v1 AS journey
INNER JOIN erased ON erased.installation_id = journey.installation_id;
CREATE TEMPORARY TABLE folded (LIKE journey_v1) ON COMMIT DROP
