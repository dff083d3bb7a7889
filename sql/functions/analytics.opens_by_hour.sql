-- Sends and direct opens by app, weekday and hour of the send over a range of days of the send. Metrics: Opens, Privacy.
-- weekday: 1 is Monday; hour: 0 to 23, both in the time zone of the settings.
-- from_day, to_day: inclusive; as_of: the horizon, by default the latest; minimum_cell: rows of fewer installations sent
-- to keep their keys alone, and where that leaves one row of an app and weekday blank, so does the smallest of the others.
CREATE OR REPLACE FUNCTION analytics.opens_by_hour(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    app_id text,
    weekday smallint,
    hour smallint,
    sent bigint,
    direct_opens bigint,
    direct_open_rate numeric,
    direct_open_rate_low numeric,
    direct_open_rate_high numeric
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH cell AS (
    SELECT
        app.app_id,
        opens.weekday,
        opens.hour,
        opens.sent,
        opens.direct_opens,
        sent_to.people,
        projection.is_small(sent_to.people, minimum_cell) AS is_small
    FROM projection.hour_opens(from_day, to_day, (SELECT coalesce(as_of, analytics.horizon()))) AS opens
    INNER JOIN log.app ON app.app = opens.app
    -- Nobody asks for it without a minimum, and it is not looked for then.
    LEFT JOIN (
        SELECT
            send.app,
            extract(isodow FROM send.day) AS weekday,
            send.hour,
            count(DISTINCT send.installation_id) AS people
        FROM projection.sends(from_day, to_day, (SELECT coalesce(as_of, analytics.horizon()))) AS send
        WHERE minimum_cell > 0
        GROUP BY send.app, extract(isodow FROM send.day), send.hour
    ) AS sent_to ON sent_to.app = opens.app AND sent_to.weekday = opens.weekday AND sent_to.hour = opens.hour
),

grouped AS (
    SELECT
        cell.*,
        projection.is_withheld(cell.is_small, cell.people) OVER (
            PARTITION BY cell.app_id, cell.weekday
            ORDER BY cell.is_small DESC, cell.people, cell.hour
        ) AS is_withheld
    FROM cell
)

SELECT
    grouped.app_id,
    grouped.weekday,
    grouped.hour,
    shown.*
FROM grouped
LEFT JOIN LATERAL (
    SELECT grouped.sent, grouped.direct_opens, rate.*
    FROM projection.published_rate(grouped.direct_opens, grouped.sent) AS rate
    WHERE NOT grouped.is_withheld
) AS shown ON true
ORDER BY grouped.app_id COLLATE "C", grouped.weekday, grouped.hour
$$;
COMMENT ON FUNCTION analytics.opens_by_hour(date, date, timestamptz, integer) IS
    'Sends and direct opens of them, by app, weekday (1 is Monday) and hour of the send.';
