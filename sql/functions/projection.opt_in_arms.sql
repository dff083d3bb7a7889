-- The opt-in funnel by app, placement, variant and OS of the prompt; Metrics: Opt-in funnel. For the parameters see opt_in.
-- placement, variant: empty where the prompt named none.
-- Its parameters are plain, so that opt_in becomes a part of it and what nobody asks for is not computed.
CREATE OR REPLACE FUNCTION projection.opt_in_arms(
    from_day date, to_day date, known_by timestamptz
)
RETURNS TABLE (
    app integer,
    placement text,
    variant text,
    os_name text,
    prompted bigint,
    granted bigint,
    denied bigint,
    undecided bigint,
    open_window bigint
)
LANGUAGE sql STABLE
AS $$
SELECT
    opt_in.app,
    coalesce(opt_in.placement, ''),
    coalesce(opt_in.variant, ''),
    opt_in.os_name,
    count(*),
    count(*) FILTER (WHERE opt_in.is_granted),
    count(*) FILTER (WHERE opt_in.is_denied),
    count(*) FILTER (WHERE opt_in.is_undecided),
    count(*) FILTER (WHERE opt_in.is_open)
FROM projection.opt_in(from_day, to_day, known_by) AS opt_in
GROUP BY opt_in.app, coalesce(opt_in.placement, ''), coalesce(opt_in.variant, ''), opt_in.os_name
$$;
COMMENT ON FUNCTION projection.opt_in_arms(date, date, timestamptz) IS
    'The opt-in funnel by app, placement, variant and OS.';
