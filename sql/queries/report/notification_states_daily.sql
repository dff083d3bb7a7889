-- Returns the rows of notification_states_daily for its CSV file.
-- $1 to $5: first day, last day, cutoff, minimum cell, and app (null for all).
SELECT states.*
FROM analytics.notification_states_daily($1::date, $2::date, $3::timestamptz, $4::integer) AS states
WHERE $5::text IS NULL OR states.app_id = $5::text
