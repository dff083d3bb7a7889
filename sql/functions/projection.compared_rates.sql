-- Rates of 28 days and of the 28 days before them, by app, OS version, app version and placement, and where there are
-- several apps by OS version over all of them (app_id is null): what findings are made of. A day
-- whose window is open at the horizon is in neither period.
-- to_day: the day to look back from; known_by: the horizon.
-- kind: app, os_version, app_version or placement; subject: null for the whole app; first_day: the first of the days of both
-- periods with anyone in the group.
-- p: two-sided, from Cochran's, Mantel's and Haenszel's statistic without continuity correction over the apps and OS
-- versions of the group (of a single one it is the pooled z test, but for a factor √((n − 1) / n)); pooled_difference: after − before in each
-- OS version, weighted as they weight it, a fraction.
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
LANGUAGE sql STABLE
AS $$
WITH opt_in AS MATERIALIZED (
    SELECT
        app.app_id,
        os.os_name || ' ' || os.major || '.' || os.minor AS os,
        app_version.text AS app_version,
        placement.text AS placement,
        last.day - 27 AS since,
        asked.is_after,
        min(asked.first_day) AS first_day,
        sum(asked.base)::bigint AS base,
        sum(asked.events)::bigint AS events
    FROM projection.last_settled_day(to_day, known_by) AS last (day)
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
    INNER JOIN log.app ON app.app = asked.app
    INNER JOIN log.os ON os.os = asked.os
    LEFT JOIN log.word AS app_version ON app_version.word = asked.app_version
    LEFT JOIN log.word AS placement ON placement.word = asked.placement
    GROUP BY 1, 2, 3, 4, 5, 6
),

opens AS MATERIALIZED (
    SELECT
        app.app_id,
        os.os_name || ' ' || os.major || '.' || os.minor AS os,
        last.day - 27 AS since,
        sent.day > last.day - 28 AS is_after,
        min(sent.day) AS first_day,
        sum(sent.sent)::bigint AS base,
        sum(sent.direct_opens)::bigint AS events
    FROM projection.last_settled_day_of_sends(to_day, known_by) AS last (day)
    CROSS JOIN LATERAL projection.opens(last.day - 55, last.day, known_by, 'os') AS sent
    INNER JOIN log.app ON app.app = sent.app
    LEFT JOIN log.os ON os.os = sent.os
    GROUP BY 1, 2, 3, 4
),

counted AS (
    SELECT
        'grant_rate' AS rule, subject.kind, subject.app_id, subject.name AS subject,
        opt_in.app_id || ' ' || opt_in.os AS cell, opt_in.since, opt_in.is_after, opt_in.first_day, opt_in.base,
        opt_in.events
    FROM opt_in
    CROSS JOIN LATERAL (VALUES
        ('app', opt_in.app_id, NULL),
        ('os_version', opt_in.app_id, opt_in.os),
        ('app_version', opt_in.app_id, 'app version ' || opt_in.app_version),
        ('placement', opt_in.app_id, 'placement ' || opt_in.placement),
        ('os_version', NULL, opt_in.os)
    ) AS subject (kind, app_id, name)
    WHERE (subject.kind = 'app' OR subject.name IS NOT NULL)
        AND (subject.app_id IS NOT NULL OR (SELECT count(DISTINCT every.app_id) FROM opt_in AS every) > 1)
    UNION ALL
    SELECT
        'direct_open_rate', subject.kind, opens.app_id, subject.name, opens.app_id || ' ' || coalesce(opens.os, ''),
        opens.since, opens.is_after, opens.first_day, opens.base, opens.events
    FROM opens
    CROSS JOIN LATERAL (VALUES ('app', NULL), ('os_version', opens.os)) AS subject (kind, name)
    WHERE subject.kind = 'app' OR subject.name IS NOT NULL
),

stratum AS (
    SELECT
        counted.rule,
        counted.kind,
        counted.app_id,
        counted.subject,
        counted.cell,
        counted.since,
        min(counted.first_day) AS first_day,
        coalesce(sum(counted.base) FILTER (WHERE NOT counted.is_after), 0) AS base_before,
        coalesce(sum(counted.events) FILTER (WHERE NOT counted.is_after), 0) AS events_before,
        coalesce(sum(counted.base) FILTER (WHERE counted.is_after), 0) AS base_after,
        coalesce(sum(counted.events) FILTER (WHERE counted.is_after), 0) AS events_after
    FROM counted
    GROUP BY counted.rule, counted.kind, counted.app_id, counted.subject, counted.cell, counted.since
),

weighed AS (
    SELECT
        stratum.*,
        (base_before * base_after)::double precision / nullif(base_before + base_after, 0) AS weight,
        events_after::double precision / nullif(base_after, 0) - events_before::double precision / nullif(base_before, 0)
            AS difference,
        (events_before + events_after)::double precision / nullif(base_before + base_after, 0) AS rate,
        (base_before + base_after)::double precision AS base
    FROM stratum
),

pooled AS (
    SELECT
        weighed.rule,
        weighed.kind,
        weighed.app_id,
        weighed.subject,
        weighed.since,
        min(weighed.first_day) AS first_day,
        sum(weighed.events_before)::bigint AS events_before,
        sum(weighed.base_before)::bigint AS base_before,
        sum(weighed.events_after)::bigint AS events_after,
        sum(weighed.base_after)::bigint AS base_after,
        sum(weighed.weight * weighed.difference) AS observed,
        sum(weighed.weight) AS weight,
        sum(weighed.weight * weighed.rate * (1 - weighed.rate) * weighed.base / nullif(weighed.base - 1, 0)) AS variance
    FROM weighed
    GROUP BY weighed.rule, weighed.kind, weighed.app_id, weighed.subject, weighed.since
)

SELECT
    pooled.rule,
    pooled.kind,
    pooled.app_id,
    pooled.subject,
    pooled.first_day,
    pooled.since,
    pooled.events_before,
    pooled.base_before,
    pooled.events_after,
    pooled.base_after,
    pooled.events_before::double precision / nullif(pooled.base_before, 0),
    pooled.events_after::double precision / nullif(pooled.base_after, 0),
    pooled.observed / nullif(pooled.weight, 0),
    CASE WHEN pooled.variance > 0 THEN analytics.two_sided_p(pooled.observed / sqrt(pooled.variance)) END
FROM pooled
$$;
COMMENT ON FUNCTION projection.compared_rates(date, timestamptz) IS
    'Grant rates and direct open rates of 28 days and of the 28 before, by app, OS version, app version and placement.';
