-- A page of quarantined deliveries for `bellwether quarantine list` and `show`: by time of receipt, newest first, then
-- by batch and line, last first. $1 to $7: the filter; $8 to $11: receipt (microseconds since 1970), batch, line and id
-- of the last row of the previous page, null for the first page; $12: maximum rows.
SELECT
    reject.quarantine_id,
    reject.reason,
    reject.detail,
    reject.source,
    reject.line,
    (extract(epoch FROM reject.received_at) * 1000000)::bigint,
    reject.byte_count,
    reject.app_id,
    reject.installation_id,
    reject.state,
    rtrim(rtrim(to_char(reject.received_at, 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0'), '.') || 'Z',
    reject.batch_id
FROM log.quarantine_matching(
    $1::bigint[], $2::text, $3::text, $4::text, $5::bigint, $6::bigint, $7::text
) AS reject
WHERE $8::bigint IS NULL
    OR (reject.received_at, reject.batch_id, reject.line, reject.quarantine_id)
        < (timestamptz 'epoch' + $8::bigint * interval '1 microsecond', $9::bigint, $10::bigint, $11::bigint)
ORDER BY reject.received_at DESC, reject.batch_id DESC, reject.line DESC, reject.quarantine_id DESC
LIMIT $12::bigint
