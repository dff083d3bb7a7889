-- For a rebuild after retention dropped events: copies from the live tables the cells (rows of counters) of the days
-- before a time; backfill 2 continues from there. Subtracts what the live cells counted from batches after the
-- rebuild's head, which its steps will count. Days are those of the live time zone. If the rebuild has another, the time
-- can lie within a live day: the events of that day before it are counted from the log, which still has them.
-- Tables without a schema are those of the rebuild, by the caller's search_path; `projection.` names the live ones.
CREATE OR REPLACE FUNCTION projection.carry_over_states(until timestamptz) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    zone text := (SELECT live_settings.time_zone FROM projection.settings AS live_settings);
    end_day date := (until AT TIME ZONE zone)::date;
BEGIN
    -- Live and rebuilt tables have the same columns.
    INSERT INTO notification_state_cell
    SELECT live_cell.* FROM projection.notification_state_cell AS live_cell WHERE live_cell.day < end_day;

    CREATE TEMPORARY TABLE collected_event ON COMMIT DROP AS
    SELECT event.effective_at, event.type, event.trigger, event.app_state, event.app
    FROM engagement_event AS event
    INNER JOIN batch ON batch.batch_id = event.batch_id
    WHERE event.type IN ('notification_received', 'notification_opened')
        AND event.batch_id <@ (SELECT projection.batches(projection.backfill_head('states')))
        AND batch.position <= (SELECT progress.position FROM projection.state_counted AS progress)
        AND (event.effective_at AT TIME ZONE zone)::date < end_day;
    PERFORM projection.count_states(-1, zone);

    TRUNCATE collected_event;
    INSERT INTO collected_event (effective_at, type, trigger, app_state, app)
    SELECT event.effective_at, event.type, event.trigger, event.app_state, event.app
    FROM projection.events_between(
        projection.start_of_day(end_day, zone), until, 'infinity', projection.backfill_head('states')
    ) AS event
    WHERE event.type IN ('notification_received', 'notification_opened');
    PERFORM projection.count_states(1, settings.time_zone) FROM settings;
END
$$;
