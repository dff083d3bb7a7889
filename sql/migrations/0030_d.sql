-- Rows of the reading functions, each group of columns named once. Run once, by the migrator, as the owner.
ALTER TYPE projection.past_sends RENAME TO send;
ALTER TYPE projection.past_opens RENAME TO opens;
ALTER TYPE projection.past_unsent_opens RENAME TO unsent_opens;
ALTER TYPE projection.past_activity RENAME TO activity;
ALTER TYPE projection.past_latencies RENAME TO latencies;
ALTER TYPE projection.past_events_by_version RENAME TO events_by_version;

-- Of one dimension: os, campaign and hour are null except the one that the row is of.
ALTER TYPE projection.opens ADD ATTRIBUTE campaign integer, ADD ATTRIBUTE hour smallint;

-- Recreated with is_covered, and the view of its name with it.
DROP FUNCTION IF EXISTS analytics.key_numbers(date, date, timestamptz, integer) CASCADE;
