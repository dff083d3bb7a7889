-- For a rebuild after retention dropped events: copies from the live tables the counts of the days before a time;
-- backfill 2 continues from there. Subtracts what the live tables counted from batches after the rebuild's head, which
-- its steps will count. Days are those of the live time zone. If the rebuild has another, the time can lie within a live
-- day: the events of that day before it are counted from the log, which still has them.
-- Reads the log, the live tables and the caller's checkpoint and settings.
CREATE OR REPLACE FUNCTION projection.carry_over_states(until timestamptz) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    zone text := (SELECT live.time_zone FROM projection.settings AS live);
    end_day date := (until AT TIME ZONE zone)::date;
BEGIN
    CREATE TEMPORARY TABLE changed_state ON COMMIT DROP AS
    SELECT
        sum(kept.received) AS received,
        sum(kept.opened) AS opened,
        kept.app,
        kept.day,
        kept.trigger,
        kept.app_state,
        kept.installation_id
    FROM (
        SELECT live.received, live.opened, live.app, live.day, live.trigger, live.app_state, live.installation_id
        FROM projection.installation_state AS live
        WHERE live.day < end_day
        UNION ALL
        SELECT
            event.weight * (event.type = 'notification_received')::integer,
            event.weight * (event.type = 'notification_opened')::integer,
            event.app, counted.day, counted.trigger, counted.app_state, event.installation_id
        FROM (
            SELECT later.*, -1 AS weight, zone AS time_zone
            FROM engagement_event AS later
            INNER JOIN batch ON batch.batch_id = later.batch_id
            WHERE later.batch_id <@ (SELECT projection.batches(projection.backfill_head('states')))
                AND batch.position <= (SELECT counted.position FROM projection.state_counted AS counted)
                AND (later.effective_at AT TIME ZONE zone)::date < end_day
            UNION ALL
            SELECT early.*, 1, (SELECT settings.time_zone FROM settings)
            FROM projection.events_between(
                end_day::timestamp AT TIME ZONE zone, until, 'infinity', projection.backfill_head('states')
            ) AS early
        ) AS event
        CROSS JOIN LATERAL metric.counted_state(
            event.type, event.effective_at, event.trigger, event.app_state, event.time_zone
        ) AS counted
        WHERE event.type IN ('notification_received', 'notification_opened')
    ) AS kept
    GROUP BY kept.app, kept.day, kept.trigger, kept.app_state, kept.installation_id
    HAVING sum(kept.received + kept.opened) > 0;
    PERFORM projection.add_states();
    DROP TABLE changed_state;
END
$$;
