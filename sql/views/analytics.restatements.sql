-- What a report of now, of all apps and without a minimum cell, says of numbers that were published.
CREATE OR REPLACE VIEW analytics.restatements AS
SELECT restatements.*
FROM analytics.restatements() AS restatements;
COMMENT ON VIEW analytics.restatements IS
    'Numbers of the latest report of an earlier state, of all apps and without a minimum cell, that read differently now.';
COMMENT ON COLUMN analytics.restatements."table" IS 'The table of the number: opt_in_daily, reach_daily, opens_daily or activity_daily.';
COMMENT ON COLUMN analytics.restatements.before IS 'As it was published; null: the row was not there.';
COMMENT ON COLUMN analytics.restatements.after IS
    'As it reads now at the horizon of that report, late events included; null: the row is gone.';
COMMENT ON COLUMN analytics.restatements.late_events IS
    'Events of the app that were received after that horizon and happened up to it.';
