-- Steps 1 to 3 of the quality projection for a rebuild: the engagement events of one quarter, into the work table fresh_event,
-- and what is counted with them. Reads the log up to the rebuild's head. $1, $2: its beginning and end, of effective_at.
SELECT projection.collect_events_between($1::timestamptz, $2::timestamptz)
