extension Timestamp {
    /// The moment that a text names in the form of the contract's times (`occurred_at`); nil for any other text.
    public init?(rfc3339 text: String) {
        var text = text
        guard let written = text.withUTF8({ OffsetTimestamp(rfc3339: $0) }) else { return nil }
        self = written.timestamp
    }
}
