-- How far the rebuild that is under way, or was killed, has come: a row for each projection of it, none without one.
-- chunks: how many are still to be filled; 0 once it goes on by steps.
CREATE OR REPLACE FUNCTION projection.rebuild_state()
RETURNS TABLE (name text, "position" bigint, chunks bigint)
LANGUAGE plpgsql STABLE
AS $$
BEGIN
    RETURN QUERY
        SELECT
            next.name,
            next.position,
            (SELECT count(*) FROM projection_next.fill_chunk AS chunk WHERE chunk.name = next.name)
        FROM projection_next.checkpoint AS next;
EXCEPTION
    -- It may be swapped in or dropped at any moment.
    WHEN undefined_table THEN
        RETURN;
END
$$;
