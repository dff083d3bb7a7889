-- The settings as they will be once everything is rebuilt with what is pending; one row.
CREATE OR REPLACE FUNCTION projection.wanted_settings()
RETURNS TABLE (
    time_zone text,
    conversion_window_seconds bigint,
    open_window_seconds bigint,
    influence_window_seconds bigint
)
LANGUAGE sql STABLE
AS $$
SELECT
    wanted.time_zone,
    wanted.conversion_window_seconds,
    wanted.open_window_seconds,
    wanted.influence_window_seconds
FROM projection.settings
CROSS JOIN LATERAL jsonb_populate_record(
    settings, (SELECT jsonb_object_agg(pending.name, pending.value) FROM projection.pending_setting AS pending)
) AS wanted
$$;
