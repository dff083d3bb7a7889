-- Counts the sends whose first 24 hours are not over at the horizon as_of, and those of them opened directly so far, by
-- app, day, OS and campaign of the send. Subtracted from the counts of projection.opens, they give sent_24h and opened_24h.
-- os, campaign: 0 if none. Reads the table notification (by its block range index on send_at) if all of it was received by
-- as_of, otherwise finds the sends in the log. Sends dated after the day of as_of are in no report. Used by
-- projection.past(projection.send_counts, …).
CREATE OR REPLACE FUNCTION projection.past_recent_sends(as_of timestamptz) RETURNS SETOF projection.recent_send_counts
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT
    send.app, send.day, send.os, send.campaign, count(*), count(*) FILTER (WHERE send.is_opened_24h)
FROM (
    SELECT notification.app, outcome.day, outcome.os, outcome.campaign, outcome.is_opened_24h
    FROM notification
    CROSS JOIN LATERAL metric.counted_send(
        notification.send_at, notification.utc_offset, notification.os, notification.campaign, NULL, notification.opened, NULL
    ) AS outcome
    WHERE projection.is_all_known('opens', as_of)
        AND notification.send_at > as_of - interval '24 hours'
    UNION ALL
    SELECT
        past_send.app, past_send.day, coalesce(past_send.os, 0), coalesce(past_send.campaign, 0),
        past_send.is_opened_24h
    FROM projection.past(NULL::projection.send, as_of) AS past_send
    WHERE NOT projection.is_all_known('opens', as_of)
        AND past_send.send_at > as_of - interval '24 hours'
) AS send
WHERE send.day <= (SELECT stats.day(as_of))
GROUP BY send.app, send.day, send.os, send.campaign
$$;
