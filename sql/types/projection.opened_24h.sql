-- Opens within 24 hours as published. Metrics: Opens.
DROP TYPE IF EXISTS projection.opened_24h;
CREATE TYPE projection.opened_24h AS ({opens_24h: # #type});
