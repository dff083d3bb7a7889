package import EventLog

/// Where batches go: the log.
package protocol BatchStore: Sendable {
    /// Stores a batch in one transaction and returns after its commit; throws if it is not stored.
    func append(_ batch: Batch) async throws -> Outcome
}

extension LogWriter: BatchStore {}
