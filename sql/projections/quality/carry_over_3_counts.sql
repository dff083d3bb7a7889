-- What a rebuild of the quality projection copies if retention dropped events: cells and sampled events before a time.
-- $1: the time.
SELECT projection.carry_over_counts($1::timestamptz)
