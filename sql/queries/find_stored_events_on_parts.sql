-- find_stored_events.sql on a cluster.
SELECT parts.stored($1::timestamptz[], $2::uuid[], $3::uuid[], $4::integer[], $5::bigint)
