-- Moves the cutoff of retention to the start of the month that was $1 months before $2 (microseconds since 1970), or before
-- the server's time if that is earlier, but never back. Returns its day.
UPDATE log.intake_rules SET retained_from = log.retention_cutoff($1::integer, $2::bigint)
WHERE intake_rules.only_row
RETURNING to_char(intake_rules.retained_from AT TIME ZONE 'UTC', 'YYYY-MM-DD')
