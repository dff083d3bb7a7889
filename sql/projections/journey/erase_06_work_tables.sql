-- Steps 1 to 6 of the journey projection for an erasure: the erased installations, without new journeys, so that the
-- following steps subtract what the old ones contributed. Reads the work table `erased` and journey_v1; creates the
-- work tables `touched`, and `folded`, which is empty.
CREATE TEMPORARY TABLE touched ON COMMIT DROP AS
SELECT journey.installation_id, journey.app, 0::bigint AS new_events
FROM journey_v1 AS journey
INNER JOIN erased ON erased.installation_id = journey.installation_id;
CREATE TEMPORARY TABLE folded (LIKE journey_v1) ON COMMIT DROP
