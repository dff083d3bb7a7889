-- What changed, what is new and what is wrong, as a report of today says it.
CREATE OR REPLACE VIEW analytics.findings AS
SELECT findings.*
FROM analytics.day(analytics.horizon()) AS today
CROSS JOIN LATERAL analytics.findings(today - 1) AS findings;
COMMENT ON VIEW analytics.findings IS
    'What changed, what is new and what is wrong up to the day before the horizon''s, by rule; the function says which.';
