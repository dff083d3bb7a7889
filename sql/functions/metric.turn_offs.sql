-- The rules of turn-offs that concern single events. Metrics: Turn-offs. The app reads the status of notifications when
-- it comes to the foreground, so a turn-off is seen only at the next reading.

-- Returns whether a permission event shows that the app read the status. A server sends the others.
CREATE OR REPLACE FUNCTION metric.reads_status(type log.event_type) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT type NOT IN ('experiment_assigned', 'push_unregistered') $$;

-- Returns the time within which an app open and a turn-off after it are one visit: the turn-off is what it found.
CREATE OR REPLACE FUNCTION metric.visit() RETURNS interval
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN interval '60 s';

-- Returns the longest time between two readings in which a send can have led to a turn-off.
CREATE OR REPLACE FUNCTION metric.longest_gap() RETURNS interval
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN interval '2419200 s';

-- Returns whether an app open found a turn-off: then the turn-off is the reading. turned_off_at: the times of the
-- installation's turn-offs, in order; null: none. The planner inlines it, because it is asked of each visit.
CREATE OR REPLACE FUNCTION metric.found_turn_off(app_open_at timestamptz, turned_off_at timestamptz[]) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce(
    width_bucket(app_open_at + metric.visit() - interval '1 us', turned_off_at)
        > width_bucket(app_open_at - interval '1 us', turned_off_at),
    false
);

-- Returns one row: between which readings a send lies, after the reading of the number place (0: before the first) and
-- not after the next one; whether these are near enough and the first found notifications on, so that the send can count if
-- it is the only one there; and whether the second is a turn-off. readings: of the installation, in order, each once;
-- turned_off_at: those of its turn-offs, null if none; status_from, status: the status over time, as in journey.
CREATE OR REPLACE FUNCTION metric.gap(
    send_at timestamptz, readings timestamptz[], turned_off_at timestamptz[], status_from timestamptz[],
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
    coalesce(readings[gap.place + 1] = ANY (turned_off_at), false)
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
