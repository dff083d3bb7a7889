-- Steps 1 to 7 of the journey projection for an erasure: nothing is folded of whoever is erased, so that the steps behind take
-- away what their journeys contribute. Reads the work table `erased`; makes `touched`, and `folded` empty.
CREATE TEMPORARY TABLE touched ON COMMIT DROP AS
SELECT erased.installation_id, 0::bigint AS new_events FROM erased;
CREATE TEMPORARY TABLE folded (LIKE journey_v1) ON COMMIT DROP
