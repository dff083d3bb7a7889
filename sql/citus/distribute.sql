-- Distributes the log and the state of installations over the nodes of a Citus cluster, and adapts what differs there.
-- Run by the owner on the coordinator while nothing writes: `psql -1 -v ON_ERROR_STOP=1 -f sql/citus/distribute.sql`.
-- Run again after each upgrade and rebuild, which replace log.is_readable and tables. May be run twice. Needs the extension
-- citus, with the coordinator as a node (citus_set_coordinator_host). See docs/scaling.md.
--
-- Distributed by installation_id, colocated: the tables with rows of single installations (log.kept_tables).
-- Reference tables, copied to every node: the dictionaries, which folds join on the nodes.
-- Local: all others. The coordinator reads the ledger and settings first, and writes the cells, which are sums.

-- One connection per node, so that everything can be in one transaction.
SET citus.multi_shard_modify_mode TO 'sequential';

DO $$
DECLARE
    name text;
    dictionary regclass;
    next_number bigint;
BEGIN
    FOREACH name IN ARRAY ARRAY['app', 'os', 'word'] LOOP
        dictionary := format('log.%I', name)::regclass;
        CONTINUE WHEN EXISTS (SELECT FROM pg_dist_partition AS known WHERE known.logicalrelid = dictionary);
        -- A sequence instead of the identity: INSERT … SELECT, which adds words, fails on identity columns of reference
        -- tables in some versions (citusdata/citus#7887).
        EXECUTE format('SELECT coalesce(max(%I), 0) + 1 FROM %s', name, dictionary) INTO next_number;
        EXECUTE format('ALTER TABLE %s ALTER COLUMN %I DROP IDENTITY', dictionary, name);
        EXECUTE format(
            'CREATE SEQUENCE log.%I AS integer START WITH %s OWNED BY %s.%I',
            name || '_number', next_number, dictionary, name);
        EXECUTE format(
            'ALTER TABLE %s ALTER COLUMN %I SET DEFAULT nextval(%L)', dictionary, name, 'log.' || name || '_number');
        IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'bellwether_ingest') THEN
            EXECUTE format('GRANT USAGE ON SEQUENCE log.%I TO bellwether_ingest', name || '_number');
        END IF;
        PERFORM create_reference_table(dictionary);
        PERFORM truncate_local_data_after_distributing_table(dictionary);
    END LOOP;
END
$$;

DO $$
DECLARE
    log_of_permission CONSTANT regclass := 'log.permission_event';
    held regclass;
BEGIN
    FOR held IN
        SELECT kept.name::regclass
        FROM log.kept_tables() AS kept
        WHERE kept.kind = 'installation'
            AND NOT EXISTS (SELECT FROM pg_dist_partition AS known WHERE known.logicalrelid = kept.name::regclass)
        -- The table with which the others are colocated comes first.
        ORDER BY kept.name::regclass <> log_of_permission, kept.name
    LOOP
        PERFORM create_distributed_table(
            held, 'installation_id',
            colocate_with => CASE WHEN held = log_of_permission THEN 'none' ELSE 'log.permission_event' END);
        -- The rows were copied to the nodes. Invisible local copies would survive an erasure, so delete them.
        PERFORM truncate_local_data_after_distributing_table(held);
    END LOOP;
END
$$;

-- Returns whether everything up to the head of the ledger (its latest position) can be read: false while a node has a
-- prepared transaction that is not committed there yet, or if a node does not answer. Call it under the lock log.position_lock,
-- when no batch is committing. Runs with the owner's rights, because the role project may not query nodes.
CREATE OR REPLACE FUNCTION log.is_readable() RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
SELECT coalesce(bool_and(worker.success AND worker.result = '0'), true)
FROM run_command_on_workers(
    $asked$SELECT count(*) FROM pg_prepared_xacts WHERE gid LIKE 'citus\_%' AND database = current_database()$asked$
) AS worker
$$;
