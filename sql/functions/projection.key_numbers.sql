-- The numbers of the overview for each app, each with what it was in the range of equal length right before. Metrics: all.
-- measure: grant_rate, keep_rate, direct_open_rate, influenced_open_rate, reach_rate_28d (at the end of the last day),
-- and prompted, a count alone.
-- Of the range before, grant_rate and prompted are as opt_in_changes has them; see opt_in_change.
-- part of base: counts; difference: this rate less the one before, a fraction, with Newcombe's interval and p; mix and
-- rates: of the grant rate, the parts of the difference. A share of no one is null. is_covered: whether the app was known by
-- the first day of the range before; where it was not, that range is no measure for this one and all of it is null.
-- from_day, to_day: inclusive; known_by: the horizon; minimum_cell: numbers of fewer people are null.
CREATE OR REPLACE FUNCTION projection.key_numbers(
    from_day date, to_day date, known_by timestamptz, minimum_cell integer
)
RETURNS TABLE (
    app_id text,
    measure text,
    part bigint,
    base bigint,
    part_before bigint,
    base_before bigint,
    rate numeric,
    rate_low numeric,
    rate_high numeric,
    before numeric,
    before_low numeric,
    before_high numeric,
    difference numeric,
    difference_low numeric,
    difference_high numeric,
    p numeric,
    mix numeric,
    rates numeric,
    is_covered boolean
)
LANGUAGE sql STABLE
AS $$
WITH period AS (
    SELECT false AS is_before, from_day AS first_day, to_day AS last_day
    UNION ALL
    SELECT true, from_day - (to_day - from_day + 1), from_day - 1
),

change AS MATERIALIZED (
    SELECT opt_in_change.*
    FROM projection.opt_in_change(from_day, to_day, known_by, minimum_cell) AS opt_in_change
),

activity AS MATERIALIZED (
    SELECT app.app_id, known.day, known.active_28d, known.reachable_28d
    FROM projection.activity(
        (SELECT least(min(period.first_day), analytics.day(known_by)) FROM period), to_day, known_by
    ) AS known
    INNER JOIN log.app ON app.app = known.app
),

-- The activity of a day has a row for every app that was known by then.
covered AS (
    SELECT activity.app_id
    FROM period
    INNER JOIN activity ON activity.day = period.first_day
    WHERE period.is_before
),

opened AS MATERIALIZED (
    SELECT
        opens.app,
        opens.day < from_day AS is_before,
        sum(opens.sent)::bigint AS sent,
        sum(opens.direct_opens)::bigint AS direct_opens,
        sum(opens.influenced_opens)::bigint AS influenced_opens
    FROM projection.opens((SELECT min(period.first_day) FROM period), to_day, known_by) AS opens
    GROUP BY opens.app, opens.day < from_day
    HAVING sum(opens.sent) > 0
),

-- Nobody asks for it without a minimum, and it is not looked for then.
sent_to AS (
    SELECT send.app, send.day < from_day AS is_before, count(DISTINCT send.installation_id) AS people
    FROM projection.sends((SELECT min(period.first_day) FROM period), to_day, known_by) AS send
    WHERE minimum_cell > 0
    GROUP BY send.app, send.day < from_day
),

counted AS (
    SELECT 'keep_rate' AS measure, trial.app_id, period.is_before, trial.kept AS part, trial.ended AS base
    FROM period
    CROSS JOIN LATERAL projection.provisional_levels(period.first_day, period.last_day, known_by, minimum_cell) AS trial
    WHERE trial.level = 'app'
    UNION ALL
    SELECT rate.measure, app.app_id, opened.is_before, shown.part, shown.base
    FROM opened
    INNER JOIN log.app ON app.app = opened.app
    LEFT JOIN sent_to ON sent_to.app = opened.app AND sent_to.is_before = opened.is_before
    CROSS JOIN LATERAL (
        VALUES ('direct_open_rate', opened.direct_opens), ('influenced_open_rate', opened.influenced_opens)
    ) AS rate (measure, part)
    LEFT JOIN LATERAL (
        SELECT rate.part, opened.sent AS base WHERE projection.is_small(sent_to.people, minimum_cell) IS NOT TRUE
    ) AS shown ON true
    UNION ALL
    SELECT 'reach_rate_28d', activity.app_id, period.is_before,
        CASE WHEN NOT projection.is_small(activity.active_28d, minimum_cell) THEN activity.reachable_28d END,
        CASE WHEN NOT projection.is_small(activity.active_28d, minimum_cell) THEN activity.active_28d END
    FROM period
    INNER JOIN activity ON activity.day = least(period.last_day, (SELECT analytics.day(known_by)))
),

summed AS (
    SELECT
        counted.app_id,
        counted.measure,
        sum(counted.part) FILTER (WHERE NOT counted.is_before)::bigint AS part,
        sum(counted.base) FILTER (WHERE NOT counted.is_before)::bigint AS base,
        sum(counted.part) FILTER (WHERE counted.is_before)::bigint AS part_before,
        sum(counted.base) FILTER (WHERE counted.is_before)::bigint AS base_before,
        NULL::numeric AS mix,
        NULL::numeric AS rates
    FROM counted
    GROUP BY counted.app_id, counted.measure
    UNION ALL
    SELECT
        change.app_id, 'grant_rate', change.granted, change.settled, change.granted_before, change.settled_before,
        change.mix, change.rates
    FROM change
    UNION ALL
    SELECT change.app_id, 'prompted', change.prompted, NULL, change.prompted_before, NULL, NULL, NULL
    FROM change
)

SELECT
    summed.app_id,
    summed.measure,
    summed.part,
    summed.base,
    told.part_before,
    told.base_before,
    now.*,
    before.*,
    change.difference,
    change.low,
    change.high,
    analytics.published(change.p),
    told.mix,
    told.rates,
    covered.app_id IS NOT NULL
FROM summed
LEFT JOIN covered ON covered.app_id = summed.app_id
LEFT JOIN LATERAL (
    SELECT summed.part_before, summed.base_before, summed.mix, summed.rates
    WHERE covered.app_id IS NOT NULL
) AS told ON true
CROSS JOIN LATERAL projection.published_rate(summed.part, summed.base) AS now
CROSS JOIN LATERAL projection.published_rate(told.part_before, told.base_before) AS before
CROSS JOIN LATERAL projection.published_difference(
    summed.part, summed.base, told.part_before, told.base_before
) AS change
ORDER BY summed.app_id COLLATE "C", summed.measure COLLATE "C"
$$;
COMMENT ON FUNCTION projection.key_numbers(date, date, timestamptz, integer) IS
    'The rates of the overview by app, with the range before and the difference; of prompts both at the same age.';
