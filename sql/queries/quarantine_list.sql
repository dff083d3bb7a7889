-- A page of quarantined deliveries for `bellwether quarantine list` and `show`: by time of receipt, newest first, then
-- by batch and line, last first. $1 to $7: the filter; $8 to $11: receipt (microseconds since 1970), batch, line and id
-- of the last row of the previous page, null for the first page; $12: maximum rows.
SELECT
    matching.quarantine_id,
    matching.reason,
    matching.detail,
    matching.source,
    matching.line,
    (extract(epoch FROM matching.received_at) * 1000000)::bigint,
    matching.byte_count,
    matching.app_id,
    matching.installation_id,
    matching.state,
    rtrim(rtrim(to_char(matching.received_at, 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0'), '.') || 'Z',
    matching.batch_id
FROM log.quarantine_matching(
    $1::bigint[], $2::text, $3::text, $4::text, $5::bigint, $6::bigint, $7::text
) AS matching
WHERE $8::bigint IS NULL
    OR (matching.received_at, matching.batch_id, matching.line, matching.quarantine_id)
        < (timestamptz 'epoch' + $8::bigint * interval '1 microsecond', $9::bigint, $10::bigint, $11::bigint)
ORDER BY matching.received_at DESC, matching.batch_id DESC, matching.line DESC, matching.quarantine_id DESC
LIMIT $12::bigint
