-- Returns the verdicts on the turn-offs of an app's campaigns in a range of days: of sends that were alone, the share
-- with a turn-off, against that of the app's other campaigns in the same range. Metrics: Turn-offs, Verdicts. kind: rose if it
-- is clearly above the others, otherwise held; too_few under 10 turn-offs. No row under 100 sends alone of either. Campaigns
-- differ by the days on which they are sent, too: the nearer the next send, the more of those who were alone came because
-- of the first. So the comparison is by as much less sure as the others differ among themselves by more than chance, and
-- half as much again is the least that is news, however many the sends. A report is read every night, so p_adjusted must
-- be below 0.001. Base, for minimum_cell: the installations of the sends alone.
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
    SELECT
        total.app, total.campaign, total.turn_offs_alone AS turn_offs, total.alone AS sends, audience.people,
        -- Exact numbers, so that their sum is the same in any order.
        total.turn_offs_alone::numeric ^ 2 / nullif(total.alone, 0) AS square
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
        -- Those of the app less its own: a window without the current row would be added up again for each row.
        sum(cell.turn_offs) OVER app - coalesce(cell.turn_offs, 0) AS other_turn_offs,
        sum(cell.sends) OVER app - coalesce(cell.sends, 0) AS other_sends,
        sum(cell.square) OVER app - coalesce(cell.square, 0) AS other_squares,
        count(nullif(cell.sends, 0)) OVER app - (coalesce(cell.sends, 0) <> 0)::integer - 1 AS freedom,
        -- Of all campaigns, because each is among the others of those that are compared.
        (metric.withheld((cell.people, ARRAY[cell.app::text], minimum_cell)) FILTER (WHERE minimum_cell > 0)
            OVER places)[row_number() OVER places] AS is_withheld
    FROM cell
    LEFT JOIN log.word ON word.word = cell.campaign
    WINDOW
        app AS (PARTITION BY cell.app),
        places AS (
            ORDER BY cell.app, word.text COLLATE "C" ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
        )
),

comparison AS (
    SELECT
        campaign.*,
        change.*,
        (stats.adjusted_p(change.p) OVER places)[row_number() OVER places] AS p_adjusted
    FROM campaign
    -- Pearson's chi-squared of the others over its degrees of freedom; 1 if they differ as by chance.
    CROSS JOIN LATERAL (
        SELECT greatest(1, coalesce(
            (campaign.other_squares - campaign.other_turn_offs ^ 2 / campaign.other_sends)
            / nullif(other.rate * (1 - other.rate) * campaign.freedom, 0), 1
        ))
        FROM (SELECT campaign.other_turn_offs::double precision / nullif(campaign.other_sends, 0)) AS other (rate)
    ) AS spread (factor)
    CROSS JOIN LATERAL metric.compared(
        campaign.turn_offs / spread.factor, campaign.sends / spread.factor,
        campaign.other_turn_offs / spread.factor, campaign.other_sends / spread.factor, false
    ) AS change
    -- The only campaign of an app has no others.
    WHERE campaign.campaign > 0 AND campaign.sends >= 100 AND campaign.other_sends >= 100
    WINDOW places AS (
        PARTITION BY campaign.app ORDER BY campaign.campaign
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    )
)

SELECT
    app.app_id,
    comparison.name,
    CASE
        WHEN comparison.is_withheld THEN NULL
        WHEN comparison.turn_offs < 10 THEN 'too_few'
        WHEN metric.is_sure(comparison.p_adjusted)
            AND comparison.turn_offs * comparison.other_sends >= 1.5 * comparison.other_turn_offs * comparison.sends
            THEN 'rose'
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
