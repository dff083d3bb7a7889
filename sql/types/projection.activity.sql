-- Activity over 28 days, or its change on a day (projection.activity_steps). reachable: all reachable installations of
-- the app, at the day's end. Metrics: Opens.
DROP TYPE IF EXISTS projection.activity;
CREATE TYPE projection.activity AS (app integer, day date, {activity_28d: # #type}, reachable bigint);
