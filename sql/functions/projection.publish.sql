-- Keeps what a report published; metrics: Restatement. Of each zone, windows, minimum cell and app the latest two
-- states (projection.known_up_to) are kept: the latest for the report to come, the one before it for when the latest is
-- made again, which takes its place, at whatever horizon. A report of an earlier state than the latest leaves
-- everything as it is, so that looking back (--as-of) hides no change. So does one that counts whom an erasure has
-- taken out since: an erasure corrects what it finds kept. May be run twice.
-- Runs with the owner's rights: nobody may write the table otherwise.
-- erasure: the newest one that the report's snapshot knows of, see projection.last_erasure.
CREATE OR REPLACE FUNCTION projection.publish(report analytics.published_report, erasure bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    moment CONSTANT timestamptz := projection.known_up_to(report.horizon, report.position);
BEGIN
    -- An erasure holds it in EXCLUSIVE MODE: one that is under way ends first, none begins before this is committed.
    LOCK TABLE projection.checkpoint IN ROW SHARE MODE;
    -- One report is kept at a time.
    LOCK TABLE analytics.published_report IN SHARE ROW EXCLUSIVE MODE;
    IF projection.last_erasure() > publish.erasure OR EXISTS (
        SELECT
        FROM analytics.published_report AS kept
        WHERE projection.is_comparable(kept, report)
            AND (projection.known_up_to(kept.horizon, kept.position), kept.position) > (moment, report.position)
    ) THEN
        RETURN;
    END IF;
    DELETE FROM analytics.published_report AS kept
    WHERE projection.is_comparable(kept, report)
        AND (projection.known_up_to(kept.horizon, kept.position), kept.position) = (moment, report.position);
    INSERT INTO analytics.published_report (
        horizon, position, conversion_window_seconds, open_window_seconds, influence_window_seconds, minimum_cell,
        from_day, to_day, time_zone, app_id, opt_in_daily, reach_daily, opens_daily, activity_daily
    )
    VALUES (
        report.horizon, report.position, report.conversion_window_seconds, report.open_window_seconds,
        report.influence_window_seconds, report.minimum_cell, report.from_day, report.to_day, report.time_zone,
        report.app_id, report.opt_in_daily, report.reach_daily, report.opens_daily, report.activity_daily
    );
    DELETE FROM analytics.published_report AS kept
    WHERE projection.is_comparable(kept, report)
        AND (projection.known_up_to(kept.horizon, kept.position), kept.position) < (
            SELECT projection.known_up_to(latest.horizon, latest.position), latest.position
            FROM analytics.published_report AS latest
            WHERE projection.is_comparable(latest, report)
            ORDER BY projection.known_up_to(latest.horizon, latest.position) DESC, latest.position DESC
            OFFSET 1
            LIMIT 1
        );
END
$$;
COMMENT ON FUNCTION projection.publish(analytics.published_report, bigint) IS 'Keeps what a report published.';
