-- For a rebuild after retention dropped events: copies from the live tables the cells (rows of counters) of the days
-- before `until`. backfill_3 counts the engagement events from `until` on. What the rebuild also
-- counts is subtracted from the cells: permission events, which retention never drops, and engagement events of
-- batches that came after the rebuild began.
-- Days of the cells are those of the live time zone. If the rebuild has another, `until` can lie within a live day. That
-- day isn't copied: its engagement events before `until` are counted from the log, which still has them.
-- Tables named without a schema are those of the rebuild, by the caller's search_path; `projection.` names the live ones.
-- projection.count_events adds (1) or subtracts (-1) the rows of collected_event.
CREATE OR REPLACE FUNCTION projection.carry_over_counts(until timestamptz) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    zone text := (SELECT live_settings.time_zone FROM projection.settings AS live_settings);
    end_day date := (until AT TIME ZONE zone)::date;
BEGIN
    -- Live and rebuilt tables have the same columns.
    INSERT INTO quality_cell SELECT live_cell.* FROM projection.quality_cell AS live_cell WHERE live_cell.day < end_day;

    -- What to subtract: of these events, those that the live cells have counted.
    CREATE TEMPORARY TABLE collected_event ON COMMIT DROP AS
    SELECT event.effective_at, event.occurred_at, event.received_at, event.app, event.app_version
    FROM (
        SELECT
            event.effective_at, event.occurred_at, event.received_at, event.batch_id, event.app, event.app_version
        FROM permission_event AS event
        WHERE isfinite(event.effective_at)
        UNION ALL
        SELECT
            event.effective_at, event.occurred_at, event.received_at, event.batch_id, event.app, event.app_version
        FROM engagement_event AS event
        WHERE event.type IN ({engagement_events: '#'})
            AND event.batch_id <@ (SELECT projection.batches(projection.backfill_head('quality')))
    ) AS event
    INNER JOIN batch ON batch.batch_id = event.batch_id
    WHERE batch.position <= (SELECT progress.position FROM projection.quality_counted AS progress)
        AND (event.effective_at AT TIME ZONE zone)::date < end_day;
    PERFORM projection.count_events(-1, zone);

    -- What to add: the part of the day of `until` that was not copied.
    TRUNCATE collected_event;
    INSERT INTO collected_event (effective_at, occurred_at, received_at, app, app_version)
    SELECT event.effective_at, event.occurred_at, event.received_at, event.app, event.app_version
    FROM projection.events_between(
        projection.start_of_day(end_day, zone), until, 'infinity', projection.backfill_head('quality')
    ) AS event;
    PERFORM projection.count_events(1, settings.time_zone) FROM settings;
END
$$;
