-- Takes the writer lock (log.writer_lock) in shared mode until the transaction ends, and returns the rules by which the
-- log refuses events. They can't change while the lock is held. A single call saves round trips.
-- kept_from: retention cutoff of engagement events in microseconds since 1970, null if everything is kept; erased:
-- number of erased installations; words_dropped: how often unused words were deleted from the dictionary.
CREATE OR REPLACE FUNCTION log.hold_intake_rules(OUT kept_from bigint, OUT erased bigint, OUT words_dropped bigint)
LANGUAGE plpgsql
AS $$
BEGIN
    LOCK TABLE log.writer_lock IN ROW EXCLUSIVE MODE;
    -- A separate statement, so that its snapshot is taken after the lock was granted.
    SELECT (extract(epoch FROM intake_rules.retained_from) * 1000000)::bigint, intake_rules.erased_installations,
        intake_rules.words_dropped
    INTO kept_from, erased, words_dropped
    FROM log.intake_rules;
END
$$;
