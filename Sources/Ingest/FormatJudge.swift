import Events

/// Judges the records of a source, in whatever form its events are written.
struct FormatJudge {
    private let judge: Judge
    private let format: Format?

    /// A judge of records in `format`, nil where each is to be recognised.
    init(_ judge: Judge, format: Format?) {
        self.judge = judge
        self.format = format
    }

    /// What becomes of a record, of which `bytes` holds at least the beginning.
    func judge(_ record: RecordReader.Record, _ bytes: [UInt8]) -> Judgement {
        guard record.length <= bytes.count else { return judge.judgeTooLarge(byteCount: record.length) }
        let plain = judge.judge(bytes)
        let judgement = cloudEvent(in: bytes, plain)?.judged(by: judge) ?? plain
        return record.isStray ? judgement.ofStray : judgement
    }

    /// The CloudEvent in bytes that were judged as an event of the contract; nil where they are to be none, or no JSON
    /// object.
    private func cloudEvent(in bytes: [UInt8], _ judgement: Judgement) -> CloudEvent? {
        if case .rejected(let reject) = judgement, [.invalidUTF8, .invalidJSON].contains(reject.reason) { return nil }
        if format == .cloudEvents { return CloudEvent(bytes) }
        // Without an app_id an event is one of these two, so that good events cost nothing here.
        guard case .rejected(let reject) = judgement, [.missingField, .tooLarge].contains(reject.reason) else {
            return nil
        }
        let event = CloudEvent(bytes)
        return event.isRecognised ? event : nil
    }
}

extension Judgement {
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
