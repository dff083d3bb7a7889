-- Keeps what a report published; metrics: Restatement. Of each zone, windows, minimum cell and app the latest two states are
-- kept: the latest for the report to come, the one before it for when the latest is made again. A report of an earlier
-- state than the latest leaves everything as it is, so that looking back (--as-of) hides no change. So does one that counts
-- whom an erasure has taken out since: an erasure corrects what it finds kept. May be run twice.
-- Runs with the owner's rights: nobody may write the table otherwise.
-- erasure: the newest one that the report's snapshot knows of, see projection.last_erasure.
CREATE OR REPLACE FUNCTION projection.publish(report analytics.published_report, erasure bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    -- An erasure holds it in EXCLUSIVE MODE: one that is under way ends first, none begins before this is committed.
    LOCK TABLE projection.checkpoint IN ROW SHARE MODE;
    IF projection.last_erasure() > publish.erasure THEN
        RETURN;
    END IF;
    INSERT INTO analytics.published_report (
        horizon, position, conversion_window_seconds, open_window_seconds, influence_window_seconds, minimum_cell,
        from_day, to_day, time_zone, app_id, opt_in_daily, reach_daily, opens_daily, activity_daily
    )
    SELECT
        report.horizon, report.position, report.conversion_window_seconds, report.open_window_seconds,
        report.influence_window_seconds, report.minimum_cell, report.from_day, report.to_day, report.time_zone,
        report.app_id, report.opt_in_daily, report.reach_daily, report.opens_daily, report.activity_daily
    WHERE NOT EXISTS (
        SELECT
        FROM analytics.published_report AS kept
        WHERE projection.is_comparable(kept, report)
            AND (kept.horizon, kept.position) > (report.horizon, report.position)
    )
    ON CONFLICT ON CONSTRAINT a_state_is_published_once DO UPDATE SET
        from_day = excluded.from_day,
        to_day = excluded.to_day,
        opt_in_daily = excluded.opt_in_daily,
        reach_daily = excluded.reach_daily,
        opens_daily = excluded.opens_daily,
        activity_daily = excluded.activity_daily;
    DELETE FROM analytics.published_report AS kept
    WHERE projection.is_comparable(kept, report)
        AND (kept.horizon, kept.position) < (
            SELECT latest.horizon, latest.position
            FROM analytics.published_report AS latest
            WHERE projection.is_comparable(latest, report)
            ORDER BY latest.horizon DESC, latest.position DESC
            OFFSET 1
            LIMIT 1
        );
END
$$;
COMMENT ON FUNCTION projection.publish(analytics.published_report, bigint) IS 'Keeps what a report published.';
