-- Step 4 of an erasure: deletes the rejected deliveries that name one of the erased, anywhere in their bytes or in the
-- words about them, in any letter case, with hyphens or without, in UTF-8 or UTF-16; the work table `erased_reject`.
-- Reads the whole quarantine.
CREATE TEMPORARY TABLE erased_reject (quarantine_id bigint NOT NULL) ON COMMIT DROP;
WITH gone AS (
    DELETE FROM log.quarantine AS held
    WHERE held.installation_id IN (SELECT erased.installation_id FROM erased)
        OR EXISTS (
            SELECT
            FROM regexp_matches(
                -- Bytes that are no ASCII come out as octal numbers, which separate, a backslash as two, all others as
                -- they are. Zeros are taken out: in UTF-16 one stands beside each digit.
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
