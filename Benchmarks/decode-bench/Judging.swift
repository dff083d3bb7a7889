import Events

/// How many of the lines the contract accepts: the program's own decoder, with all its validation, into batches of the size
/// that an ingest has.
func countAccepted(_ file: LinesInMemory, _ lines: ArraySlice<Range<Int>>) -> Int {
    let judge = Judge(ingestedAt: Timestamp(microseconds: 1_900_000_000_000_000))
    var batch = EventBatch()
    return file.bytes.withUnsafeBufferPointer { bytes in
        lines.count { line in
            if batch.count == 10_000 { batch.removeAll() }
            return judge.judge(UnsafeBufferPointer(rebasing: bytes[line]), into: &batch) == nil
        }
    }
}
