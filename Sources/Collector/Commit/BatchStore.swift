package import EventLog
package import Events

/// Where batches go: the log.
package protocol BatchStore: Sendable {
    /// Stores a batch in one transaction and returns after its commit; throws if it is not stored.
    func append(_ batch: Batch) async throws -> Outcome
    /// Reads of which moment on engagement events are kept.
    func learnRetention() async throws
    /// Of which moment on engagement events are kept, as far as is known; nil: all.
    var retainedFrom: Timestamp? { get }
}

extension BatchStore {
    package func learnRetention() async throws {}
    package var retainedFrom: Timestamp? { nil }
}

extension LogWriter: BatchStore {}
