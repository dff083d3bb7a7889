-- Locks that nobody can take whom they would not let write anyway: an advisory lock is open to every login, the lock of a table
-- to whom may change it. Run once, by the migrator, as the owner. Reads nothing.
CREATE TABLE log.gate ();
CREATE TABLE log.seal ();
CREATE TABLE log.partition_making ();
COMMENT ON TABLE log.gate IS
    'Holds nothing: its lock is shared by every writer of the log, and exclusive for erasure and retention.';
COMMENT ON TABLE log.seal IS
    'Holds nothing: its lock is exclusive for a batch''s last act, in which it gets its position, and shared for reading the head.';
COMMENT ON TABLE log.partition_making IS 'Holds nothing: its lock is exclusive for who makes partitions.';
