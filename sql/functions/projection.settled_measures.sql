-- The counts that a report keeps, each with the last day on which it was settled when the report was made: every window that it
-- depends on was over. The only list of them; another count is one line more. Metrics: Restatement.
-- kept: the report. If it has no list of measures, because it is being made, these are all measures.
CREATE OR REPLACE FUNCTION projection.settled_measures(kept analytics.published_report)
RETURNS TABLE ("table" text, measure text, settled_until date)
LANGUAGE sql STABLE
AS $$
SELECT
    listed."table",
    listed.measure,
    (((kept).horizon - listed.wait) AT TIME ZONE (kept).time_zone)::date - 1
FROM (
    SELECT
        interval '0' AS none,
        interval '24 hours' AS day,
        make_interval(secs => (kept).conversion_window_seconds) AS answer,
        make_interval(secs => (kept).open_window_seconds) AS open,
        make_interval(secs => greatest((kept).open_window_seconds, (kept).influence_window_seconds + 30)) AS influence
) AS wait
CROSS JOIN LATERAL (VALUES
    ('opt_in_daily', 'prompted', wait.answer),
    ('opt_in_daily', 'decided', wait.answer),
    ('opt_in_daily', 'granted', wait.answer),
    ('opt_in_daily', 'denied', wait.answer),
    ('opt_in_daily', 'undecided', wait.answer),
    ('opt_in_daily', 'open_window', wait.answer),
    ('reach_daily', 'authorized', wait.none),
    ('reach_daily', 'provisional', wait.none),
    ('reach_daily', 'ephemeral', wait.none),
    ('reach_daily', 'denied', wait.none),
    ('reach_daily', 'not_determined', wait.none),
    ('reach_daily', 'unknown', wait.none),
    ('reach_daily', 'reachable', wait.none),
    ('reach_daily', 'gained', wait.none),
    ('reach_daily', 'lost', wait.none),
    ('opens_daily', 'sent', wait.none),
    ('opens_daily', 'sent_24h', wait.day),
    ('opens_daily', 'opened_24h', wait.day),
    ('opens_daily', 'received', wait.open),
    ('opens_daily', 'direct_opens', wait.open),
    ('opens_daily', 'influenced_opens', wait.influence),
    ('opens_daily', 'openers', wait.none),
    ('opens_daily', 'active', wait.none),
    ('activity_daily', 'active', wait.none),
    ('activity_daily', 'openers', wait.none),
    ('activity_daily', 'active_28d', wait.none),
    ('activity_daily', 'openers_28d', wait.none),
    ('activity_daily', 'reachable_28d', wait.none)
) AS listed ("table", measure, wait)
WHERE (kept).measures IS NULL OR listed."table" || '.' || listed.measure = ANY ((kept).measures)
$$;
COMMENT ON FUNCTION projection.settled_measures(analytics.published_report) IS
    'The counts that a report keeps, and up to which day each was settled.';
