-- The sends of a span of time, each with whether an app open belongs to it. Metrics: influenced_opens; all of it stands here. An app
-- open belongs to the latest send at or before it, if it is within the influence window of that send, and to none if a notification
-- was opened less than 30 s before or after it.
-- The rows come from one of three sources:
--   from_time  state, of a span of time (from_time, to_time): for a backfill
--   known_by   the log, what was received up to known_by in the batches up to up_to: for a past horizon
--   spans      state, of the spans of single installations, each of which has one, and openings, those around the spans: for a step
-- new: notifications that the state is about to hold. If they are given, each send comes twice: as it is (n = −1) and with them (n = 1);
-- openings then say for which of the two they are. Else n is 1.
CREATE OR REPLACE FUNCTION projection.attributed_sends(
    from_time timestamptz, to_time timestamptz, known_by timestamptz, up_to bigint, spans projection.span[] DEFAULT NULL,
    new projection.told_notification[] DEFAULT NULL, openings projection.told_opening[] DEFAULT NULL
)
RETURNS TABLE (
    n integer,
    send_at timestamptz,
    app integer,
    installation_id uuid,
    os integer,
    campaign integer,
    received timestamptz[],
    opened timestamptz[],
    claims_app_open boolean
)
LANGUAGE sql STABLE
AS $$
SELECT
    owner.n, owner.at, owner.app, owner.installation_id, owner.os, owner.campaign, owner.received,
    owner.opened, owner.claims_app_open
FROM (
    SELECT
        placed.*,
        coalesce(
            min(placed.at) FILTER (WHERE placed.type = 'app_opened' AND placed.opens_near = 0) OVER (
                PARTITION BY placed.installation_id, placed.app, placed.n, placed.place
            ) < placed.at + (SELECT metric.influence_window()),
            false
        ) AS claims_app_open
    FROM (
        SELECT
            told.*,
            -- The place of a send among the sends of its installation; of an opening that of the latest send at or before it.
            count(told.send_id) OVER (
                PARTITION BY told.installation_id, told.app, told.n
                ORDER BY told.at, told.type, told.send_id, coalesce(told.send_occurred_at, told.at)
                ROWS UNBOUNDED PRECEDING
            ) AS place,
            -- Times are whole microseconds: less than 30 s is at most this.
            count(*) FILTER (WHERE told.type = 'notification_opened') OVER (
                PARTITION BY told.installation_id, told.app, told.n ORDER BY told.at
                RANGE BETWEEN interval '29.999999 s' PRECEDING AND interval '29.999999 s' FOLLOWING
            ) AS opens_near
        FROM projection.sends_and_openings(from_time, to_time, known_by, up_to, spans, new, openings) AS told
    ) AS placed
) AS owner
WHERE owner.is_asked
$$;
