-- Returns the seconds of open_curve, in order. Metrics: Opens (open_curve).
CREATE OR REPLACE FUNCTION metric.curve_seconds(open_window_seconds bigint) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT array_agg(DISTINCT second ORDER BY second)
FROM unnest('{60,300,900,3600,10800,43200,86400,259200,604800}'::bigint[] || open_window_seconds) AS second
$$;

-- Returns the longest time after a send in which an open counts anywhere: in a window or in open_curve.
CREATE OR REPLACE FUNCTION metric.longest_window(open_window_seconds bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN greatest(open_window_seconds, 604800);
