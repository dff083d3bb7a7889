-- The sends up to a horizon that had another system at it, with that system, null for none: when everything is taken
-- back that happened and was received after the horizon. Such a send names no system, and takes that of the last of
-- several permission events of one instant. All that the horizon knew had a sequence, which orders them; one that came
-- later has none, and so the state orders them by id. Metrics: Restatement, Opens.
-- Reads the batches of log.permission_event that can hold such a later one, found by their block ranges, a range of
-- its key for each installation with one, and the notifications of those alone who have events of one instant.
CREATE OR REPLACE FUNCTION projection.systems_taken_back(known_by timestamptz)
RETURNS TABLE (
    app integer,
    installation_id uuid,
    notification_id text,
    os integer
)
-- With a setting of its own it is planned where it runs, and not with every report that doesn't need it.
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$
WITH batches AS MATERIALIZED (
    SELECT range_agg(int8range(batch.batch_id, batch.batch_id, '[]')) AS ids
    FROM log.batch
    WHERE batch.latest_received_at > known_by AND batch.position <= (SELECT projection.held('opens'))
)

SELECT reordered.app, reordered.installation_id, send.notification_id, send.known_os
FROM (
    SELECT DISTINCT later.app, later.installation_id
    FROM log.permission_event AS later
    WHERE later.batch_id >= (SELECT lower(batches.ids) FROM batches)
        AND later.batch_id < (SELECT upper(batches.ids) FROM batches)
        AND NOT later.batch_id <@ (SELECT projection.gaps(batches.ids) FROM batches)
        AND later.received_at > known_by
        AND later.effective_at > known_by
        AND later.sequence IS NULL
) AS reordered
-- The systems that the horizon knew, as a step function of time; no row where it did not go by sequences.
CROSS JOIN LATERAL (
    SELECT array_agg(ordered.effective_at) AS since, array_agg(ordered.os) AS os
    FROM (
        SELECT known.effective_at, known.sequence, known.os
        FROM log.permission_event AS known
        WHERE known.installation_id = reordered.installation_id
            AND known.app = reordered.app
            AND (known.received_at <= known_by OR known.effective_at <= known_by)
            AND NOT known.batch_id <@ (SELECT projection.batches(projection.held('opens')))
        ORDER BY known.effective_at, known.sequence, known.type, known.id, known.occurred_at
    ) AS ordered
    HAVING bool_and(ordered.sequence IS NOT NULL)
) AS told
CROSS JOIN LATERAL (
    SELECT
        notification.notification_id,
        notification.os,
        told.os[width_bucket(notification.send_at, told.since)] AS known_os
    FROM projection.notification
    WHERE notification.send_period = ANY (projection.periods(told.since[1], known_by))
        AND notification.installation_id = reordered.installation_id
        AND notification.app = reordered.app
        AND notification.send_at >= told.since[1]
        AND notification.send_at <= known_by
        AND notification.own_os IS NULL
    OFFSET 0
) AS send
WHERE cardinality(told.since) > (SELECT count(DISTINCT tied.moment) FROM unnest(told.since) AS tied (moment))
    AND send.os IS DISTINCT FROM send.known_os
$$;
COMMENT ON FUNCTION projection.systems_taken_back(timestamptz) IS
    'Sends whose system changed with what happened and was received after a horizon, with the one before.';
