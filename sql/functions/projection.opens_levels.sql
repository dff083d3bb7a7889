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
WITH counted AS (
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
            key.key_day, key.os_minor, key.os_major, key.campaign, key.hour, key.weekday, recent.app, key.key_os_name,
            level, {sends+people_of_day: 0}, -recent.sent, -recent.opened_24h, NULL
        FROM projection.past(NULL::projection.recent_sends, as_of) AS recent
        LEFT JOIN log.os ON levels[1] <> 'campaign' AND os.os = recent.os
        CROSS JOIN unnest(levels) AS level
        CROSS JOIN LATERAL projection.opens_level(
            level, to_day, recent.day, recent.campaign, os.os_name, os.major, os.minor
        ) AS key
        WHERE levels[1] <> 'hour' AND recent.day BETWEEN from_day AND to_day
        UNION ALL
        SELECT
            sent.day, sent.os_minor, sent.os_major, sent.campaign, sent.hour, sent.weekday, sent.app, sent.os_name, sent.level,
            {sends+people_of_day+sent_24h+opened_24h: NULL}, sent.people
        FROM projection.recipients(from_day, to_day, as_of, levels) AS sent
        -- Installations are counted only for a minimum.
        WHERE minimum_cell > 0
    ) AS cell
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
),

-- name: of the version, the major or the campaign; null at other levels.
named AS (
    SELECT
        counted.*,
        word.text AS campaign_name,
        CASE counted.level
            WHEN 'campaign' THEN coalesce(word.text, '')
            ELSE counted.os_name || ' ' || counted.os_major || coalesce('.' || counted.os_minor, '')
        END AS name
    FROM counted
    LEFT JOIN log.word ON word.word = counted.campaign
),

rest AS MATERIALIZED (
    SELECT valued.app, valued.level, valued.name
    FROM (
        SELECT
            named.app,
            named.level,
            named.name,
            row_number() OVER (
                PARTITION BY named.app, named.level
                ORDER BY
                    named.name = metric.rest(), sum(coalesce(named.sent, 0) + coalesce(named.active, 0)) DESC,
                    named.name COLLATE "C"
            ) AS place
        FROM named
        WHERE named.name IS NOT NULL AND metric.values_shown() IS NOT NULL
        GROUP BY named.app, named.level, named.name
    ) AS valued
    WHERE metric.is_rest(valued.place)
),

folded AS (
    SELECT
        named.level,
        named.app,
        named.day,
        named.weekday,
        named.hour,
        named.os_name,
        CASE WHEN rest.name IS NULL THEN named.os_major END AS os_major,
        CASE WHEN rest.name IS NULL THEN named.os_minor END AS os_minor,
        CASE WHEN rest.name IS NULL THEN named.campaign_name ELSE metric.rest() END AS campaign_name,
        rest.name IS NOT NULL AS is_rest,
        {sends+people_of_day+sent_24h+opened_24h: sum(named.#)::bigint AS #},
        max(named.people) AS people
    FROM named
    LEFT JOIN rest ON rest.app = named.app AND rest.level = named.level AND rest.name = named.name
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
),

grouped AS (
    SELECT
        folded.*,
        row_number() OVER (
            ORDER BY
                folded.level, folded.app, folded.day, folded.weekday, folded.hour, folded.os_name COLLATE "C",
                folded.os_major, folded.os_minor, coalesce(folded.campaign_name, '') COLLATE "C"
        ) AS place
    FROM folded
),

withheld AS MATERIALIZED (
    SELECT unnest(metric.withheld_places(
        array_agg(grouped.people ORDER BY grouped.place),
        array_agg(CASE
            WHEN grouped.level IN ('app', 'major', 'version')
                THEN metric.level_groups(grouped.level, grouped.app::text, grouped.os_name, grouped.os_major)
            WHEN grouped.level = 'version_of_day'
                THEN ARRAY[ROW(grouped.app, grouped.level, grouped.day, grouped.os_name)::text, NULL, NULL, NULL]
            ELSE ARRAY[ROW(grouped.app, grouped.level, grouped.weekday)::text, NULL, NULL, NULL]
        END ORDER BY grouped.place),
        minimum_cell
    )) AS place
    FROM grouped
    WHERE minimum_cell > 0
)

SELECT
    grouped.level,
    app.app_id,
    grouped.day,
    grouped.os_name,
    CASE
        WHEN grouped.is_rest AND grouped.os_name IS NOT NULL THEN metric.rest()
        ELSE grouped.os_major || coalesce('.' || grouped.os_minor, '')
    END,
    grouped.campaign_name,
    grouped.weekday,
    grouped.hour,
    grouped.day > (
        SELECT projection.last_settled_day(
            as_of, metric.influence_wait(settings.open_window_seconds, settings.influence_window_seconds),
            settings.time_zone
        )
        FROM projection.settings
    ),
    ROW(
        {sends: shown.#}, direct.*,
        stats.published(shown.influenced_opens::numeric / nullif(shown.sent, 0))
    )::projection.opened,
    {people_of_day: shown.#},
    ROW(shown.sent_24h, shown.opened_24h, rate_24h.*)::projection.opened_24h
FROM grouped
INNER JOIN log.app ON app.app = grouped.app
LEFT JOIN LATERAL (
    SELECT grouped.* WHERE grouped.place NOT IN (SELECT withheld.place FROM withheld)
) AS shown ON true
CROSS JOIN LATERAL stats.published_rate(shown.direct_opens, shown.sent) AS direct
CROSS JOIN LATERAL stats.published_rate(shown.opened_24h, shown.sent_24h) AS rate_24h
$$;
