-- The dictionary entries for the numbers in the events of project_events.sql. Run once, before it.
INSERT INTO log.app (app_id) VALUES ('com.example.shop'), ('com.example.news'), ('com.example.play');
INSERT INTO log.os (major, minor, patch, os_name)
SELECT 12 + n / 2, n % 2 * 3, 0, 'iOS' FROM generate_series(0, 13) AS n;
INSERT INTO log.word (text)
SELECT 'word ' || n FROM generate_series(1, 300) AS n;
