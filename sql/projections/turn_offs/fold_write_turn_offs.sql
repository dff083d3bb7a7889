-- Returns one row: when an installation last opened the app before a time; null if not in the period of that time or
-- the one before it. The planner inlines it. Reads opening.
CREATE OR REPLACE FUNCTION projection.visit_before(before timestamptz, of_app integer, of_installation uuid)
RETURNS TABLE (at timestamptz)
LANGUAGE sql STABLE
AS $$
SELECT coalesce(
    (
        SELECT opening.effective_at
        FROM opening
        WHERE opening.period = projection.period(before)
            AND opening.installation_id = of_installation
            AND opening.app = of_app
            AND opening.effective_at < before
            AND opening.type = 'app_opened'
        ORDER BY opening.effective_at DESC
        LIMIT 1
    ),
    (
        SELECT opening.effective_at
        FROM opening
        WHERE opening.period = projection.period(before) - 1
            AND opening.installation_id = of_installation
            AND opening.app = of_app
            AND opening.type = 'app_opened'
        ORDER BY opening.effective_at DESC
        LIMIT 1
    )
)
$$;

-- Returns what is known of an installation's readings of the status around each span in which something can change.
-- Metrics: Turn-offs. The sends between which and their readings something in the span can stand are those after
-- after_time up to up_to_time: the readings next to the span, if they are near enough to matter, otherwise the ends of
-- the span. Without a journey there are no readings, and a span without an end, which is of permission events, can have
-- taken the journey away, so it has no beginning either. Left out are spans without a later turn-off that were sent
-- nothing since the visit before: most visits have no send between them. up_to: the position up to which batches are read.
-- Reads journey, opening, notification and log.permission_event.
CREATE OR REPLACE FUNCTION projection.readers(spans projection.span[], up_to bigint)
RETURNS TABLE (
    app integer,
    installation_id uuid,
    after_time timestamptz,
    up_to_time timestamptz,
    to_time timestamptz,
    readings timestamptz[],
    turn_offs projection.turn_off_event[],
    turned_off_at timestamptz[],
    status_from timestamptz[],
    status log.authorization_status[]
)
LANGUAGE sql STABLE
AS $$
-- since: from here on readings matter: the last visit before the span, unless it found a turn-off and is none. until:
-- up to here.
-- No event is earlier than the first time, and none is received more than a day before it happens.
WITH limits AS MATERIALIZED (
    SELECT timestamptz '2008-01-01 00:00Z' AS first, max(batch.latest_received_at) + interval '1 day' AS last FROM batch
),

person AS MATERIALIZED (
    SELECT
        span.app, span.installation_id, change.from_time, change.to_time, since.at AS since, until.at AS until,
        journey.turn_offs, turned_off.at AS turned_off_at, journey.status_from, journey.status, journey.last_event_at
    FROM unnest(spans) AS span
    CROSS JOIN limits
    LEFT JOIN LATERAL (
        SELECT journey.app, journey.turn_offs, journey.status_from, journey.status, journey.last_event_at
        FROM journey
        WHERE journey.installation_id = span.installation_id AND journey.app = span.app
        OFFSET 0
    ) AS journey ON true
    CROSS JOIN LATERAL (
        SELECT CASE WHEN journey.turn_offs IS NOT NULL
            THEN ARRAY(SELECT turn_off.at FROM unnest(journey.turn_offs) AS turn_off ORDER BY turn_off.at)
        END
        OFFSET 0
    ) AS turned_off (at)
    CROSS JOIN LATERAL (
        SELECT
            CASE
                WHEN span.to_time = 'infinity' AND journey.app IS NULL THEN limits.first
                ELSE greatest(span.from_time, limits.first)
            END AS from_time,
            least(span.to_time, limits.last) AS to_time
        OFFSET 0
    ) AS change
    CROSS JOIN LATERAL (
        SELECT visit.at FROM projection.visit_before(change.from_time, span.app, span.installation_id) AS visit OFFSET 0
    ) AS visit
    CROSS JOIN LATERAL (
        SELECT greatest(
            change.from_time - metric.longest_gap(),
            CASE WHEN NOT metric.found_turn_off(visit.at, turned_off.at) THEN visit.at END
        )
        OFFSET 0
    ) AS since (at)
    CROSS JOIN LATERAL (
        SELECT least(change.to_time + metric.longest_gap(), limits.last) OFFSET 0
    ) AS until (at)
    WHERE turned_off.at[cardinality(turned_off.at)] >= change.from_time
        OR EXISTS (
            SELECT
            FROM notification
            WHERE notification.send_period = ANY (projection.periods(since.at, until.at))
                AND notification.installation_id = span.installation_id
                AND notification.app = span.app
                AND notification.send_at > since.at
                AND notification.send_at <= until.at
        )
)

SELECT
    person.app,
    person.installation_id,
    coalesce(known.readings[width_bucket(start.at, known.readings)], start.at),
    coalesce(known.readings[width_bucket(person.to_time, known.readings) + 1], person.to_time),
    person.to_time,
    known.readings,
    person.turn_offs,
    person.turned_off_at,
    person.status_from,
    person.status
FROM person
CROSS JOIN LATERAL (SELECT person.from_time - interval '1 us') AS start (at)
CROSS JOIN LATERAL (
    SELECT array_agg(DISTINCT reading.at ORDER BY reading.at)
    FROM (
        SELECT opening.effective_at
        FROM opening
        WHERE opening.period = ANY (projection.periods(person.since, person.until))
            AND opening.installation_id = person.installation_id
            AND opening.app = person.app
            AND opening.effective_at >= person.since
            AND opening.effective_at <= person.until
            AND opening.type = 'app_opened'
            AND person.status IS NOT NULL
            AND NOT metric.found_turn_off(opening.effective_at, person.turned_off_at)
        UNION ALL
        SELECT event.effective_at
        FROM permission_event AS event
        WHERE event.installation_id = person.installation_id
            AND event.app = person.app
            AND event.effective_at >= person.since
            AND event.effective_at <= person.until
            AND metric.reads_status(event.type)
            AND NOT event.batch_id <@ (SELECT projection.batches(up_to))
            AND person.last_event_at >= person.since
    ) AS reading (at)
    OFFSET 0
) AS known (readings)
$$;

-- Returns the turn-offs of one installation that a span can change, with the sends before each: those up to the reading
-- after it, and those before which the last permission event is earlier than its end. If a clock jumped, that is not the
-- reading before. Metrics: Turn-offs. Columns of the reader: as in projection.readers. The planner inlines this function.
-- Reads opening and notification.
CREATE OR REPLACE FUNCTION projection.turn_offs_of(
    of_app integer, of_installation uuid, turn_offs projection.turn_off_event[], after_time timestamptz,
    up_to_time timestamptz, to_time timestamptz
)
RETURNS SETOF projection.turn_off_row
LANGUAGE sql STABLE
AS $$
SELECT
    turn_off.at,
    of_app,
    coalesce(turn_off.os, 0),
    turn_off.place::integer,
    gap.is_long,
    of_installation,
    coalesce(send.send_at, '{}'),
    coalesce(send.campaign, '{}')
FROM unnest(turn_offs) WITH ORDINALITY AS turn_off (at, seen_at, os, place)
CROSS JOIN LATERAL (
    SELECT greatest(turn_off.seen_at, visit.at) AS seen_at
    -- A visit before the longest gap, which is shorter than a period, makes no difference.
    FROM projection.visit_before(
        turn_off.at - metric.visit() + interval '1 us', of_app, of_installation
    ) AS visit
) AS seen
CROSS JOIN LATERAL (SELECT turn_off.at - seen.seen_at > metric.longest_gap()) AS gap (is_long)
LEFT JOIN LATERAL (
    SELECT
        array_agg(notification.send_at ORDER BY notification.send_at, notification.notification_id) AS send_at,
        array_agg(
            coalesce(notification.campaign, 0) ORDER BY notification.send_at, notification.notification_id
        ) AS campaign
    FROM notification
    WHERE notification.send_period = ANY (projection.periods(turn_off.at - metric.longest_gap(), turn_off.at))
        AND notification.installation_id = of_installation
        AND notification.app = of_app
        AND notification.send_at > seen.seen_at
        AND notification.send_at <= turn_off.at
) AS send ON NOT gap.is_long
WHERE turn_off.at > after_time AND (turn_off.at <= up_to_time OR turn_off.seen_at < to_time)
$$;

-- Brings lone_send and turn_off up to journeys, openings and notifications: those of the installations of the spans that
-- something in its span can change. May be run twice. spans: one for each installation. up_to: as in projection.readers.
CREATE OR REPLACE FUNCTION projection.write_turn_offs(spans projection.span[], up_to bigint) RETURNS void
LANGUAGE sql
AS $$
WITH reader AS MATERIALIZED (
    SELECT reader.* FROM projection.readers(spans, up_to) AS reader
),

new_send AS MATERIALIZED (
    SELECT
        min(send.send_at) AS send_at,
        reader.app,
        min(send.campaign) AS campaign,
        min(send.send_period) AS send_period,
        bool_and(gap.is_turned_off) AS is_turned_off,
        reader.installation_id
    FROM reader
    CROSS JOIN LATERAL (
        SELECT notification.send_at, coalesce(notification.campaign, 0) AS campaign, notification.send_period
        FROM notification
        WHERE notification.send_period = ANY (projection.periods(reader.after_time, reader.up_to_time))
            AND notification.installation_id = reader.installation_id
            AND notification.app = reader.app
            AND notification.send_at > reader.after_time
            AND notification.send_at <= reader.up_to_time
        OFFSET 0
    ) AS send
    CROSS JOIN LATERAL metric.gap(
        send.send_at, reader.readings, reader.turned_off_at, reader.status_from, reader.status
    ) AS gap
    GROUP BY reader.installation_id, reader.app, gap.place
    HAVING count(*) = 1 AND bool_and(gap.can_count)
),

old_send AS MATERIALIZED (
    SELECT send.*
    FROM reader
    CROSS JOIN LATERAL (
        SELECT lone_send.*
        FROM lone_send
        WHERE lone_send.send_period = ANY (projection.periods(reader.after_time, reader.up_to_time))
            AND lone_send.installation_id = reader.installation_id
            AND lone_send.app = reader.app
            AND lone_send.send_at > reader.after_time
            AND lone_send.send_at <= reader.up_to_time
        OFFSET 0
    ) AS send
),

deleted_send AS (
    DELETE FROM lone_send
    USING (
        SELECT old_send.send_period, old_send.installation_id, old_send.app, old_send.send_at FROM old_send
        EXCEPT
        SELECT new_send.send_period, new_send.installation_id, new_send.app, new_send.send_at FROM new_send
    ) AS gone
    WHERE lone_send.send_period = gone.send_period
        AND lone_send.installation_id = gone.installation_id
        AND lone_send.app = gone.app
        AND lone_send.send_at = gone.send_at
),

written_send AS (
    INSERT INTO lone_send AS send (send_at, app, campaign, send_period, is_turned_off, installation_id)
    SELECT
        new_send.send_at, new_send.app, new_send.campaign, new_send.send_period, new_send.is_turned_off,
        new_send.installation_id
    FROM new_send
    ORDER BY new_send.send_period, new_send.installation_id, new_send.app, new_send.send_at
    ON CONFLICT (send_period, installation_id, app, send_at) DO UPDATE
        SET campaign = excluded.campaign, is_turned_off = excluded.is_turned_off
        WHERE (send.campaign, send.is_turned_off) <> (excluded.campaign, excluded.is_turned_off)
),

deleted_turn_off AS (
    DELETE FROM turn_off
    USING unnest(spans) AS span
    -- Only permission events take turn-offs away.
    WHERE span.to_time = 'infinity'
        AND turn_off.installation_id = span.installation_id
        AND turn_off.app = span.app
        AND NOT EXISTS (
            SELECT
            FROM journey
            WHERE journey.installation_id = span.installation_id
                AND journey.app = span.app
                AND cardinality(journey.turn_offs) >= turn_off.place
        )
)

INSERT INTO turn_off AS old_row (at, app, os, place, is_long_gap, installation_id, send_at, campaign)
SELECT
    turn_off.at, turn_off.app, turn_off.os, turn_off.place, turn_off.is_long_gap, turn_off.installation_id,
    turn_off.send_at, turn_off.campaign
FROM reader
CROSS JOIN LATERAL projection.turn_offs_of(
    reader.app, reader.installation_id, reader.turn_offs, reader.after_time, reader.up_to_time, reader.to_time
) AS turn_off
ORDER BY turn_off.installation_id, turn_off.app, turn_off.place
ON CONFLICT (installation_id, app, place) DO UPDATE
    SET at = excluded.at, os = excluded.os, is_long_gap = excluded.is_long_gap, send_at = excluded.send_at,
        campaign = excluded.campaign
    WHERE old_row.* IS DISTINCT FROM excluded.*
$$;
