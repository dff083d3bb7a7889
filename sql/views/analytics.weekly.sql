-- The daily tables by week, without parameters, for BI tools. Weeks begin on Monday in the time zone of the settings.
-- They read the daily views. is_complete: whether the week is over at the horizon.
CREATE OR REPLACE VIEW analytics.opt_in_weekly AS
SELECT
    total.app_id, total.week, total.os_name, total.os_version, total.is_complete,
    {funnel: total.#},
    rate.rate AS grant_rate, rate.low AS grant_rate_low, rate.high AS grant_rate_high
FROM (
    SELECT
        daily_row.app_id,
        date_trunc('week', daily_row.day::timestamp)::date AS week,
        daily_row.os_name,
        daily_row.os_version,
        date_trunc('week', daily_row.day::timestamp)::date + 7 <= today AS is_complete,
        {funnel: sum(daily_row.#)::bigint AS #}
    FROM analytics.opt_in_daily AS daily_row
    CROSS JOIN stats.day((SELECT analytics.horizon())) AS today
    GROUP BY 1, 2, 3, 4, 5
) AS total
CROSS JOIN LATERAL stats.published_rate(total.granted, total.decided + total.undecided) AS rate;

CREATE OR REPLACE VIEW analytics.opens_weekly AS
SELECT
    total.app_id, total.week, total.os_name, total.os_version, total.is_complete,
    {sends: total.#},
    direct_rate.rate AS direct_open_rate,
    direct_rate.low AS direct_open_rate_low, direct_rate.high AS direct_open_rate_high,
    total.sent_24h, total.opened_24h,
    day_1_rate.rate AS open_rate_24h, day_1_rate.low AS open_rate_24h_low, day_1_rate.high AS open_rate_24h_high
FROM (
    SELECT
        daily_row.app_id,
        date_trunc('week', daily_row.day::timestamp)::date AS week,
        daily_row.os_name,
        daily_row.os_version,
        date_trunc('week', daily_row.day::timestamp)::date + 7 <= today AS is_complete,
        {sends: sum(daily_row.#)::bigint AS #},
        sum(daily_row.sent_24h)::bigint AS sent_24h,
        sum(daily_row.opened_24h)::bigint AS opened_24h
    FROM analytics.opens_daily AS daily_row
    CROSS JOIN stats.day((SELECT analytics.horizon())) AS today
    WHERE daily_row.sent > 0
    GROUP BY 1, 2, 3, 4, 5
) AS total
CROSS JOIN LATERAL stats.published_rate(total.direct_opens, total.sent) AS direct_rate
CROSS JOIN LATERAL stats.published_rate(total.opened_24h, total.sent_24h) AS day_1_rate;

CREATE OR REPLACE VIEW analytics.reach_weekly AS
SELECT
    daily_row.app_id, date_trunc('week', daily_row.day::timestamp)::date AS week,
    daily_row.os_name, daily_row.os_version,
    daily_row.day < today AS is_complete,
    {statuses+reachable+reach_rate+levels: daily_row.#}
FROM analytics.reach_daily AS daily_row
CROSS JOIN stats.day((SELECT analytics.horizon())) AS today
WHERE extract(isodow FROM daily_row.day) = 7 OR daily_row.day = today;

CREATE OR REPLACE VIEW analytics.activity_weekly AS
SELECT
    daily_row.app_id, date_trunc('week', daily_row.day::timestamp)::date AS week, daily_row.day < today AS is_complete,
    {activity_28d+reach_rate_28d: daily_row.#}
FROM analytics.activity_daily AS daily_row
CROSS JOIN stats.day((SELECT analytics.horizon())) AS today
WHERE extract(isodow FROM daily_row.day) = 7 OR daily_row.day = today;
