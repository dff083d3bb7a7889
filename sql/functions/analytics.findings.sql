-- What changed, what is new and what is wrong, by rule: what the overview of a report says in words. A group smaller than
-- minimum_cell is in no finding.
--
-- grant_rate: of an app, an OS version, an app version or a placement, of 28 days against the 28 before them, if both have
--   300 people: pooled over OS versions (projection.compared_rates), so that other people being asked is no change, by 2
--   points or more with an adjusted p below 0.05; and the interval of the difference of the rates as they are told leaves
--   out 0 on the same side. A fall is an alert, a rise a notice.
-- mix: an app's own rate moved by 2 points or more, and the part of it that comes with other shares of the OS versions is
--   larger than that with other rates within them (stats.kitagawa). A notice, and never good or bad.
-- direct_open_rate: as grant_rate, but p is below 0.001, since the same people are sent to again and again, and a fifth of
--   the group's own rate before is enough where that is less than 2 points: of 3 % even half is less. A notice.
-- new_os_version: the first 30 answers came within the 28 days. For information.
-- silent, rejects, latency: see projection.odd_signs.
CREATE OR REPLACE FUNCTION analytics.findings(
    to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    app_id text,
    severity text,
    rule text,
    subject text,
    since date,
    before numeric,
    after numeric,
    difference numeric,
    difference_low numeric,
    difference_high numeric,
    p_adjusted numeric
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH compared AS MATERIALIZED (
    SELECT found.*
    FROM (SELECT coalesce(as_of, analytics.horizon()) OFFSET 0) AS horizon (moment)
    CROSS JOIN LATERAL projection.compared_rates(to_day, horizon.moment) AS found
),

eligible AS MATERIALIZED (
    SELECT compared.*, (stats.adjusted_p(compared.p) OVER rules)[row_number() OVER rules] AS p_adjusted
    FROM compared
    WHERE least(compared.base_before, compared.base_after) >= greatest(300, minimum_cell)
    WINDOW rules AS (PARTITION BY compared.rule)
),

found AS (
    SELECT
        moved.app_id,
        CASE
            WHEN moved.rule = 'direct_open_rate' OR moved.pooled_difference > 0 THEN 'notice'
            ELSE 'alert'
        END AS severity,
        moved.rule,
        moved.subject,
        moved.since,
        moved.before,
        moved.after,
        interval_95.low,
        interval_95.high,
        moved.p_adjusted
    FROM eligible AS moved
    CROSS JOIN LATERAL stats.newcombe_difference(
        moved.events_after, moved.base_after, moved.events_before, moved.base_before
    ) AS interval_95
    WHERE abs(moved.pooled_difference)
            >= CASE moved.rule WHEN 'grant_rate' THEN 0.02 ELSE least(0.02, moved.before / 5) END
        AND CASE WHEN moved.pooled_difference > 0 THEN interval_95.low > 0 ELSE interval_95.high < 0 END
        AND moved.p_adjusted < CASE moved.rule WHEN 'grant_rate' THEN 0.05 ELSE 0.001 END
    UNION ALL
    SELECT total.app_id, 'notice', 'mix', NULL, total.since, total.before, total.after, NULL, NULL, NULL
    FROM eligible AS total
    CROSS JOIN LATERAL (
        SELECT
            stats.kitagawa(
                array_agg(cell.events_before), array_agg(cell.base_before),
                array_agg(cell.events_after), array_agg(cell.base_after)
            ) AS parts
        FROM compared AS cell
        WHERE cell.rule = 'grant_rate' AND cell.kind = 'os_version' AND cell.app_id = total.app_id
    ) AS split
    WHERE total.rule = 'grant_rate'
        AND total.kind = 'app'
        AND abs(total.after - total.before) >= 0.02
        AND abs((split.parts).mix) > abs((split.parts).rates)
    UNION ALL
    SELECT new.app_id, 'info', 'new_os_version', new.subject, new.first_day, NULL, new.after, NULL, NULL, NULL
    FROM compared AS new
    WHERE new.rule = 'grant_rate'
        AND new.kind = 'os_version'
        AND new.app_id IS NOT NULL
        AND new.base_before < 30
        AND new.base_after >= greatest(30, minimum_cell)
        AND new.first_day >= new.since
    UNION ALL
    SELECT odd.*, NULL, NULL, NULL
    FROM (SELECT coalesce(as_of, analytics.horizon()) OFFSET 0) AS horizon (moment)
    CROSS JOIN LATERAL projection.odd_signs(to_day, horizon.moment, minimum_cell) AS odd
)

SELECT
    found.app_id,
    found.severity,
    found.rule,
    found.subject,
    found.since,
    stats.published(found.before),
    stats.published(found.after),
    stats.published(found.after - found.before),
    stats.published(found.low),
    stats.published(found.high),
    stats.published(found.p_adjusted)
FROM found
ORDER BY
    array_position(ARRAY['alert', 'notice', 'info'], found.severity), found.app_id COLLATE "C" NULLS FIRST,
    array_position(
        ARRAY['silent', 'rejects', 'grant_rate', 'mix', 'direct_open_rate', 'latency', 'new_os_version'], found.rule
    ),
    found.subject COLLATE "C" NULLS FIRST
$$;
COMMENT ON FUNCTION analytics.findings(date, timestamptz, integer) IS
    'What changed, what is new and what is wrong up to a day, by rule; app_id is null where it is about all apps, subject '
    'where it is about all of an app. Rates are fractions, differences after − before.';
