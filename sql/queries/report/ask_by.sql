-- Returns the rows of ask_by for its CSV file, and for the pages what share of settled came to each step.
SELECT
    {ask_by: table_row.#},
    primed.rate AS primed_rate, primed.low AS primed_rate_low, primed.high AS primed_rate_high,
    accepted.rate AS primer_accepted_rate, accepted.low AS primer_accepted_rate_low,
    accepted.high AS primer_accepted_rate_high,
    prompted.rate AS prompted_rate, prompted.low AS prompted_rate_low, prompted.high AS prompted_rate_high,
    blocked.rate AS blocked_rate, blocked.low AS blocked_rate_low, blocked.high AS blocked_rate_high
FROM analytics.ask_by($1::date, $2::date, $3::timestamptz, $4::integer) AS table_row
CROSS JOIN LATERAL stats.published_rate(table_row.primed, table_row.settled) AS primed
CROSS JOIN LATERAL stats.published_rate(table_row.primer_accepted, table_row.settled) AS accepted
CROSS JOIN LATERAL stats.published_rate(table_row.prompted, table_row.settled) AS prompted
CROSS JOIN LATERAL stats.published_rate(table_row.blocked, table_row.settled) AS blocked
WHERE $5::text IS NULL OR table_row.app_id = $5::text
