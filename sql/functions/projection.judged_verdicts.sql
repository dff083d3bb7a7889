-- Returns the verdicts of a range of days against the equally long one right before it, without their causes. Metrics:
-- Verdicts, Privacy. A range before an app's first day has no numbers.
-- minimum_cell: kind is null in withheld rows. p_adjusted: over all parts of the app, because a reader looks at all of
-- them and the clearest is told first. gravity: of the part of the difference that comes from
-- answers, not from mix; all systems of an app get the same campaigns, so their opens have the mix of the app.
-- A lasting fall of the opt-in rate that a night told (projection.past_shifts) decides the kind of its part,
-- whatever p, if it began after the middle of the earlier range and the ranges differ in its direction; of a rise p does,
-- because the rule of nights is made for falls. A shift that its part does not show is a separate row, opt_in_24h, of the
-- days since the change against up to 112 before it. One of an OS version over all apps is left out if one of them has
-- it. What projection.intake_findings and projection.service_findings found are rows of the metric that is the rule.
-- Campaigns' turn-offs and the days since marks are judged by functions of their own.
CREATE OR REPLACE FUNCTION projection.judged_verdicts(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer
)
RETURNS SETOF projection.verdict
LANGUAGE sql STABLE
AS $$
WITH app_start AS MATERIALIZED (
    SELECT app.app_id, min(step.day) AS first_day
    FROM projection.activity_steps(as_of) AS step
    INNER JOIN log.app ON app.app = step.app
    GROUP BY app.app_id
),

part_count AS MATERIALIZED (
    SELECT
        part_count.metric,
        part_count.crowd,
        part_count.app_id,
        part_count.dimension,
        part_count.name,
        part_count.people,
        part_count.metric = 'asked' AS is_count,
        part_count.part,
        part_count.base,
        CASE WHEN coverage.is_complete THEN part_count.part_before END AS part_before,
        CASE WHEN coverage.is_complete THEN part_count.base_before END AS base_before
    FROM projection.verdict_counts(from_day, to_day, as_of, minimum_cell) AS part_count
    LEFT JOIN app_start ON app_start.app_id = part_count.app_id
    CROSS JOIN LATERAL (SELECT app_start.first_day <= from_day - (to_day - from_day + 1)) AS coverage (is_complete)
),

withheld_part AS MATERIALIZED (
    SELECT
        part_count.crowd,
        part_count.app_id,
        part_count.dimension,
        part_count.name,
        (metric.withheld((
            max(part_count.people),
            metric.dimension_groups(
                ROW(part_count.crowd, part_count.app_id)::text, part_count.dimension, part_count.name
            ),
            minimum_cell
        )) OVER places)[row_number() OVER places] AS is_withheld
    FROM part_count
    WHERE minimum_cell > 0
    GROUP BY part_count.crowd, part_count.app_id, part_count.dimension, part_count.name
    WINDOW places AS (
        ORDER BY
            part_count.crowd, part_count.app_id COLLATE "C", metric.dimension_place(part_count.dimension),
            part_count.name COLLATE "C"
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    )
),

comparison AS (
    SELECT
        part_count.*,
        change.*,
        (stats.adjusted_p(change.p) OVER parts)[row_number() OVER parts] AS p_adjusted
    FROM part_count
    CROSS JOIN LATERAL metric.compared(
        part_count.part, part_count.base, part_count.part_before, part_count.base_before, part_count.is_count
    ) AS change
    WINDOW parts AS (PARTITION BY part_count.app_id, part_count.metric, part_count.dimension = 'all')
),

shift AS MATERIALIZED (
    SELECT
        shift.*,
        change.*,
        CASE WHEN change.difference < 0 THEN 'fell' ELSE 'rose' END AS kind,
        greatest(
            shift.since - 112,
            (SELECT min(app_start.first_day) FROM app_start WHERE coalesce(app_start.app_id = shift.app_id, true))
        ) AS first_day
    FROM projection.past(NULL::projection.shift, as_of, to_day => to_day) AS shift
    CROSS JOIN LATERAL metric.compared(
        shift.events_after, shift.base_after, shift.events_before, shift.base_before, false
    ) AS change
    WHERE least(shift.base_before, shift.base_after) >= minimum_cell
),

judgement AS MATERIALIZED (
    SELECT
        comparison.*, verdict.kind, told_shift.told, told_shift.first_day, told_shift.since,
        told_shift.clearness AS told_clearness
    FROM comparison
    LEFT JOIN withheld_part USING (crowd, app_id, dimension, name)
    LEFT JOIN shift
        ON comparison.metric IN ('opt_in', 'opt_in_24h')
        AND shift.app_id = comparison.app_id
        AND shift.dimension = comparison.dimension
        AND shift.name = comparison.name
        AND sign(shift.difference) = sign(comparison.difference)
        AND shift.since > from_day - (to_day - from_day + 1) / 2
    CROSS JOIN LATERAL (
        SELECT
            CASE WHEN withheld_part.is_withheld IS NOT TRUE THEN metric.verdict_kind(
                comparison.dimension = 'all' OR comparison.metric = 'opens', comparison.is_count, comparison.part,
                comparison.base, comparison.part_before, comparison.base_before, comparison.difference,
                shift.kind = 'fell' OR metric.is_sure(comparison.p_adjusted),
                metric.news(comparison.part / nullif(comparison.base, 0)::double precision, comparison.is_count)
            ) END
    ) AS verdict (kind)
    LEFT JOIN LATERAL (
        SELECT shift.told, shift.first_day, shift.since, shift.clearness WHERE shift.kind = verdict.kind
    ) AS told_shift ON true
),

-- By campaign for opens, by OS version for the others, of which platforms and majors have several too.
decomposition AS (
    SELECT
        part_count.app_id,
        part_count.metric,
        whole.dimension,
        whole.name,
        (
            stats.kitagawa(
                array_agg(part_count.part_before), array_agg(part_count.base_before),
                array_agg(part_count.part), array_agg(part_count.base)
            )
        ).mix
    FROM part_count
    CROSS JOIN LATERAL (
        VALUES
            ('all', ''),
            ('platform', regexp_replace(part_count.name, ' [^ ]*$', '')),
            ('os', split_part(part_count.name, '.', 1))
    ) AS whole (dimension, name)
    WHERE NOT part_count.is_count
        AND part_count.dimension = CASE part_count.metric WHEN 'opens' THEN 'campaign' ELSE 'os_version' END
        AND (whole.dimension = 'all' OR part_count.dimension = 'os_version')
    GROUP BY part_count.app_id, part_count.metric, whole.dimension, whole.name
),

verdict AS (
    SELECT
        judgement.app_id, judgement.metric, judgement.crowd, judgement.dimension, judgement.name, judgement.kind,
        judgement.is_count, judgement.part, judgement.base, judgement.part_before, judgement.base_before,
        judgement.difference, judgement.low, judgement.high, judgement.p, judgement.p_adjusted, judgement.detectable,
        CASE WHEN judgement.dimension = 'all' AND judgement.difference IS NOT NULL THEN decomposition.mix END AS mix,
        from_day - (to_day - from_day + 1) AS from_day_before, from_day AS from_day, judgement.told,
        judgement.first_day, judgement.since, answers.gravity,
        CASE
            WHEN judgement.dimension = 'all' OR judgement.crowd <> 'opens'
                THEN coalesce(
                    judgement.told_clearness,
                    -- What changed mostly by who its people are is no cause of others.
                    CASE
                        WHEN abs(own_decomposition.mix) > abs(judgement.difference - own_decomposition.mix) THEN 0
                        ELSE judgement.clearness
                    END
                )
            ELSE answers.gravity
        END AS clearness
    FROM judgement
    LEFT JOIN decomposition
        ON (judgement.dimension = 'all' OR judgement.crowd = 'opens' AND judgement.dimension <> 'campaign')
        AND decomposition.app_id = judgement.app_id
        AND decomposition.metric = judgement.metric
        AND decomposition.dimension = 'all'
    LEFT JOIN decomposition AS own_decomposition
        ON judgement.dimension <> 'all'
        AND own_decomposition.app_id = judgement.app_id
        AND own_decomposition.metric = judgement.metric
        AND own_decomposition.dimension = judgement.dimension
        AND own_decomposition.name = judgement.name
    CROSS JOIN LATERAL (
        SELECT
            abs(judgement.difference - coalesce(decomposition.mix, 0)) / nullif(
                greatest(judgement.detectable, CASE WHEN judgement.is_count THEN metric.news(NULL, true) END), 0
            )
    ) AS answers (gravity)
    UNION ALL
    SELECT
        shift.app_id, 'opt_in_24h', 'prompts', shift.dimension, shift.name, shift.kind, false,
        shift.events_after, shift.base_after, shift.events_before, shift.base_before,
        shift.difference, shift.low, shift.high, shift.p, NULL, shift.detectable, NULL,
        shift.first_day, shift.since, shift.told, shift.first_day, shift.since, shift.clearness, shift.clearness
    FROM shift
    WHERE NOT EXISTS (
        SELECT
        FROM judgement
        WHERE (judgement.app_id, judgement.dimension, judgement.name, judgement.kind, judgement.told)
            = (shift.app_id, shift.dimension, shift.name, shift.kind, shift.told)
    )
        AND NOT EXISTS (
            SELECT
            FROM shift AS own_shift
            WHERE shift.app_id IS NULL
                AND (own_shift.dimension, own_shift.name, own_shift.kind) = (shift.dimension, shift.name, shift.kind)
                AND own_shift.app_id IS NOT NULL
        )
    UNION ALL
    SELECT
        finding.app_id, finding.rule, finding.rule, finding.dimension, finding.name,
        CASE finding.rule WHEN 'silent' THEN 'fell' ELSE 'rose' END, finding.rule = 'silent',
        finding.part, finding.base, finding.part_before, finding.base_before,
        change.difference, change.low, change.high, change.p, NULL, change.detectable, NULL, NULL, finding.since,
        finding.told, NULL, NULL, NULL, NULL
    FROM (
        SELECT
            intake.app_id, intake.rule, intake.dimension, intake.name, intake.told, intake.since, intake.part,
            intake.base, intake.part_before, intake.base_before
        FROM projection.intake_findings(to_day, as_of, minimum_cell) AS intake
        UNION ALL
        SELECT
            NULL, 'push_service', 'all', '', service.told, service.told, service.part, service.base,
            service.part_before, service.base_before
        -- A notice stands for four weeks, and in longer ranges for as long, because it explains their falls of reach.
        FROM projection.service_findings(least(from_day, to_day - 27), to_day, as_of, minimum_cell) AS service
    ) AS finding
    LEFT JOIN LATERAL metric.compared(
        finding.part, finding.base, finding.part_before, finding.base_before, false
    ) AS change ON finding.rule <> 'silent'
    UNION ALL
    SELECT
        campaign.app_id, 'turn_offs', 'turn_offs', 'campaign', campaign.name, campaign.kind, false,
        campaign.part, campaign.base, campaign.part_before, campaign.base_before,
        campaign.difference, campaign.low, campaign.high, campaign.p, campaign.p_adjusted, campaign.detectable, NULL,
        NULL, from_day, NULL, NULL, NULL,
        abs(campaign.difference) / nullif(campaign.detectable, 0), NULL
    FROM projection.turn_off_verdicts(from_day, to_day, as_of, minimum_cell) AS campaign
    UNION ALL
    SELECT
        mark.app_id, 'since_mark', 'marks', 'mark', mark.name, mark.kind, false,
        mark.part, mark.base, mark.part_before, mark.base_before,
        mark.difference, mark.low, mark.high, mark.p, NULL, mark.detectable, NULL,
        mark.from_day_before, mark.from_day, NULL, NULL, NULL, NULL, NULL
    FROM projection.mark_verdicts(to_day, as_of, minimum_cell) AS mark
)

SELECT
    row_number() OVER (
        ORDER BY
            verdict.app_id COLLATE "C", verdict.metric COLLATE "C", metric.dimension_place(verdict.dimension),
            verdict.name COLLATE "C", verdict.from_day
    ),
    verdict.app_id, verdict.metric, verdict.crowd, verdict.dimension, verdict.name, verdict.kind, verdict.is_count,
    verdict.part, verdict.base, verdict.part_before, verdict.base_before, verdict.difference, verdict.low, verdict.high,
    verdict.p, verdict.p_adjusted, verdict.detectable, verdict.gravity,
    verdict.mix, verdict.from_day_before, verdict.from_day, verdict.told,
    coalesce(verdict.first_day, verdict.from_day_before), coalesce(verdict.since, verdict.from_day), verdict.clearness
FROM verdict
$$;
