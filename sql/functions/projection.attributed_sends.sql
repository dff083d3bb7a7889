-- The sends of a span of time, each with whether an app open belongs to it. Metrics: influenced_opens; all of it stands here. An app
-- open belongs to the latest send at or before it, if it is within the influence window of that send, and to none if a notification
-- was opened less than 30 s before or after it.
-- Parameters: those of projection.sends_and_openings, which says where the rows come from. claimed_before: what the state says.
CREATE OR REPLACE FUNCTION projection.attributed_sends(
    spans projection.span[], from_time timestamptz, to_time timestamptz, known_by timestamptz, up_to bigint
)
RETURNS TABLE (
    send_at timestamptz,
    app integer,
    installation_id uuid,
    notification_id text,
    os integer,
    campaign integer,
    received timestamptz[],
    opened timestamptz[],
    claimed_before boolean,
    claims_app_open boolean
)
LANGUAGE sql STABLE
AS $$
SELECT
    owner.at, owner.app, owner.installation_id, owner.notification_id, owner.os, owner.campaign, owner.received,
    owner.opened, owner.claimed_before, owner.claims_app_open
FROM (
    SELECT
        placed.*,
        coalesce(
            min(placed.at) FILTER (WHERE placed.type = 'app_opened' AND placed.opens_near = 0) OVER (
                PARTITION BY placed.installation_id, placed.app, placed.n
            ) < placed.at + (SELECT metric.influence_window()),
            false
        ) AS claims_app_open
    FROM (
        SELECT
            told.*,
            -- The place of a send among the sends of its installation; of an opening that of the latest send at or before it.
            count(told.notification_id) OVER (
                PARTITION BY told.installation_id, told.app
                ORDER BY told.at, told.type, told.send_id, coalesce(told.send_occurred_at, told.at)
                ROWS UNBOUNDED PRECEDING
            ) AS n,
            -- Times are whole microseconds: less than 30 s is at most this.
            count(*) FILTER (WHERE told.type = 'notification_opened') OVER (
                PARTITION BY told.installation_id, told.app ORDER BY told.at
                RANGE BETWEEN interval '29.999999 s' PRECEDING AND interval '29.999999 s' FOLLOWING
            ) AS opens_near
        FROM projection.sends_and_openings(spans, from_time, to_time, known_by, up_to) AS told
    ) AS placed
) AS owner
WHERE owner.is_asked
$$;
