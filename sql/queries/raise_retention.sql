-- Moves the cutoff of retention to the start of the month that was $1 months before $2 (microseconds since 1970), but never
-- back. Returns its day.
UPDATE log.intake_rules SET retained_from = greatest(
    intake_rules.retained_from,
    date_trunc(
        'month',
        (timestamptz 'epoch' + $2::bigint * interval '1 microsecond') AT TIME ZONE 'UTC'
            - make_interval(months => $1::integer)
    ) AT TIME ZONE 'UTC'
)
WHERE intake_rules.only_row
RETURNING to_char(intake_rules.retained_from AT TIME ZONE 'UTC', 'YYYY-MM-DD')
