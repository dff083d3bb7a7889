-- Events of a range of days by app, day and a dimension: size_class, the class of their latency, or app_version, the
-- version that they name, 0 for none. dimension: names the column that is not null. Metrics: Data quality.
CREATE OR REPLACE FUNCTION projection.quality(from_day date, to_day date, known_by timestamptz, dimension text)
RETURNS SETOF projection.quality
LANGUAGE sql STABLE
AS $$
SELECT cell.*
FROM (
    SELECT
        state.app, state.day, state.size_class, NULL::integer, state.events, state.over_24h, state.clocks_corrected
    FROM projection.latency_cell AS state
    WHERE dimension = 'size_class' AND projection.is_all_known('quality', known_by)
    UNION ALL
    SELECT state.app, state.day, NULL, state.app_version, state.events, NULL, NULL
    FROM projection.version_cell AS state
    WHERE dimension = 'app_version' AND projection.is_all_known('quality', known_by)
    UNION ALL
    SELECT past.*
    FROM projection.past(NULL::projection.quality, known_by) AS past
    WHERE NOT projection.is_all_known('quality', known_by)
        AND CASE dimension WHEN 'size_class' THEN past.size_class ELSE past.app_version END IS NOT NULL
) AS cell
WHERE cell.day BETWEEN from_day AND least(to_day, (SELECT stats.day(known_by)))
$$;
