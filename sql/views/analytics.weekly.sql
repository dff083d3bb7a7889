-- The daily tables by week, without parameters, for BI tools. Weeks begin on Monday in the time zone of the settings.
-- They read the daily views. is_complete: whether the week is over at the horizon.
CREATE OR REPLACE VIEW analytics.opt_in_weekly AS
SELECT
    total.app_id, total.week, total.os_name, total.os_version, total.is_complete,
    {funnel: total.#},
    rate.rate AS grant_rate, rate.low AS grant_rate_low, rate.high AS grant_rate_high
FROM (
    SELECT
        daily.app_id,
        date_trunc('week', daily.day::timestamp)::date AS week,
        daily.os_name,
        daily.os_version,
        date_trunc('week', daily.day::timestamp)::date + 7 <= today AS is_complete,
        {funnel: sum(daily.#)::bigint AS #}
    FROM analytics.opt_in_daily AS daily
    CROSS JOIN stats.day((SELECT analytics.horizon())) AS today
    GROUP BY 1, 2, 3, 4, 5
) AS total
CROSS JOIN LATERAL stats.published_rate(total.granted, total.decided + total.undecided) AS rate;

CREATE OR REPLACE VIEW analytics.opens_weekly AS
SELECT
    total.app_id, total.week, total.os_name, total.os_version, total.is_complete,
    {sends: total.#},
    direct.rate AS direct_open_rate, direct.low AS direct_open_rate_low, direct.high AS direct_open_rate_high,
    total.sent_24h, total.opened_24h,
    day_1.rate AS open_rate_24h, day_1.low AS open_rate_24h_low, day_1.high AS open_rate_24h_high
FROM (
    SELECT
        daily.app_id,
        date_trunc('week', daily.day::timestamp)::date AS week,
        daily.os_name,
        daily.os_version,
        date_trunc('week', daily.day::timestamp)::date + 7 <= today AS is_complete,
        {sends: sum(daily.#)::bigint AS #},
        sum(daily.sent_24h)::bigint AS sent_24h,
        sum(daily.opened_24h)::bigint AS opened_24h
    FROM analytics.opens_daily AS daily
    CROSS JOIN stats.day((SELECT analytics.horizon())) AS today
    WHERE daily.sent > 0
    GROUP BY 1, 2, 3, 4, 5
) AS total
CROSS JOIN LATERAL stats.published_rate(total.direct_opens, total.sent) AS direct
CROSS JOIN LATERAL stats.published_rate(total.opened_24h, total.sent_24h) AS day_1;

CREATE OR REPLACE VIEW analytics.reach_weekly AS
SELECT
    daily.app_id, date_trunc('week', daily.day::timestamp)::date AS week, daily.os_name, daily.os_version,
    daily.day < today AS is_complete,
    {statuses+reachable+reach_rate: daily.#}
FROM analytics.reach_daily AS daily
CROSS JOIN stats.day((SELECT analytics.horizon())) AS today
WHERE extract(isodow FROM daily.day) = 7 OR daily.day = today;

CREATE OR REPLACE VIEW analytics.activity_weekly AS
SELECT
    daily.app_id, date_trunc('week', daily.day::timestamp)::date AS week, daily.day < today AS is_complete,
    {activity_28d+reach_rate_28d: daily.#}
FROM analytics.activity_daily AS daily
CROSS JOIN stats.day((SELECT analytics.horizon())) AS today
WHERE extract(isodow FROM daily.day) = 7 OR daily.day = today;
