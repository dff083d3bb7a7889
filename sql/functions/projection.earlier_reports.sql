-- Returns the kept reports to compare a report with: the comparable ones that read an earlier state of the log, each with
-- the days of which it is the latest. Metrics: Restatement. A state is what was known (projection.known_up_to; of a kept
-- report that is its horizon) and the position. So the latest report, made again, is compared as it was at first.
CREATE OR REPLACE FUNCTION projection.earlier_reports(made analytics.published_report)
RETURNS TABLE (kept analytics.published_report, days datemultirange)
LANGUAGE sql STABLE
AS $$
SELECT
    entry,
    entry.days - coalesce(range_agg(entry.days) OVER later, '{}')
FROM projection.comparable_reports(made) AS entry
WHERE (entry.horizon, entry.position)
    < ((SELECT projection.known_up_to((made).horizon, (made).position)), (made).position)
WINDOW later AS (ORDER BY entry.horizon DESC, entry.position DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
$$;
