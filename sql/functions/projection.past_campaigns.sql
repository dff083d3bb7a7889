-- Returns the rows of campaign_cell as of a past horizon, for projection.past. Metrics: Opens.
CREATE OR REPLACE FUNCTION projection.past_campaigns(as_of timestamptz) RETURNS SETOF projection.campaign_counts
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT
    count(*), send.app, send.day, coalesce(send.campaign, 0), coalesce(send.os, 0), coalesce(send.opened_within, 0)
FROM projection.past(NULL::projection.send, as_of) AS send
GROUP BY send.app, send.day, coalesce(send.campaign, 0), coalesce(send.os, 0), coalesce(send.opened_within, 0)
$$;
