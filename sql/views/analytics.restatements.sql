-- What a report of now, of all apps and without a minimum cell, says of numbers that were published.
CREATE OR REPLACE VIEW analytics.restatements AS
SELECT restatements.*
FROM analytics.restatements() AS restatements;
COMMENT ON VIEW analytics.restatements IS
    'Numbers of the latest report of an earlier state, of all apps and without a minimum cell, that read differently now.';
