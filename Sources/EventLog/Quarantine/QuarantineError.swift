/// Why a request to the quarantine can't be fulfilled.
public struct QuarantineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One sentence that says what failed, on what, and what to do.
    public let description: String

    /// Some of the given ids do not exist.
    static func unknown(_ ids: [Int]) -> QuarantineError {
        QuarantineError(
            description: """
                The quarantine holds nothing with the id \(list(ids)): `bellwether quarantine list --state all` says \
                what it holds.
                """)
    }

    /// Some of the given deliveries were discarded, so they can't be retried.
    public static func discarded(_ ids: [Int]) -> QuarantineError {
        QuarantineError(
            description: """
                The quarantined delivery \(list(ids)) was discarded and its bytes are gone: bring the event from its \
                source with `bellwether ingest`.
                """)
    }

    /// Lists the smallest ids and how many more there are.
    private static func list(_ ids: [Int]) -> String {
        let shown = ids.sorted().prefix(5).map(String.init).joined(separator: ", ")
        return ids.count > 5 ? "\(shown) and \(ids.count - 5) more" : shown
    }
}
