import Events

/// Counts the lines that the program's own decoder accepts, with complete validation, into batches of 10,000 events.
func countAccepted(_ file: LinesInMemory, _ lines: ArraySlice<Range<Int>>) -> Int {
    let validator = EventValidator(ingestedAt: Timestamp(microseconds: 1_900_000_000_000_000))
    var batch = EventBatch()
    return file.bytes.withUnsafeBufferPointer { bytes in
        lines.count { line in
            if batch.count == 10_000 { batch.removeAll() }
            return validator.validate(UnsafeBufferPointer(rebasing: bytes[line]), into: &batch) == nil
        }
    }
}
