-- Returns what verdicts compare: the numbers of a range of days, and those of the equally long one right before it at
-- the same age, by app and part. Metrics: Verdicts. The only list of what has a verdict; each metric is a branch of the
-- last query, or of projection.dated_counts.
-- metric: opt_in, or opt_in_24h if the range is not longer than the conversion window; asked; opens; provisional;
-- reach. part / base: the rate, as in analytics.key_numbers; base is null if part is a count. crowd: rows of one crowd
-- and part are of the same people (or sends). people: the smaller number of them that is not 0, for minimum_cell;
-- installations sent to are counted only for a minimum.
-- Values of a dimension that a report does not show are one row (metric.is_rest).
CREATE OR REPLACE FUNCTION projection.verdict_counts(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer
)
RETURNS TABLE (
    metric text,
    crowd text,
    app_id text,
    dimension text,
    name text,
    part bigint,
    base bigint,
    part_before bigint,
    base_before bigint,
    people bigint
)
LANGUAGE sql STABLE SET enable_sort = off
AS $$
WITH span AS MATERIALIZED (
    SELECT
        from_day - (to_day - from_day + 1) AS first_day,
        (to_day - from_day + 1) * 86400 <= settings.conversion_window_seconds AS is_short
    FROM projection.settings
),

value_count AS MATERIALIZED (
    SELECT
        value_count.*,
        span.is_short,
        least(nullif(value_count.prompted, 0), nullif(value_count.prompted_before, 0)) AS people
    FROM span
    CROSS JOIN projection.shown_changes(as_of, from_day, to_day) AS value_count
),

-- Groups by numbers first, so that names are looked up per group and not per day.
range_count AS MATERIALIZED (
    SELECT
        dated_count.metric,
        dated_count.app,
        dated_count.kind,
        dated_count.value,
        coalesce(sum(dated_count.part) FILTER (WHERE dated_count.day >= from_day), 0) AS part,
        coalesce(sum(dated_count.base) FILTER (WHERE dated_count.day >= from_day), 0) AS base,
        coalesce(sum(dated_count.part) FILTER (WHERE dated_count.day < from_day), 0) AS part_before,
        coalesce(sum(dated_count.base) FILTER (WHERE dated_count.day < from_day), 0) AS base_before,
        sum(dated_count.people) FILTER (WHERE dated_count.day >= from_day) AS people,
        sum(dated_count.people) FILTER (WHERE dated_count.day < from_day) AS people_before
    FROM projection.dated_counts(from_day, to_day, as_of) AS dated_count
    GROUP BY 1, 2, 3, 4
),

part_count AS (
    SELECT
        range_count.metric,
        range_count.app,
        part.dimension,
        part.name,
        sum(range_count.part) AS part,
        sum(range_count.base) AS base,
        sum(range_count.part_before) AS part_before,
        sum(range_count.base_before) AS base_before,
        least(nullif(sum(range_count.people), 0), nullif(sum(range_count.people_before), 0)) AS people
    FROM range_count
    CROSS JOIN LATERAL projection.parts_of(range_count.kind, range_count.value) AS part
    -- Those of the whole app are counted by OS.
    WHERE range_count.kind = 'os' OR part.dimension <> 'all'
    GROUP BY 1, 2, 3, 4
),

-- The installations of a platform are at least those of its largest major.
recipient_count AS MATERIALIZED (
    SELECT
        group_count.app,
        group_count.dimension,
        group_count.name,
        least(
            max(group_count.people) FILTER (WHERE NOT group_count.is_before),
            max(group_count.people) FILTER (WHERE group_count.is_before)
        ) AS people
    FROM (
        SELECT recipients.app, range.is_before, part.dimension, part.name, sum(recipients.people) AS people
        FROM span
        CROSS JOIN LATERAL (
            VALUES (true, span.first_day, from_day - 1), (false, from_day, to_day)
        ) AS range (is_before, first_day, last_day)
        CROSS JOIN (VALUES ('{app,major,version}'::text[]), ('{campaign}')) AS list (levels)
        CROSS JOIN LATERAL projection.recipients(range.first_day, range.last_day, as_of, list.levels) AS recipients
        LEFT JOIN log.word ON word.word = recipients.campaign
        CROSS JOIN LATERAL (
            VALUES
                ('app', 'all', ''),
                ('major', 'platform', recipients.os_name),
                ('major', 'os', recipients.os_name || ' ' || recipients.os_major),
                (
                    'version', 'os_version',
                    recipients.os_name || ' ' || recipients.os_major || '.' || recipients.os_minor
                ),
                ('campaign', 'campaign', word.text)
        ) AS part (level, dimension, name)
        WHERE minimum_cell > 0 AND part.level = recipients.level
        GROUP BY recipients.app, range.is_before, part.dimension, part.name, recipients.os_major
    ) AS group_count
    GROUP BY 1, 2, 3
),

shown_count AS (
    SELECT
        part_count.*,
        coalesce(part_count.people, recipient_count.people) AS crowd_size,
        CASE
            WHEN metric.is_rest(
                row_number() OVER (
                    PARTITION BY part_count.metric, part_count.app, part_count.dimension
                    ORDER BY
                        part_count.name = metric.rest(), part_count.base DESC, part_count.base_before DESC,
                        part_count.name COLLATE "C"
                )
            ) THEN metric.rest()
            ELSE part_count.name
        END AS shown_name
    FROM part_count
    LEFT JOIN recipient_count
        ON part_count.metric = 'opens'
        AND recipient_count.app = part_count.app
        AND recipient_count.dimension = part_count.dimension
        AND coalesce(recipient_count.name, '') = part_count.name
)

SELECT
    CASE WHEN value_count.is_short THEN 'opt_in_24h' ELSE 'opt_in' END,
    'prompts',
    value_count.app_id,
    value_count.dimension,
    value_count.name,
    CASE WHEN value_count.is_short THEN value_count.granted_24h ELSE value_count.granted END,
    CASE WHEN value_count.is_short THEN value_count.settled_24h ELSE value_count.settled END,
    CASE WHEN value_count.is_short THEN value_count.granted_24h_before ELSE value_count.granted_before END,
    CASE WHEN value_count.is_short THEN value_count.settled_24h_before ELSE value_count.settled_before END,
    value_count.people
FROM value_count
UNION ALL
-- Versions, placements and variants come and go: how many were asked there says nothing.
SELECT
    'asked', 'prompts', value_count.app_id, value_count.dimension, value_count.name, value_count.prompted, NULL,
    value_count.prompted_before, NULL, value_count.people
FROM value_count
WHERE value_count.dimension IN ('all', 'platform')
UNION ALL
SELECT
    shown_count.metric,
    shown_count.metric,
    app.app_id,
    shown_count.dimension,
    shown_count.shown_name,
    sum(shown_count.part)::bigint,
    sum(shown_count.base)::bigint,
    sum(shown_count.part_before)::bigint,
    sum(shown_count.base_before)::bigint,
    max(shown_count.crowd_size)::bigint
FROM shown_count
INNER JOIN log.app ON app.app = shown_count.app
GROUP BY 1, 2, 3, 4, 5
UNION ALL
SELECT
    'reach',
    'reach',
    app.app_id,
    'all',
    '',
    sum(activity.reachable_28d) FILTER (WHERE activity.day >= from_day)::bigint,
    sum(activity.active_28d) FILTER (WHERE activity.day >= from_day)::bigint,
    sum(activity.reachable_28d) FILTER (WHERE activity.day < from_day AND known_before.app IS NOT NULL)::bigint,
    sum(activity.active_28d) FILTER (WHERE activity.day < from_day AND known_before.app IS NOT NULL)::bigint,
    min(nullif(activity.active_28d, 0))
FROM projection.activity(from_day - 1, to_day, as_of) AS activity
INNER JOIN log.app ON app.app = activity.app
-- While no status of an app is known, its reach is not 0 but unknown.
LEFT JOIN (
    SELECT change.app
    FROM projection.daily_reach_changes(as_of) AS change
    WHERE change.day < from_day
    GROUP BY change.app
    HAVING sum({reachable: #of} + change.denied + change.not_determined) > 0
) AS known_before ON known_before.app = activity.app
WHERE activity.day IN (from_day - 1, to_day)
GROUP BY app.app_id
$$;
