-- The days on which installations opened something, each with the system that it counts under: that of the last opening of the day in
-- the contract's order. measure: 'active' by all openings, 'openers' by those of notifications not of trigger local. Metrics: active,
-- openers; all of it stands here. The first and the last day of a span may be only in part what they are.
-- Parameters and n: those of projection.attributed_sends. Reads settings of the caller's generation.
CREATE OR REPLACE FUNCTION projection.active_days(
    from_time timestamptz, to_time timestamptz, known_by timestamptz, up_to bigint,
    openings projection.told_opening[] DEFAULT NULL
)
RETURNS SETOF projection.active_day
LANGUAGE sql STABLE
AS $$
SELECT DISTINCT ON (opened.installation_id, opened.app, opened.day, opened.measure, opened.n)
    opened.n, opened.app, opened.installation_id, opened.day, opened.os, opened.measure
FROM (
    SELECT
        opening.*,
        (opening.at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
        unnest(
            CASE WHEN opening.type = 'notification_opened' AND NOT opening.is_local
                THEN '{active,openers}'::text[]
                ELSE '{active}'
            END
        ) COLLATE "C" AS measure
    FROM projection.openings_between(from_time, to_time, known_by, up_to, openings) AS opening
) AS opened
ORDER BY
    opened.installation_id, opened.app, opened.day, opened.measure, opened.n, opened.at DESC, opened.type DESC,
    opened.id DESC, opened.occurred_at DESC
$$;
