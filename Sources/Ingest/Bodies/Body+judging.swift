public import EventLog
public import Events

extension Body {
    /// An event that can't be accepted, as its sender is told of it.
    public struct Rejected: Sendable {
        /// Which of what was sent, from 0, blank lines not counted.
        public let index: Int
        public let reason: RejectReason
        /// What was wrong, in words a developer can act on.
        public let detail: String
    }

    /// An event that was rejected where the log is known, which `index` of what was sent says.
    public static func erased(_ index: Int) -> Rejected {
        Rejected(index: index, reason: .erased, detail: "the installation was erased: nothing of it is taken in")
    }

    /// Which of what was sent the events are that went into the batch, in their order there. `rejected`: those that did not.
    public func indexes(besides rejected: [Rejected]) -> [Int] {
        let others = Set(rejected.map(\.index))
        return records.map { Int($0.index) }.filter { !others.contains($0) }
    }

    /// Judges the events: each goes into the batch, among its events or its rejects, which are of `sender`. Gives
    /// the rejected ones.
    public func judge(by contract: Judge, _ sender: Sender, into batch: inout Batch) -> [Rejected] {
        let judge = FormatJudge(contract, format: format)
        var rejected: [Rejected] = []
        bytes.withUnsafeBufferPointer { bytes in
            for record in records {
                let event = UnsafeBufferPointer(rebasing: bytes[record.range])
                guard let reject = Self.reject(event, record, judge, into: &batch.events) else { continue }
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
        _ event: UnsafeBufferPointer<UInt8>, _ record: Record, _ judge: FormatJudge, into events: inout EventBatch
    ) -> Reject? {
        guard event.count <= RejectedLine.keptBytes else { return judge.judgeTooLarge(byteCount: event.count) }
        return judge.judgeWhole(event, isStray: false, into: &events)
    }
}
