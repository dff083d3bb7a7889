-- What becomes of the cells of opens, up to the day before a horizon's, when everything is taken back that happened and was
-- received after the horizon: the difference to what the state says, by the day and system of the sends. Metrics:
-- Restatement, Opens. A send up to the horizon and its day stay; its receipt, its open and its claim to an app open may go,
-- or come to it: what kept an app open from it, or led it to another send, is gone too. One that
-- names no system may go to the cell of another one, with all that it counts (systems_taken_back).
-- Reads the log after the horizon and, of the state, the notifications and openings of those alone whom that touches.
CREATE OR REPLACE FUNCTION projection.opens_taken_back(known_by timestamptz)
RETURNS TABLE (
    app integer,
    day date,
    os integer,
    sent bigint,
    received bigint,
    direct_opens bigint,
    influenced_opens bigint
)
-- With a setting of its own it is planned where it runs, and not with every report that doesn't need it.
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$
-- is_known: received by the horizon, of a clock that ran ahead. It is not taken back.
WITH later AS MATERIALIZED (
    SELECT
        event.app, event.installation_id, event.notification_id, event.type, event.effective_at, event.id,
        event.occurred_at, event.trigger IS NOT DISTINCT FROM 'local' AS is_local, event.received_at <= known_by AS is_known
    FROM projection.engagement_after(known_by) AS event
),

-- The notifications that were received or opened later, and when the horizon knew of first.
answered AS (
    SELECT
        later.app,
        later.installation_id,
        later.notification_id,
        min(later.effective_at) FILTER (WHERE later.is_known AND later.type = 'notification_received') AS received_at,
        min(later.effective_at) FILTER (WHERE later.is_known AND later.type = 'notification_opened') AS opened_at
    FROM later
    WHERE later.type IN ('notification_received', 'notification_opened')
        AND NOT later.is_local
        AND later.notification_id IS NOT NULL
    GROUP BY later.app, later.installation_id, later.notification_id
),

-- An opening at t can change the claims of sends in (t − influence window − 30 s, t + 30 s].
opener AS (
    SELECT DISTINCT
        later.app,
        later.installation_id,
        known_by - influence.span - interval '30 s' AS after,
        influence.span
    FROM later
    CROSS JOIN (
        SELECT make_interval(secs => settings.influence_window_seconds) AS span FROM projection.settings
    ) AS influence
    WHERE later.type IN ('notification_opened', 'app_opened')
        AND later.effective_at < known_by + influence.span + interval '30 s'
),

-- The sends whose claims it can change, and those after the horizon that were known by it.
send AS (
    SELECT
        opener.app, opener.installation_id, near.notification_id, near.send_at, near.send_id, near.send_occurred_at
    FROM opener
    CROSS JOIN LATERAL (
        SELECT
            notification.notification_id,
            notification.send_at,
            notification.send_id,
            notification.send_occurred_at
        FROM projection.notification
        WHERE notification.send_period = ANY (projection.periods(opener.after, known_by))
            AND notification.installation_id = opener.installation_id
            AND notification.app = opener.app
            AND notification.send_at > opener.after
            AND notification.send_at <= known_by
        OFFSET 0
    ) AS near
    UNION ALL
    SELECT
        ahead.app, ahead.installation_id, ahead.notification_id, ahead.effective_at, ahead.id, ahead.occurred_at
    FROM (
        SELECT DISTINCT ON (later.app, later.installation_id, later.notification_id) later.*
        FROM later
        WHERE later.is_known AND later.type = 'notification_sent'
        ORDER BY
            later.app, later.installation_id, later.notification_id, later.effective_at, later.id, later.occurred_at
    ) AS ahead
    -- One row for each: a look-up by the key.
    CROSS JOIN LATERAL (
        SELECT bool_or(notification.send_at <= known_by) AS is_sent
        FROM projection.notification
        WHERE notification.notification_id = ahead.notification_id
            AND notification.installation_id = ahead.installation_id
            AND notification.app = ahead.app
    ) AS before
    WHERE before.is_sent IS NOT TRUE
),

-- n: the place of a send among these, of an opening that of the latest send at or before it.
placed AS (
    SELECT
        told.*,
        CASE
            WHEN told.type = 'notification_sent' THEN row_number() OVER (
                PARTITION BY told.app, told.installation_id, told.type
                ORDER BY told.effective_at, told.id, told.occurred_at
            )
            ELSE count(*) FILTER (WHERE told.type = 'notification_sent') OVER (
                PARTITION BY told.app, told.installation_id ORDER BY told.effective_at
            )
        END AS n,
        -- Times are whole microseconds: less than 30 s is at most this.
        count(*) FILTER (WHERE told.type = 'notification_opened') OVER (
            PARTITION BY told.app, told.installation_id ORDER BY told.effective_at
            RANGE BETWEEN interval '29.999999 s' PRECEDING AND interval '29.999999 s' FOLLOWING
        ) AS opens_near
    FROM (
        SELECT
            send.app, send.installation_id, send.notification_id, 'notification_sent'::log.event_type AS type,
            send.send_at AS effective_at, send.send_id AS id, send.send_occurred_at AS occurred_at
        FROM send
        UNION ALL
        SELECT opener.app, opener.installation_id, NULL, near.type, near.effective_at, NULL, NULL
        FROM opener
        CROSS JOIN LATERAL (
            SELECT opening.type, opening.effective_at
            FROM projection.opening
            WHERE opening.period = ANY (projection.periods(opener.after - interval '30 s', known_by))
                AND opening.installation_id = opener.installation_id
                AND opening.app = opener.app
                AND opening.effective_at > opener.after - interval '30 s'
                AND opening.effective_at <= known_by
            OFFSET 0
        ) AS near
        UNION ALL
        SELECT later.app, later.installation_id, NULL, later.type, later.effective_at, NULL, NULL
        FROM later
        WHERE later.is_known AND later.type IN ('notification_opened', 'app_opened')
    ) AS told
),

claim AS (
    SELECT
        placed.app,
        placed.installation_id,
        max(placed.notification_id) AS notification_id,
        coalesce(
            min(placed.effective_at) FILTER (WHERE placed.type = 'app_opened' AND placed.opens_near = 0)
                - max(placed.effective_at) FILTER (WHERE placed.type = 'notification_sent')
                < (SELECT make_interval(secs => settings.influence_window_seconds) FROM projection.settings),
            false
        ) AS claims_app_open
    FROM placed
    WHERE placed.n > 0
    GROUP BY placed.app, placed.installation_id, placed.n
),

moved AS (
    SELECT taken_back.app, taken_back.installation_id, taken_back.notification_id, taken_back.os
    FROM projection.systems_taken_back(known_by) AS taken_back
),

touched AS (
    SELECT answered.app, answered.installation_id, answered.notification_id FROM answered
    UNION
    SELECT send.app, send.installation_id, send.notification_id FROM send
    UNION
    SELECT moved.app, moved.installation_id, moved.notification_id FROM moved
),

-- weight: −1 for what the state says of a send, 1 for what the horizon knew.
judged AS (
    SELECT
        sent.app,
        (sent.send_at AT TIME ZONE (SELECT settings.time_zone FROM projection.settings))::date AS day,
        side.*
    FROM touched
    CROSS JOIN LATERAL (
        SELECT
            notification.*,
            notification.received[cardinality(notification.received)] AS received_at,
            notification.opened[cardinality(notification.opened)] AS opened_at,
            notification.send_at - interval '60 s' AS from_time,
            notification.send_at + make_interval(secs => (SELECT settings.open_window_seconds FROM projection.settings))
                AS to_time
        FROM projection.notification
        WHERE notification.notification_id = touched.notification_id
            AND notification.installation_id = touched.installation_id
            AND notification.app = touched.app
            AND notification.send_at <= known_by
        OFFSET 0
    ) AS sent
    LEFT JOIN answered
        ON answered.notification_id = touched.notification_id
        AND answered.installation_id = touched.installation_id
        AND answered.app = touched.app
    LEFT JOIN claim
        ON claim.notification_id = touched.notification_id
        AND claim.installation_id = touched.installation_id
        AND claim.app = touched.app
    LEFT JOIN moved
        ON moved.notification_id = touched.notification_id
        AND moved.installation_id = touched.installation_id
        AND moved.app = touched.app
    CROSS JOIN LATERAL (VALUES
        (
            -1,
            coalesce(sent.os, 0),
            coalesce(sent.received_at >= sent.from_time, false),
            coalesce(sent.opened_at >= sent.from_time, false),
            sent.claims_app_open
        ),
        (
            1,
            coalesce(CASE WHEN moved.app IS NULL THEN sent.os ELSE moved.os END, 0),
            coalesce(sent.received_at BETWEEN sent.from_time AND known_by, false)
                OR coalesce(answered.received_at < sent.to_time, false),
            coalesce(sent.opened_at BETWEEN sent.from_time AND known_by, false)
                OR coalesce(answered.opened_at < sent.to_time, false),
            coalesce(claim.claims_app_open, sent.claims_app_open)
        )
    ) AS side (weight, os, is_received, is_opened, claims_app_open)
)

SELECT
    judged.app,
    judged.day,
    judged.os,
    sum(judged.weight)::bigint,
    coalesce(sum(judged.weight) FILTER (WHERE judged.is_received), 0)::bigint,
    coalesce(sum(judged.weight) FILTER (WHERE judged.is_opened), 0)::bigint,
    coalesce(sum(judged.weight) FILTER (WHERE judged.claims_app_open AND NOT judged.is_opened), 0)::bigint
FROM judged
GROUP BY judged.app, judged.day, judged.os
$$;
COMMENT ON FUNCTION projection.opens_taken_back(timestamptz) IS
    'What the cells of opens lose or gain without what happened and was received after a horizon.';
