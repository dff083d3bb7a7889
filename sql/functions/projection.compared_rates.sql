-- Returns opt-in rates and rates of opens within 24 hours of 28 days, and of the 28 before, for analytics.findings: by
-- app and by OS version. Opt-in rates are compared at the same age, as in analytics.opt_in_changes; of sends, those whose
-- 24 hours are over count.
-- to_day: the last of the 28 days. kind: app or os_version; subject: null for a whole app; asked_before: people asked in
-- the 28 days before, or sends.
-- pooled_difference: after − before in each OS version of the app, weighted as in the statistic of Cochran (1954) and
-- Mantel and Haenszel (1959). p: of this statistic, two-sided, without continuity correction.
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
WITH counts AS MATERIALIZED (
    SELECT
        'grant_rate' AS rule,
        prompts.app_id,
        nullif(prompts.name, '') AS system,
        prompts.prompted_before AS asked_before,
        prompts.settled_before AS base_before,
        prompts.granted_before AS events_before,
        prompts.settled AS base_after,
        prompts.granted AS events_after
    FROM projection.change_counts(as_of, to_day - 27, to_day) AS prompts
    WHERE prompts.dimension = 'os_version'
    UNION ALL
    SELECT
        'open_rate_24h',
        app.app_id,
        os.os_name || ' ' || os.major || '.' || os.minor,
        coalesce(sum(send.sent) FILTER (WHERE NOT send.is_after), 0)::bigint,
        coalesce(sum(send.sent) FILTER (WHERE NOT send.is_after), 0)::bigint,
        coalesce(sum(send.opened) FILTER (WHERE NOT send.is_after), 0)::bigint,
        coalesce(sum(send.sent) FILTER (WHERE send.is_after), 0)::bigint,
        coalesce(sum(send.opened) FILTER (WHERE send.is_after), 0)::bigint
    FROM (
        SELECT opens.app, opens.value AS os, opens.day > to_day - 28 AS is_after, opens.sent, opens.opened_24h AS opened
        FROM projection.opens(to_day - 55, to_day, as_of, 'os') AS opens
        UNION ALL
        SELECT
            recent_cell.app, recent_cell.os, recent_cell.day > to_day - 28, -recent_cell.sent,
            -recent_cell.opened_24h
        FROM projection.past(NULL::projection.recent_send_counts, as_of) AS recent_cell
        WHERE recent_cell.day BETWEEN to_day - 55 AND to_day
    ) AS send
    INNER JOIN log.app ON app.app = send.app
    LEFT JOIN log.os ON os.os = send.os
    GROUP BY 2, 3
)

SELECT
    counts.rule,
    subject.kind,
    counts.app_id,
    subject.name,
    to_day - 27,
    sum(counts.asked_before)::bigint,
    sum(counts.events_before)::bigint,
    sum(counts.base_before)::bigint,
    sum(counts.events_after)::bigint,
    sum(counts.base_after)::bigint,
    sum(counts.events_before)::double precision / nullif(sum(counts.base_before), 0)::double precision,
    sum(counts.events_after)::double precision / nullif(sum(counts.base_after), 0)::double precision,
    sum(stratum.weighted) / nullif(sum(stratum.weight), 0),
    stats.two_sided_p(sum(stratum.weighted) / sqrt(nullif(sum(stratum.variance), 0)))
FROM counts
CROSS JOIN LATERAL (
    VALUES ('app', NULL), ('os_version', counts.system)
) AS subject (kind, name)
LEFT JOIN LATERAL stats.stratum(
    counts.events_before, counts.base_before, counts.events_after, counts.base_after
) AS stratum ON true
WHERE subject.kind = 'app' OR subject.name IS NOT NULL
GROUP BY counts.rule, subject.kind, counts.app_id, subject.name
$$;
