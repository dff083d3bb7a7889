-- Nodes of a cluster that do not answer, transactions that wait for them, and parts that are behind.
SELECT found.severity, found.sentence FROM log.odd_nodes() AS found
