-- Returns the rows of opening_speed_cell as of a past horizon, for projection.past. Metrics: Opens (open_curve).
CREATE OR REPLACE FUNCTION projection.past_opening_speeds(as_of timestamptz) RETURNS SETOF projection.opening_speed
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT count(*), send.app, send.day, coalesce(send.campaign, 0), send.opened_within
FROM projection.past(NULL::projection.send, as_of) AS send
WHERE send.opened_within IS NOT NULL
GROUP BY send.app, send.day, coalesce(send.campaign, 0), send.opened_within
$$;
