-- Folds installations of an app into the work table `folded`; whoever makes the fold raise is set aside, and the
-- others go on. A failed fold leaves nothing behind and is tried again in halves. What fails for another reason than
-- the data (a lost connection, a full disk, a mistake in the SQL) is raised on. May be run twice on an empty `folded`.
CREATE OR REPLACE FUNCTION projection.fold_into_work_table(installations uuid[], of_app integer) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    half integer := cardinality(installations) / 2;
BEGIN
    -- Its columns are those of journeys.
    INSERT INTO folded SELECT fold.* FROM projection.fold_journeys_v1(installations, of_app, 'infinity') AS fold;
EXCEPTION
    WHEN data_exception OR integrity_constraint_violation OR program_limit_exceeded OR cardinality_violation THEN
        IF cardinality(installations) > 1 THEN
            PERFORM projection.fold_into_work_table(installations[:half], of_app);
            PERFORM projection.fold_into_work_table(installations[half + 1:], of_app);
        ELSE
            INSERT INTO set_aside_v1 (app, installation_id, reason)
            VALUES (of_app, installations[1], 'fold_failed')
            ON CONFLICT DO NOTHING;
        END IF;
END
$$;
