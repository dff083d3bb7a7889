-- Claims a file for the caller and ends earlier claims. After it, all that they stored is visible and they can't store
-- more. known: the file's number, null if new; sample: hash of its size, first and last bytes; claim: counts from 1.
CREATE OR REPLACE FUNCTION log.claim_file(known integer, size bigint, sample bytea, OUT file integer, OUT claim integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    LOCK TABLE log.position_lock IN EXCLUSIVE MODE;
    UPDATE log.source_file AS source SET claim = source.claim + 1
    WHERE source.source_file = claim_file.known
    RETURNING source.source_file, source.claim INTO file, claim;
    IF NOT FOUND THEN
        INSERT INTO log.source_file AS source (claim, size, sample_hash) VALUES (1, claim_file.size, sample)
        RETURNING source.source_file, source.claim INTO file, claim;
    END IF;
END
$$;
REVOKE ALL ON FUNCTION log.claim_file(integer, bigint, bytea) FROM PUBLIC;
