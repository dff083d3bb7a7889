-- The sends of a range of days and the turn-offs that they came before, by campaign; see
-- projection.past_campaign_turn_offs.
DROP TYPE IF EXISTS projection.campaign_turn_offs;
CREATE TYPE projection.campaign_turn_offs AS (
    app integer,
    campaign integer, -- 0: none
    {campaign_sends+turn_off_parts+alone: # #type}
);
