-- The only definition of when a send counts as received or opened directly. Metrics: Opens (received, direct_opens).

-- Returns those of the times at which a notification was received (or opened) that can decide whether its send was:
-- the first in [send − 60 s, send + metric.longest_window), and all times before that span,
-- because an earlier send may become known later. Sorted, without duplicates; null if none. The last one decides.
-- send_at: 'infinity' while no send is known, which keeps all.
-- Most notifications have one time: for them the planner inlines it if open_window_seconds is a column, not a subquery.
CREATE OR REPLACE FUNCTION metric.relevant_instants(
    instants timestamptz[], send_at timestamptz, open_window_seconds bigint
) RETURNS timestamptz[]
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
SELECT CASE
    WHEN cardinality(instants) = 1 AND instants[1] < send_at + make_interval(secs => metric.longest_window(open_window_seconds))
        THEN instants
    ELSE metric.instants_sorted_out(instants, send_at, open_window_seconds)
END
$$;

-- Does the same for any number of times.
CREATE OR REPLACE FUNCTION metric.instants_sorted_out(
    instants timestamptz[], send_at timestamptz, open_window_seconds bigint
) RETURNS timestamptz[]
LANGUAGE sql STABLE STRICT PARALLEL SAFE
AS $$
SELECT array_agg(DISTINCT instant ORDER BY instant)
FROM unnest(instants) AS instant
WHERE instant < send_at - interval '60 s'
    OR instant = (
        SELECT min(candidate)
        FROM unnest(instants) AS candidate
        WHERE candidate >= send_at - interval '60 s'
            AND candidate < send_at + make_interval(secs => metric.longest_window(open_window_seconds))
    )
$$;

-- Returns whether a send was received (or opened directly) within a window. Clocks are trusted to 60 s.
-- instants: from relevant_instants; null: it was not. window_seconds: the open window, 24 hours, or seconds of open_curve.
CREATE OR REPLACE FUNCTION metric.is_answered(
    instants timestamptz[], send_at timestamptz, window_seconds bigint
) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
SELECT coalesce(
    instants[cardinality(instants)] >= send_at - interval '60 s'
    AND instants[cardinality(instants)] < send_at + make_interval(secs => window_seconds),
    false
)
$$;
