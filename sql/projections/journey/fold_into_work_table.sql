-- Computes the journeys of installations of an app, from the batches up to a position, into the work table `new_journey`. If that fails because of the
-- data, it tries the halves of the list, until only the failing installations are left without a journey ("set aside").
-- Other errors (a lost connection, a full disk, a mistake in the SQL) are raised. May be run again after
-- `new_journey` was emptied.
CREATE OR REPLACE FUNCTION projection.fold_into_work_table(installations uuid[], of_app integer, up_to bigint)
RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    half_size integer := cardinality(installations) / 2;
BEGIN
    -- new_journey has the columns of journey.
    INSERT INTO new_journey
    SELECT journey.* FROM projection.fold_journeys(installations, of_app, 'infinity', up_to) AS journey;
EXCEPTION
    WHEN data_exception OR integrity_constraint_violation OR program_limit_exceeded OR cardinality_violation THEN
        IF cardinality(installations) > 1 THEN
            PERFORM projection.fold_into_work_table(installations[:half_size], of_app, up_to);
            PERFORM projection.fold_into_work_table(installations[half_size + 1:], of_app, up_to);
        ELSE
            INSERT INTO installation_set_aside (app, installation_id, reason)
            VALUES (of_app, installations[1], 'fold_failed')
            ON CONFLICT DO NOTHING;
        END IF;
END
$$;
