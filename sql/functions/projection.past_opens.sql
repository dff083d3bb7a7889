-- Returns the rows of a dimension of opens_cell as of a past horizon, for projection.past. Metrics: Opens. An app, day
-- and OS can have two rows: of sends, and of openers and active installations. Reads past_sends and past_active_days.
CREATE OR REPLACE FUNCTION projection.past_opens(as_of timestamptz, dimension text) RETURNS SETOF projection.send_counts
LANGUAGE sql STABLE SET search_path = pg_catalog, projection, log, pg_temp
AS $$
SELECT
    {sends: #counted},
    {people_of_day: 0},
    {opened_24h: #counted},
    send.app,
    send.day,
    CASE dimension WHEN 'os' THEN coalesce(send.os, 0) WHEN 'campaign' THEN coalesce(send.campaign, 0) ELSE send.hour_of_week END
        AS value,
    dimension
FROM projection.past(NULL::projection.send, as_of) AS send
GROUP BY send.app, send.day, value
UNION ALL
SELECT
    {sends: 0}, {people_of_day: #counted}, {opened_24h: 0},
    active_day.app, active_day.day, active_day.os, 'os'
FROM projection.past(NULL::projection.active_day, as_of) AS active_day
WHERE dimension = 'os'
GROUP BY active_day.app, active_day.day, active_day.os
$$;
