-- Returns the counts that a report keeps, each with the seconds from the end of a day until all windows that it depends on
-- are over: from then on it is settled (projection.last_settled_day). The only list of these counts. Metrics: Restatement.
-- kept: a report, for its windows.
CREATE OR REPLACE FUNCTION metric.settled_measures(kept analytics.published_report)
RETURNS TABLE ("table" text, measure text, wait bigint)
LANGUAGE sql STABLE
AS $$
SELECT
    rule."table",
    kept_count.measure,
    rule.wait
FROM (
    VALUES
        ('opt_in_daily', (kept).conversion_window_seconds, ARRAY[{funnel: '#'}]),
        ('reach_daily', 0, ARRAY[{statuses+reachable+moves+levels: '#'}]),
        ('turn_offs_daily', 0, ARRAY[{turn_off_counts: '#'}]),
        ('opens_daily', 0, ARRAY['sent', {people_of_day: '#'}]),
        ('opens_daily', 86400, '{sent_24h,opened_24h}'),
        ('opens_daily', (kept).open_window_seconds, '{received,direct_opens}'),
        (
            'opens_daily', metric.influence_wait((kept).open_window_seconds, (kept).influence_window_seconds),
            '{influenced_opens}'
        ),
        ('activity_daily', 0, ARRAY[{people_of_day+activity_28d: '#'}])
) AS rule ("table", wait, measures)
CROSS JOIN LATERAL unnest(rule.measures) AS kept_count (measure)
$$;

-- Returns the seconds after a send until whether it influenced an open is settled: until it can't be opened directly,
-- and no notification can be opened near an app open of its influence window.
CREATE OR REPLACE FUNCTION metric.influence_wait(open_window_seconds bigint, influence_window_seconds bigint)
RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
SELECT greatest(open_window_seconds, influence_window_seconds + extract(epoch FROM metric.near())::bigint)
$$;
