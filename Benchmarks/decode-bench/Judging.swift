import Events

/// How many of the lines the contract accepts: the program's own decoder, with all its validation.
func countAccepted(_ file: LinesInMemory, _ lines: ArraySlice<Range<Int>>) -> Int {
    let judge = Judge(ingestedAt: Timestamp(microseconds: 1_900_000_000_000_000))
    return file.bytes.withUnsafeBufferPointer { bytes in
        lines.count { line in
            if case .accepted = judge.judge(UnsafeBufferPointer(rebasing: bytes[line])) { true } else { false }
        }
    }
}
