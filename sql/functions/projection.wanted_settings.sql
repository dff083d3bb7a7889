-- Returns the settings as they will be once a rebuild of everything has applied the pending ones.
CREATE OR REPLACE FUNCTION projection.wanted_settings() RETURNS projection.settings
LANGUAGE sql STABLE
AS $$
SELECT jsonb_populate_record(
    settings, (SELECT jsonb_object_agg(setting.name, setting.value) FROM projection.pending_setting AS setting)
)
FROM projection.settings
$$;
