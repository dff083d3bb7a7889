-- The rules of turn-offs that concern single events. Metrics: Turn-offs. The app reads the status of notifications when
-- it comes to the foreground, so a turn-off is seen only at the next reading.

-- Returns whether a permission event shows that the app read the status. A server sends the others.
CREATE OR REPLACE FUNCTION metric.reads_status(type log.event_type) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT type::text NOT IN ('experiment_assigned', 'push_unregistered') $$;

-- Returns the time within which an app open and a turn-off after it are one visit: the turn-off is what it found.
CREATE OR REPLACE FUNCTION metric.visit() RETURNS interval
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN interval '60 s';

-- Returns the longest time between two readings in which a send can have led to a turn-off.
CREATE OR REPLACE FUNCTION metric.longest_gap() RETURNS interval
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN interval '2419200 s';

-- Returns whether an app open found a turn-off: then the turn-off is the reading. turn_offs: of the installation, not
-- null; most have none, so callers look at that first.
CREATE OR REPLACE FUNCTION metric.found_turn_off(app_open_at timestamptz, turn_offs projection.turn_off_event[])
RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT EXISTS (
    SELECT
    FROM unnest(turn_offs) AS turn_off
    WHERE turn_off.at >= app_open_at AND turn_off.at < app_open_at + metric.visit()
)
$$;

-- Returns one row: between which readings a send lies, after the reading of the number place (0: before the first) and
-- not after the next one; whether these are near enough and the first found notifications on, so that the send can count if
-- it is the only one there; and whether the second is a turn-off. readings: of the installation, in order, each once;
-- status_from, status: the status over time, as in journey.
CREATE OR REPLACE FUNCTION metric.gap(
    send_at timestamptz, readings timestamptz[], turn_offs projection.turn_off_event[], status_from timestamptz[],
    status log.authorization_status[]
)
RETURNS TABLE (place integer, can_count boolean, is_turned_off boolean)
LANGUAGE sql IMMUTABLE
AS $$
SELECT
    gap.place,
    coalesce(
        readings[gap.place + 1] - readings[gap.place] <= metric.longest_gap()
            AND metric.is_reachable(status[width_bucket(readings[gap.place], status_from)]),
        false
    ),
    turn_offs IS NOT NULL AND EXISTS (
        SELECT FROM unnest(turn_offs) AS turn_off WHERE turn_off.at = readings[gap.place + 1]
    )
FROM (SELECT width_bucket(send_at - interval '1 us', readings) OFFSET 0) AS gap (place)
$$;

-- Returns one row: turn-offs per 1,000 sends that were alone, with its Wilson interval; nulls with too few of them.
CREATE OR REPLACE FUNCTION metric.per_1000(turn_offs bigint, sends bigint)
RETURNS TABLE (rate numeric, low numeric, high numeric)
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
SELECT
    stats.published(1000 * turn_offs::numeric / base.sends::numeric),
    stats.published(1000 * stats.wilson_low(turn_offs, base.sends)),
    stats.published(1000 * stats.wilson_high(turn_offs, base.sends))
FROM (SELECT CASE WHEN sends >= 100 THEN sends::double precision END) AS base (sends)
$$;
