-- Creates the schema projection_next for a rebuild, after dropping an earlier one's, with empty copies of settings,
-- checkpoint and the named state tables of projection, and an empty list of chunks to fill. Can be run at any time.
-- Runs with the owner's rights, because the role bellwether_project may not create tables.
CREATE OR REPLACE FUNCTION projection.make_generation(tables text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    live_table record;
BEGIN
    DROP SCHEMA IF EXISTS projection_next CASCADE;
    CREATE SCHEMA projection_next;
    FOR live_table IN
        SELECT
            class.relname AS name,
            coalesce('PARTITION BY ' || pg_get_partkeydef(class.oid), '') AS partitioning,
            -- LIKE copies neither storage parameters nor the replica identity.
            array_to_string(class.reloptions, ', ') AS options,
            class.relreplident = 'f' AS is_identified_by_whole_row
        FROM pg_class AS class
        WHERE class.relnamespace = 'projection'::regnamespace
            AND class.relkind IN ('r', 'p')
            AND class.relname = ANY (tables || ARRAY['settings', 'checkpoint'])
    LOOP
        EXECUTE format(
            'CREATE TABLE projection_next.%1$I (LIKE projection.%1$I INCLUDING ALL) %2$s',
            live_table.name, live_table.partitioning);
        IF live_table.options IS NOT NULL THEN
            EXECUTE format('ALTER TABLE projection_next.%I SET (%s)', live_table.name, live_table.options);
        END IF;
        IF live_table.is_identified_by_whole_row THEN
            EXECUTE format('ALTER TABLE projection_next.%I REPLICA IDENTITY FULL', live_table.name);
        END IF;
    END LOOP;
    -- The chunks that are still to be filled, taken in the order of turn. name: the projection; place: which of its
    -- fills; is_serial: waits for earlier chunks of the same backfill; after: projections that must be filled first.
    CREATE TABLE projection_next.backfill_chunk (
        turn integer PRIMARY KEY,
        place integer NOT NULL,
        is_serial boolean NOT NULL,
        name text COLLATE "C" NOT NULL,
        after text[] NOT NULL,
        from_bound text,
        up_to text
    );
    IF to_regclass('parts.state') IS NOT NULL THEN PERFORM parts.distribute_generation(tables); END IF;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'bellwether_project') THEN
        GRANT USAGE ON SCHEMA projection_next TO bellwether_project;
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA projection_next TO bellwether_project;
    END IF;
END
$$;
