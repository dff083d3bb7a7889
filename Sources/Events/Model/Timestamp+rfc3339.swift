extension Timestamp {
    /// Parses a time in the form that the event contract requires for `occurred_at` (RFC 3339 with an offset); nil for
    /// any other text.
    public init?(rfc3339 text: String) {
        var text = text
        // The parser reads eight bytes at a time, even at the end of the text.
        let written = text.withUTF8 { $0.withZerosBehind { bytes, _ in OffsetTimestamp(rfc3339: bytes) } }
        guard let written else { return nil }
        self = written.timestamp
    }
}
