-- Keeps what a report published; metrics: Restatement. Of each zone, windows, minimum cell and app the latest two
-- states (projection.known_up_to) are kept: the latest for the report to come, the one before it for when the latest is
-- made again, which takes its place, at whatever horizon. A report of an earlier state than the latest leaves
-- everything as it is, so that looking back (--as-of) hides no change. So does one that counts whom an erasure has
-- taken out since: an erasure corrects what it finds kept. May be run twice.
-- Runs with the owner's rights: nobody may write the table otherwise.
-- Its number, under which publish_rows keeps its rows in the same transaction; null where it is not kept.
-- made: the report; erasure: the newest one that the report's snapshot knows of, see projection.last_erasure.
CREATE OR REPLACE FUNCTION projection.publish(made analytics.published_report, erasure bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    moment CONSTANT timestamptz := projection.known_up_to(made.horizon, made.position);
    number bigint;
BEGIN
    -- An erasure holds it in EXCLUSIVE MODE: one that is under way ends first, none begins before this is committed.
    LOCK TABLE projection.checkpoint IN ROW SHARE MODE;
    -- One report is kept at a time.
    LOCK TABLE analytics.published_report IN SHARE ROW EXCLUSIVE MODE;
    IF projection.last_erasure() > publish.erasure OR EXISTS (
        SELECT
        FROM analytics.published_report AS kept
        WHERE projection.is_comparable(kept, made)
            AND (projection.known_up_to(kept.horizon, kept.position), kept.position) > (moment, made.position)
    ) THEN
        RETURN NULL;
    END IF;
    -- Of one state the earliest horizon, which every later report can be compared with, and the latest made.
    DELETE FROM analytics.published_report AS kept
    WHERE projection.is_comparable(kept, made)
        AND (projection.known_up_to(kept.horizon, kept.position), kept.position) = (moment, made.position)
        AND (kept.horizon >= made.horizon OR EXISTS (
            SELECT
            FROM analytics.published_report AS earlier
            WHERE projection.is_comparable(earlier, made)
                AND (projection.known_up_to(earlier.horizon, earlier.position), earlier.position) = (moment, made.position)
                AND earlier.horizon < kept.horizon
        ));
    INSERT INTO analytics.published_report (
        horizon, position, conversion_window_seconds, open_window_seconds, influence_window_seconds, minimum_cell,
        from_day, to_day, time_zone, app_id, measures
    )
    VALUES (
        made.horizon, made.position, made.conversion_window_seconds, made.open_window_seconds,
        made.influence_window_seconds, made.minimum_cell, made.from_day, made.to_day, made.time_zone,
        made.app_id, ARRAY(
            SELECT settled."table" || '.' || settled.measure
            FROM projection.settled_measures(made) AS settled
        )
    )
    RETURNING published_report.report INTO number;
    DELETE FROM analytics.published_report AS kept
    WHERE projection.is_comparable(kept, made)
        AND (projection.known_up_to(kept.horizon, kept.position), kept.position) < (
            SELECT DISTINCT projection.known_up_to(latest.horizon, latest.position) AS moment, latest.position
            FROM analytics.published_report AS latest
            WHERE projection.is_comparable(latest, made)
            ORDER BY moment DESC, latest.position DESC
            OFFSET 1
            LIMIT 1
        );
    RETURN number;
END
$$;
COMMENT ON FUNCTION projection.publish(analytics.published_report, bigint) IS 'Keeps what a report published.';
