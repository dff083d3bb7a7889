-- Steps 1 to 6 of the journey projection for an erasure: the erased installations, without new journeys, so that the
-- following steps subtract what the old ones contributed. Reads the work table `erased_installation` and journey;
-- creates the work tables `changed_installation`, and `new_journey`, which is empty.
CREATE TEMPORARY TABLE changed_installation ON COMMIT DROP AS
SELECT journey.installation_id, journey.app, 0::bigint AS new_events, 0::bigint AS up_to
FROM journey AS journey
INNER JOIN erased_installation ON erased_installation.installation_id = journey.installation_id;
CREATE TEMPORARY TABLE new_journey (LIKE journey) ON COMMIT DROP
