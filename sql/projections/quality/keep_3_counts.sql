-- What a rebuild of the quality projection takes over where retention dropped events: cells and sampled events of before.
-- $1: up to which moment.
SELECT projection.keep_counts($1::timestamptz)
