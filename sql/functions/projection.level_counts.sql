-- Counts the sends of the week that ends with last_day whose first 24 hours are over at the horizon as_of, and those
-- of them opened directly in these, by app and level of the receiver at the time of the send (null: it was not
-- reachable). people: installations sent to. Metrics: Opens, The journey of an installation (level). Counts send by
-- send, because a late permission event can change the level of sends that were counted; so only a week. Reads the
-- table notification (by its block range index on send_at) if all of it was received by as_of, otherwise finds the
-- sends in the log. Each part of a cluster counts its own.
CREATE OR REPLACE FUNCTION projection.level_counts(last_day date, as_of timestamptz)
RETURNS TABLE (app integer, level text, people bigint, sent_24h bigint, opened_24h bigint)
-- Journeys are compared with a hash of the sends: sorting or hashing every journey takes longer.
LANGUAGE sql STABLE SET enable_mergejoin = off SET enable_nestloop = off
AS $$
SELECT
    receiver.app,
    receiver.level,
    count(*),
    sum(receiver.sent_24h)::bigint,
    sum(receiver.opened_24h)::bigint
FROM (
    SELECT
        send.app,
        send.installation_id,
        metric.level(journey.status[entry.i], substr(journey.levels, entry.i, 1)) AS level,
        count(*) AS sent_24h,
        count(*) FILTER (WHERE send.is_opened_24h) AS opened_24h
    FROM (
        SELECT
            notification.app, notification.installation_id, notification.send_at,
            metric.is_answered(notification.opened, notification.send_at, 86400) AS is_opened_24h
        FROM projection.notification
        WHERE projection.is_all_known('opens', as_of)
            -- A day wider than the week, for the index; the day itself is compared below.
            AND notification.send_at > (SELECT (last_day - 7)::timestamp AT TIME ZONE 'UTC')
            AND notification.send_at < (SELECT (last_day + 2)::timestamp AT TIME ZONE 'UTC')
        UNION ALL
        SELECT past_send.app, past_send.installation_id, past_send.send_at, past_send.is_opened_24h
        FROM projection.past(NULL::projection.send, as_of) AS past_send
        WHERE NOT projection.is_all_known('opens', as_of)
    ) AS send
    LEFT JOIN projection.journeys_as_of(as_of) AS journey
        ON journey.installation_id = send.installation_id AND journey.app = send.app
    CROSS JOIN LATERAL (SELECT nullif(width_bucket(send.send_at, journey.status_from), 0) AS i) AS entry
    WHERE (send.send_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date
            BETWEEN last_day - 6 AND last_day
        AND send.send_at <= as_of - interval '24 hours'
    GROUP BY 1, 2, 3
) AS receiver
GROUP BY receiver.app, receiver.level
$$;
