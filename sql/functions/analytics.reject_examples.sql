-- Returns for each reason an example of what was wrong with deliveries rejected in a range of days of receipt: the most
-- frequent words among 1,000 of them, chosen by hash, so that they don't depend on how lines were split into files.
-- Copies count once. The words name fields and formats; analytics.reject_words removes quoted bytes of the delivery.
CREATE OR REPLACE FUNCTION analytics.reject_examples(from_day date, to_day date, as_of timestamptz DEFAULT NULL)
RETURNS TABLE (
    reason text,
    example text
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT reject.reason::text COLLATE "C", mode() WITHIN GROUP (ORDER BY words.example COLLATE "C")
FROM (
    SELECT quarantine.reason, quarantine.detail
    FROM log.quarantine
    WHERE quarantine.received_at
            >= (SELECT projection.start_of_day(from_day, settings.time_zone) FROM projection.settings)
        AND quarantine.received_at < (
            SELECT projection.start_of_day(metric.last_day(to_day, metric.cutoff(as_of)) + 1, settings.time_zone)
            FROM projection.settings
        )
        -- Without a horizon (nothing is projected) there are no rows.
        AND (SELECT metric.cutoff(as_of)) IS NOT NULL
        AND quarantine.copy = 1
    ORDER BY quarantine.line_hash, quarantine.byte_count, quarantine.key_app_id
    LIMIT 1000
) AS reject
CROSS JOIN LATERAL (SELECT analytics.reject_words(reject.detail)) AS words (example)
GROUP BY reject.reason
ORDER BY reject.reason::text COLLATE "C"
$$;
COMMENT ON FUNCTION analytics.reject_examples(date, date, timestamptz) IS
    'For each reason, what was wrong most often among 1,000 rejected deliveries. The example has only words that '
    'name fields and formats, and nothing of the delivery.';
