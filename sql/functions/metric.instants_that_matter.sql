-- What a receipt and a direct open of a send are; all of it stands here. Metrics: Opens, received and direct_opens.

-- Of the instants at which a notification was received or opened, those that can decide whether its send was, now or
-- after an earlier send of it becomes known: all that are too early for the send, and the first in
-- [send − 60 s, send + open window), or + 24 hours if the open window is shorter. Ordered, each once; null if there is none.
-- The last one decides.
-- send_at: 'infinity' while no send is known, which keeps them all.
-- Nearly all have one instant, for which the planner takes this in line: where open_window_seconds is a column.
CREATE OR REPLACE FUNCTION metric.instants_that_matter(
    instants timestamptz[], send_at timestamptz, open_window_seconds bigint
) RETURNS timestamptz[]
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
SELECT CASE
    WHEN cardinality(instants) = 1 AND instants[1] < send_at + make_interval(secs => greatest(open_window_seconds, 86400))
        THEN instants
    ELSE metric.instants_sorted_out(instants, send_at, open_window_seconds)
END
$$;

-- The same for any number of them.
CREATE OR REPLACE FUNCTION metric.instants_sorted_out(
    instants timestamptz[], send_at timestamptz, open_window_seconds bigint
) RETURNS timestamptz[]
LANGUAGE sql STABLE STRICT PARALLEL SAFE
AS $$
SELECT array_agg(DISTINCT instant ORDER BY instant)
FROM unnest(instants) AS instant
WHERE instant < send_at - interval '60 s'
    OR instant = (
        SELECT min(first)
        FROM unnest(instants) AS first
        WHERE first >= send_at - interval '60 s' 
            AND first < send_at + make_interval(secs => greatest(open_window_seconds, 86400))
    )
$$;

-- Whether a send was received or opened directly within a window: by the last of the instants that matter, if clocks that are trusted
-- to 60 s allow. window_seconds: the open window or 24 hours. Null instants: it was not.
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
