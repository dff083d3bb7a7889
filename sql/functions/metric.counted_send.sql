-- Returns where a send counts (day, hour, OS, campaign; 0 if none) and what became of it. Metrics: Opens.
-- utc_offset: of the receiver's clock, minutes east; null: unknown, then the hour is in the report's zone, as the day
-- always is. hour_of_week: from 0, which begins on Monday at 0:00.
-- received, opened: times from metric.relevant_instants; has_attributed_app_open: whether an app open belongs to the
-- send.
-- opened_within: the least of metric.curve_seconds within which it was opened; null: within none.
-- Reads settings of the caller's generation (the live tables or those of a rebuild).
CREATE OR REPLACE FUNCTION metric.counted_send(
    send_at timestamptz, utc_offset smallint, of_os integer, of_campaign integer, received timestamptz[],
    opened timestamptz[], has_attributed_app_open boolean
)
RETURNS TABLE (
    day date,
    hour_of_week smallint,
    os integer,
    campaign integer,
    is_received boolean,
    is_opened boolean,
    is_influenced boolean,
    is_opened_24h boolean,
    opened_within bigint
)
LANGUAGE sql STABLE
AS $$
SELECT
    (send_at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date,
    metric.hour_of_week(coalesce(
        send_at AT TIME ZONE 'UTC' + make_interval(mins => utc_offset),
        send_at AT TIME ZONE (SELECT settings.time_zone FROM settings)
    )),
    coalesce(of_os, 0),
    coalesce(of_campaign, 0),
    metric.is_answered(received, send_at, (SELECT settings.open_window_seconds FROM settings)),
    metric.is_answered(opened, send_at, (SELECT settings.open_window_seconds FROM settings)),
    has_attributed_app_open
        AND NOT metric.is_answered(opened, send_at, (SELECT settings.open_window_seconds FROM settings)),
    metric.is_answered(opened, send_at, 86400),
    CASE
        WHEN opened IS NOT NULL THEN metric.opened_within(
            opened, send_at, (SELECT metric.curve_seconds(settings.open_window_seconds) FROM settings)
        )
    END
$$;

-- Returns the number of the hour in its week, from 0, which begins on Monday at 0:00, to 167.
CREATE OR REPLACE FUNCTION metric.hour_of_week(local_time timestamp) RETURNS smallint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT (24 * (extract(isodow FROM local_time) - 1) + extract(hour FROM local_time))::smallint $$;

-- Returns the least of some numbers of seconds, in order, within which a send was opened; null: within none. opened: from
-- metric.relevant_instants.
CREATE OR REPLACE FUNCTION metric.opened_within(opened timestamptz[], send_at timestamptz, curve_seconds bigint[])
RETURNS bigint
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
SELECT CASE
    WHEN metric.is_answered(opened, send_at, curve_seconds[cardinality(curve_seconds)])
        THEN curve_seconds[
            1 + width_bucket(floor(date_part('epoch', opened[cardinality(opened)] - send_at))::bigint, curve_seconds)
        ]
END
$$;
