-- Claims a file for the caller, and ends every earlier claim: what they stored until then is committed and can be read. sha256 and
-- size: of its bytes. file: its number; claim: which claim it is, from 1. Runs with the owner's rights.
CREATE OR REPLACE FUNCTION log.claim_file(sha256 bytea, size bigint, OUT file integer, OUT claim integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    LOCK TABLE log.seal IN EXCLUSIVE MODE;
    INSERT INTO log.source_file AS known (size, sha256, claim)
    VALUES (claim_file.size, claim_file.sha256, 1)
    ON CONFLICT ON CONSTRAINT file_is_known_once DO UPDATE SET claim = known.claim + 1
    RETURNING known.source_file, known.claim INTO file, claim;
END
$$;
REVOKE ALL ON FUNCTION log.claim_file(bytea, bigint) FROM PUBLIC;
