-- Returns how far a running or killed rebuild is: a row for each projection in it; none if there is no rebuild.
-- chunks: how many are still to be filled; 0 once the rebuild continues by steps.
CREATE OR REPLACE FUNCTION projection.rebuild_state()
RETURNS TABLE (name text, "position" bigint, chunks bigint)
LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN QUERY
        SELECT
            next_checkpoint.name,
            next_checkpoint.position,
            (SELECT count(*) FROM projection_next.backfill_chunk AS chunk WHERE chunk.name = next_checkpoint.name)
        FROM projection_next.checkpoint AS next_checkpoint;
EXCEPTION
    -- There is no rebuild, or it was swapped in or dropped just now.
    WHEN undefined_table THEN
        RETURN;
END
$$;
