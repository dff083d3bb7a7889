-- Step 4 of an erasure: deletes rejected deliveries with one of the erased ids anywhere in their bytes or detail, in
-- any letter case, with or without hyphens, in UTF-8 or UTF-16. Reads the whole quarantine. Creates the work table
-- `erased_reject` of their quarantine_ids.
CREATE TEMPORARY TABLE erased_reject (quarantine_id bigint NOT NULL) ON COMMIT DROP;
WITH gone AS (
    DELETE FROM log.quarantine AS held
    WHERE held.installation_id IN (SELECT erased.installation_id FROM erased)
        OR EXISTS (
            SELECT
            FROM regexp_matches(
                -- encode writes other bytes than ASCII as octal numbers, and a backslash as two: these become spaces.
                -- Zero bytes are removed, because UTF-16 has one beside each digit.
                regexp_replace(
                    replace(replace(encode(held.bytes, 'escape'), E'\\\\', ' '), E'\\000', ''), E'\\\\[0-7]{3}', ' ', 'g'
                ) || ' ' || held.detail,
                '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
                '|(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])', 'gi'
            ) AS named (words)
            INNER JOIN erased ON erased.installation_id = named.words[1]::uuid
        )
    RETURNING held.quarantine_id
)
INSERT INTO erased_reject (quarantine_id)
SELECT gone.quarantine_id FROM gone
