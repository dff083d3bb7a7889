-- Cuts all installation ids, which are random, into four ranges: the bounds of each, the first one open.
SELECT lag(cut.bound) OVER (ORDER BY cut.bound), cut.bound
FROM unnest('{3,7,b,f}'::text[]) AS prefix (digit)
CROSS JOIN LATERAL (SELECT (prefix.digit || 'fffffff-ffff-ffff-ffff-ffffffffffff')::uuid) AS cut (bound)
ORDER BY cut.bound
