-- Keeps what a report published. Metrics: Restatement. Returns it with its number, under which publish_rows keeps its
-- rows in the same transaction. Returns no row if it is not kept, because a comparable report of a later state is, or an
-- erasure since its snapshot may have removed people it counts. Of each day, the comparable reports of the latest two
-- states are kept: the second is for making the latest report again. Can be run twice. Runs with the owner's rights,
-- because no role may write the table.
-- erasure: the newest erasure in the report's snapshot (projection.last_erasure).
CREATE OR REPLACE FUNCTION projection.publish(new_report analytics.published_report, erasure bigint)
RETURNS SETOF analytics.published_report
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    -- Erasures hold it in EXCLUSIVE mode: a running one ends first, and none begins before this commits.
    LOCK TABLE projection.checkpoint IN ROW SHARE MODE;
    -- Reports are kept one at a time.
    LOCK TABLE analytics.published_report IN SHARE ROW EXCLUSIVE MODE;
    IF projection.last_erasure() > publish.erasure OR EXISTS (
        SELECT FROM projection.comparable_reports(new_report) AS report
        WHERE (report.horizon, report.position) > (new_report.horizon, new_report.position)
    ) THEN
        RETURN;
    END IF;
    WITH shortened_report AS (
        UPDATE analytics.published_report AS report
        SET days = remainder.days
        FROM projection.earlier_reports(new_report) AS earlier_report
        CROSS JOIN LATERAL (
            SELECT earlier_report.days + ((earlier_report.kept).days - new_report.days)
        ) AS remainder (days)
        WHERE report.report = (earlier_report.kept).report AND report.days <> remainder.days
        RETURNING report.report, report.days
    )

    DELETE FROM analytics.published_row AS stored_row
    USING shortened_report
    WHERE stored_row.report = shortened_report.report AND NOT shortened_report.days @> stored_row.day;
    DELETE FROM analytics.published_report AS report WHERE isempty(report.days);
    RETURN QUERY INSERT INTO analytics.published_report AS report (
        horizon, position, conversion_window_seconds, open_window_seconds, influence_window_seconds, minimum_cell,
        time_zone, app_id, days
    )
    VALUES (
        new_report.horizon, new_report.position, new_report.conversion_window_seconds, new_report.open_window_seconds,
        new_report.influence_window_seconds, new_report.minimum_cell, new_report.time_zone, new_report.app_id,
        new_report.days
    )
    ON CONFLICT ON CONSTRAINT a_state_is_published_once DO UPDATE SET days = report.days + excluded.days
    RETURNING report.*;
END
$$;
