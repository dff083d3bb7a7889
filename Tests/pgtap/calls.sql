-- A function or view calls only what is in its own schema or in a lower one (sql/README.md).
BEGIN;
SELECT no_plan();

CREATE TEMPORARY TABLE object ON COMMIT DROP AS
SELECT
    routine.pronamespace::regnamespace::text AS schema,
    routine.proname::text AS name,
    regexp_replace(routine.prosrc, '--[^\n]*', '', 'g') AS body
FROM pg_proc AS routine
UNION ALL
SELECT view.relnamespace::regnamespace::text, view.relname, pg_get_viewdef(view.oid)
FROM pg_class AS view
WHERE view.relkind = 'v';

CREATE TEMPORARY TABLE call ON COMMIT DROP AS
SELECT DISTINCT caller.schema AS from_schema, caller.name AS from_name, called.schema AS to_schema, called.name AS to_name
FROM object AS caller
CROSS JOIN LATERAL regexp_matches(
    caller.body, '\m(analytics|projection|metric|stats|log|bellwether)\.(\w+)', 'g'
) AS named (words)
INNER JOIN object AS called ON called.schema = named.words[1] AND called.name = named.words[2]
WHERE called.schema <> caller.schema
    AND caller.schema IN ('analytics', 'projection', 'metric', 'stats', 'log', 'bellwether');

SELECT cmp_ok(count(*), '>', 100::bigint, 'calls between schemas are found') FROM call;
SELECT is_empty(
    $$
    SELECT format('%s.%s calls %s.%s', call.from_schema, call.from_name, call.to_schema, call.to_name)
    FROM call
    CROSS JOIN (SELECT '{analytics,projection,metric,stats}'::text[]) AS downward (schemas)
    WHERE (
            array_position(downward.schemas, call.from_schema) < array_position(downward.schemas, call.to_schema)
        ) IS NOT TRUE
    $$,
    'calls between schemas go down'
);

SELECT * FROM finish();
ROLLBACK;
