-- Opens not of trigger local that name no notification or one without a send, by app over a range of days of the open.
-- Metrics: Data quality. from_day, to_day: inclusive; known_by: the horizon. Where the state has passed it, the log is
-- read instead. An app without any has no row.
CREATE OR REPLACE FUNCTION projection.unsent_opens(from_day date, to_day date, known_by timestamptz)
RETURNS TABLE (
    app integer,
    opens bigint
)
LANGUAGE sql STABLE
AS $$
SELECT cell.app, sum(cell.opens)::bigint
FROM (
    SELECT state.app, state.day, state.opens
    FROM projection.unsent_cell AS state
    WHERE projection.is_all_known('opens', known_by)
    UNION ALL
    SELECT past.*
    FROM projection.past(NULL::projection.past_unsent_opens, known_by) AS past
    WHERE NOT projection.is_all_known('opens', known_by)
) AS cell
WHERE cell.day BETWEEN from_day AND least(to_day, (SELECT analytics.day(known_by)))
GROUP BY cell.app
$$;
COMMENT ON FUNCTION projection.unsent_opens(date, date, timestamptz) IS 'Opens without a send, by app.';
