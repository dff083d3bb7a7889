-- Compares each variant of a placement with the placement's control since the experiment began. Metrics: Read every
-- day, Privacy. The interval is time-uniform, at 5% divided by the number of variants beside the control.
-- split_p: of the chi-squared test that all variants of the placement have equally many people.
CREATE OR REPLACE FUNCTION projection.opt_in_experiments(as_of timestamptz, minimum_cell integer)
RETURNS TABLE (
    {opt_in_experiments: # #type},
    split_p double precision
)
LANGUAGE sql STABLE
AS $$
WITH arm AS MATERIALIZED (
    SELECT
        asked.app_id,
        asked.placement,
        asked.variant,
        asked.control,
        asked.others,
        asked.started,
        sum(asked.granted)::bigint AS granted,
        sum(asked.settled)::bigint AS settled
    FROM projection.past(NULL::projection.experiment_day, as_of) AS asked
    GROUP BY asked.app_id, asked.placement, asked.variant, asked.control, asked.others, asked.started
),

split AS (
    SELECT
        arm.app_id,
        arm.placement,
        stats.chi_squared_p(
            (sum(arm.settled ^ 2) * count(*) / sum(arm.settled) - sum(arm.settled))::double precision,
            count(*)::integer - 1
        ) AS p
    FROM arm
    -- The rest of very many variants is no variant.
    WHERE (arm.variant = metric.rest() AND arm.others >= metric.values_shown()) IS NOT TRUE
    GROUP BY arm.app_id, arm.placement
),

compared AS (
    SELECT
        arm.*,
        control.granted AS granted_control,
        control.settled AS settled_control,
        split.p AS split_p,
        row_number() OVER (
            ORDER BY arm.app_id COLLATE "C", arm.placement COLLATE "C", arm.variant COLLATE "C"
        ) AS place
    FROM arm
    INNER JOIN arm AS control
        ON control.app_id = arm.app_id AND control.placement = arm.placement AND control.variant = arm.control
    INNER JOIN split ON split.app_id = arm.app_id AND split.placement = arm.placement
    WHERE arm.variant <> arm.control
),

withheld AS MATERIALIZED (
    SELECT unnest(metric.withheld_places(
        array_agg(least(compared.settled, compared.settled_control) ORDER BY compared.place),
        array_agg(ARRAY[ROW(compared.app_id, compared.placement)::text] ORDER BY compared.place),
        minimum_cell
    )) AS place
    FROM compared
    WHERE minimum_cell > 0
)

SELECT compared.app_id, compared.placement, compared.variant, shown.*
FROM compared
LEFT JOIN LATERAL (
    SELECT
        compared.control,
        compared.started,
        compared.granted,
        compared.settled,
        stats.published(compared.granted / compared.settled::numeric),
        compared.granted_control,
        compared.settled_control,
        stats.published(compared.granted_control / compared.settled_control::numeric),
        stats.published(uniform.difference),
        stats.published(uniform.low),
        stats.published(uniform.high),
        uniform.low > 0 OR uniform.high < 0,
        compared.split_p
    FROM stats.sequential_difference(
        compared.granted, compared.settled, compared.granted_control, compared.settled_control, 0.05 / compared.others
    ) AS uniform
    WHERE compared.place NOT IN (SELECT withheld.place FROM withheld)
) AS shown ON true
ORDER BY compared.app_id COLLATE "C", compared.placement COLLATE "C", compared.variant COLLATE "C"
$$;
