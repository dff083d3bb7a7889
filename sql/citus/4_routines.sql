-- Copies the functions to the nodes and makes those that read parts ask all of them. Run by the owner on the coordinator,
-- without propagation, right after the functions were replaced.

-- Returns a text without the schemas of tables and functions, so that it means those of the search path: a part.
CREATE OR REPLACE FUNCTION parts.without_schemas(text text) RETURNS text
LANGUAGE sql IMMUTABLE
AS $$ SELECT regexp_replace(text, '\m(log|projection|metric|stats|analytics)\.', '', 'g') $$;

-- The same for what copies live state into that of a rebuild, where only a live table is named with its schema.
CREATE OR REPLACE FUNCTION parts.with_live(text text) RETURNS text
LANGUAGE sql IMMUTABLE
AS $$
SELECT parts.without_schemas(regexp_replace(text, '\mprojection\.([a-z_]+)\M(?!\()', 'live_\1', 'g'))
$$;

-- Runs statements on the coordinator and on all nodes, in separate transactions. Raises an error if one fails.
CREATE OR REPLACE FUNCTION parts.on_nodes(statements text) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    failed text;
BEGIN
    SELECT string_agg(format('%s:%s: %s', node.nodename, node.nodeport, answer.result), '; ')
    INTO failed
    FROM run_command_on_all_nodes(format(
        'DO $on_nodes$ BEGIN SET LOCAL citus.enable_ddl_propagation TO off; SET LOCAL check_function_bodies TO off; '
        'SET LOCAL client_min_messages TO warning; '
        'SET LOCAL search_path TO on_part, projection, log, analytics, pg_catalog; EXECUTE %L; END $on_nodes$', statements
    )) AS answer
    LEFT JOIN pg_dist_node AS node USING (nodeid)
    WHERE NOT answer.success;
    IF failed IS NOT NULL THEN RAISE EXCEPTION 'a node refused a statement: %', failed; END IF;
END
$$;

-- Returns statements that make on a node what Citus does not bring there: the roles and their rights, and the types of rows.
-- A type is made again, because its columns can have changed, unless a table has it.
CREATE OR REPLACE FUNCTION parts.bases_of_nodes() RETURNS SETOF text
LANGUAGE sql STABLE
AS $$
SELECT format(
    'DO $made$ BEGIN IF to_regrole(%1$L) IS NULL THEN CREATE ROLE %1$I; END IF; ALTER ROLE %1$I LOGIN; END $made$', role.rolname)
FROM pg_roles AS role
WHERE role.rolname IN ('bellwether_ingest', 'bellwether_project', 'bellwether_analyst')
UNION ALL
SELECT format('CREATE SCHEMA IF NOT EXISTS %I', schema.space)
FROM unnest('{log,projection,metric,stats,analytics,parts}'::text[]) AS schema (space)
UNION ALL
SELECT 'DROP SCHEMA IF EXISTS on_part CASCADE; CREATE SCHEMA on_part'
UNION ALL
SELECT type.made
FROM (
    SELECT
        row_type.oid,
        format(
            'DO $made$ BEGIN '
            'BEGIN DROP TYPE IF EXISTS %1$s; EXCEPTION WHEN dependent_objects_still_exist THEN NULL; END; '
            'IF to_regtype(%1$L) IS NULL THEN CREATE TYPE %1$s AS %2$s; END IF; END $made$',
            row_type.typnamespace::regnamespace || '.' || quote_ident(row_type.typname),
            CASE row_type.typtype
                WHEN 'e' THEN (
                    SELECT format('ENUM (%s)', string_agg(quote_literal(label.enumlabel), ', ' ORDER BY label.enumsortorder))
                    FROM pg_enum AS label WHERE label.enumtypid = row_type.oid
                )
                ELSE (
                    SELECT format('(%s)', string_agg(
                        format('%I %s', field.attname, format_type(field.atttypid, field.atttypmod))
                            || CASE WHEN field.attcollation = 'pg_catalog."C"'::regcollation THEN ' COLLATE "C"' ELSE '' END,
                        ', ' ORDER BY field.attnum))
                    FROM pg_attribute AS field WHERE field.attrelid = row_type.typrelid AND field.attnum > 0
                )
            END) AS made
    FROM pg_type AS row_type
    LEFT JOIN pg_class AS class ON class.oid = row_type.typrelid
    WHERE row_type.typnamespace IN (
            'log'::regnamespace, 'projection'::regnamespace, 'metric'::regnamespace, 'stats'::regnamespace
        )
        AND (row_type.typtype = 'e' OR class.relkind = 'c')
    ORDER BY row_type.oid
) AS type
$$;

-- Returns statements that give the roles their rights on a node.
CREATE OR REPLACE FUNCTION parts.rights_of_nodes() RETURNS SETOF text
LANGUAGE sql STABLE
AS $$
SELECT statement.text
FROM unnest(ARRAY[
    'GRANT USAGE ON SCHEMA parts, on_part, log, projection, metric, stats, analytics TO bellwether_ingest, bellwether_project',
    'GRANT SELECT ON ALL TABLES IN SCHEMA parts TO bellwether_ingest, bellwether_project',
    'DO $made$ BEGIN IF to_regclass(''parts.lock'') IS NOT NULL THEN GRANT UPDATE ON parts.lock TO bellwether_project; END IF; END $made$',
    'GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA parts, on_part TO bellwether_ingest, bellwether_project'
]) AS statement (text)
WHERE to_regrole('bellwether_ingest') IS NOT NULL AND to_regrole('bellwether_project') IS NOT NULL
$$;

-- Returns statements that define, on a node, the functions that steps and counts of a part call. They are in the schema
-- on_part, have the rights of their caller, and read the part to which the search path is set.
CREATE OR REPLACE FUNCTION parts.routines_of_nodes() RETURNS SETOF text
LANGUAGE sql STABLE
AS $made$
SELECT regexp_replace(
    regexp_replace(
        -- projection.past looks for functions in a schema.
        replace(CASE WHEN routine.proname ^@ 'carry_over'
            THEN parts.with_live(pg_get_functiondef(routine.oid))
            ELSE parts.without_schemas(pg_get_functiondef(routine.oid))
        END, $$'projection'::regnamespace$$, $$'on_part'::regnamespace$$),
        E'\n SET search_path TO [^\n]*', ''),
    ' SECURITY DEFINER', '')
FROM pg_proc AS routine
INNER JOIN pg_language AS language ON language.oid = routine.prolang
WHERE routine.prokind = 'f'
    AND language.lanname IN ('sql', 'plpgsql')
    AND (
        routine.pronamespace IN ('projection'::regnamespace, 'metric'::regnamespace, 'stats'::regnamespace)
        OR routine.pronamespace = 'analytics'::regnamespace AND routine.proname = 'status_at'
    )
    AND routine.proname NOT IN (
        'make_generation', 'swap_generation', 'drop_generation', 'empty_generation', 'analyze_generation',
        'analyze_table', 'changed_tables', 'differing_rows', 'publish', 'publish_rows',
        'make_past_tables', 'wanted_settings', 'carry_over_until', 'computable_from'
    )
    -- Nodes have another one.
    AND (routine.proname, routine.pronargs) <> ('batches', 1)
    -- Stored reports are only on the coordinator.
    AND NOT EXISTS (
        SELECT
        FROM unnest(coalesce(routine.proallargtypes, routine.proargtypes::oid[]) || routine.prorettype)
            AS argument (type)
        INNER JOIN pg_type AS type ON type.oid = argument.type
        WHERE type.typnamespace = 'analytics'::regnamespace
            OR type.typelem IN (
                SELECT row_type.oid FROM pg_type AS row_type WHERE row_type.typnamespace = 'analytics'::regnamespace
            )
    )
-- A function with RETURN is read when it is made, so what it calls comes first, as it did here.
ORDER BY routine.prosqlbody IS NOT NULL, routine.oid
$made$;

-- The functions of the coordinator that return what all parts return. keys: how many columns to group by, to add up the
-- others; null if the rows are just put together, because who reads them adds them up.
CREATE OR REPLACE FUNCTION parts.asking() RETURNS TABLE (routine text, keys integer)
LANGUAGE sql IMMUTABLE
AS $$
VALUES
    ('projection.activity_steps', NULL), ('projection.ask_counts', NULL), ('projection.asked_in_parts', NULL),
    ('projection.decision_counts', NULL), ('projection.level_counts', NULL),
    ('projection.notification_states', NULL), ('projection.opens', NULL), ('projection.opens_counts', NULL),
    ('projection.past_asked', NULL), ('projection.past_recent_sends', NULL), ('projection.prompts', NULL),
    ('projection.quality', NULL), ('projection.quality_totals', NULL), ('projection.question_counts', NULL),
    ('projection.daily_reach_changes', NULL), ('projection.recipients', NULL),
    ('projection.installations_set_aside', NULL),
    ('projection.trial_counts', NULL), ('projection.opens_without_send', NULL), ('analytics.status_at', NULL),
    ('projection.campaigns', NULL), ('projection.sends', NULL), ('projection.sends_between', NULL),
    ('projection.turn_offs', NULL), ('projection.lone_sends', NULL), ('projection.counts_before', NULL),
    ('projection.late_events', 1), ('projection.permission_quality', 1), ('projection.shared_installations', 1),
    ('projection.decision_curve', 2), ('projection.turn_offs_by_frequency', 2), ('projection.past_asked_by', 3)
$$;

-- Makes a function of the coordinator ask each part. The nodes get a function of the same name with `ask_`, which enters
-- the part first.
CREATE OR REPLACE FUNCTION parts.ask_all(asked text, keys integer) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
    target record;
    given text;
    told text;
    columns text := 'answer.*';
BEGIN
    SELECT
        routine.oid, routine.proname, routine.pronargs AS n, pg_get_function_result(routine.oid) AS result,
        pg_get_function_arguments(routine.oid) AS parameters, coalesce(type.typrelid, 0) AS row, routine.proargnames AS names,
        routine.proargmodes AS modes, routine.proallargtypes AS types
    INTO STRICT target
    FROM pg_proc AS routine
    INNER JOIN pg_type AS type ON type.oid = routine.prorettype
    WHERE routine.oid = asked::regproc;
    SELECT coalesce(string_agg('$' || place, ', '), ''), coalesce(string_agg('$' || place + 3, ', '), '')
    INTO given, told
    FROM generate_series(1, target.n) AS place;
    IF keys IS NOT NULL THEN
        SELECT string_agg(
            CASE WHEN field.place <= keys THEN format('answer.%I', field.name) ELSE format('sum(answer.%I)::bigint', field.name) END,
            ', ' ORDER BY field.place)
        INTO columns
        FROM (
            SELECT attribute.attname::text AS name, attribute.attnum::bigint AS place
            FROM pg_attribute AS attribute
            WHERE attribute.attrelid = target.row AND attribute.attnum > 0
            UNION ALL
            SELECT parameter.name, parameter.place - target.n
            FROM unnest(target.names) WITH ORDINALITY AS parameter (name, place)
            WHERE target.row = 0 AND parameter.place > target.n
        ) AS field;
    END IF;
    PERFORM parts.on_nodes(format(
        'CREATE OR REPLACE FUNCTION on_part.%I(uuid, text[], bigint[]%s) RETURNS %s LANGUAGE plpgsql STABLE AS %L',
        'ask_' || target.proname,
        (
            SELECT string_agg(', ' || format_type(routine.proargtypes[place], NULL), '' ORDER BY place)
            FROM pg_proc AS routine, generate_series(0, target.n - 1) AS place
            WHERE routine.oid = target.oid
        ),
        target.result,
        format(
            $body$BEGIN
                PERFORM on_part.enter($1, $2, $3);
                RETURN QUERY EXECUTE 'SELECT answer.* FROM on_part.%I(%s) AS answer' USING %s;
            END$body$,
            target.proname, given, told)));
    EXECUTE format(
        'CREATE OR REPLACE FUNCTION %s(%s) RETURNS %s LANGUAGE plpgsql STABLE SECURITY DEFINER '
        'SET search_path = pg_catalog, pg_temp SET citus.enable_local_execution = off AS %L',
        asked, target.parameters, target.result,
        format(
            $body$BEGIN
                RETURN QUERY EXECUTE 'SELECT %s FROM parts.part CROSS JOIN LATERAL on_part.%I(part.part, $%s, $%s, %s) AS answer%s'
                    USING %s, (SELECT array_agg(c.name ORDER BY c.name) FROM projection.checkpoint AS c),
                        (SELECT array_agg(c.position ORDER BY c.name) FROM projection.checkpoint AS c);
            END$body$,
            columns, 'ask_' || target.proname, target.n + 1, target.n + 2, given,
            CASE WHEN keys IS NOT NULL
                THEN ' GROUP BY ' || (SELECT string_agg(n::text, ', ') FROM generate_series(1, keys) AS n)
                ELSE ''
            END,
            given));
END
$$;

-- Makes a view of analytics that reads the tables of parts return the rows of all parts.
CREATE OR REPLACE FUNCTION parts.ask_all_of_view(asked text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog
AS $$
DECLARE
    columns text;
    shown text;
    view text := parts.without_schemas(pg_get_viewdef(('analytics.' || asked)::regclass));
BEGIN
    SELECT
        string_agg(
            format('%I %s', field.attname, format_type(field.atttypid, field.atttypmod)), ', ' ORDER BY field.attnum),
        string_agg(
            format(
                'answer.%1$I%2$s AS %1$I', field.attname,
                CASE WHEN field.attcollation = 'pg_catalog."C"'::regcollation THEN ' COLLATE "C"' ELSE '' END),
            ', ' ORDER BY field.attnum)
    INTO columns, shown
    FROM pg_attribute AS field
    WHERE field.attrelid = ('analytics.' || asked)::regclass AND field.attnum > 0;
    PERFORM parts.on_nodes(format(
        'CREATE OR REPLACE FUNCTION on_part.%I(uuid, text[], bigint[]) RETURNS TABLE (%s) LANGUAGE plpgsql STABLE '
        'SET plpgsql.variable_conflict = use_column AS %L',
        'ask_' || asked, columns,
        format($body$BEGIN PERFORM on_part.enter($1, $2, $3); RETURN QUERY EXECUTE %L; END$body$, rtrim(view, ';'))));
    EXECUTE format(
        'CREATE OR REPLACE FUNCTION parts.%I() RETURNS TABLE (%s) LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100000 '
        'SET search_path = pg_catalog, pg_temp SET citus.enable_local_execution = off AS %L',
        asked, columns,
        format(
            $body$BEGIN
                RETURN QUERY EXECUTE 'SELECT answer.* FROM parts.part CROSS JOIN LATERAL on_part.%I(part.part, $1, $2) AS answer'
                    USING (SELECT array_agg(c.name ORDER BY c.name) FROM projection.checkpoint AS c),
                        (SELECT array_agg(c.position ORDER BY c.name) FROM projection.checkpoint AS c);
            END$body$,
            'ask_' || asked));
    EXECUTE format('CREATE OR REPLACE VIEW analytics.%I AS SELECT %s FROM parts.%I() AS answer', asked, shown, asked);
    EXECUTE 'GRANT USAGE ON SCHEMA parts TO bellwether_analyst';
    EXECUTE format('GRANT EXECUTE ON FUNCTION parts.%I() TO bellwether_analyst, bellwether_project', asked);
END
$$;
