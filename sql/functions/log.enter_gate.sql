-- Shares the writer lock until the transaction ends, and returns what the log refuses, which does not change before then. One call
-- saves round trips. kept_from: retention cutoff of engagement events, in microseconds since 1970; null if everything is kept.
-- erased: how many installations are.
CREATE OR REPLACE FUNCTION log.enter_gate(OUT kept_from bigint, OUT erased bigint)
LANGUAGE plpgsql
AS $$
BEGIN
    LOCK TABLE log.gate IN ROW EXCLUSIVE MODE;
    -- A statement of its own: it sees what was committed until the lock was ours.
    SELECT (extract(epoch FROM refusal.retained_from) * 1000000)::bigint, refusal.erased_installations
    INTO kept_from, erased
    FROM log.refusal;
END
$$;
