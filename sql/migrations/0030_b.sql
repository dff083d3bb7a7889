-- An opening keeps when it was first received, so that journeys find their opens in it and notification_open_v1 goes. Run once, by
-- the migrator, as the owner. The next `project` computes the state again; of openings that a rebuild takes over because their events
-- were dropped the receipt is unknown, and they count as known at every horizon.
ALTER TABLE projection.opening ADD COLUMN received_at timestamptz NOT NULL DEFAULT '-infinity';
ALTER TABLE projection.opening ALTER COLUMN received_at DROP DEFAULT;
COMMENT ON COLUMN projection.opening.received_at IS 'The earliest of the openings at this instant of this kind.';
DROP TABLE projection.notification_open_v1;

-- What an installation counts in activity.
CREATE TYPE projection.activity_days AS (
    active_28d datemultirange,
    openers_28d datemultirange,
    reachable datemultirange
);
