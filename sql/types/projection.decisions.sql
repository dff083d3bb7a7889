-- What only projection.opt_in_page says of people who were asked, beside the funnel. Metrics: Opt-in funnel.
DROP TYPE IF EXISTS projection.decisions;
CREATE TYPE projection.decisions AS ({acceptance_rate+times+later: # #type});
