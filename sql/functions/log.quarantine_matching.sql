-- Returns the quarantined deliveries that match a filter; a null matches all. The planner inlines it, so that the
-- calling query can use indexes.
-- since (inclusive), until (exclusive): times of receipt in microseconds since 1970.
CREATE OR REPLACE FUNCTION log.quarantine_matching(
    only_ids bigint[], only_reason text, only_source text, source_prefix text, since bigint, until bigint,
    only_state text
) RETURNS SETOF log.quarantine
LANGUAGE sql STABLE
AS $$
SELECT quarantine.*
FROM log.quarantine
WHERE (only_ids IS NULL OR quarantine.quarantine_id = ANY (only_ids))
    AND (only_reason IS NULL OR quarantine.reason = only_reason::log.reject_reason)
    AND (only_source IS NULL OR quarantine.source = only_source)
    AND (source_prefix IS NULL OR starts_with(quarantine.source, source_prefix))
    AND (since IS NULL OR quarantine.received_at >= timestamptz 'epoch' + since * interval '1 microsecond')
    AND (until IS NULL OR quarantine.received_at < timestamptz 'epoch' + until * interval '1 microsecond')
    AND (only_state IS NULL OR quarantine.state = only_state)
$$;
REVOKE ALL ON FUNCTION log.quarantine_matching(bigint[], text, text, text, bigint, bigint, text) FROM PUBLIC;
