-- Step 2 of an erasure: what the rows of the kept reports are now, before anything is erased; see step 5. Reports of other
-- settings can't be corrected and go. Makes the work tables `erased_event`, empty, and `row_before`. Reads what
-- analytics.restatements reads.
ANALYZE erased;
CREATE TEMPORARY TABLE erased_event (
    effective_at timestamptz NOT NULL,
    occurred_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL,
    batch_id bigint NOT NULL,
    app integer NOT NULL,
    app_version integer,
    type log.event_type NOT NULL,
    installation_id uuid NOT NULL,
    id uuid NOT NULL
) ON COMMIT DROP;
DELETE FROM analytics.published_report AS report
USING projection.settings
WHERE (
        report.time_zone, report.conversion_window_seconds, report.open_window_seconds, report.influence_window_seconds
    ) <> (
        settings.time_zone, settings.conversion_window_seconds, settings.open_window_seconds,
        settings.influence_window_seconds
    );
CREATE TEMPORARY TABLE row_before ON COMMIT DROP AS
SELECT kept.report, compared.*
FROM analytics.published_report AS kept
CROSS JOIN LATERAL projection.compared_rows(kept, analytics.horizon()) AS compared
