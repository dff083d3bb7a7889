-- Keeps what a report published. Metrics: Restatement. Returns it with its number, under which publish_rows keeps its
-- rows in the same transaction, and with the measures that these rows hold. Returns no row if it is not kept, because a
-- comparable report of a later state is, or an erasure since its snapshot may have removed people it counts. Of
-- comparable reports, the latest two states are kept: the second is for making the latest report again. Can be run
-- twice. Runs with the owner's rights, because no role may write the table.
-- erasure: the newest erasure in the report's snapshot (projection.last_erasure).
CREATE OR REPLACE FUNCTION projection.publish(made analytics.published_report, erasure bigint)
RETURNS SETOF analytics.published_report
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    -- Erasures hold it in EXCLUSIVE mode: a running one ends first, and none begins before this commits.
    LOCK TABLE projection.checkpoint IN ROW SHARE MODE;
    -- Reports are kept one at a time.
    LOCK TABLE analytics.published_report IN SHARE ROW EXCLUSIVE MODE;
    IF projection.last_erasure() > publish.erasure OR EXISTS (
        SELECT FROM projection.comparable_reports(made) AS kept WHERE kept.state = 'later'
    ) THEN
        RETURN;
    END IF;
    -- Of its own state, the report with the earliest horizon stays, because every later report can be compared with it.
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
