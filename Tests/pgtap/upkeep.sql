-- What keeps the database small and fast, and changes no number: names without gaps, statistics of the planner.
BEGIN;
SELECT no_plan();

-- Before the names below. Tables that the migration filled have no statistics yet.
SELECT set_has(
    'SELECT projection.changed_tables()', $$VALUES ('log.event_alias'), ('log.intake_rules'), ('projection.settings')$$,
    'projection.changed_tables: tables without statistics'
);

SELECT log.add_names('{com.example.new}', '{a,a,b}', '{"iOS 17.4.1","iOS 17.4.1","web 1.0.0"}');
SELECT bag_eq(
    $$SELECT app_id FROM log.app UNION ALL SELECT text FROM log.word
    UNION ALL SELECT format('%s-%s.%s.%s', os_name, major, minor, patch) FROM log.os$$,
    '{com.example.new,a,b,iOS-17.4.1,web-1.0.0}'::text[], 'log.add_names: adds each name once'
);
CREATE TEMPORARY TABLE used AS SELECT last_value FROM log.word_word_seq;
SELECT log.add_names('{com.example.new}', '{b}', '{"web 1.0.0"}');
SELECT set_eq(
    'SELECT last_value FROM log.word_word_seq', 'SELECT last_value FROM used',
    'log.add_names: uses up no number for names that are known'
);

SELECT projection.analyze_table('log.word');
SELECT is(
    (SELECT class.reltuples FROM pg_class AS class WHERE class.oid = 'log.word'::regclass), 2::real,
    'projection.analyze_table: the planner knows the number of rows'
);

SELECT * FROM finish();
ROLLBACK;
