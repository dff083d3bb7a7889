-- Returns what can be read of the bytes of a rejected delivery, in UTF-8 or UTF-16, and its detail: ASCII characters; all
-- others are spaces. The planner inlines it.
CREATE OR REPLACE FUNCTION log.quarantined_text(held log.quarantine) RETURNS text
LANGUAGE sql STABLE
AS $$
-- encode writes other bytes than ASCII as octal numbers, and a backslash as two: these become spaces.
-- Zero bytes are removed, because UTF-16 has one beside each character.
SELECT regexp_replace(
    replace(replace(encode(held.bytes, 'escape'), E'\\\\', ' '), E'\\000', ''), E'\\\\[0-7]{3}', ' ', 'g'
) || ' ' || held.detail
$$;
REVOKE ALL ON FUNCTION log.quarantined_text(log.quarantine) FROM PUBLIC;
