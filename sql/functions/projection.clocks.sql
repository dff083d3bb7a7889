-- Returns the UTC offsets of all installations over time, for projection.notifications_of. Metrics: Opens.
-- as_of, up_to: see projection.attributed_sends. Reads the log.
CREATE OR REPLACE FUNCTION projection.clocks(as_of timestamptz, up_to bigint)
RETURNS TABLE (installation_id uuid, app integer, since timestamptz[], utc_offset smallint[])
LANGUAGE sql STABLE
AS $$
SELECT ordered.installation_id, ordered.app, clock.since, clock.utc_offset
FROM (
    SELECT
        told.installation_id,
        told.app,
        array_agg(told.effective_at ORDER BY told.effective_at, told.type, told.id, told.occurred_at) AS effective_at,
        array_agg(told.utc_offset ORDER BY told.effective_at, told.type, told.id, told.occurred_at) AS utc_offset
    FROM (
        SELECT
            opened.installation_id, opened.app, opened.effective_at, opened.type, opened.id, opened.occurred_at,
            opened.occurred_offset AS utc_offset
        FROM projection.events_between('-infinity', 'infinity', as_of, up_to) AS opened
        WHERE opened.type IN ('notification_opened', 'app_opened')
        UNION ALL
        SELECT
            permission.installation_id, permission.app, permission.effective_at, permission.type, permission.id,
            permission.occurred_at, permission.occurred_offset
        FROM permission_event AS permission
        WHERE permission.received_at <= as_of
            AND NOT permission.batch_id <@ (SELECT projection.batches(up_to))
    ) AS told
    GROUP BY told.installation_id, told.app
) AS ordered
CROSS JOIN LATERAL metric.clock(ordered.effective_at, ordered.utc_offset) AS clock
$$;
