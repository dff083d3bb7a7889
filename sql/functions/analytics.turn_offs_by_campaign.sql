-- Returns the sends of a range of days and the turn-offs that they came before, by app and campaign. Metrics: Turn-offs,
-- Privacy. Base of a row, for minimum_cell: the installations sent to; of the rest of campaigns (metric.is_rest), those
-- of its largest one.
CREATE OR REPLACE FUNCTION analytics.turn_offs_by_campaign(
    from_day date, to_day date, as_of timestamptz DEFAULT NULL, minimum_cell integer DEFAULT 0
)
RETURNS TABLE (
    {turn_offs_by_campaign: # #type}
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
WITH audience AS (
    SELECT send.app, coalesce(send.campaign, 0) AS campaign, count(DISTINCT send.installation_id) AS people
    FROM projection.sends(from_day, to_day, (SELECT metric.cutoff(as_of))) AS send
    WHERE minimum_cell > 0
        AND NOT EXISTS (
            SELECT
            FROM projection.installations_set_aside((SELECT metric.cutoff(as_of))) AS installation
            WHERE installation.app = send.app AND installation.installation_id = send.installation_id
        )
    GROUP BY 1, 2
),

ranked_total AS (
    SELECT
        total.*,
        audience.people,
        word.text AS name,
        metric.is_rest(
            row_number() OVER (
                PARTITION BY total.app
                ORDER BY coalesce(word.text, '') = metric.rest(), total.sent DESC, coalesce(word.text, '') COLLATE "C"
            )
        ) AS is_rest
    FROM projection.past(
        NULL::projection.campaign_turn_offs, (SELECT metric.cutoff(as_of)), from_day, to_day
    ) AS total
    LEFT JOIN log.word ON word.word = total.campaign
    LEFT JOIN audience ON audience.app = total.app AND audience.campaign = total.campaign
),

cell AS (
    SELECT
        ranked_total.app,
        CASE WHEN ranked_total.is_rest THEN metric.rest() ELSE ranked_total.name END AS campaign,
        {campaign_sends+alone: sum(ranked_total.#)::bigint AS #},
        sum(ranked_total.turn_offs) AS turn_offs,
        max(ranked_total.people) AS people
    FROM ranked_total
    GROUP BY 1, 2
),

table_row AS (
    SELECT
        cell.*,
        (metric.withheld((cell.people, ARRAY[cell.app::text], minimum_cell)) FILTER (WHERE minimum_cell > 0)
            OVER places)[row_number() OVER places] AS is_withheld
    FROM cell
    WINDOW places AS (
        ORDER BY cell.app, coalesce(cell.campaign, '') COLLATE "C"
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    )
)

SELECT
    app.app_id,
    table_row.campaign,
    visible_row.*
FROM table_row
INNER JOIN log.app ON app.app = table_row.app
LEFT JOIN LATERAL (
    SELECT table_row.sent, stats.published(table_row.turn_offs), table_row.alone, table_row.turn_offs_alone, rate.*
    FROM metric.per_1000(table_row.turn_offs_alone, table_row.alone) AS rate
    WHERE table_row.is_withheld IS NOT TRUE
) AS visible_row ON true
ORDER BY app.app_id COLLATE "C", coalesce(table_row.campaign, '') COLLATE "C"
$$;
