-- Every send with what became of it, computed straight from the log without any state: for a horizon that the state has
-- passed, for the audit, and for tests. Metrics: Opens. Costs a pass over the whole log.
-- known_by, up_to: what is known, see known_engagement. Windows in seconds.
CREATE OR REPLACE FUNCTION projection.recomputed_sends(
    known_by timestamptz, up_to bigint, time_zone text, open_window_seconds bigint, influence_window_seconds bigint
)
RETURNS TABLE (
    app integer,
    installation_id uuid,
    notification_id text,
    day date,
    os integer,
    campaign integer,
    is_received boolean,
    is_opened boolean,
    is_influenced boolean,
    hour smallint
)
-- With settings of its own it is planned where it runs, and not with every report that does not need it. The planner takes the
-- events of a whole log for a few rows: nested loops over them did not end in minutes where hashes take seconds.
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp SET enable_nestloop = off
AS $$
WITH event AS MATERIALIZED (
    SELECT
        known.app, known.installation_id, known.notification_id, known.type, known.effective_at, known.id,
        known.occurred_at, known.os, known.campaign, known.trigger IS NOT DISTINCT FROM 'local' AS is_local
    FROM projection.known_engagement(known_by, up_to) AS known
),

send AS MATERIALIZED (
    SELECT DISTINCT ON (event.app, event.installation_id, event.notification_id) event.*
    FROM event
    WHERE event.type = 'notification_sent'
    ORDER BY
        event.app, event.installation_id, event.notification_id, event.effective_at, event.id, event.occurred_at
),

permitted AS (
    SELECT
        permission_event.*,
        bool_and(permission_event.sequence IS NOT NULL) OVER (
            PARTITION BY permission_event.installation_id, permission_event.app
        ) AS all_sequenced
    FROM log.permission_event
    WHERE permission_event.received_at <= known_by
        AND NOT permission_event.batch_id <@ (SELECT projection.batches(up_to))
),

-- The latest permission event at or before each send that names no system.
permission AS (
    SELECT DISTINCT ON (send.app, send.installation_id, send.notification_id)
        send.app, send.installation_id, send.notification_id, permitted.os
    FROM send
    INNER JOIN permitted
        ON permitted.installation_id = send.installation_id
        AND permitted.app = send.app
        AND permitted.effective_at <= send.effective_at
    WHERE send.os IS NULL
    ORDER BY
        send.app, send.installation_id, send.notification_id, permitted.effective_at DESC,
        CASE WHEN permitted.all_sequenced THEN permitted.sequence END DESC, permitted.type DESC, permitted.id DESC,
        permitted.occurred_at DESC
),

responded AS (
    SELECT
        event.app,
        event.installation_id,
        event.notification_id,
        array_agg(event.effective_at) FILTER (WHERE event.type = 'notification_received') AS received,
        array_agg(event.effective_at) FILTER (WHERE event.type = 'notification_opened') AS opened
    FROM event
    WHERE event.type IN ('notification_received', 'notification_opened')
        AND event.notification_id IS NOT NULL
        AND NOT event.is_local
    GROUP BY event.app, event.installation_id, event.notification_id
),

answered AS (
    SELECT
        send.app,
        send.installation_id,
        send.notification_id,
        projection.is_answered(
            projection.instants_that_matter(responded.received, send.effective_at, open_window_seconds), send.effective_at
        ) AS is_received,
        projection.is_answered(
            projection.instants_that_matter(responded.opened, send.effective_at, open_window_seconds), send.effective_at
        ) AS is_opened
    FROM send
    INNER JOIN responded USING (app, installation_id, notification_id)
),

-- Sends, app opens and opens of each installation in one row after the other. n: the place of a send among the sends, of
-- anything else that of the latest send at or before it.
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
        SELECT send.app, send.installation_id, send.notification_id, send.type, send.effective_at, send.id, send.occurred_at
        FROM send
        UNION ALL
        SELECT event.app, event.installation_id, NULL, event.type, event.effective_at, event.id, event.occurred_at
        FROM event
        WHERE event.type IN ('notification_opened', 'app_opened')
    ) AS told
),

claiming AS (
    SELECT DISTINCT owner.app, owner.installation_id, owner.notification_id
    FROM placed AS owner
    INNER JOIN placed AS app_open
        ON app_open.app = owner.app
        AND app_open.installation_id = owner.installation_id
        AND app_open.n = owner.n
        AND app_open.effective_at < owner.effective_at + make_interval(secs => influence_window_seconds)
    WHERE owner.type = 'notification_sent' AND app_open.type = 'app_opened' AND app_open.opens_near = 0
)

SELECT
    send.app,
    send.installation_id,
    send.notification_id,
    (send.effective_at AT TIME ZONE time_zone)::date,
    coalesce(send.os, permission.os),
    send.campaign,
    coalesce(answered.is_received, false),
    coalesce(answered.is_opened, false),
    claiming.app IS NOT NULL AND NOT coalesce(answered.is_opened, false),
    extract(hour FROM send.effective_at AT TIME ZONE time_zone)::smallint
FROM send
LEFT JOIN permission USING (app, installation_id, notification_id)
LEFT JOIN answered USING (app, installation_id, notification_id)
LEFT JOIN claiming USING (app, installation_id, notification_id)
$$;
COMMENT ON FUNCTION projection.recomputed_sends(timestamptz, bigint, text, bigint, bigint) IS
    'Sends with their day, system and campaign and what became of them, from the log alone.';
