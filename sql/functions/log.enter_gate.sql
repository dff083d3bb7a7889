-- Takes GATE until the transaction ends, and gives what the log refuses: that does not change before it is left.
-- alone: exclusively, while no other batch is stored. kept_from: of which moment on engagement events are kept, in
-- microseconds since 1970; null: all. erased: how many installations are.
-- One call and not two statements, since a batch of the collector costs what its round trips cost.
CREATE OR REPLACE FUNCTION log.enter_gate(alone boolean, OUT kept_from bigint, OUT erased bigint)
LANGUAGE plpgsql
AS $$
BEGIN
    IF alone THEN
        LOCK TABLE log.gate IN EXCLUSIVE MODE;
    ELSE
        LOCK TABLE log.gate IN ROW EXCLUSIVE MODE;
    END IF;
    -- A statement of its own: it sees what was committed until the lock was ours.
    SELECT (extract(epoch FROM refusal.retained_from) * 1000000)::bigint, refusal.erased_installations
    INTO kept_from, erased
    FROM log.refusal;
END
$$;
