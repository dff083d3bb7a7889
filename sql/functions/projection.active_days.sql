-- Returns the days on which installations opened something, each with the OS of its last opening in the contract's
-- order. Metrics: Opens (active, openers); defined only here. measure: 'active' counts all openings, 'openers' remote
-- opens (metric.is_remote_open). The first and last day of a span can be incomplete; callers allow for this.
-- Parameters: see projection.attributed_sends. Reads settings of the caller's generation (live or being
-- rebuilt).
CREATE OR REPLACE FUNCTION projection.active_days(
    from_time timestamptz, to_time timestamptz, as_of timestamptz, up_to bigint,
    spans projection.span[] DEFAULT NULL
)
RETURNS SETOF projection.active_day
LANGUAGE sql STABLE
AS $$
SELECT DISTINCT ON (opening.installation_id, opening.app, opening.day, opening.measure)
    opening.app, opening.installation_id, opening.day, opening.os, opening.measure
FROM (
    SELECT
        opening.*,
        (opening.at AT TIME ZONE (SELECT settings.time_zone FROM settings))::date AS day,
        unnest(
            CASE WHEN metric.is_remote_open(opening.type, opening.is_local)
                THEN '{active,openers}'::text[]
                ELSE '{active}'
            END
        ) COLLATE "C" AS measure
    FROM projection.openings_between(from_time, to_time, as_of, up_to, spans) AS opening
) AS opening
ORDER BY
    opening.installation_id, opening.app, opening.day, opening.measure,
    opening.at DESC, opening.type DESC, opening.id DESC, opening.occurred_at DESC
$$;
