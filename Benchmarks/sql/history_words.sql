-- The dictionary entries for the numbers in the history's rows. Run once, before history.sql.
INSERT INTO log.app (app_id) VALUES ('com.example.history');
INSERT INTO log.os (major, minor, patch, os_name)
SELECT 11 + n, 0, 0, 'iOS' FROM generate_series(1, 7) AS n;
INSERT INTO log.word (text)
SELECT 'history ' || n FROM generate_series(1, 28) AS n;
