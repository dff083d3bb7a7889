-- Returns grant rates and direct open rates of the last 28 days whose window is over at the horizon, and of the 28
-- before, for analytics.findings: by app and OS version; grant rates also by app version and placement and, if there
-- are several apps, by OS version over all of them (app_id is null). kind: app, os_version, app_version or placement;
-- subject: null for a whole app; since: first day of the later period; first_day: first day with data in either.
-- pooled_difference: after − before in each app and OS version of the group, weighted as in the statistic of Cochran
-- (1954) and Mantel and Haenszel (1959). p: of this statistic, two-sided, without continuity correction.
-- The planner expects few people if it does not know the range, and would sort them all to group them: sorting is off.
CREATE OR REPLACE FUNCTION projection.compared_rates(to_day date, known_by timestamptz)
RETURNS TABLE (
    rule text,
    kind text,
    app_id text,
    subject text,
    first_day date,
    since date,
    events_before bigint,
    base_before bigint,
    events_after bigint,
    base_after bigint,
    before double precision,
    after double precision,
    pooled_difference double precision,
    p double precision
)
LANGUAGE sql STABLE SET enable_sort = off
AS $$
WITH counted AS MATERIALIZED (
    SELECT 'grant_rate' AS rule, last.day - 27 AS since, asked.*
    FROM least(to_day, projection.last_settled_day(
        known_by, (SELECT settings.conversion_window_seconds FROM projection.settings),
        (SELECT settings.time_zone FROM projection.settings)
    )) AS last (day)
    -- A subquery, so that the planner computes the days once and reads journeys by their index.
    CROSS JOIN LATERAL (
        SELECT
            prompted.app,
            prompted.os,
            prompted.app_version,
            prompted.placement,
            prompted.day > last.day - 28 AS is_after,
            min(prompted.day) AS first_day,
            count(*) AS base,
            count(*) FILTER (WHERE prompted.is_granted) AS events
        FROM projection.opt_in(last.day - 55, last.day, known_by) AS prompted
        GROUP BY 1, 2, 3, 4, 5
    ) AS asked
    UNION ALL
    SELECT
        'direct_open_rate', last.day - 27, sent.app, sent.value, NULL, NULL, sent.day > last.day - 28, min(sent.day),
        sum(sent.sent)::bigint, sum(sent.direct_opens)::bigint
    FROM least(to_day, projection.last_settled_day(
        known_by, (SELECT settings.open_window_seconds FROM projection.settings),
        (SELECT settings.time_zone FROM projection.settings)
    )) AS last (day)
    CROSS JOIN LATERAL projection.opens(last.day - 55, last.day, known_by, 'os') AS sent
    GROUP BY 2, 3, 4, 7
),

stratum AS (
    SELECT
        counted.rule,
        subject.kind,
        subject.app_id,
        subject.name AS subject,
        counted.since,
        min(counted.first_day) AS first_day,
        coalesce(sum(counted.base) FILTER (WHERE NOT counted.is_after), 0) AS base_before,
        coalesce(sum(counted.events) FILTER (WHERE NOT counted.is_after), 0) AS events_before,
        coalesce(sum(counted.base) FILTER (WHERE counted.is_after), 0) AS base_after,
        coalesce(sum(counted.events) FILTER (WHERE counted.is_after), 0) AS events_after
    FROM counted
    INNER JOIN log.app ON app.app = counted.app
    LEFT JOIN log.os ON os.os = counted.os
    LEFT JOIN log.word AS app_version ON app_version.word = counted.app_version
    LEFT JOIN log.word AS placement ON placement.word = counted.placement
    CROSS JOIN LATERAL (SELECT os.os_name || ' ' || os.major || '.' || os.minor) AS system (version)
    CROSS JOIN LATERAL (
        VALUES
            ('app', app.app_id, NULL),
            ('os_version', app.app_id, system.version),
            ('app_version', app.app_id, 'app version ' || app_version.text),
            ('placement', app.app_id, 'placement ' || placement.text),
            ('os_version', NULL, system.version)
    ) AS subject (kind, app_id, name)
    WHERE (subject.kind = 'app' OR subject.name IS NOT NULL)
        AND (
            subject.app_id IS NOT NULL
            OR counted.rule = 'grant_rate' AND (
                SELECT count(DISTINCT asked.app) FROM counted AS asked WHERE asked.rule = 'grant_rate'
            ) > 1
        )
    GROUP BY counted.rule, subject.kind, subject.app_id, subject.name, counted.since, counted.app, system.version
)

SELECT
    stratum.rule,
    stratum.kind,
    stratum.app_id,
    stratum.subject,
    min(stratum.first_day),
    stratum.since,
    sum(stratum.events_before)::bigint,
    sum(stratum.base_before)::bigint,
    sum(stratum.events_after)::bigint,
    sum(stratum.base_after)::bigint,
    sum(stratum.events_before)::double precision / nullif(sum(stratum.base_before), 0),
    sum(stratum.events_after)::double precision / nullif(sum(stratum.base_after), 0),
    sum(pooled.weight * pooled.difference) / nullif(sum(pooled.weight), 0),
    stats.two_sided_p(
        sum(pooled.weight * pooled.difference)
        / sqrt(nullif(sum(
            pooled.weight * pooled.rate * (1 - pooled.rate) * pooled.base / nullif(pooled.base - 1, 0)
        ), 0))
    )
FROM stratum
CROSS JOIN LATERAL (
    SELECT
        (base_before * base_after)::double precision / nullif(base_before + base_after, 0) AS weight,
        events_after::double precision / nullif(base_after, 0)
            - events_before::double precision / nullif(base_before, 0) AS difference,
        (events_before + events_after)::double precision / nullif(base_before + base_after, 0) AS rate,
        (base_before + base_after)::double precision AS base
) AS pooled
GROUP BY stratum.rule, stratum.kind, stratum.app_id, stratum.subject, stratum.since
$$;
