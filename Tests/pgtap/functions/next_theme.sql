-- Ends a theme: rolls back its rows but keeps the list of tested functions.
SELECT array_agg(tested.name) AS tested FROM tested \gset
ROLLBACK TO SAVEPOINT nothing_happened;
INSERT INTO tested (name) SELECT DISTINCT unnest(:'tested'::text[]);
