-- The settings as they will be once everything is rebuilt with what is pending.
CREATE OR REPLACE FUNCTION projection.wanted_settings() RETURNS projection.settings
LANGUAGE sql STABLE
AS $$
SELECT jsonb_populate_record(
    settings, (SELECT jsonb_object_agg(pending.name, pending.value) FROM projection.pending_setting AS pending)
)
FROM projection.settings
$$;
