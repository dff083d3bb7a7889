-- Backfill 4 of the opens projection: the UTC offsets of a range of installations over time. Reads opening, which must
-- contain all months, and log.permission_event up to the rebuild's head, the last position that backfills read.
-- $1, $2: the installation_ids after $1 (null: from the first) up to and including $2.
INSERT INTO installation_clock (app, installation_id, since, utc_offset)
SELECT ordered.app, ordered.installation_id, clock.since, clock.utc_offset
FROM (
    SELECT
        told.installation_id,
        told.app,
        array_agg(told.effective_at ORDER BY told.effective_at, told.type, told.id, told.occurred_at) AS effective_at,
        array_agg(told.utc_offset ORDER BY told.effective_at, told.type, told.id, told.occurred_at) AS utc_offset
    FROM (
        SELECT opening.*
        FROM generate_series(
            (SELECT min(first.period)::integer FROM opening AS first),
            (SELECT max(last.period)::integer FROM opening AS last)
        ) AS each (period)
        -- Reads one range of the key in each period of 30 days.
        CROSS JOIN LATERAL (
            SELECT
                opening.installation_id, opening.app, opening.effective_at, opening.type, opening.id,
                opening.occurred_at, opening.utc_offset
            FROM opening
            WHERE opening.period = each.period
                AND ($1::uuid IS NULL OR opening.installation_id > $1::uuid)
                AND opening.installation_id <= $2::uuid
            OFFSET 0
        ) AS opening
        UNION ALL
        SELECT
            event.installation_id, event.app, event.effective_at, event.type, event.id, event.occurred_at,
            event.occurred_offset
        FROM permission_event AS event
        WHERE ($1::uuid IS NULL OR event.installation_id > $1::uuid)
            AND event.installation_id <= $2::uuid
            AND NOT event.batch_id <@ (SELECT projection.batches(projection.backfill_head('opens')))
    ) AS told
    GROUP BY told.installation_id, told.app
) AS ordered
CROSS JOIN LATERAL metric.clock(ordered.effective_at, ordered.utc_offset) AS clock
ORDER BY ordered.installation_id, ordered.app
