-- Returns the verdicts on the turn-offs of an app's campaigns in a range of days: of sends that were alone, the share
-- with a turn-off, against that of the app's other campaigns in the same range. Metrics: Turn-offs, Verdicts. kind: rose if it
-- is clearly above the others, otherwise held; too_few under 10 turn-offs or under 100 sends alone of either. A report is
-- read every night, so p_adjusted must be below 0.001: with few turn-offs that is less than once in 100 nights. Base, for
-- minimum_cell: the installations of the sends alone.
CREATE OR REPLACE FUNCTION projection.turn_off_verdicts(
    from_day date, to_day date, as_of timestamptz, minimum_cell integer
)
RETURNS TABLE (
    app_id text,
    name text,
    kind text,
    part bigint,
    base bigint,
    part_before bigint,
    base_before bigint,
    difference double precision,
    low double precision,
    high double precision,
    p double precision,
    p_adjusted double precision,
    detectable double precision
)
LANGUAGE sql STABLE
AS $$
WITH cell AS MATERIALIZED (
    SELECT total.app, total.campaign, total.turn_offs_alone AS turn_offs, total.alone AS sends, audience.people
    FROM projection.past(NULL::projection.campaign_turn_offs, as_of, from_day, to_day) AS total
    LEFT JOIN (
        SELECT send.app, send.campaign, count(DISTINCT send.installation_id) AS people
        FROM projection.lone_sends(from_day, to_day, as_of) AS send
        WHERE minimum_cell > 0
        GROUP BY send.app, send.campaign
    ) AS audience USING (app, campaign)
),

campaign AS (
    SELECT
        cell.*,
        word.text AS name,
        sum(cell.turn_offs) OVER apps - cell.turn_offs AS other_turn_offs,
        sum(cell.sends) OVER apps - cell.sends AS other_sends
    FROM cell
    LEFT JOIN log.word ON word.word = cell.campaign
    WINDOW apps AS (PARTITION BY cell.app)
),

comparison AS (
    SELECT
        campaign.*,
        change.*,
        (stats.adjusted_p(change.p) OVER places)[row_number() OVER places] AS p_adjusted,
        (metric.withheld((campaign.people, ARRAY[campaign.app::text], minimum_cell)) FILTER (WHERE minimum_cell > 0)
            OVER all_places)[row_number() OVER all_places] AS is_withheld
    FROM campaign
    CROSS JOIN LATERAL metric.compared(
        campaign.turn_offs, campaign.sends, campaign.other_turn_offs::double precision,
        campaign.other_sends::double precision, false
    ) AS change
    WHERE campaign.campaign > 0 AND least(campaign.sends, campaign.other_sends) >= 100
    WINDOW
        places AS (
            PARTITION BY campaign.app ORDER BY campaign.campaign
            ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
        ),
        all_places AS (
            ORDER BY campaign.app, campaign.name COLLATE "C"
            ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
        )
)

SELECT
    app.app_id,
    comparison.name,
    CASE
        WHEN comparison.is_withheld THEN NULL
        WHEN comparison.turn_offs < 10 THEN 'too_few'
        WHEN metric.is_sure(comparison.p_adjusted) AND comparison.difference > 0 THEN 'rose'
        ELSE 'held'
    END,
    comparison.turn_offs,
    comparison.sends,
    comparison.other_turn_offs::bigint,
    comparison.other_sends::bigint,
    comparison.difference,
    comparison.low,
    comparison.high,
    comparison.p,
    comparison.p_adjusted,
    comparison.detectable
FROM comparison
INNER JOIN log.app ON app.app = comparison.app
$$;
