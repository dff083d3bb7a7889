-- Charges rejects to the key of an HTTP client, up to a limit of bytes per UTC day, and returns how many of them, from
-- the first, the quarantine should keep. The others are only counted. Locks the key's row until the transaction ends.
-- Runs with the owner's rights, because the ingest role may not write log.quarantine_use.
-- collector_key: 0 if the collector has no keys; byte_counts: the length of each reject, to which 400 bytes are added
-- for its row and index entries; day_bytes: the limit.
CREATE OR REPLACE FUNCTION log.charge_quarantine(collector_key bigint, byte_counts bigint[], day_bytes bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    today date := (now() AT TIME ZONE 'UTC')::date;
    used bigint;
    kept bigint;
    charged bigint;
BEGIN
    INSERT INTO log.quarantine_use AS day_use (collector_key, byte_count, rejects_not_kept, day)
    VALUES (charge_quarantine.collector_key, 0, 0, today)
    ON CONFLICT ON CONSTRAINT quarantine_use_pkey DO UPDATE
        SET byte_count = CASE WHEN day_use.day = excluded.day THEN day_use.byte_count ELSE 0 END, day = excluded.day
    RETURNING day_use.byte_count INTO used;

    SELECT count(*), coalesce(max(reject.total), 0)
    INTO kept, charged
    FROM (
        SELECT sum(400 + line.byte_count) OVER (ORDER BY line.place) AS total
        FROM unnest(charge_quarantine.byte_counts) WITH ORDINALITY AS line (byte_count, place)
    ) AS reject
    WHERE reject.total <= charge_quarantine.day_bytes - used;

    UPDATE log.quarantine_use AS day_use
    SET byte_count = used + charged,
        rejects_not_kept = day_use.rejects_not_kept + cardinality(charge_quarantine.byte_counts) - kept,
        not_kept_at = CASE
            WHEN kept < cardinality(charge_quarantine.byte_counts) THEN clock_timestamp() ELSE day_use.not_kept_at
        END
    WHERE day_use.collector_key = charge_quarantine.collector_key;
    RETURN kept;
END
$$;
REVOKE ALL ON FUNCTION log.charge_quarantine(bigint, bigint[], bigint) FROM PUBLIC;
