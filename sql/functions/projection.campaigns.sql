-- Returns the sends of a range of days by app, day, campaign, OS and how soon they were opened. Metrics: Opens.
CREATE OR REPLACE FUNCTION projection.campaigns(from_day date, to_day date, as_of timestamptz)
RETURNS SETOF projection.campaign_counts
LANGUAGE sql STABLE
AS $$
SELECT cell.*
FROM (
    SELECT state.*
    FROM projection.campaign_cell AS state
    WHERE projection.is_all_known('opens', as_of)
    UNION ALL
    SELECT past_cell.*
    FROM projection.past(NULL::projection.campaign_counts, as_of) AS past_cell
    WHERE NOT projection.is_all_known('opens', as_of)
) AS cell
WHERE cell.day BETWEEN from_day AND (SELECT metric.last_day(to_day, as_of))
$$;
