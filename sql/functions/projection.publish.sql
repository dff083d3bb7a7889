-- Keeps what a report published; metrics: Restatement. Returns it with its number, under which publish_rows keeps its rows in the
-- same transaction, and with the measures that these rows hold. No row if it is not kept: because a comparable report of a later
-- state is, or because it counts installations that an erasure has taken out since. Of comparable reports the latest two states are
-- kept: the second for when the latest is made again. May be run twice. Runs with the owner's rights, since no role may write the
-- table.
-- erasure: the newest one that the report's snapshot knows of (projection.last_erasure).
CREATE OR REPLACE FUNCTION projection.publish(made analytics.published_report, erasure bigint)
RETURNS SETOF analytics.published_report
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    -- An erasure holds it in EXCLUSIVE MODE: one that is under way ends first, none begins before this is committed.
    LOCK TABLE projection.checkpoint IN ROW SHARE MODE;
    -- One report is kept at a time.
    LOCK TABLE analytics.published_report IN SHARE ROW EXCLUSIVE MODE;
    IF projection.last_erasure() > publish.erasure OR EXISTS (
        SELECT FROM projection.comparable_reports(made) AS kept WHERE kept.state = 'later'
    ) THEN
        RETURN;
    END IF;
    -- Of its own state the report with the earliest horizon stays, which every later report can be compared with.
    WITH dropped AS (
        DELETE FROM analytics.published_report AS kept
        USING (
            SELECT
                comparable.report,
                comparable.horizon,
                comparable.state,
                row_number() OVER (PARTITION BY comparable.state ORDER BY comparable.horizon) AS place,
                dense_rank() OVER (
                    PARTITION BY comparable.state ORDER BY comparable.known_up_to DESC, comparable.position DESC
                ) AS age
            FROM projection.comparable_reports(made) AS comparable
        ) AS ranked
        WHERE kept.report = ranked.report
            AND CASE ranked.state
                WHEN 'earlier' THEN ranked.age > 1
                ELSE ranked.place > 1 OR ranked.horizon >= made.horizon
            END
        RETURNING kept.report
    )

    DELETE FROM analytics.published_row AS kept
    USING dropped
    WHERE kept.report = dropped.report;
    RETURN QUERY INSERT INTO analytics.published_report (
        horizon, position, conversion_window_seconds, open_window_seconds, influence_window_seconds, minimum_cell,
        from_day, to_day, time_zone, app_id, measures
    )
    VALUES (
        made.horizon, made.position, made.conversion_window_seconds, made.open_window_seconds,
        made.influence_window_seconds, made.minimum_cell, made.from_day, made.to_day, made.time_zone, made.app_id,
        ARRAY(SELECT settled."table" || '.' || settled.measure FROM metric.settled_measures(made) AS settled)
    )
    RETURNING published_report.*;
END
$$;
