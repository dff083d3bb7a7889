extension Timestamp {
    /// The moment that a text names in the form of the contract's times (`occurred_at`); nil for any other text.
    public init?(rfc3339 text: String) {
        var text = text
        // A time is read eight bytes at once, also at its end.
        let written = text.withUTF8 { $0.withZerosBehind { bytes, _ in OffsetTimestamp(rfc3339: bytes) } }
        guard let written else { return nil }
        self = written.timestamp
    }
}
