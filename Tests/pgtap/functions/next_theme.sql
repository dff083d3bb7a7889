-- The end of a theme: what happened in it is undone, and what it tested stays noted.
SELECT array_agg(tested.name) AS tested FROM tested \gset
ROLLBACK TO SAVEPOINT nothing_happened;
INSERT INTO tested (name) SELECT DISTINCT unnest(:'tested'::text[]);
