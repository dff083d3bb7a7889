-- The tables that follow from engagement events and deliveries as views: daily ones over all days, those over a range
-- over the default one.
CREATE OR REPLACE VIEW analytics.opens_daily AS
SELECT opens_daily.*
FROM analytics.opens_daily('1970-01-01', '9999-12-31') AS opens_daily;

CREATE OR REPLACE VIEW analytics.opens_by_campaign AS
SELECT opens_by_campaign.*
FROM analytics.day(analytics.horizon()) AS today
CROSS JOIN LATERAL analytics.opens_by_campaign(today - 90, today - 1) AS opens_by_campaign;

CREATE OR REPLACE VIEW analytics.activity_daily AS
SELECT activity_daily.*
FROM analytics.activity_daily('1970-01-01', '9999-12-31') AS activity_daily;

CREATE OR REPLACE VIEW analytics.deliveries_daily AS
SELECT deliveries_daily.*
FROM analytics.deliveries_daily('1970-01-01', '9999-12-31') AS deliveries_daily;

CREATE OR REPLACE VIEW analytics.rejects AS
SELECT rejects.*
FROM analytics.day(analytics.horizon()) AS today
CROSS JOIN LATERAL analytics.rejects(today - 90, today - 1) AS rejects;

CREATE OR REPLACE VIEW analytics.data_quality AS
SELECT data_quality.*
FROM analytics.day(analytics.horizon()) AS today
CROSS JOIN LATERAL analytics.data_quality(today - 90, today - 1) AS data_quality;

COMMENT ON VIEW analytics.opens_daily IS
    'Sends by their day and what became of them, openers and active installations of the day, by app and OS version.';
COMMENT ON VIEW analytics.opens_by_campaign IS
    'Sends of the 90 days that end the day before the horizon''s and what became of them, by app and campaign.';
COMMENT ON VIEW analytics.activity_daily IS
    'Active installations and openers of the day and of the 28 days that end with it, and the reach among them, by app.';
COMMENT ON VIEW analytics.deliveries_daily IS
    'Deliveries by the day of receipt and what became of them, whatever became of a reject later.';
COMMENT ON VIEW analytics.rejects IS
    'Rejected deliveries of the 90 days that end the day before the horizon''s, by reason.';
COMMENT ON VIEW analytics.data_quality IS
    'What is odd about the events of the 90 days that end the day before the horizon''s, by app: nine measures; a '
    'tenth where installations are set aside.';
