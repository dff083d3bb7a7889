/// Reads the fields of one event in the order of the contract's table and keeps the first that is missing and the first
/// that has another form. What is read of a field that is missing or has another form means nothing.
struct FieldReader {
    /// A field, the form that it doesn't have, and the value that it has instead.
    struct Misfit {
        var field: Field
        var form: Form
        var value: JSONValue
    }

    /// The event's own bytes.
    let bytes: Bytes
    /// The first required field that is absent.
    private(set) var missing: Field?
    /// The first field that is there but has another form.
    private(set) var misfit: Misfit?
    /// Whether `type` is a type.
    var isTypeKnown = true
    /// The `received_at` of the line, where such is honoured.
    var stamp: Timestamp?

    /// A reader of the event that `bytes` hold.
    init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    /// Notes that `field` does not have `form`.
    @inline(never)
    mutating func note(_ field: Field, isNot form: Form, but value: JSONValue) {
        misfit = misfit ?? Misfit(field: field, form: form, value: value)
    }

    @inline(never)
    private mutating func note(missing field: Field) {
        missing = missing ?? field
    }

    /// Whether `value` is there; notes it when it is absent but required.
    @inline(__always)
    mutating func isThere(_ field: Field, _ value: JSONValue, isRequired: Bool) -> Bool {
        if value.isAbsent, isRequired { note(missing: field) }
        return !value.isAbsent
    }

    /// What `parse` makes of the characters of a string; nil, and noted, when it is absent but required, no string or
    /// `parse` gives nil.
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

    /// A required UUID.
    @inline(__always)
    mutating func uuid(_ field: Field, _ value: JSONValue) -> EventUUID {
        text(field, value, .uuid, isRequired: true) { EventUUID(utf8: $0) } ?? EventUUID(high: 0, low: 0)
    }

    /// A time.
    @inline(__always)
    mutating func timestamp(_ field: Field, _ value: JSONValue, isRequired: Bool = false) -> OffsetTimestamp? {
        text(field, value, .timestamp, isRequired: isRequired) { OffsetTimestamp(rfc3339: $0) }
    }

    /// The optional free text of a top-level field, at most 64 characters.
    @inline(__always)
    mutating func checkShortText(_ field: Field, _ value: JSONValue) {
        _ = text(field, value, .shortText) { $0.hasAtMost(Text.greatestShortLength) ? true : nil }
    }

    /// The whole number that `value` is, 0…2⁵³−1.
    @inline(__always)
    mutating func sequence(_ value: JSONValue) -> Int64? {
        guard isThere(.sequence, value, isRequired: false) else { return nil }
        guard value.kind == .number, let number = bytes.wholeNumber(at: value) else {
            note(.sequence, isNot: .sequence, but: value)
            return nil
        }
        return number
    }

    /// Whether `value`, the object that other fields stand in, is one or is absent; notes it when not.
    @inline(__always)
    mutating func isObjectOrAbsent(_ field: Field, _ value: JSONValue) -> Bool {
        guard !value.isAbsent, value.kind != .object else { return true }
        note(field, isNot: .object, but: value)
        return false
    }
}

extension Bytes {
    /// Whether the bytes, which must be UTF-8, are at most `limit` scalar values.
    @inline(__always)
    func hasAtMost(_ limit: Int) -> Bool { count <= limit || scalarCount <= limit }

    /// The whole number 0…2⁵³−1 that a number of this text is which the scanner has passed; nil for any other.
    fileprivate func wholeNumber(at number: JSONValue) -> Int64? {
        var value: Int64 = 0
        // Up to 15 digits alone, the usual case, are less than 2⁵³.
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
