-- Step 2 of the opens projection: the installations whose UTC offset is another at some time because of the new events,
-- in the work table moved_clock: the first such time (moved_from), and the offsets as they are now. An event whose
-- offset was already known for its time changes nothing.
-- Reads the work table of step 1, installation_clock, opening and log.permission_event (by installation, in its key).
-- $1, $2: positions; the batches after $1 up to and including $2.
CREATE TEMPORARY TABLE moved_clock ON COMMIT DROP AS
WITH fresh AS (
    SELECT
        event.installation_id, event.app, event.effective_at, event.type, event.id, event.occurred_at, event.utc_offset
    FROM fresh_event AS event
    WHERE event.type IN ('notification_opened', 'app_opened')
    UNION ALL
    SELECT
        event.installation_id, event.app, event.effective_at, event.type, event.id, event.occurred_at,
        event.occurred_offset
    FROM projection.permission_events($1::bigint, $2::bigint) AS event
),

-- The installations whose events are not all of the offset known last, since it is known. Most others cost only this.
checked AS (
    SELECT touched.*, known.since, known.utc_offset
    FROM (
        SELECT
            fresh.installation_id,
            fresh.app,
            min(fresh.effective_at) AS first_at,
            min(fresh.utc_offset) AS least_offset,
            max(fresh.utc_offset) AS most_offset
        FROM fresh
        GROUP BY fresh.installation_id, fresh.app
    ) AS touched
    LEFT JOIN LATERAL (
        SELECT clock.since, clock.utc_offset
        FROM installation_clock AS clock
        WHERE clock.installation_id = touched.installation_id AND clock.app = touched.app
        OFFSET 0
    ) AS known ON true
    WHERE known.since IS NULL
        OR touched.first_at < known.since[cardinality(known.since)]
        OR touched.least_offset <> known.utc_offset[cardinality(known.utc_offset)]
        OR touched.most_offset <> known.utc_offset[cardinality(known.utc_offset)]
),

moved AS (
    SELECT told.*, changing.moved_from
    FROM (
        SELECT
            checked.installation_id,
            checked.app,
            checked.since,
            checked.utc_offset AS known_offset,
            array_agg(fresh.effective_at) AS effective_at,
            array_agg(fresh.type) AS type,
            array_agg(fresh.id) AS id,
            array_agg(fresh.occurred_at) AS occurred_at,
            array_agg(fresh.utc_offset) AS utc_offset
        FROM checked
        INNER JOIN fresh ON fresh.installation_id = checked.installation_id AND fresh.app = checked.app
        WHERE checked.since IS NOT NULL OR checked.least_offset <> checked.most_offset
        GROUP BY checked.installation_id, checked.app, checked.since, checked.utc_offset
    ) AS told
    CROSS JOIN LATERAL (
        SELECT min(event.effective_at) AS moved_from
        FROM unnest(told.effective_at, told.utc_offset) AS event (effective_at, utc_offset)
        WHERE event.utc_offset IS DISTINCT FROM metric.offset_at(event.effective_at, told.since, told.known_offset)
    ) AS changing
    WHERE changing.moved_from IS NOT NULL
),

-- The offsets known for the time before, as events at the times at which they changed, and all events from then on.
told AS (
    SELECT
        moved.installation_id, moved.app, moved.moved_from, event.effective_at, event.type, event.id,
        event.occurred_at, event.utc_offset
    FROM moved
    CROSS JOIN LATERAL unnest(
        moved.effective_at, moved.type, moved.id, moved.occurred_at, moved.utc_offset
    ) AS event (effective_at, type, id, occurred_at, utc_offset)
    WHERE event.effective_at >= moved.moved_from
    UNION ALL
    SELECT moved.installation_id, moved.app, moved.moved_from, known.since, NULL, NULL, NULL, known.utc_offset
    FROM moved
    CROSS JOIN LATERAL unnest(moved.since, moved.known_offset) AS known (since, utc_offset)
    WHERE known.since < moved.moved_from
    UNION ALL
    SELECT
        moved.installation_id, moved.app, moved.moved_from, opening.effective_at, opening.type, opening.id,
        opening.occurred_at, opening.utc_offset
    FROM moved
    CROSS JOIN LATERAL generate_series(
        projection.period(moved.moved_from), (SELECT max(latest.period)::integer FROM opening AS latest)
    ) AS later (period)
    CROSS JOIN LATERAL (
        SELECT opening.effective_at, opening.type, opening.id, opening.occurred_at, opening.utc_offset
        FROM opening
        WHERE opening.period = later.period
            AND opening.installation_id = moved.installation_id
            AND opening.app = moved.app
            AND opening.effective_at >= moved.moved_from
        OFFSET 0
    ) AS opening
    UNION ALL
    SELECT
        moved.installation_id, moved.app, moved.moved_from, event.effective_at, event.type, event.id,
        event.occurred_at, event.occurred_offset
    FROM moved
    CROSS JOIN LATERAL (
        SELECT event.effective_at, event.type, event.id, event.occurred_at, event.occurred_offset
        FROM permission_event AS event
        WHERE event.installation_id = moved.installation_id
            AND event.app = moved.app
            AND event.effective_at >= moved.moved_from
            AND NOT event.batch_id <@ (SELECT projection.batches($2::bigint))
        OFFSET 0
    ) AS event
)

SELECT ordered.installation_id, ordered.app, ordered.moved_from, clock.since, clock.utc_offset
FROM (
    SELECT
        told.installation_id,
        told.app,
        told.moved_from,
        array_agg(told.effective_at ORDER BY told.effective_at, told.type, told.id, told.occurred_at) AS effective_at,
        array_agg(told.utc_offset ORDER BY told.effective_at, told.type, told.id, told.occurred_at) AS utc_offset
    FROM told
    GROUP BY told.installation_id, told.app, told.moved_from
) AS ordered
CROSS JOIN LATERAL metric.clock(ordered.effective_at, ordered.utc_offset) AS clock
UNION ALL
-- A new installation of one offset.
SELECT
    checked.installation_id, checked.app, checked.first_at, ARRAY[checked.first_at], ARRAY[checked.least_offset]
FROM checked
WHERE checked.since IS NULL AND checked.least_offset = checked.most_offset
