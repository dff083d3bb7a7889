-- What was wrong with rejected deliveries of a range of days of receipt, an example for each reason: the most frequent words
-- among the newest 1,000. They name fields and forms; what a detail quotes of the delivery's bytes is cut off.
-- from_day, to_day: inclusive; as_of: the horizon, by default the latest, whose day is the last one.
CREATE OR REPLACE FUNCTION analytics.reject_examples(from_day date, to_day date, as_of timestamptz DEFAULT NULL)
RETURNS TABLE (
    reason text,
    example text
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT newest.reason::text COLLATE "C", mode() WITHIN GROUP (ORDER BY worded.example COLLATE "C")
FROM (
    SELECT quarantine.reason, quarantine.detail
    FROM log.quarantine
    WHERE quarantine.received_at
            >= from_day::timestamp AT TIME ZONE (SELECT settings.time_zone FROM projection.settings)
        AND quarantine.received_at
            < (least(to_day, (SELECT analytics.day(coalesce(as_of, analytics.horizon())))) + 1)::timestamp
                AT TIME ZONE (SELECT settings.time_zone FROM projection.settings)
        -- Without a horizon no day.
        AND (SELECT coalesce(as_of, analytics.horizon())) IS NOT NULL
    ORDER BY
        quarantine.received_at DESC, quarantine.batch_id DESC, quarantine.line DESC, quarantine.quarantine_id DESC
    LIMIT 1000
) AS newest
CROSS JOIN LATERAL (SELECT analytics.reject_words(newest.detail)) AS worded (example)
GROUP BY newest.reason
ORDER BY newest.reason::text COLLATE "C"
$$;
COMMENT ON FUNCTION analytics.reject_examples(date, date, timestamptz) IS
    'What was wrong most often among the newest 1,000 rejected deliveries, by reason: the example is words, and nothing of the '
    'delivery.';
