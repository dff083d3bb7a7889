-- Where the file ended that was the last to be ingested whole from a path is found without reading the batches of all
-- files. By a hash: a path can be longer than an entry of an index may be. Run once, by the migrator, as the owner.
CREATE INDEX batch_ends_file ON log.batch (hashtextextended(source, 0), position)
    WHERE source_file IS NOT NULL AND is_last;
