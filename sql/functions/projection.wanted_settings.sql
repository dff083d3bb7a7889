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
    coalesce(pending.wanted ->> 'time_zone', settings.time_zone),
    coalesce((pending.wanted ->> 'conversion_window_seconds')::bigint, settings.conversion_window_seconds),
    coalesce((pending.wanted ->> 'open_window_seconds')::bigint, settings.open_window_seconds),
    coalesce((pending.wanted ->> 'influence_window_seconds')::bigint, settings.influence_window_seconds)
FROM projection.settings
CROSS JOIN (
    SELECT jsonb_object_agg(pending_setting.name, pending_setting.value) AS wanted
    FROM projection.pending_setting
) AS pending
$$;
COMMENT ON FUNCTION projection.wanted_settings() IS 'The settings with what is pending.';
