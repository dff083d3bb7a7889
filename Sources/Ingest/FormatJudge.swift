public import Events

/// Judges the records of a source. Accepts the event format and CloudEvents.
struct FormatJudge {
    private let judge: Judge
    private let format: Format?

    /// Creates a judge of records in `format`; if it is nil, the form of each record is detected.
    init(_ judge: Judge, format: Format?) {
        self.judge = judge
        self.format = format
    }

    /// Judges a record and appends its event to `events`, or returns its reject. `bytes` holds at least the beginning
    /// of the record.
    func judge(_ record: RecordReader.Record, _ bytes: [UInt8], into events: inout EventBatch) -> Reject? {
        guard record.length <= bytes.count else { return judge.judgeTooLarge(byteCount: record.length) }
        return bytes.withUnsafeBufferPointer { judgeWhole($0, isStray: record.isStray, into: &events) }
    }

    /// Judges a complete record of at most `RejectedLine.keptBytes` bytes.
    func judgeWhole(
        _ bytes: UnsafeBufferPointer<UInt8>, isStray: Bool, into events: inout EventBatch
    ) -> Reject? {
        guard format != .cloudEvents, !isStray else { return judgeApart(Array(bytes), isStray, into: &events) }
        let reject = judge.judge(bytes, into: &events)
        // A CloudEvent has no app_id, so the judge rejects it for one of these reasons. Only then check for one, so
        // that valid events cost nothing extra.
        guard let reject, [.missingField, .tooLarge].contains(reject.reason), CloudEvent(Array(bytes)).isRecognised
        else { return reject }
        return judgeApart(Array(bytes), isStray, into: &events)
    }

    /// Returns the reject of a record that is longer than `RejectedLine.keptBytes`.
    func judgeTooLarge(byteCount: Int) -> Reject { judge.judgeTooLarge(byteCount: byteCount) }

    private func judgeApart(_ bytes: [UInt8], _ isStray: Bool, into events: inout EventBatch) -> Reject? {
        let plain = judge.judge(bytes)
        let judgement = plain.isObject ? CloudEvent(bytes).judged(by: judge) : plain
        switch isStray ? plain.ofStray : judgement {
        case .accepted(let event): events.append(event)
        case .rejected(let reject): return reject
        }
        return nil
    }
}

extension Judge {
    /// Judges the event in `bytes`, either in the event format or a CloudEvent.
    public func judgement(ofAnyForm bytes: [UInt8]) -> Judgement {
        var events = EventBatch()
        let reject = bytes.withUnsafeBufferPointer { bytes in
            FormatJudge(self, format: nil).judgeWhole(bytes, isStray: false, into: &events)
        }
        if let reject { return .rejected(reject) }
        return .accepted(events[0])
    }
}

extension Judgement {
    /// Whether the judged bytes are a JSON object.
    fileprivate var isObject: Bool {
        if case .rejected(let reject) = self { return ![.invalidUTF8, .invalidJSON].contains(reject.reason) }
        return true
    }

    /// The judgement of a stray record, one in a place where no record is allowed.
    fileprivate var ofStray: Judgement {
        if case .rejected(let reject) = self, reject.reason == .invalidUTF8 { return self }
        return .rejected(
            reject(
                .invalidJSON,
                "a comma or ] is expected between the elements of an array, and outside of arrays an object or an array"
            ))
    }
}
