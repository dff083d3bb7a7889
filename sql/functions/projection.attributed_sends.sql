-- Returns the sends of a span of time, and for each whether an app open is attributed to it (influenced_opens in the
-- contract); metric.is_attributed has the rule.
-- The one source that is given decides where the sends come from; the other parameters are null. State means the tables
-- computed from the log.
--   from_time  state in [from_time, to_time): for a backfill of a rebuild
--   as_of      the log, received up to as_of, in batches up to position up_to: for a past horizon (an earlier "now")
--   spans      state in the span given for each installation: for a step, before and after it adds new batches
-- received, opened: times of receipts and opens, ascending.
CREATE OR REPLACE FUNCTION projection.attributed_sends(
    from_time timestamptz, to_time timestamptz, as_of timestamptz, up_to bigint, spans projection.span[] DEFAULT NULL
)
RETURNS TABLE (
    send_at timestamptz,
    app integer,
    installation_id uuid,
    os integer,
    campaign integer,
    utc_offset smallint,
    received timestamptz[],
    opened timestamptz[],
    has_attributed_app_open boolean
)
LANGUAGE sql STABLE
AS $$
SELECT
    owner.at, owner.app, owner.installation_id, owner.os, owner.campaign, owner.utc_offset,
    owner.received, owner.opened, owner.has_attributed_app_open
FROM (
    SELECT
        send_or_opening.*,
        metric.is_attributed(
            send_or_opening.at,
            min(send_or_opening.at) FILTER (
                -- An app open near the open of a notification is the same open.
                WHERE send_or_opening.type = 'app_opened' AND send_or_opening.opens_near = 0
            ) OVER (
                PARTITION BY send_or_opening.installation_id, send_or_opening.app, send_or_opening.place
            ),
            (SELECT metric.influence_window())
        ) AS has_attributed_app_open
    FROM (
        SELECT
            send_or_opening.*,
            -- The number of a send among those of the installation and app; for an opening, that of the latest send at or
            -- before it.
            count(send_or_opening.send_id) OVER (
                PARTITION BY send_or_opening.installation_id, send_or_opening.app
                ORDER BY
                    send_or_opening.at, send_or_opening.type, send_or_opening.send_id,
                    coalesce(send_or_opening.send_occurred_at, send_or_opening.at)
                ROWS UNBOUNDED PRECEDING
            ) AS place,
            count(*) FILTER (WHERE send_or_opening.type = 'notification_opened') OVER (
                PARTITION BY send_or_opening.installation_id, send_or_opening.app
                ORDER BY send_or_opening.at
                -- The ends belong to the range, and times are whole microseconds.
                RANGE BETWEEN metric.near() - interval '1 us' PRECEDING AND metric.near() - interval '1 us' FOLLOWING
            ) AS opens_near
        FROM projection.sends_and_openings(from_time, to_time, as_of, up_to, spans) AS send_or_opening
    ) AS send_or_opening
) AS owner
-- The other rows, openings and neighbouring sends, were only needed for the windows.
WHERE owner.is_asked
$$;
