-- The days on which installations opened something, each with the system that it counts under: that of the last opening of the day in
-- the contract's order. measure: 'active' by all openings, 'openers' by those of notifications not of trigger local. Metrics: active,
-- openers; all of it stands here. The first and the last day of a span may be only in part what they are.
-- Parameters: those of projection.sends_and_openings. Reads settings of the caller's generation.
CREATE OR REPLACE FUNCTION projection.active_days(
    spans projection.span[], from_time timestamptz, to_time timestamptz, known_by timestamptz, up_to bigint
)
RETURNS TABLE (
    app integer,
    installation_id uuid,
    day date,
    os integer,
    measure text
)
LANGUAGE sql STABLE
AS $$
SELECT DISTINCT ON (opened.installation_id, opened.app, opened.day, kind.measure)
    opened.app, opened.installation_id, opened.day, opened.os, kind.measure
FROM (
    SELECT
        opening.*,
        opening.type = 'notification_opened' AND NOT opening.is_local AS is_direct,
        (opening.at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day
    FROM projection.openings_between(spans, from_time, to_time, known_by, up_to) AS opening
) AS opened
CROSS JOIN LATERAL (VALUES ('active', true), ('openers', opened.is_direct)) AS kind (measure, is_counted)
WHERE kind.is_counted
ORDER BY
    opened.installation_id, opened.app, opened.day, kind.measure, opened.at DESC, opened.type DESC, opened.id DESC,
    opened.occurred_at DESC
$$;
