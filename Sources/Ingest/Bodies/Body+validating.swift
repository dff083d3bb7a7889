public import EventLog
public import Events

extension Body {
    /// A rejected event as reported to its sender.
    public struct Rejected: Sendable {
        /// Index in the request, from 0, not counting blank lines.
        public let index: Int
        public let reason: RejectReason
        /// A message for the developer who sent it.
        public let detail: String
    }

    /// Returns the rejection of an event whose installation was erased, which only the database knows.
    public static func erased(_ index: Int) -> Rejected {
        Rejected(index: index, reason: .erased, detail: "the installation was erased: nothing of it is taken in")
    }

    /// Returns the indexes in the request of the events that went into the batch, in their order there. `rejected`: the
    /// events that did not.
    public func indexes(besides rejected: [Rejected]) -> [Int] {
        let others = Set(rejected.map(\.index))
        return records.map { Int($0.index) }.filter { !others.contains($0) }
    }

    /// Validates the events and adds each to the batch, to its events or to its rejects, the latter with `sender`. Returns
    /// the rejected ones.
    public func validate(by contract: EventValidator, _ sender: Sender, into batch: inout Batch) -> [Rejected] {
        let validator = FormatValidator(contract, format: format)
        var rejected: [Rejected] = []
        bytes.withUnsafeBufferPointer { bytes in
            for record in records {
                let event = UnsafeBufferPointer(rebasing: bytes[record.range])
                guard let reject = Self.reject(event, record, validator, into: &batch.events) else { continue }
                batch.rejects.append(
                    RejectedLine(
                        reject: reject, line: Int(record.number), bytes: Array(event.prefix(RejectedLine.keptBytes)),
                        byteCount: event.count, sender: sender))
                rejected.append(
                    Rejected(index: Int(record.index), reason: reject.reason, detail: reject.detail))
            }
        }
        return rejected
    }

    private static func reject(
        _ event: UnsafeBufferPointer<UInt8>, _ record: Record, _ validator: FormatValidator,
        into events: inout EventBatch
    ) -> Reject? {
        guard event.count <= RejectedLine.keptBytes else { return validator.rejectTooLarge(byteCount: event.count) }
        return validator.validateWhole(event, isStray: false, into: &events)
    }
}
