public import Events

/// Validates the records of a source. Accepts the event format and CloudEvents.
struct FormatValidator {
    private let validator: EventValidator
    private let format: Format?

    /// Creates a validator of records in `format`; if it is nil, the form of each record is detected.
    init(_ validator: EventValidator, format: Format?) {
        self.validator = validator
        self.format = format
    }

    /// Validates a record and appends its event to `events`, or returns its reject. `bytes` holds at least the beginning
    /// of the record.
    func validate(_ record: RecordReader.Record, _ bytes: [UInt8], into events: inout EventBatch) -> Reject? {
        bytes.withUnsafeBufferPointer { bytes in
            guard record.length <= bytes.count else {
                return rejectTooLarge(byteCount: record.length, beginning: bytes)
            }
            return validateWhole(bytes, isStray: record.isStray, into: &events)
        }
    }

    /// Validates a complete record of at most `RejectedLine.keptBytes` bytes.
    func validateWhole(
        _ bytes: UnsafeBufferPointer<UInt8>, isStray: Bool, into events: inout EventBatch
    ) -> Reject? {
        guard format != .cloudEvents, !isStray else { return validateApart(Array(bytes), isStray, into: &events) }
        let reject = validator.validate(bytes, into: &events)
        // A CloudEvent has no app_id, so the validator rejects it for one of these reasons. Only then check for one, so
        // that valid events cost nothing extra.
        guard let reject, [.missingField, .tooLarge].contains(reject.reason), CloudEvent(Array(bytes)).isRecognised
        else { return reject }
        return validateApart(Array(bytes), isStray, into: &events)
    }

    /// Returns the reject of a record that is longer than `RejectedLine.keptBytes`, of which `beginning` was kept.
    func rejectTooLarge(byteCount: Int, beginning: UnsafeBufferPointer<UInt8>) -> Reject {
        validator.rejectTooLarge(byteCount: byteCount, beginning: beginning)
    }

    private func validateApart(_ bytes: [UInt8], _ isStray: Bool, into events: inout EventBatch) -> Reject? {
        let plain = validator.validate(bytes)
        let validation = plain.isObject ? CloudEvent(bytes).validated(by: validator) : plain
        switch isStray ? plain.ofStray : validation {
        case .accepted(let event): events.append(event)
        case .rejected(let reject): return reject
        }
        return nil
    }
}

extension EventValidator {
    /// Validates the event in `bytes`, either in the event format or a CloudEvent.
    public func validation(ofAnyForm bytes: [UInt8]) -> Validation {
        var events = EventBatch()
        let reject = bytes.withUnsafeBufferPointer { bytes in
            FormatValidator(self, format: nil).validateWhole(bytes, isStray: false, into: &events)
        }
        if let reject { return .rejected(reject) }
        return .accepted(events[0])
    }
}

extension Validation {
    /// Whether the validated bytes are a JSON object.
    fileprivate var isObject: Bool {
        if case .rejected(let reject) = self { return ![.invalidUTF8, .invalidJSON].contains(reject.reason) }
        return true
    }

    /// The validation of a stray record, one in a place where no record is allowed.
    fileprivate var ofStray: Validation {
        if case .rejected(let reject) = self, reject.reason == .invalidUTF8 { return self }
        return .rejected(
            reject(
                .invalidJSON,
                "a comma or ] is expected between the elements of an array, and outside of arrays an object or an array"
            ))
    }
}
