-- Returns findings: what changed, what is new and what is wrong, which the overview of a report says in words. Groups
-- smaller than minimum_cell are in none. "Later" and "earlier" are the 28 days that end with to_day and the 28 before
-- them (projection.compared_rates).
--
-- An alert is told once: it is an alert if it was found (told) after the day told_after, and a notice otherwise, for as
-- long as it lasts. told_after: the to_day of the report before this one; null: the day before to_day. told and since
-- are the same in each report. docs/decisions/0015-read-every-night.md.
--
-- grant_rate: a lasting shift of the opt-in rate within 24 hours of an app, OS version, app version or placement, against
-- the 112 days before it (projection.grant_rate_shifts). Alert if it fell, otherwise notice.
-- mix: the opt-in rate of an app with at least 300 people moved by 2 points or more, the interval of the difference
--   excludes 0, and changed shares of OS versions explain more of it than changed rates within them (stats.kitagawa).
--   A notice, neither good nor bad.
-- open_rate_24h: the rate of an app or OS version with at least 300 sends in each period. The difference pooled over OS
--   versions is at least 2 points, or a fifth of the earlier rate if that is less, because a rate of 3% can halve without
--   moving 2 points; the adjusted p is below 0.001, because the same people get many sends, and the interval of the
--   plain difference excludes 0 on the same side. A notice.
-- new_os_version: at least 30 people answered on this OS version in the later period, none was asked in the earlier one.
--   Info. since: the first day on which someone was asked.
-- push_service: many apps lost people on one day (projection.service_findings). A notice of no app.
-- silent, rejects, latency: see projection.intake_findings.
CREATE OR REPLACE FUNCTION analytics.findings(
    to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0, told_after date DEFAULT NULL
)
RETURNS TABLE (
    {finding: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH comparison AS MATERIALIZED (
    SELECT comparison.*
    FROM (SELECT metric.cutoff(as_of) OFFSET 0) AS horizon (moment)
    CROSS JOIN LATERAL projection.compared_rates(metric.last_day(to_day, horizon.moment), horizon.moment) AS comparison
),

large_comparison AS MATERIALIZED (
    SELECT comparison.*, (stats.adjusted_p(comparison.p) OVER rules)[row_number() OVER rules] AS p_adjusted
    FROM comparison
    WHERE least(comparison.base_before, comparison.base_after) >= greatest(300, minimum_cell)
    WINDOW rules AS (PARTITION BY comparison.rule)
),

new_version AS MATERIALIZED (
    SELECT comparison.app_id, comparison.subject, comparison.since, comparison.after
    FROM comparison
    WHERE comparison.rule = 'grant_rate'
        AND comparison.kind = 'os_version'
        AND comparison.app_id IS NOT NULL
        AND comparison.asked_before = 0
        AND comparison.base_after >= greatest(30, minimum_cell)
),

-- Counts days only if there is a new version.
first_prompt AS MATERIALIZED (
    SELECT app.app_id, os.os_name || ' ' || os.major || '.' || os.minor AS subject, min(prompts.day) AS day
    FROM (SELECT min(new_version.since) FROM new_version HAVING count(*) > 0) AS span (since)
    CROSS JOIN LATERAL projection.past(
        NULL::projection.asked, (SELECT metric.cutoff(as_of)), span.since, to_day, 'day'
    ) AS prompts
    INNER JOIN log.app ON app.app = prompts.app
    INNER JOIN log.os ON os.os = prompts.os
    GROUP BY 1, 2
),

finding AS (
    SELECT
        shift.app_id,
        CASE WHEN rate.after < rate.before THEN 'alert' ELSE 'notice' END AS severity,
        'grant_rate' AS rule,
        metric.subject(shift.dimension, shift.name),
        shift.told,
        shift.since,
        rate.before,
        rate.after,
        interval_95.low,
        interval_95.high,
        NULL::double precision AS p_adjusted
    FROM (
        SELECT cutoff.moment, metric.last_day(to_day, cutoff.moment) AS last_day
        FROM (SELECT metric.cutoff(as_of) OFFSET 0) AS cutoff (moment)
        OFFSET 0
    ) AS horizon
    CROSS JOIN LATERAL projection.past(
        NULL::projection.shift, horizon.moment, to_day => horizon.last_day
    ) AS shift
    CROSS JOIN LATERAL (
        SELECT
            shift.events_before / nullif(shift.base_before, 0)::double precision AS before,
            shift.events_after / nullif(shift.base_after, 0)::double precision AS after
    ) AS rate
    CROSS JOIN LATERAL stats.newcombe_difference(
        shift.events_after, shift.base_after, shift.events_before, shift.base_before
    ) AS interval_95
    WHERE least(shift.base_before, shift.base_after) >= minimum_cell
    UNION ALL
    SELECT
        open_rate.app_id,
        'notice',
        open_rate.rule,
        open_rate.subject,
        NULL,
        open_rate.since,
        open_rate.before,
        open_rate.after,
        interval_95.low,
        interval_95.high,
        open_rate.p_adjusted
    FROM large_comparison AS open_rate
    CROSS JOIN LATERAL stats.newcombe_difference(
        open_rate.events_after, open_rate.base_after, open_rate.events_before, open_rate.base_before
    ) AS interval_95
    WHERE open_rate.rule = 'open_rate_24h'
        AND abs(open_rate.pooled_difference) >= least(0.02, open_rate.before / 5)
        AND CASE WHEN open_rate.pooled_difference > 0 THEN interval_95.low > 0 ELSE interval_95.high < 0 END
        AND open_rate.p_adjusted < 0.001
    UNION ALL
    SELECT total.app_id, 'notice', 'mix', NULL, NULL, total.since, total.before, total.after, NULL, NULL, NULL
    FROM large_comparison AS total
    CROSS JOIN LATERAL stats.newcombe_difference(
        total.events_after, total.base_after, total.events_before, total.base_before
    ) AS interval_95
    CROSS JOIN LATERAL (
        SELECT
            stats.kitagawa(
                array_agg(cell.events_before), array_agg(cell.base_before),
                array_agg(cell.events_after), array_agg(cell.base_after)
            ) AS parts
        FROM comparison AS cell
        WHERE cell.rule = 'grant_rate' AND cell.kind = 'os_version' AND cell.app_id = total.app_id
    ) AS split
    WHERE total.rule = 'grant_rate'
        AND total.kind = 'app'
        AND abs(total.after - total.before) >= 0.02
        AND (interval_95.low > 0 OR interval_95.high < 0)
        AND abs((split.parts).mix) > abs((split.parts).rates)
    UNION ALL
    SELECT
        new_version.app_id,
        'info',
        'new_os_version',
        new_version.subject,
        NULL,
        first_prompt.day,
        NULL,
        new_version.after,
        NULL,
        NULL,
        NULL
    FROM new_version
    LEFT JOIN first_prompt
        ON first_prompt.app_id = new_version.app_id AND first_prompt.subject = new_version.subject
    UNION ALL
    SELECT
        NULL, 'notice', 'push_service', NULL, service_finding.told, service_finding.told, service_finding.before,
        service_finding.after, NULL, NULL, NULL
    FROM (SELECT metric.cutoff(as_of) OFFSET 0) AS horizon (moment)
    CROSS JOIN LATERAL projection.service_findings(to_day, horizon.moment, minimum_cell) AS service_finding
    UNION ALL
    SELECT
        intake_finding.app_id, intake_finding.severity, intake_finding.rule,
        metric.subject(intake_finding.dimension, intake_finding.name), intake_finding.told, intake_finding.since,
        intake_finding.before, intake_finding.after, NULL, NULL, NULL
    FROM (SELECT metric.cutoff(as_of) OFFSET 0) AS horizon (moment)
    CROSS JOIN LATERAL projection.intake_findings(to_day, horizon.moment, minimum_cell) AS intake_finding
)

SELECT
    finding.app_id,
    verdict.severity,
    finding.rule,
    finding.subject,
    finding.told,
    finding.since,
    stats.published(finding.before),
    stats.published(finding.after),
    stats.published(finding.after - finding.before),
    stats.published(finding.low),
    stats.published(finding.high),
    stats.published(finding.p_adjusted)
FROM finding
CROSS JOIN LATERAL (
    SELECT CASE WHEN finding.told <= coalesce(told_after, to_day - 1) THEN 'notice' ELSE finding.severity END
) AS verdict (severity)
ORDER BY
    array_position(ARRAY['alert', 'notice', 'info'], verdict.severity), finding.app_id COLLATE "C" NULLS FIRST,
    array_position(
        ARRAY[
            'silent', 'rejects', 'push_service', 'grant_rate', 'mix', 'open_rate_24h', 'latency', 'new_os_version'
        ],
        finding.rule
    ),
    finding.subject COLLATE "C" NULLS FIRST, finding.since
$$;
