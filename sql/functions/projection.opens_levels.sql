-- Returns sends and what became of them by app and any of several levels. Metrics: Opens, Privacy.
-- levels: any of app, day, week, major, version, version_of_day (with openers and active installations); or campaign; or
-- hour (weekday 1 is Monday). A week is seven days; its day is the last one, to_day or whole weeks before it.
-- minimum_cell: the people of a row are the installations sent to; in version_of_day, the active ones if more. The rest of
-- versions, majors or campaigns (metric.is_rest) has the people of its largest value, because one installation can be in
-- several. is_open: whether a number of the day can still change (metric.settled_measures).
CREATE OR REPLACE FUNCTION projection.opens_levels(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer, levels text[]
)
RETURNS TABLE (
    level text,
    app_id text,
    day date,
    os_name text,
    os_version text,
    campaign text,
    weekday smallint,
    hour smallint,
    is_open boolean,
    opens projection.opened,
    {people_of_day: # #type},
    opens_24h projection.opened_24h
)
LANGUAGE sql STABLE
AS $$
WITH total AS (
    SELECT
        cell.day,
        cell.os_minor,
        cell.os_major,
        cell.campaign,
        cell.hour,
        cell.weekday,
        cell.app,
        cell.os_name,
        cell.level,
        -- Adds double precision, which is exact below 2^53: sums of bigint are numeric, which is slow.
        {sends+people_of_day+sent_24h+opened_24h: sum(cell.#::double precision)::bigint AS #},
        greatest(
            coalesce(sum(cell.people), 0),
            CASE WHEN cell.level = 'version_of_day' THEN sum(cell.active::double precision)::bigint END
        )::bigint AS people
    FROM (
        SELECT
            counter.day, counter.os_minor, counter.os_major, counter.campaign, counter.hour, counter.weekday, counter.app,
            counter.os_name, counter.level, {sends+people_of_day: counter.#},
            counter.sent AS sent_24h, counter.opened_24h,
            NULL::bigint AS people
        FROM projection.opens_counts(from_day, to_day, as_of, levels) AS counter
        UNION ALL
        SELECT
            key.key_day, key.os_minor, key.os_major, key.campaign, key.hour, key.weekday, recent_cell.app,
            key.key_os_name, level, {sends+people_of_day: 0}, -recent_cell.sent, -recent_cell.opened_24h, NULL
        FROM projection.past(NULL::projection.recent_send_counts, as_of) AS recent_cell
        LEFT JOIN log.os ON levels[1] <> 'campaign' AND os.os = recent_cell.os
        CROSS JOIN unnest(levels) AS level
        CROSS JOIN LATERAL projection.opens_level(
            level, to_day, recent_cell.day, recent_cell.campaign, os.os_name, os.major, os.minor
        ) AS key
        WHERE levels[1] <> 'hour' AND recent_cell.day BETWEEN from_day AND to_day
        UNION ALL
        SELECT
            audience.day, audience.os_minor, audience.os_major, audience.campaign, audience.hour, audience.weekday,
            audience.app, audience.os_name, audience.level,
            {sends+people_of_day+sent_24h+opened_24h: NULL}, audience.people
        FROM projection.recipients(from_day, to_day, as_of, levels) AS audience
        -- Installations are counted only for a minimum.
        WHERE minimum_cell > 0
    ) AS cell
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
),

-- name: of the version, the major or the campaign; null at other levels. of_name: what counts for its rank.
named_total AS (
    SELECT
        total.*,
        word.text AS campaign_name,
        label.name,
        sum(coalesce(total.sent, 0) + coalesce(total.active, 0)) OVER (
            PARTITION BY total.app, total.level, label.name
        ) AS of_name
    FROM total
    LEFT JOIN log.word ON word.word = total.campaign
    CROSS JOIN LATERAL (
        SELECT CASE total.level
            WHEN 'campaign' THEN coalesce(word.text, '')
            ELSE total.os_name || ' ' || total.os_major || coalesce('.' || total.os_minor, '')
        END
    ) AS label (name)
),

ranked_total AS (
    SELECT
        named_total.*,
        named_total.name IS NOT NULL AND metric.is_rest(
            dense_rank() OVER (
                PARTITION BY named_total.app, named_total.level
                ORDER BY named_total.name = metric.rest(), named_total.of_name DESC, named_total.name COLLATE "C"
            )
        ) AS is_rest
    FROM named_total
),

cell AS (
    SELECT
        ranked_total.level,
        ranked_total.app,
        ranked_total.day,
        ranked_total.weekday,
        ranked_total.hour,
        ranked_total.os_name,
        CASE WHEN NOT ranked_total.is_rest THEN ranked_total.os_major END AS os_major,
        CASE WHEN NOT ranked_total.is_rest THEN ranked_total.os_minor END AS os_minor,
        CASE WHEN ranked_total.is_rest THEN metric.rest() ELSE ranked_total.campaign_name END AS campaign_name,
        ranked_total.is_rest,
        {sends+people_of_day+sent_24h+opened_24h: sum(ranked_total.#)::bigint AS #},
        max(ranked_total.people) AS people
    FROM ranked_total
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
),

table_row AS (
    SELECT
        cell.*,
        (metric.withheld((
            cell.people,
            CASE
                WHEN cell.level IN ('app', 'major', 'version')
                    THEN metric.level_groups(cell.level, cell.app::text, cell.os_name, cell.os_major)
                WHEN cell.level = 'version_of_day'
                    THEN ARRAY[ROW(cell.app, cell.level, cell.day, cell.os_name)::text, NULL, NULL, NULL]
                ELSE ARRAY[ROW(cell.app, cell.level, cell.weekday)::text, NULL, NULL, NULL]
            END,
            minimum_cell
        )) FILTER (WHERE minimum_cell > 0) OVER places)[row_number() OVER places] AS is_withheld
    FROM cell
    WINDOW places AS (
        ORDER BY
            cell.level, cell.app, cell.day, cell.weekday, cell.hour, cell.os_name COLLATE "C", cell.os_major,
            cell.os_minor, coalesce(cell.campaign_name, '') COLLATE "C"
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    )
)

SELECT
    table_row.level,
    app.app_id,
    table_row.day,
    table_row.os_name,
    CASE
        WHEN table_row.is_rest AND table_row.os_name IS NOT NULL THEN metric.rest()
        ELSE table_row.os_major || coalesce('.' || table_row.os_minor, '')
    END,
    table_row.campaign_name,
    table_row.weekday,
    table_row.hour,
    table_row.day > (
        SELECT projection.last_settled_day(
            as_of, metric.influence_wait(settings.open_window_seconds, settings.influence_window_seconds),
            settings.time_zone
        )
        FROM projection.settings
    ),
    ROW(
        {sends: visible_row.#}, direct_rate.*,
        stats.published(visible_row.influenced_opens::numeric / nullif(visible_row.sent, 0))
    )::projection.opened,
    {people_of_day: visible_row.#},
    ROW(visible_row.sent_24h, visible_row.opened_24h, rate_24h.*)::projection.opened_24h
FROM table_row
INNER JOIN log.app ON app.app = table_row.app
LEFT JOIN LATERAL (
    SELECT table_row.* WHERE table_row.is_withheld IS NOT TRUE
) AS visible_row ON true
CROSS JOIN LATERAL stats.published_rate(visible_row.direct_opens, visible_row.sent) AS direct_rate
CROSS JOIN LATERAL stats.published_rate(visible_row.opened_24h, visible_row.sent_24h) AS rate_24h
$$;
