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
                guard var reject = Self.reject(event, record, validator, into: &batch.events) else { continue }
                if let fieldNames { reject.detail = fieldNames.translated(reject.detail) }
                if records.count == 1, Self.isEnvelope(event, reject) { reject.detail = Self.envelope }
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

    private static let envelope = "the object is no event but holds an array of objects: send that array itself"

    /// Whether a reject is an object around an array of objects, such as `{"events": […]}`.
    private static func isEnvelope(_ event: UnsafeBufferPointer<UInt8>, _ reject: Reject) -> Bool {
        guard reject.reason == .missingField else { return false }
        let members = JSONText(Array(event)[...]).members
        return ["id", "type", "app_id", "specversion"].allSatisfy { members[$0] == nil }
            && members.contains { $0.value.isArrayOfObjects }
    }

    private static func reject(
        _ event: UnsafeBufferPointer<UInt8>, _ record: Record, _ validator: FormatValidator,
        into events: inout EventBatch
    ) -> Reject? {
        guard event.count <= RejectedLine.keptBytes else {
            return validator.rejectTooLarge(byteCount: event.count, beginning: event)
        }
        return validator.validateWhole(event, isStray: false, into: &events)
    }
}

extension JSONText {
    /// Whether this is an array that begins with an object.
    fileprivate var isArrayOfObjects: Bool {
        bytes.first == UInt8(ascii: "[") && JSONText(bytes.dropFirst()).isObject
    }
}
