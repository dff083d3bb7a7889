-- Returns opt-in rates and rates of opens within 24 hours of 28 days, and of the 28 before, for analytics.findings: by
-- app and OS version; opt-in rates also by app version and placement and, if there are several apps, by OS version over
-- all of them (app_id is null). Opt-in rates are compared at the same age, as in analytics.opt_in_changes; of sends,
-- those whose 24 hours are over count.
-- to_day: the last of the 28 days. kind: app, os_version, app_version or placement; subject: null for a whole app;
-- asked_before: people asked in the 28 days before, or sends.
-- pooled_difference: after − before in each app and OS version of the group, weighted as in the statistic of Cochran
-- (1954) and Mantel and Haenszel (1959). p: of this statistic, two-sided, without continuity correction.
-- The planner expects few people if it does not know the range, and would sort them all to group them: sorting is off.
CREATE OR REPLACE FUNCTION projection.compared_rates(to_day date, as_of timestamptz)
RETURNS TABLE (
    rule text,
    kind text,
    app_id text,
    subject text,
    since date,
    asked_before bigint,
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
    SELECT
        'grant_rate' AS rule,
        answer.app_id,
        answer.name::jsonb ->> 0 AS system,
        answer.name::jsonb ->> 1 AS app_version,
        answer.name::jsonb ->> 2 AS placement,
        answer.prompted_before AS asked_before,
        answer.settled_before AS base_before,
        answer.granted_before AS events_before,
        answer.settled AS base_after,
        answer.granted AS events_after
    FROM projection.past(NULL::projection.change_counts, as_of, to_day - 27, to_day) AS answer
    WHERE answer.dimension = 'answer'
    UNION ALL
    SELECT
        'open_rate_24h',
        app.app_id,
        os.os_name || ' ' || os.major || '.' || os.minor,
        NULL,
        NULL,
        coalesce(sum(send.sent) FILTER (WHERE NOT send.is_after), 0)::bigint,
        coalesce(sum(send.sent) FILTER (WHERE NOT send.is_after), 0)::bigint,
        coalesce(sum(send.opened) FILTER (WHERE NOT send.is_after), 0)::bigint,
        coalesce(sum(send.sent) FILTER (WHERE send.is_after), 0)::bigint,
        coalesce(sum(send.opened) FILTER (WHERE send.is_after), 0)::bigint
    FROM (
        SELECT opens.app, opens.value AS os, opens.day > to_day - 28 AS is_after, opens.sent, opens.opened_24h AS opened
        FROM projection.opens(to_day - 55, to_day, as_of, 'os') AS opens
        UNION ALL
        SELECT recent.app, recent.os, recent.day > to_day - 28, -recent.sent, -recent.opened_24h
        FROM projection.past(NULL::projection.recent_sends, as_of) AS recent
        WHERE recent.day BETWEEN to_day - 55 AND to_day
    ) AS send
    INNER JOIN log.app ON app.app = send.app
    LEFT JOIN log.os ON os.os = send.os
    GROUP BY 2, 3
),

stratum AS (
    SELECT
        counted.rule,
        subject.kind,
        subject.app_id,
        subject.name AS subject,
        sum(counted.asked_before) AS asked_before,
        sum(counted.base_before) AS base_before,
        sum(counted.events_before) AS events_before,
        sum(counted.base_after) AS base_after,
        sum(counted.events_after) AS events_after
    FROM counted
    CROSS JOIN LATERAL (
        VALUES
            ('app', counted.app_id, NULL),
            ('os_version', counted.app_id, counted.system),
            ('app_version', counted.app_id, 'app version ' || counted.app_version),
            ('placement', counted.app_id, 'placement ' || counted.placement),
            ('os_version', NULL, counted.system)
    ) AS subject (kind, app_id, name)
    WHERE (subject.kind = 'app' OR subject.name IS NOT NULL)
        AND (
            subject.app_id IS NOT NULL
            OR counted.rule = 'grant_rate' AND (
                SELECT count(DISTINCT asked.app_id) FROM counted AS asked WHERE asked.rule = 'grant_rate'
            ) > 1
        )
    GROUP BY counted.rule, subject.kind, subject.app_id, subject.name, counted.app_id, counted.system
)

SELECT
    stratum.rule,
    stratum.kind,
    stratum.app_id,
    stratum.subject,
    to_day - 27,
    sum(stratum.asked_before)::bigint,
    sum(stratum.events_before)::bigint,
    sum(stratum.base_before)::bigint,
    sum(stratum.events_after)::bigint,
    sum(stratum.base_after)::bigint,
    sum(stratum.events_before)::double precision / nullif(sum(stratum.base_before), 0)::double precision,
    sum(stratum.events_after)::double precision / nullif(sum(stratum.base_after), 0)::double precision,
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
        (base_before * base_after)::double precision / nullif(base_before + base_after, 0)::double precision AS weight,
        events_after::double precision / nullif(base_after, 0)::double precision
            - events_before::double precision / nullif(base_before, 0)::double precision AS difference,
        (events_before + events_after)::double precision / nullif(base_before + base_after, 0)::double precision AS rate,
        (base_before + base_after)::double precision AS base
) AS pooled
GROUP BY stratum.rule, stratum.kind, stratum.app_id, stratum.subject
$$;
