-- Keeps what a report published. Metrics: Restatement. Returns it with its number, under which publish_rows keeps its
-- rows in the same transaction. Returns no row if it is not kept, because a comparable report of a later state is, or an
-- erasure since its snapshot may have removed people it counts. Of each day, the comparable reports of the latest two
-- states are kept: the second is for making the latest report again. Can be run twice. Runs with the owner's rights,
-- because no role may write the table.
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
        SELECT FROM projection.comparable_reports(made) AS kept
        WHERE (kept.horizon, kept.position) > (made.horizon, made.position)
    ) THEN
        RETURN;
    END IF;
    WITH shortened AS (
        UPDATE analytics.published_report AS kept
        SET days = left_over.days
        FROM projection.earlier_reports(made) AS earlier
        CROSS JOIN LATERAL (SELECT earlier.days + ((earlier.kept).days - made.days)) AS left_over (days)
        WHERE kept.report = (earlier.kept).report AND kept.days <> left_over.days
        RETURNING kept.report, kept.days
    )

    DELETE FROM analytics.published_row AS kept
    USING shortened
    WHERE kept.report = shortened.report AND NOT shortened.days @> kept.day;
    DELETE FROM analytics.published_report AS kept WHERE isempty(kept.days);
    RETURN QUERY INSERT INTO analytics.published_report AS kept (
        horizon, position, conversion_window_seconds, open_window_seconds, influence_window_seconds, minimum_cell,
        time_zone, app_id, days
    )
    VALUES (
        made.horizon, made.position, made.conversion_window_seconds, made.open_window_seconds,
        made.influence_window_seconds, made.minimum_cell, made.time_zone, made.app_id, made.days
    )
    ON CONFLICT ON CONSTRAINT a_state_is_published_once DO UPDATE SET days = kept.days + excluded.days
    RETURNING kept.*;
END
$$;
