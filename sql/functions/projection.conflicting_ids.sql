-- Counts by app the sampled event ids that an installation gave to events of different times in a range of days.
-- Metrics: Data quality. Sampled events are kept with their time of receipt, so a past horizon needs no other source.
CREATE OR REPLACE FUNCTION projection.conflicting_ids(from_day date, to_day date, as_of timestamptz)
RETURNS TABLE (app integer, ids bigint)
LANGUAGE sql STABLE
AS $$
SELECT named.app, count(*)
FROM (
    SELECT event.app
    FROM projection.sampled_event AS event
    WHERE event.received_at <= as_of
        AND (event.effective_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date
            BETWEEN from_day AND least(to_day, (SELECT stats.day(as_of)))
    GROUP BY event.app, event.installation_id, event.id
    HAVING count(*) > 1
) AS named
GROUP BY named.app
$$;
