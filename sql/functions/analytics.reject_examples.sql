-- What was wrong with rejected deliveries of a range of days of receipt, an example for each reason: the most frequent words
-- among 1,000, the first by their hash, so that it is the same however lines were split into files; equal ones count once.
-- They name fields and forms; what a detail quotes of the delivery's bytes is cut off.
CREATE OR REPLACE FUNCTION analytics.reject_examples(from_day date, to_day date, as_of timestamptz DEFAULT NULL)
RETURNS TABLE (
    reason text,
    example text
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT chosen.reason::text COLLATE "C", mode() WITHIN GROUP (ORDER BY worded.example COLLATE "C")
FROM (
    SELECT quarantine.reason, quarantine.detail
    FROM log.quarantine
    WHERE quarantine.received_at
            >= from_day::timestamp AT TIME ZONE (SELECT settings.time_zone FROM projection.settings)
        AND quarantine.received_at
            < (least(to_day, (SELECT stats.day(coalesce(as_of, analytics.horizon())))) + 1)::timestamp
                AT TIME ZONE (SELECT settings.time_zone FROM projection.settings)
        -- Without a horizon no day.
        AND (SELECT coalesce(as_of, analytics.horizon())) IS NOT NULL
        AND quarantine.copy = 1
    ORDER BY quarantine.line_hash, quarantine.byte_count, quarantine.key_app_id
    LIMIT 1000
) AS chosen
CROSS JOIN LATERAL (SELECT analytics.reject_words(chosen.detail)) AS worded (example)
GROUP BY chosen.reason
ORDER BY chosen.reason::text COLLATE "C"
$$;
COMMENT ON FUNCTION analytics.reject_examples(date, date, timestamptz) IS
    'What was wrong most often among 1,000 rejected deliveries, by reason: the example is words, and nothing of the '
    'delivery.';
