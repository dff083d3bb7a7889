-- The opt-in funnel of a group of people as published (metric.published_funnel). Metrics: Opt-in funnel.
DROP TYPE IF EXISTS projection.funnel;
CREATE TYPE projection.funnel AS ({funnel+grant_rate: # #type});
