-- Returns the calendar day of a time in the time zone of the settings.
CREATE OR REPLACE FUNCTION stats.day(moment timestamptz) RETURNS date
LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$ SELECT (moment AT TIME ZONE settings.time_zone)::date FROM projection.settings $$;
COMMENT ON FUNCTION stats.day(timestamptz) IS 'The calendar day of a time in the time zone of the settings.';
