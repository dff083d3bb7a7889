public import Events

/// Judges the records of a source, in whatever form its events are written.
struct FormatJudge {
    private let judge: Judge
    private let format: Format?

    /// A judge of records in `format`, nil where each is to be recognised.
    init(_ judge: Judge, format: Format?) {
        self.judge = judge
        self.format = format
    }

    /// Judges a record, of which `bytes` holds at least the beginning: its event goes into `events`, or why not is given
    /// back.
    func judge(_ record: RecordReader.Record, _ bytes: [UInt8], into events: inout EventBatch) -> Reject? {
        guard record.length <= bytes.count else { return judge.judgeTooLarge(byteCount: record.length) }
        return bytes.withUnsafeBufferPointer { judgeWhole($0, isStray: record.isStray, into: &events) }
    }

    /// Judges a record that is there whole and no longer than what is kept of one.
    func judgeWhole(
        _ bytes: UnsafeBufferPointer<UInt8>, isStray: Bool, into events: inout EventBatch
    ) -> Reject? {
        guard format != .cloudEvents, !isStray else { return judgeApart(Array(bytes), isStray, into: &events) }
        let reject = judge.judge(bytes, into: &events)
        // Without an app_id an event is one of these two, so that good events cost nothing here.
        guard let reject, [.missingField, .tooLarge].contains(reject.reason), CloudEvent(Array(bytes)).isRecognised
        else { return reject }
        return judgeApart(Array(bytes), isStray, into: &events)
    }

    /// The reject of a record of so many bytes, more than are kept of one.
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
    /// What becomes of the event in `bytes`, be it of the contract's form or a CloudEvent.
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
    /// Whether it is of a JSON object.
    fileprivate var isObject: Bool {
        if case .rejected(let reject) = self { return ![.invalidUTF8, .invalidJSON].contains(reject.reason) }
        return true
    }

    /// The judgement of a record that stands where none may stand.
    fileprivate var ofStray: Judgement {
        if case .rejected(let reject) = self, reject.reason == .invalidUTF8 { return self }
        return .rejected(
            reject(
                .invalidJSON,
                "a comma or ] is expected between the elements of an array, and outside of arrays an object or an array"
            ))
    }
}
