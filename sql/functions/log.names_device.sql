-- Returns whether a rejected delivery of which no installation could be read contains, as a text of JSON, an id that
-- another product has for a device. devices: these ids. Of other deliveries log.installations_named says whose they are.
CREATE OR REPLACE FUNCTION log.names_device(held log.quarantine, devices text[]) RETURNS boolean
LANGUAGE sql STABLE
AS $$
SELECT held.installation_id IS NULL AND EXISTS (
    SELECT
    FROM unnest(devices) AS device (device_id)
    WHERE position(convert_to(to_json(device.device_id)::text, 'UTF8') IN held.bytes) > 0
)
$$;
REVOKE ALL ON FUNCTION log.names_device(log.quarantine, text[]) FROM PUBLIC;
