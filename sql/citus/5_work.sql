-- What the coordinator asks of all parts. Run by the owner on the coordinator. May be run twice.
-- Without local execution, parts that are on the coordinator itself have sessions of their own too, side by side.

-- Keeps parts where they are until the transaction ends: moving one takes the same lock exclusively.
CREATE OR REPLACE FUNCTION parts.hold_places() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
-- 5 is ShareLock.
SELECT lock_shard_metadata(5, ARRAY(
    SELECT shard.shardid FROM pg_dist_shard AS shard WHERE shard.logicalrelid = 'parts.part'::regclass
))
$$;

-- Brings a projection to a position on all parts. Each part commits separately; what is there already does nothing. Call it
-- in a transaction that moves the checkpoint of the coordinator, and see parts.behind() after its commit.
CREATE OR REPLACE FUNCTION parts.step_all(
    generation text, of_name text, up_to bigint, statements text[], reads text[]
) RETURNS void
LANGUAGE plpgsql SET citus.enable_local_execution = off
AS $$
BEGIN
    PERFORM parts.hold_places();
    EXECUTE 'SELECT on_part.step_here(part.part, $1, $2, $3, $4, $5) FROM parts.part'
        USING generation, of_name, up_to, ARRAY(
            SELECT parts.without_schemas(statement.text)
            FROM unnest(statements) WITH ORDINALITY AS statement (text, n)
            ORDER BY n
        ), reads;
END
$$;

-- Returns how many parts are not at the coordinator's position of a projection.
CREATE OR REPLACE FUNCTION parts.behind(generation text, of_name text, up_to bigint) RETURNS bigint
LANGUAGE plpgsql SET citus.enable_local_execution = off
AS $$
DECLARE
    found bigint;
BEGIN
    EXECUTE 'SELECT count(*) FROM parts.checkpoint AS c WHERE c.generation = $1 AND c.name = $2 AND c.position < $3'
        INTO found USING generation, of_name, up_to;
    RETURN found;
END
$$;

-- Returns the places, from 1, of the events that are stored: asks each part for its own. statement: find_stored_events.sql, whose
-- parameters come before it.
CREATE OR REPLACE FUNCTION parts.stored(
    occurred_ats timestamptz[], installations uuid[], ids uuid[], apps integer[], kept_from bigint, statement text
) RETURNS SETOF bigint
LANGUAGE plpgsql STABLE SET citus.enable_local_execution = off
AS $$
BEGIN
    RETURN QUERY EXECUTE
        'WITH request AS MATERIALIZED (
            SELECT
                target.shard, array_agg(key.occurred_at) AS occurred_ats,
                array_agg(key.installation_id) AS installations, array_agg(key.id) AS ids, array_agg(key.app) AS apps,
                array_agg(key.place) AS places
            FROM unnest($1, $2, $3, $4) WITH ORDINALITY AS key (occurred_at, installation_id, id, app, place)
            CROSS JOIN LATERAL (
                SELECT get_shard_id_for_distribution_column(''parts.part'', key.installation_id) AS shard
            ) AS target
            GROUP BY target.shard
        )
        SELECT on_part.stored_here(
            part.part, request.occurred_ats, request.installations, request.ids, request.apps, request.places, $5, $6
        )
        FROM parts.part
        INNER JOIN request ON request.shard = part.shard'
        USING occurred_ats, installations, ids, apps, kept_from, parts.without_schemas(statement);
END
$$;

-- Inserts the events of a batch that are not stored, and returns their keys. events: rows of log.engagement_event or
-- log.permission_event.
CREATE OR REPLACE FUNCTION parts.insert_events(events anyarray)
RETURNS TABLE (occurred_at timestamptz, installation_id uuid, id uuid, app integer)
LANGUAGE plpgsql
AS $$
BEGIN
    RETURN QUERY EXECUTE format(
        'INSERT INTO %s AS new_event SELECT event.* FROM unnest($1) AS event ON CONFLICT DO NOTHING
        RETURNING new_event.occurred_at, new_event.installation_id, new_event.id, new_event.app',
        rtrim(pg_typeof(events)::text, '[]'))
        USING events;
END
$$;

-- Fills a chunk of a rebuild on all parts. copies: whether it copies live state.
CREATE OR REPLACE FUNCTION parts.fill_all(turn integer, statements text[], from_bound text, up_to text, copies boolean)
RETURNS void
LANGUAGE plpgsql SET citus.enable_local_execution = off
AS $$
BEGIN
    PERFORM parts.hold_places();
    EXECUTE 'SELECT on_part.fill_here(part.part, $1, $2, $3, $4) FROM parts.part'
        USING turn, ARRAY(
            SELECT CASE WHEN copies THEN parts.with_live(statement.text) ELSE parts.without_schemas(statement.text) END
            FROM unnest(statements) WITH ORDINALITY AS statement (text, n)
            ORDER BY n
        ), from_bound, up_to;
END
$$;

-- Returns whether all parts have filled a chunk.
CREATE OR REPLACE FUNCTION parts.have_filled(of_turn integer) RETURNS boolean
LANGUAGE plpgsql SET citus.enable_local_execution = off
AS $$
DECLARE
    found boolean;
BEGIN
    EXECUTE 'SELECT (SELECT count(*) FROM parts.filled WHERE filled.turn = $1) = (SELECT count(*) FROM parts.part)'
        INTO found USING of_turn;
    RETURN found;
END
$$;

-- Makes the checkpoints of a generation on all parts, if they are missing. heads: the positions of the live generation, or
-- the last positions that the fills of a rebuild read.
CREATE OR REPLACE FUNCTION parts.begin_generation(of_generation text, names text[], heads bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    of_part uuid;
BEGIN
    FOR of_part IN SELECT part.part FROM parts.part AS part LOOP
        INSERT INTO parts.checkpoint (position, backfill_head, part, generation, name)
        SELECT
            CASE of_generation WHEN 'next' THEN 0 ELSE new_checkpoint.head END,
            CASE of_generation WHEN 'next' THEN new_checkpoint.head END,
            of_part, of_generation, new_checkpoint.name
        FROM (SELECT unnest(names), unnest(heads)) AS new_checkpoint (name, head)
        ON CONFLICT DO NOTHING;
    END LOOP;
END
$$;

-- Ends the fills of a rebuild on all parts.
CREATE OR REPLACE FUNCTION parts.end_fills() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
UPDATE parts.checkpoint SET position = checkpoint.backfill_head, backfill_head = NULL
WHERE checkpoint.generation = 'next' AND checkpoint.backfill_head IS NOT NULL
$$;

-- Makes the images that are missing, so that reports, which may not make any, find them.
CREATE OR REPLACE FUNCTION parts.make_images() RETURNS void
LANGUAGE plpgsql SET citus.enable_local_execution = off
AS $$
BEGIN
    PERFORM parts.hold_places();
    EXECUTE 'SELECT on_part.image(part.part, ''live'') FROM parts.part';
END
$$;

-- Distributes the tables of projection_next for a rebuild.
CREATE OR REPLACE FUNCTION parts.distribute_generation(tables text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET citus.multi_shard_modify_mode = sequential
AS $$
BEGIN
    DELETE FROM parts.filled;
    DELETE FROM parts.checkpoint WHERE checkpoint.generation = 'next';
    PERFORM create_distributed_table(
        format('projection_next.%I', state_table.name)::regclass,
        CASE kept_table.kind WHEN 'count' THEN 'part' ELSE 'installation_id' END,
        colocate_with => 'log.permission_event')
    FROM unnest(tables) AS state_table (name)
    INNER JOIN log.kept_tables() AS kept_table ON kept_table.name = 'projection.' || state_table.name
    WHERE kept_table.kind IN ('installation', 'count');
END
$$;

-- The part of a swap that concerns parts: their checkpoints. Counts are divided from now on.
CREATE OR REPLACE FUNCTION parts.swap_generation(tables text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    names text[] := ARRAY(SELECT next_checkpoint.name FROM projection_next.checkpoint AS next_checkpoint);
BEGIN
    PERFORM set_config('citus.multi_shard_modify_mode', 'sequential', true);
    LOCK TABLE parts.lock IN EXCLUSIVE MODE;
    PERFORM parts.hold_places();
    DELETE FROM parts.checkpoint WHERE checkpoint.generation = 'live' AND checkpoint.name = ANY (names);
    UPDATE parts.checkpoint SET generation = 'live' WHERE checkpoint.generation = 'next';
    UPDATE parts.state SET is_divided = true WHERE NOT EXISTS (
        SELECT FROM log.kept_tables() AS kept_table
        WHERE kept_table.kind = 'count' AND NOT split_part(kept_table.name, '.', 2) = ANY (tables)
    );
END
$$;

-- projection.differing_rows on a cluster: the sum over the parts, unless the table is on the coordinator.
CREATE OR REPLACE FUNCTION projection.differing_rows(name text) RETURNS bigint
LANGUAGE plpgsql SET citus.enable_local_execution = off
AS $$
DECLARE
    live CONSTANT regclass := format('projection.%I', name)::regclass;
    differing bigint;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_dist_partition AS distributed_table WHERE distributed_table.logicalrelid = live) THEN
        RETURN projection.count_differences(live, format('projection_next.%I', name)::regclass);
    END IF;
    EXECUTE 'SELECT sum(on_part.differing_here(part.part, $1)) FROM parts.part' INTO differing USING name;
    RETURN differing;
END
$$;

-- Erases installations on all parts, in separate transactions; what is erased already does nothing. Returns the numbers of events.
CREATE OR REPLACE FUNCTION parts.erase_all(
    installations uuid[], scripts text[], OUT permission_events bigint, OUT engagement_events bigint
)
LANGUAGE plpgsql SET citus.enable_local_execution = off
AS $$
BEGIN
    PERFORM parts.hold_places();
    EXECUTE 'SELECT coalesce(sum(gone[1]), 0), coalesce(sum(gone[2]), 0) FROM (
            SELECT on_part.erase_here(part.part, $1, $2) AS gone FROM parts.part OFFSET 0
        ) AS erasure'
        INTO permission_events, engagement_events
        USING installations, ARRAY(
            SELECT parts.without_schemas(script.text)
            FROM unnest(scripts) WITH ORDINALITY AS script (text, n)
            ORDER BY n
        );
END
$$;

-- Returns the tables in the order in which they are distributed, and whether they are.
CREATE OR REPLACE FUNCTION parts.tables() RETURNS TABLE (name text, is_distributed boolean)
LANGUAGE sql STABLE
AS $$
SELECT
    entry.name,
    EXISTS (
        SELECT FROM pg_dist_partition AS distributed_table WHERE distributed_table.logicalrelid = entry.name::regclass
    )
FROM (
    SELECT kept_table.name, CASE kept_table.name WHEN 'log.permission_event' THEN 0 ELSE 3 END AS turn
    FROM log.kept_tables() AS kept_table
    WHERE kept_table.kind = 'installation'
    UNION ALL
    SELECT kept_table.name, 5 FROM log.kept_tables() AS kept_table WHERE kept_table.kind = 'count'
    UNION ALL
    SELECT 'parts.' || parts_table.name, parts_table.turn
    FROM (VALUES
        ('part', 1), ('checkpoint', 2), ('filled', 2), ('app', 2), ('os', 2), ('word', 2), ('batch', 2),
        ('settings', 2)
    ) AS parts_table (name, turn)
) AS entry
ORDER BY entry.turn, entry.name
$$;

-- Returns whether everything up to the head of the ledger (its latest position) can be read: false while a node has a
-- prepared transaction that is not committed there yet, or if a node does not answer. Call it under the lock log.position_lock,
-- when no batch is committing. Runs with the owner's rights, because the role project may not query nodes.
CREATE OR REPLACE FUNCTION log.is_readable() RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT coalesce(bool_and(node.success AND node.result = '0'), true)
FROM run_command_on_all_nodes(
    $asked$SELECT count(*) FROM pg_prepared_xacts WHERE gid LIKE 'citus\_%' AND database = current_database()$asked$
) AS node
$$;

-- log.estimate on a cluster: the sum over the nodes.
CREATE OR REPLACE FUNCTION log.estimate(OUT permission bigint, OUT everything bigint, OUT bytes bigint)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT
    coalesce(sum(split_part(node.result, ' ', 1)::bigint), 0)::bigint,
    coalesce(sum(split_part(node.result, ' ', 2)::bigint), 0)::bigint,
    coalesce(sum(split_part(node.result, ' ', 3)::bigint), 0)::bigint
FROM run_command_on_all_nodes(
    $asked$
    SELECT coalesce(sum(estimate.rows) FILTER (WHERE class.relname ^@ 'permission_event_'), 0)
        || ' ' || coalesce(sum(estimate.rows) FILTER (WHERE class.relname ^@ 'engagement_event_'), 0)
        || ' ' || pg_database_size(current_database())
    FROM pg_class AS class
    CROSS JOIN LATERAL (
        SELECT greatest(class.reltuples::bigint, pg_stat_get_live_tuples(class.oid), 0) AS rows
    ) AS estimate
    WHERE class.relnamespace = 'log'::regnamespace AND class.relkind = 'r' AND class.relname ~ '_[0-9]{5,}$'
    $asked$
) AS node
WHERE node.success
$$;

-- log.odd_nodes on a cluster.
CREATE OR REPLACE FUNCTION log.odd_nodes() RETURNS TABLE (severity text, sentence text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    RETURN QUERY
    SELECT 'error', CASE
        WHEN answer.success THEN format(
            'Node %s:%s has %s transactions that are committed on the coordinator and not there: wait a minute for their recovery.',
            node.nodename, node.nodeport, answer.result)
        ELSE format('Node %s:%s does not answer: start it.', node.nodename, node.nodeport)
    END
    FROM run_command_on_all_nodes(
        $asked$SELECT count(*) FROM pg_prepared_xacts WHERE gid LIKE 'citus\_%' AND database = current_database()$asked$
    ) AS answer
    INNER JOIN pg_dist_node AS node ON node.nodeid = answer.nodeid
    WHERE NOT answer.success OR answer.result <> '0';
    IF NOT FOUND THEN
        RETURN QUERY
        SELECT 'warning', format(
            'Projection %s is behind on %s parts of the cluster: run `bellwether project`.', late_projection.name,
            late_projection.parts)
        FROM (
            SELECT checkpoint.name, parts.behind('live', checkpoint.name, checkpoint.position) AS parts
            FROM projection.checkpoint
        ) AS late_projection
        WHERE late_projection.parts > 0;
    END IF;
END
$$;
