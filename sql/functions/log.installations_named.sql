-- Returns the installations that a rejected delivery names: its own, if it was read, and each id anywhere in its bytes or
-- detail, in any letter case, with or without hyphens, in UTF-8 or UTF-16. The planner inlines it.
CREATE OR REPLACE FUNCTION log.installations_named(held log.quarantine) RETURNS SETOF uuid
LANGUAGE sql STABLE
AS $$
SELECT held.installation_id
UNION ALL
SELECT match.words[1]::uuid
FROM regexp_matches(
    log.quarantined_text(held),
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
    '|(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])', 'gi'
) AS match (words)
$$;
REVOKE ALL ON FUNCTION log.installations_named(log.quarantine) FROM PUBLIC;
