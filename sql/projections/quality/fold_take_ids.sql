-- Ids of events, by which those are found that an installation gave to events of several times. Metrics: conflicting_ids.
--
-- An event is a point of event_ids: 24 bits of its id's hash, then its second. So the events of one id lie in one range of
-- points, what an installation has had is one sorted set that a union adds to, and adding twice adds nothing. A hash of
-- several ids costs a look into the log, by its key, and no more.

-- The first point of an id: its events are those before the first point of the next hash. Hashes lie on both sides of 0, so
-- that there is a point behind the last one's.
CREATE OR REPLACE FUNCTION projection.first_point(id uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT ((uuid_hash(id) & 16777215) - 8388608)::bigint << 39 $$;
COMMENT ON FUNCTION projection.first_point(uuid) IS 'Where the points of the events of an id begin.';

-- All points of an id.
CREATE OR REPLACE FUNCTION projection.points(id uuid) RETURNS int8range
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT int8range(projection.first_point(id), projection.first_point(id) + (1::bigint << 39)) $$;
COMMENT ON FUNCTION projection.points(uuid) IS 'The range in which the points of the events of an id lie.';

-- The second that a moment lies in, counted from before the year 0: less than 39 bits up to the year 9999.
CREATE OR REPLACE FUNCTION projection.second(moment timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT floor(date_part('epoch', moment - timestamptz '0002-01-01 00:00:00+00 BC'))::bigint $$;
COMMENT ON FUNCTION projection.second(timestamptz) IS 'Seconds since 0002-01-01T00:00:00Z BC, rounded down.';

-- The point of an event. An expression, and no query with a name for its parts, so that the planner takes it in line.
CREATE OR REPLACE FUNCTION projection.point(id uuid, occurred_at timestamptz) RETURNS int8range
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT int8range(
    projection.first_point(id) + projection.second(occurred_at),
    projection.first_point(id) + projection.second(occurred_at) + 1
)
$$;
COMMENT ON FUNCTION projection.point(uuid, timestamptz) IS 'The point of an event, as a range.';

-- Adds the events of the work table fresh_event to event_ids, and all events of an id with several times to
-- conflicting_event. Reads the log up to what is counted, by the key of what may conflict.
CREATE OR REPLACE FUNCTION projection.take_ids() RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    -- Sorted once for all three.
    CREATE TEMPORARY TABLE fresh_ids ON COMMIT DROP AS
    SELECT
        event.installation_id,
        event.app,
        range_agg(projection.point(event.id, event.occurred_at)) AS ids,
        range_agg(projection.points(event.id)) AS sought,
        count(DISTINCT event.id) < count(*) AS has_conflicts
    FROM fresh_event AS event
    GROUP BY event.installation_id, event.app;

    -- Of whoever may have had one of the ids before, the seconds of those: one look at what an installation has had, however
    -- many ids are new. A table of its own, since these are few, which the planner can't know.
    CREATE TEMPORARY TABLE kept_points ON COMMIT DROP AS
    SELECT
        fresh.installation_id, fresh.app, (lower(seconds.points) >> 39) << 39 AS first_point, seconds.points
    FROM fresh_ids AS fresh
    CROSS JOIN LATERAL (
        SELECT event_ids.ids
        FROM event_ids
        WHERE event_ids.installation_id = fresh.installation_id
            AND event_ids.app = fresh.app
            AND event_ids.ids && fresh.sought
        -- By the key, whatever the planner makes of the numbers of rows.
        OFFSET 0
    ) AS kept
    CROSS JOIN LATERAL unnest(kept.ids * fresh.sought) AS seconds (points);

    INSERT INTO conflicting_event (effective_at, occurred_at, received_at, app, installation_id, id)
    SELECT
        same.effective_at, same.occurred_at, same.received_at, same.app, same.installation_id, same.id
    FROM (
        SELECT event.*, count(*) OVER (PARTITION BY event.app, event.installation_id, event.id) AS events
        FROM fresh_ids AS fresh
        INNER JOIN fresh_event AS event ON event.installation_id = fresh.installation_id AND event.app = fresh.app
        WHERE fresh.has_conflicts
    ) AS same
    WHERE same.events > 1
    UNION ALL
    SELECT found.effective_at, found.occurred_at, found.received_at, event.app, event.installation_id, event.id
    FROM kept_points AS kept
    INNER JOIN fresh_event AS event
        ON event.installation_id = kept.installation_id
        AND event.app = kept.app
        AND projection.first_point(event.id) = kept.first_point
    CROSS JOIN LATERAL (
        SELECT
            timestamptz '0002-01-01 00:00:00+00 BC'
            + make_interval(secs => lower(kept.points) - kept.first_point - 1) AS since,
            timestamptz '0002-01-01 00:00:00+00 BC'
            + make_interval(secs => upper(kept.points) - kept.first_point + 1) AS until
    ) AS span
    CROSS JOIN LATERAL (
        SELECT older.effective_at, older.occurred_at, older.received_at
        FROM (
            SELECT stored.effective_at, stored.occurred_at, stored.received_at, stored.batch_id, stored.app,
                stored.installation_id, stored.id
            FROM log.engagement_event AS stored
            UNION ALL
            -- The identity that a permission event has there goes with its month.
            SELECT stored.effective_at, stored.occurred_at, stored.received_at, stored.batch_id, stored.app,
                stored.installation_id, stored.id
            FROM log.permission_event AS stored
        ) AS older
        WHERE older.occurred_at >= span.since
            AND older.occurred_at < span.until
            AND older.installation_id = event.installation_id
            AND older.id = event.id
            AND older.app = event.app
            AND older.occurred_at <> event.occurred_at
            AND NOT older.batch_id <@ (
                SELECT projection.batches((SELECT latency_counted.position FROM latency_counted))
            )
        OFFSET 0
    ) AS older
    CROSS JOIN LATERAL (VALUES
        (older.effective_at, older.occurred_at, older.received_at),
        (event.effective_at, event.occurred_at, event.received_at)
    ) AS found (effective_at, occurred_at, received_at)
    ON CONFLICT DO NOTHING;

    INSERT INTO event_ids AS kept (app, installation_id, ids)
    SELECT fresh.app, fresh.installation_id, fresh.ids
    FROM fresh_ids AS fresh
    ORDER BY fresh.installation_id, fresh.app
    ON CONFLICT (installation_id, app) DO UPDATE SET ids = kept.ids + excluded.ids
    WHERE NOT kept.ids @> excluded.ids;
END
$$;
COMMENT ON FUNCTION projection.take_ids() IS 'Keeps the ids of the events of fresh_event, and their conflicts.';
