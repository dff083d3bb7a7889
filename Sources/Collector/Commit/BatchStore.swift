package import EventLog
package import Events

/// Where batches go: the log.
package protocol BatchStore: Sendable {
    /// How many batches it stores at the same time.
    var width: Int { get }
    /// Stores a batch in one transaction and returns after its commit; throws if it is not stored.
    func append(_ batch: Batch) async throws -> Outcome
    /// Reads the retention cutoff.
    func learnRetention() async throws
    /// Retention cutoff of engagement events, as far as is known; nil if all are kept.
    var retainedFrom: Timestamp? { get }
}

extension BatchStore {
    package var width: Int { 1 }
    package func learnRetention() async throws {}
    package var retainedFrom: Timestamp? { nil }
}

extension LogWriter: BatchStore {}
