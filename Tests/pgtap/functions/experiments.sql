-- Experiments: 50 people saw the control before there was a second variant. From 2 March on, both were shown; the prompts
-- of 10 March can still be answered. Intervals were computed separately.
INSERT INTO projection.prompt_cell (app, day, dimension, value, other, asked, allowed, allowed_24h) VALUES
    (1, '2026-03-01', 'variant', 4, 3, 50, 20, 20),
    (1, '2026-03-02', 'variant', 4, 3, 200, 90, 90),
    (1, '2026-03-02', 'variant', 5, 3, 200, 120, 120),
    (1, '2026-03-04', 'variant', 4, 3, 400, 160, 160),
    (1, '2026-03-04', 'variant', 5, 3, 400, 280, 280),
    (1, '2026-03-10', 'variant', 5, 3, 10, 0, 0),
    (1, '2026-03-02', 'variant', 4, 0, 70, 30, 30),
    (1, '2026-03-02', 'os', 1, 0, 400, 210, 200);
SELECT pg_temp.gives(
    $$projection.prompts('2026-03-02', '2026-03-02', '2026-03-12Z', '{os}')$$,
    '{"(1,2026-03-02,os,1,0,400,210,200)"}', 'the days and dimensions asked for'
);
SELECT pg_temp.gives(
    $$projection.prompt_counts(
        -1, '2026-03-01 20:00Z', 'prompt_granted', '2026-03-02 20:00Z', 2, 1, NULL, 5, 'Asia/Tokyo'
    )$$,
    '{"(2026-03-02,os,2,0,-1,-1,0)","(2026-03-02,app_version,1,2,-1,-1,0)","(2026-03-02,variant,5,0,-1,-1,0)"}',
    'a row per named value, on the local day; an answer after 24 hours is not within them'
);
SELECT pg_temp.gives(
    $$projection.past_experiments('2026-03-12Z')$$,
    ARRAY[
        '(com.example.shop,home,control,control,1,2026-03-02,2026-03-04,2026-03-02,90,200)',
        '(com.example.shop,home,blue,control,1,2026-03-02,2026-03-04,2026-03-02,120,200)',
        '(com.example.shop,home,control,control,1,2026-03-02,2026-03-04,2026-03-04,160,400)',
        '(com.example.shop,home,blue,control,1,2026-03-02,2026-03-04,2026-03-04,280,400)'
    ],
    'from the first day with a second variant to the last one whose windows are over'
);
SELECT pg_temp.gives(
    $$projection.opt_in_experiments('2026-03-12Z', 0)$$,
    ARRAY[
        '(com.example.shop,home,blue,control,2026-03-02,400,600,0.666667,250,600,0.416667,0.250000,0.147100,0.352900,t,1)'
    ],
    'a variant against the control'
);
SELECT pg_temp.gives(
    $$analytics.opt_in_experiments('2026-03-12Z', 601)$$, '{"(com.example.shop,home,blue,,,,,,,,,,,,)"}',
    'a withheld row keeps its keys'
);
SELECT pg_temp.gives(
    $$analytics.opt_in_experiment_days('2026-03-12Z')$$,
    ARRAY[
        '(com.example.shop,home,blue,2026-03-02,120,200,90,200,0.150000,-0.101790,0.401790)',
        '(com.example.shop,home,blue,2026-03-03,120,200,90,200,0.150000,-0.101790,0.401790)',
        '(com.example.shop,home,blue,2026-03-04,400,600,250,600,0.250000,0.147100,0.352900)'
    ],
    'the interval at the end of each day'
);
SELECT pg_temp.gives(
    'stats.sequential_difference(6000, 10000, 5500, 10000, 0.025)', '{"(0.050000,0.026928,0.073072)"}',
    'the time-uniform interval',
    'ROW(round(given.difference::numeric, 6), round(given.low::numeric, 6), round(given.high::numeric, 6))'
);
SELECT pg_temp.gives(
    'stats.sequential_difference(9, 99, 55, 100, 0.05)', '{"(-0.459091,,)"}', 'fewer than 100 have no interval',
    'ROW(round(given.difference::numeric, 6), given.low, given.high)'
);
-- The values of R's pchisq.
SELECT pg_temp.gives('stats.chi_squared_p(10, 1)', '{0.001565402}', 'one degree', 'round(given::numeric, 9)');
SELECT pg_temp.gives('stats.chi_squared_p(10, 4)', '{0.040427682}', 'an even number', 'round(given::numeric, 9)');
SELECT pg_temp.gives('stats.chi_squared_p(10, 3)', '{0.018566135}', 'an odd number', 'round(given::numeric, 9)');
SELECT pg_temp.gives(
    'stats.stratum(12, 20, 4, 20)', '{"(10.000000,-4.000000,2.461538)"}', 'weight, weighted difference and variance',
    'ROW(round(given.weight::numeric, 6), round(given.weighted::numeric, 6), round(given.variance::numeric, 6))'
);
SELECT pg_temp.gives('stats.stratum(12, 20, 0, 0)', '{}', 'nothing if one side has no trials');
