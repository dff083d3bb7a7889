-- Stores when keys of HTTP clients were last used, if later than the stored time. Runs with the owner's rights, because
-- the ingest role may only read keys. May be run twice.
CREATE OR REPLACE FUNCTION log.note_key_use(keys bigint[], used_at timestamptz[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
UPDATE log.collector_key
SET last_used_at = key_use.used_at
FROM unnest(keys, used_at) AS key_use (collector_key, used_at)
WHERE collector_key.collector_key = key_use.collector_key
    AND (collector_key.last_used_at IS NULL OR collector_key.last_used_at < key_use.used_at)
$$;
REVOKE ALL ON FUNCTION log.note_key_use(bigint[], timestamptz[]) FROM PUBLIC;
