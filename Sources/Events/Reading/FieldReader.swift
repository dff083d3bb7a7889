/// Validates the fields of one event and records those that are missing and the first that is invalid. The fields
/// must be read in the order of the event contract's table. A value returned for a missing or invalid field is
/// meaningless.
struct FieldReader {
    /// An invalid field: the form that it must have, and the value that it has.
    struct Misfit {
        var field: Field
        var form: Form
        var value: JSONValue
    }

    /// The event's bytes.
    let bytes: Bytes
    /// The required fields that are missing.
    private(set) var missing = FieldSet()
    /// The first field that is present but invalid.
    private(set) var misfit: Misfit?
    /// Whether `type` is one of the contract's types.
    var isTypeKnown = true
    /// The event's own `received_at`, if it is valid and honoured.
    var stamp: Timestamp?

    /// Creates a reader for the event in `bytes`.
    init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    /// Records that `field` is invalid, unless another field was found invalid before.
    @inline(never)
    mutating func note(_ field: Field, isNot form: Form, but value: JSONValue) {
        misfit = misfit ?? Misfit(field: field, form: form, value: value)
    }

    @inline(never)
    private mutating func note(missing field: Field) {
        missing.insert(field)
    }

    /// Returns whether `value` is present. Records the field as missing if it is required and absent.
    @inline(__always)
    mutating func isThere(_ field: Field, _ value: JSONValue, isRequired: Bool) -> Bool {
        if value.isAbsent, isRequired { note(missing: field) }
        return !value.isAbsent
    }

    /// Parses the characters of a string. Returns nil if it is absent. Also returns nil, and records the field as
    /// invalid, if it is not a string or `parse` returns nil.
    @inline(__always)
    mutating func text<Result>(
        _ field: Field, _ value: JSONValue, _ form: Form, isRequired: Bool = false, _ parse: (Bytes) -> Result?
    ) -> Result? {
        guard isThere(field, value, isRequired: isRequired) else { return nil }
        guard value.kind == .string, let result = bytes.withText(of: value, parse) else {
            note(field, isNot: form, but: value)
            return nil
        }
        return result
    }

    /// Reads a required UUID.
    @inline(__always)
    mutating func uuid(_ field: Field, _ value: JSONValue) -> EventUUID {
        text(field, value, .uuid, isRequired: true) { EventUUID(utf8: $0) } ?? EventUUID(high: 0, low: 0)
    }

    /// Reads the id of the installation: its UUID, or else the id that another product has for its device.
    @inline(__always)
    mutating func installationID(_ event: borrowing EventText) -> EventUUID {
        if event.isKnownByDevice { return deviceID(event[.deviceID]) }
        let value = event[.installationID]
        let uuid = uuid(.installationID, value)
        if uuid.isNilOrMax, !value.isAbsent { note(.installationID, isNot: .ownUUID, but: value) }
        return uuid
    }

    @inline(never)
    private mutating func deviceID(_ value: JSONValue) -> EventUUID {
        let uuid = text(.deviceID, value, .text) { EventUUID(device: $0) } ?? EventUUID(high: 0, low: 0)
        if uuid.isNilOrMax { note(.deviceID, isNot: .ownUUID, but: value) }
        return uuid
    }

    /// Reads a time.
    @inline(__always)
    mutating func timestamp(_ field: Field, _ value: JSONValue, isRequired: Bool = false) -> OffsetTimestamp? {
        text(field, value, .timestamp, isRequired: isRequired) { OffsetTimestamp(rfc3339: $0) }
    }

    /// Reads `sequence`, a whole number in 0…2⁵³−1.
    @inline(__always)
    mutating func sequence(_ value: JSONValue) -> Int64? {
        guard isThere(.sequence, value, isRequired: false) else { return nil }
        guard value.kind == .number, let number = bytes.wholeNumber(at: value) else {
            note(.sequence, isNot: .sequence, but: value)
            return nil
        }
        return number
    }

    /// Returns whether `value` is an object or absent. Records the field as invalid otherwise.
    @inline(__always)
    mutating func isObjectOrAbsent(_ field: Field, _ value: JSONValue) -> Bool {
        guard !value.isAbsent, value.kind != .object else { return true }
        note(field, isNot: .object, but: value)
        return false
    }
}

extension Bytes {
    /// Returns whether the text, which must be UTF-8, has at most `limit` Unicode scalar values.
    @inline(__always)
    func hasAtMost(_ limit: Int) -> Bool { count <= limit || scalarCount <= limit }

    /// The first `limit` Unicode scalar values of the text, which must be UTF-8.
    @inline(__always)
    func firstScalars(_ limit: Int) -> Bytes { hasAtMost(limit) ? self : part(0..<end(ofScalars: limit)) }

    /// The offset after the first `limit` scalar values. There must be more.
    private func end(ofScalars limit: Int) -> Int {
        var begun = 0
        return firstIndex { byte in
            if byte & 0xC0 != 0x80 { begun += 1 }
            return begun > limit
        } ?? count
    }

    /// Returns the value of a number that the scanner has passed; nil if it is not a whole number in 0…2⁵³−1.
    fileprivate func wholeNumber(at number: JSONValue) -> Int64? {
        var value: Int64 = 0
        // The usual case: up to 15 digits and nothing else are less than 2⁵³.
        for byte in part(number.range) {
            guard let digit = byte.decimalDigit, number.range.count <= 15 else { return writtenNumber(at: number) }
            value = value * 10 + Int64(digit)
        }
        return value
    }

    private func writtenNumber(at number: JSONValue) -> Int64? {
        var scanner = JSONScanner(self)
        scanner.position = number.range.lowerBound
        return (try? scanner.passWrittenNumber())?.wholeValue
    }
}
