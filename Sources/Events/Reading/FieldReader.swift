/// Reads the fields of one event in the order of the contract's table and keeps the first that is missing and the first
/// that has another form.
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

    /// A reader of the event that `bytes` hold.
    init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    /// Notes that `field` does not have `form`.
    mutating func note(_ field: Field, isNot form: Form, but value: JSONValue) {
        misfit = misfit ?? Misfit(field: field, form: form, value: value)
    }

    /// Whether `value` is there; notes it when it is absent but required.
    mutating func isThere(_ field: Field, _ value: JSONValue, isRequired: Bool) -> Bool {
        if value.isAbsent, isRequired { missing = missing ?? field }
        return !value.isAbsent
    }

    /// What `parse` makes of the characters of a string; nil, and noted, when it is absent but required, no string or
    /// `parse` gives nil.
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

    /// The optional free text of a top-level field, at most 64 characters; nil when it is empty.
    mutating func shortText(_ field: Field, _ value: JSONValue) -> String? {
        guard !value.isEmptyText else { return nil }
        return text(field, value, .shortText) { String(utf8: $0, atMost: Text.greatestShortLength) }
    }

    /// The whole number that `value` is, 0…2⁵³−1.
    mutating func sequence(_ value: JSONValue) -> Int64? {
        guard isThere(.sequence, value, isRequired: false) else { return nil }
        guard value.kind == .number, let number = bytes.writtenNumber(at: value)?.wholeValue else {
            note(.sequence, isNot: .sequence, but: value)
            return nil
        }
        return number
    }

    /// Whether `value`, the object that other fields stand in, is one or is absent; notes it when not.
    mutating func isObjectOrAbsent(_ field: Field, _ value: JSONValue) -> Bool {
        guard !value.isAbsent, value.kind != .object else { return true }
        note(field, isNot: .object, but: value)
        return false
    }
}

extension String {
    /// The text of `bytes`, which must be UTF-8; nil when it is longer than `limit` scalar values.
    init?(utf8 bytes: Bytes, atMost limit: Int) {
        guard bytes.count <= limit || bytes.scalarCount <= limit else { return nil }
        self.init(decoding: bytes, as: UTF8.self)
    }
}

extension Bytes {
    /// The parts of a number of this text that the scanner has passed.
    fileprivate func writtenNumber(at number: JSONValue) -> WrittenNumber? {
        var scanner = JSONScanner(self)
        scanner.position = number.range.lowerBound
        return try? scanner.passWrittenNumber()
    }
}
