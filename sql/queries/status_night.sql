-- The last nightly run, for `bellwether status`: when it began and its last stage ended, whether it began in the last 26
-- hours, whether it came to its end, and the first stage that failed with its reason. No row if there was none. $1: the
-- present time.
SELECT
    to_char(min(runs.started_at), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    to_char(max(runs.ended_at), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    min(runs.started_at) > $1::timestamptz - interval '26 hours',
    bool_or(runs.stage = 'retention'),
    (array_agg(runs.stage ORDER BY runs.ended_at) FILTER (WHERE runs.outcome = 'failed'))[1],
    (array_agg(runs.detail ORDER BY runs.ended_at) FILTER (WHERE runs.outcome = 'failed'))[1]
FROM analytics.runs
WHERE runs.run = (SELECT max(run.run) FROM analytics.runs AS run)
GROUP BY runs.run
