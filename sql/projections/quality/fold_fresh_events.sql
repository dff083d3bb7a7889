-- The work table fresh_event of a rebuild: the events of a chunk, those that its state is filled from. Each chunk says that
-- what the log held up to the head of the rebuild is counted.

CREATE OR REPLACE FUNCTION projection.count_filled() RETURNS void
LANGUAGE sql
AS $$
INSERT INTO latency_counted (position, only_row)
SELECT projection.fill_head('quality'), true
-- Of an empty log nothing is counted.
WHERE projection.fill_head('quality') > 0
ON CONFLICT (only_row) DO NOTHING
$$;
COMMENT ON FUNCTION projection.count_filled() IS 'Says that the batches up to the head of the rebuild are counted.';

-- Engagement events of a span of effective_at, up to the head of the rebuild.
CREATE OR REPLACE FUNCTION projection.collect_events_between(from_time timestamptz, to_time timestamptz) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    PERFORM projection.count_filled();
    CREATE TEMPORARY TABLE fresh_event ON COMMIT DROP AS
    SELECT
        event.effective_at, event.occurred_at, event.received_at, event.app, event.app_version, event.installation_id,
        event.id
    FROM projection.events_between(from_time, to_time, 'infinity', projection.fill_head('quality')) AS event;
END
$$;
COMMENT ON FUNCTION projection.collect_events_between(timestamptz, timestamptz) IS
    'The engagement events of a span, into the work table fresh_event.';

-- Permission events of a range of installations, up to the head of the rebuild.
-- after: null: from the first on; up_to: inclusive.
CREATE OR REPLACE FUNCTION projection.collect_permission_events(after uuid, up_to uuid) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    PERFORM projection.count_filled();
    CREATE TEMPORARY TABLE fresh_event ON COMMIT DROP AS
    SELECT
        event.effective_at, event.occurred_at, event.received_at, event.app, event.app_version, event.installation_id,
        event.id
    FROM log.permission_event AS event
    WHERE (after IS NULL OR event.installation_id > after)
        AND event.installation_id <= up_to
        AND NOT event.batch_id <@ (SELECT projection.batches(projection.fill_head('quality')))
        -- A time that the contract knows.
        AND isfinite(event.effective_at);
END
$$;
COMMENT ON FUNCTION projection.collect_permission_events(uuid, uuid) IS
    'The permission events of some installations, into the work table fresh_event.';
