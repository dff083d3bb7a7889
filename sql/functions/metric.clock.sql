-- The only definition of an installation's UTC offset over time: that of its latest event at or before a time, among
-- its permission events, its opens of notifications and of the app. Receipts do not count, because an offset per receipt
-- would be stored for nearly every send; sends do not, because their clock is the server's. Metrics: Opens.

-- Returns the times at which the offset changes, and the offsets from then on, in minutes east of UTC.
-- effective_at, offsets: those of the events, ordered by effective_at, type, id and occurred_at. Of events at one time,
-- the last counts.
CREATE OR REPLACE FUNCTION metric.clock(effective_at timestamptz[], offsets smallint[])
RETURNS TABLE (since timestamptz[], utc_offset smallint[])
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT
    array_agg(changed.effective_at ORDER BY changed.n), array_agg(changed.utc_offset ORDER BY changed.n)
FROM (
    SELECT last.*, lag(last.utc_offset) OVER (ORDER BY last.n) AS offset_before
    FROM (
        SELECT event.*, lead(event.effective_at) OVER (ORDER BY event.n) AS next_at
        FROM unnest(effective_at, offsets) WITH ORDINALITY AS event (effective_at, utc_offset, n)
    ) AS last
    WHERE last.next_at IS DISTINCT FROM last.effective_at
) AS changed
WHERE changed.utc_offset IS DISTINCT FROM changed.offset_before
$$;

-- Returns the offset at a time, null before the first event. since, offsets: from metric.clock; null if there are none.
CREATE OR REPLACE FUNCTION metric.offset_at(at timestamptz, since timestamptz[], offsets smallint[]) RETURNS smallint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT offsets[width_bucket(at, since)] $$;
