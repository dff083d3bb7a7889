-- The functions that every node has. Run by the owner on each node, without propagation, when on_part is empty.

-- Makes the image of a part if it is missing or names other shards than those on this node, and returns its schema. An
-- image has a view of each shard of the part, under the table's name. The shard of a table of counts gets the part as a
-- default, and a key without the part, so that steps need not name it.
-- generation: live, which has the log and the copies too; or next: what a rebuild fills, and the live tables as live_….
CREATE OR REPLACE FUNCTION on_part.image(of_part uuid, generation text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET client_min_messages = warning
SET citus.enable_ddl_propagation = off
AS $$
DECLARE
    image text := 'part_' || get_shard_id_for_distribution_column('parts.part', of_part) || '_' || generation;
    wanted text;
    image_view record;
BEGIN
    -- Shards of new tables have higher numbers. A part that was here before has lost its views.
    SELECT format('%s of %s', max(shard.shardid), count(*))
    INTO wanted
    FROM pg_dist_shard AS shard
    INNER JOIN pg_class AS class ON class.oid = shard.logicalrelid
    WHERE NOT class.relispartition AND class.relnamespace IN (
        'log'::regnamespace, 'projection'::regnamespace, 'parts'::regnamespace,
        CASE generation WHEN 'next' THEN to_regnamespace('projection_next') END
    );
    IF obj_description(to_regnamespace(image), 'pg_namespace') IS NOT DISTINCT FROM format(
        '%s, %s views', wanted, (
            SELECT count(*) FROM pg_class AS class WHERE class.relnamespace = to_regnamespace(image) AND class.relkind = 'v'
        )
    ) THEN
        RETURN image;
    END IF;
    IF current_setting('transaction_read_only')::boolean THEN
        RAISE EXCEPTION 'a part has no image on this node: run bellwether project' USING ERRCODE = 'BW003';
    END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended('image ' || image, 0));
    EXECUTE format('DROP SCHEMA IF EXISTS %I CASCADE', image);
    EXECUTE format('CREATE SCHEMA %I', image);
    FOR image_view IN SELECT * FROM on_part.shards(of_part, generation) LOOP
        IF image_view.key_columns IS NOT NULL THEN
            EXECUTE format('ALTER TABLE %s ALTER COLUMN part SET DEFAULT %L', image_view.shard, of_part);
            EXECUTE format(
                'CREATE UNIQUE INDEX IF NOT EXISTS %I ON %s (%s)', image_view.name || '_of_' || image, image_view.shard,
                image_view.key_columns);
        END IF;
        EXECUTE format(
            'CREATE VIEW %I.%I AS SELECT %s FROM %s AS shard %s', image, image_view.name, image_view.columns,
            image_view.shard,
            CASE
                WHEN image_view.is_checkpoint THEN format('WHERE part = %L AND generation = %L', of_part, generation)
                WHEN image_view.of_generation IS NOT NULL THEN format('WHERE generation = %L', image_view.of_generation)
                ELSE ''
            END);
    END LOOP;
    EXECUTE format('COMMENT ON SCHEMA %I IS %L', image, format(
        '%s, %s views', wanted, (
            SELECT count(*) FROM pg_class AS class WHERE class.relnamespace = to_regnamespace(image) AND class.relkind = 'v'
        )));
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'bellwether_project') THEN
        EXECUTE format('GRANT USAGE ON SCHEMA %I TO bellwether_project, bellwether_ingest', image);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO bellwether_project', image);
        EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO bellwether_ingest', image);
    END IF;
    RETURN image;
END
$$;

-- Sets the search path to a part until the transaction ends, and what else the sessions of the program set.
CREATE OR REPLACE FUNCTION on_part.open(of_part uuid, generation text) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    SET LOCAL TimeZone = 'UTC';
    SET LOCAL IntervalStyle = 'postgres';
    SET LOCAL jit = off;
    PERFORM set_config(
        'search_path',
        CASE generation WHEN 'next' THEN on_part.image(of_part, 'next') || ', ' ELSE '' END
            || on_part.image(of_part, 'live') || ', on_part, projection, log, analytics, pg_catalog, pg_temp',
        true);
END
$$;

-- Returns the shards that an image names, with the columns that its views have. key_columns: the key without the part, of
-- a table of counts; otherwise null. of_generation: whose settings they are; null for other tables.
CREATE OR REPLACE FUNCTION on_part.shards(of_part uuid, generation text)
RETURNS TABLE (shard regclass, name text, columns text, key_columns text, is_checkpoint boolean, of_generation text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$
SELECT
    format(
        '%I.%I', space.nspname,
        class.relname || '_' || CASE distributed_table.partmethod
            WHEN 'h' THEN get_shard_id_for_distribution_column(distributed_table.logicalrelid, of_part)
            ELSE (
                SELECT shard.shardid FROM pg_dist_shard AS shard
                WHERE shard.logicalrelid = distributed_table.logicalrelid
            )
        END)::regclass,
    image_view.prefix || class.relname,
    (
        SELECT string_agg(format('shard.%I', field.attname), ', ' ORDER BY field.attnum)
        FROM pg_attribute AS field
        WHERE field.attrelid = class.oid AND field.attnum > 0 AND NOT field.attisdropped
            AND field.attname <> CASE space.nspname WHEN 'parts' THEN 'generation' ELSE 'part' END
    ),
    CASE WHEN space.nspname = CASE generation WHEN 'next' THEN 'projection_next' ELSE 'projection' END THEN (
        SELECT string_agg(quote_ident(field.attname), ', ' ORDER BY place.n) FILTER (WHERE field.attname <> 'part')
        FROM pg_constraint AS primary_key
        CROSS JOIN LATERAL unnest(primary_key.conkey) WITH ORDINALITY AS place (attnum, n)
        INNER JOIN pg_attribute AS field ON field.attrelid = primary_key.conrelid AND field.attnum = place.attnum
        WHERE primary_key.conrelid = class.oid AND primary_key.contype = 'p'
        HAVING bool_or(field.attname = 'part')
    ) END,
    distributed_table.logicalrelid = 'parts.checkpoint'::regclass,
    image_view.of_generation
FROM pg_dist_partition AS distributed_table
INNER JOIN pg_class AS class ON class.oid = distributed_table.logicalrelid
INNER JOIN pg_namespace AS space ON space.oid = class.relnamespace
CROSS JOIN LATERAL (
    SELECT
        CASE WHEN generation = 'next' AND space.nspname = 'projection' THEN 'live_' ELSE '' END AS prefix,
        CASE WHEN distributed_table.logicalrelid = 'parts.settings'::regclass THEN generation END AS of_generation
    UNION ALL
    SELECT 'live_', 'live' WHERE generation = 'next' AND distributed_table.logicalrelid = 'parts.settings'::regclass
) AS image_view
WHERE NOT class.relispartition
    AND CASE generation
        WHEN 'next' THEN space.nspname IN ('projection', 'projection_next')
            OR distributed_table.logicalrelid IN ('parts.checkpoint'::regclass, 'parts.settings'::regclass)
        ELSE space.nspname IN ('log', 'projection', 'parts')
    END
$$;

-- Runs the statements of a step on one part, from its position up to up_to, and moves its checkpoint. Returns the position.
-- Does nothing if the part is there. statements: with $1 and $2 for the positions, without schemas; reads: the projections
-- whose state they read, which must be there already.
CREATE OR REPLACE FUNCTION on_part.step_here(
    of_part uuid, generation text, of_name text, up_to bigint, statements text[], reads text[]
) RETURNS bigint
LANGUAGE plpgsql
AS $$
DECLARE
    reached bigint;
BEGIN
    PERFORM on_part.open(of_part, generation);
    SELECT checkpoint.position INTO reached FROM checkpoint WHERE checkpoint.name = of_name FOR UPDATE;
    IF reached >= up_to THEN RETURN reached; END IF;
    IF EXISTS (SELECT FROM checkpoint WHERE checkpoint.name = ANY (reads) AND checkpoint.position < up_to) THEN
        RAISE EXCEPTION 'a part is behind with what projection % reads', of_name USING ERRCODE = 'BW003';
    END IF;
    PERFORM on_part.run_here(statements, reached, up_to);
    UPDATE checkpoint SET position = up_to WHERE checkpoint.name = of_name;
    RETURN up_to;
END
$$;

-- Runs statements one after another, with two parameters for those that name them, and drops their work tables: the
-- next part may use the same session and transaction.
CREATE OR REPLACE FUNCTION on_part.run_here(statements text[], first anyelement, last anyelement) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    statement text;
BEGIN
    FOREACH statement IN ARRAY statements LOOP
        IF statement ~ '\$[12]' THEN EXECUTE statement USING first, last; ELSE EXECUTE statement; END IF;
    END LOOP;
    PERFORM on_part.drop_work_tables();
END
$$;

CREATE OR REPLACE FUNCTION on_part.drop_work_tables() RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    work text;
BEGIN
    FOR work IN
        SELECT class.relname FROM pg_class AS class
        WHERE class.relnamespace = pg_my_temp_schema() AND class.relkind = 'r'
    LOOP
        EXECUTE format('DROP TABLE pg_temp.%I', work);
    END LOOP;
END
$$;

-- Fills a chunk of a rebuild on one part, once.
CREATE OR REPLACE FUNCTION on_part.fill_here(of_part uuid, of_turn integer, statements text[], from_bound text, up_to text)
RETURNS integer
LANGUAGE plpgsql
AS $$
BEGIN
    PERFORM on_part.open(of_part, 'next');
    INSERT INTO filled (turn, part) VALUES (of_turn, of_part) ON CONFLICT DO NOTHING;
    IF FOUND THEN PERFORM on_part.run_here(statements, from_bound, up_to); END IF;
    RETURN of_turn;
END
$$;

-- Enters a part to read it: sets the search path. positions: where the coordinator says that the projections are, by
-- name. Raises an error if the part is elsewhere, so that no numbers of different positions are added.
CREATE OR REPLACE FUNCTION on_part.enter(of_part uuid, names text[], positions bigint[]) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    seen text := 'on_part.seen_' || translate(of_part::text, '-', '');
BEGIN
    -- In a transaction with one snapshot, what was checked stays so.
    IF current_setting(seen, true) <> '' THEN
        PERFORM set_config('search_path', current_setting(seen), true);
        RETURN;
    END IF;
    PERFORM on_part.open(of_part, 'live');
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        PERFORM set_config(seen, current_setting('search_path'), true);
    END IF;
    IF EXISTS (
        SELECT
        FROM unnest(names, positions) AS live_checkpoint (name, position)
        LEFT JOIN checkpoint ON checkpoint.name = live_checkpoint.name
        WHERE coalesce(checkpoint.position, 0) <> live_checkpoint.position
    ) THEN
        RAISE EXCEPTION 'a part is at another position than the coordinator' USING ERRCODE = 'BW003';
    END IF;
END
$$;

-- Deletes installations from a part and from what it counts. scripts: several statements each. Returns how
-- many permission and engagement events were deleted.
CREATE OR REPLACE FUNCTION on_part.erase_here(of_part uuid, installations uuid[], scripts text[]) RETURNS bigint[]
LANGUAGE plpgsql
AS $$
DECLARE
    script text;
    gone bigint[];
BEGIN
    PERFORM on_part.open(of_part, 'live');
    CREATE TEMPORARY TABLE erased_installation ON COMMIT DROP AS
    SELECT DISTINCT installation.installation_id FROM unnest(installations) AS installation (installation_id);
    FOREACH script IN ARRAY scripts LOOP EXECUTE script; END LOOP;
    EXECUTE
        'SELECT ARRAY[
            count(*) FILTER (WHERE type IN ({permission_events: ''#''})),
            count(*) FILTER (WHERE type IN ({engagement_events: ''#''}))
        ] FROM erased_event'
        INTO gone;
    PERFORM on_part.drop_work_tables();
    RETURN gone;
END
$$;

-- Returns the places of the events that are stored on a part. statement: as of parts.stored, without schemas.
CREATE OR REPLACE FUNCTION on_part.stored_here(
    of_part uuid, occurred_ats timestamptz[], installations uuid[], ids uuid[], apps integer[], places bigint[],
    kept_from bigint, statement text
) RETURNS SETOF bigint
LANGUAGE plpgsql STABLE
AS $$
BEGIN
    PERFORM on_part.open(of_part, 'live');
    RETURN QUERY EXECUTE format('SELECT $6[event.place] FROM (%s) AS event', statement)
        USING occurred_ats, installations, ids, apps, kept_from, places;
END
$$;

-- Returns how many rows of a part's table are in only one of the live tables and those of a rebuild.
CREATE OR REPLACE FUNCTION on_part.differing_here(of_part uuid, name text) RETURNS bigint
LANGUAGE plpgsql
AS $$
BEGIN
    PERFORM on_part.open(of_part, 'next');
    RETURN count_differences(('live_' || quote_ident(name))::regclass, quote_ident(name)::regclass);
END
$$;

-- The batches after a position, and those that the copy of the ledger does not have yet.
CREATE OR REPLACE FUNCTION on_part.batches(after bigint) RETURNS int8multirange
LANGUAGE sql STABLE
AS $$
SELECT CASE WHEN after IS NULL THEN '{}' ELSE int8multirange(int8range(NULL, NULL)) - (
    SELECT coalesce(range_agg(int8range(batch.batch_id, batch.batch_id, '[]')), '{}')
    FROM batch
    WHERE batch.position <= after
) END
$$;
