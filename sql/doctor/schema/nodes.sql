-- Nodes of a cluster that do not answer, transactions that wait for them, and parts that are behind.
SELECT finding.severity, finding.sentence FROM log.odd_nodes() AS finding
