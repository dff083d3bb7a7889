package import EventLog
package import Events

/// Stores batches; in production this is `LogWriter`.
package protocol BatchStore: Sendable {
    /// How many batches it stores at the same time.
    var width: Int { get }
    /// Stores a batch in one transaction and returns after its commit. Throws if it is not stored.
    func append(_ batch: Batch) async throws -> Outcome
    /// Reads the retention cutoff.
    func learnRetention() async throws
    /// Retention cutoff for engagement events as last read; nil if everything is kept.
    var retainedFrom: Timestamp? { get }
}

extension BatchStore {
    package var width: Int { 1 }
    package func learnRetention() async throws {}
    package var retainedFrom: Timestamp? { nil }
}

extension LogWriter: BatchStore {}
