-- Returns the rows of decision_curve for its CSV file and for the pages.
-- $1 to $5: first day, last day, cutoff, minimum cell, and app (null for all).
SELECT decision_curve.*
FROM analytics.decision_curve($1::date, $2::date, $3::timestamptz, $4::integer) AS decision_curve
WHERE $5::text IS NULL OR decision_curve.app_id = $5::text
