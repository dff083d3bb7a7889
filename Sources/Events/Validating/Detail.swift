/// Says what was wrong with an event, in words that a developer can act on: one line of at most 200 printable
/// characters.
///
/// `analytics.reject_words` cuts off what a detail quotes of the event: it relies on `; it is `, `; did you mean `,
/// ` has the name ` and the leading `byte N`.
struct Detail {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    /// The event is too large; `length` is in bytes. `beginning`: its first bytes, which show whether it is one event.
    static func tooLarge(_ length: Int, beginning: Bytes) -> Detail {
        guard !beginning.holdSeveralObjects else {
            return Detail("\(Reject.severalObjects); it has \(length) bytes")
        }
        return Detail("the event has \(length) bytes; the limit is \(EventValidator.greatestEventLength)")
    }

    /// `data` is too large; `length` is in bytes.
    static func dataTooLarge(_ length: Int) -> Detail {
        Detail("data has \(length) bytes; the limit is \(EventValidator.greatestDataLength)")
    }

    /// The byte at `offset` is not valid UTF-8.
    static func invalidUTF8(at offset: Int) -> Detail {
        Detail("byte \(offset + 1) is not UTF-8")
    }

    /// A field does not have the form that the event contract requires.
    init(_ misfit: FieldReader.Misfit, in bytes: Bytes) {
        text = "\(misfit.field.name) must be \(misfit.form.description); it is \(bytes.quoted(misfit.value))"
    }

    /// `type` is not one of the contract's types.
    static func unknownType(_ type: JSONValue, in bytes: Bytes) -> Detail {
        Detail("type must be one of the contract's types, such as prompt_shown; it is \(bytes.quoted(type))")
    }

    /// The event can't happen on `os`, whose major version is less than `least`.
    static func impossible(_ event: EventRecord, on os: OperatingSystem, before least: Int16) -> Detail {
        let what = event.status.map { "status \($0.rawValue)" } ?? event.type.name
        let version = "\(os.major).\(os.minor).\(os.patch)"
        return Detail("\(what) requires \(os.name.rawValue) \(least) or later; os.version is \(version)")
    }

    /// The effective time is `microseconds` after the time of receipt.
    static func future(_ microseconds: Int64) -> Detail {
        Detail(
            "occurred_at, corrected by sent_at if that applies, is \(span(microseconds)) after the time of receipt; the "
                + "limit is 24 h")
    }

    /// Returns a span in words, for example `24 h 0 min 1 s`, or `186 days 8 h` from two days on. Rounds up, so that a
    /// span over a limit does not read like the limit.
    private static func span(_ microseconds: Int64) -> String {
        let (whole, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let seconds = whole + (rest > 0 ? 1 : 0)
        guard seconds >= 2 * 86_400 else {
            return "\(seconds / 3600) h \(seconds / 60 % 60) min \(seconds % 60) s"
        }
        let hours = (seconds + 3599) / 3600
        return "\(hours / 24) days \(hours % 24) h"
    }

    /// Retention has dropped the engagement events of the event's month.
    static let retired = Detail("occurred_at is in a month (UTC) whose engagement events were dropped by retention")

    /// The effective time is before 2008.
    static let tooEarly = Detail(
        "occurred_at, corrected by sent_at if that applies, is before 2008-01-01T00:00:00Z")
}

extension Detail {
    /// The event is not JSON, or breaks the contract's limits on JSON.
    init(_ fault: JSONFault, in bytes: Bytes) {
        let name = fault.kind == .repeatedName ? " \(bytes.quoted(fault.name))" : ""
        text = "byte \(fault.offset + 1): \(fault.kind.description)\(name)"
    }
}

extension JSONFault.Kind {
    /// What is wrong at the byte of the fault.
    fileprivate var description: String {
        switch self {
        case .noObject: "expected {: an event must be one JSON object"
        case .textAfterObject: "nothing may follow the event's object"
        case .severalObjects: Reject.severalObjects
        case .noName: "expected a member name in quotes"
        case .noColon: "expected a colon after the member name"
        case .noCommaOrBrace: "expected a comma or }"
        case .noCommaOrBracket: "expected a comma or ]"
        case .noValue: "expected a value"
        case .controlCharacter: "control characters in a string must be escaped"
        case .unclosedString: "the string has no closing quote"
        case .unknownEscape: "this is not an escape sequence of JSON"
        case .unpairedSurrogate: "this escape is one half of a surrogate pair without the other"
        case .nulCharacter: "U+0000 is not allowed in strings"
        case .malformedNumber: "expected a digit of a number"
        case .exponentOutOfRange: "the exponent of a number must be between -308 and 308"
        case .infiniteNumber: "the number is too large for a double"
        case .tooDeep: "objects and arrays are nested deeper than \(JSONScanner.greatestDepth)"
        case .repeatedName: "a second member has the name"
        }
    }
}

extension Bytes {
    /// Returns the first characters of `value` for display, in quotes if it is a string, with unprintable characters
    /// replaced.
    fileprivate func quoted(_ value: JSONValue) -> String {
        guard value.kind == .string else { return part(value.range).clipped }
        return "\"\(withText(of: value) { $0.clipped })\""
    }

    /// The first 40 characters, with unprintable ones replaced by U+FFFD, and "…" if there are more.
    private var clipped: String {
        let limit = 40
        if prefix(limit).allSatisfy(\.isPrintableASCII) {
            return String(decoding: prefix(limit), as: UTF8.self) + (count > limit ? "…" : "")
        }
        // A scalar value has at most 4 bytes, so this prefix holds the first 40 whole.
        let scalars = String(decoding: prefix(limit * 4), as: UTF8.self).unicodeScalars
        var text = String.UnicodeScalarView()
        for scalar in scalars.prefix(limit) { text.append(scalar.isPrintable ? scalar : "\u{FFFD}") }
        return String(text) + (scalarCount > limit ? "…" : "")
    }
}

extension Bytes {
    /// Whether another object follows the one that the bytes begin with.
    fileprivate var holdSeveralObjects: Bool {
        withZerosBehind { bytes, _ in
            var scanner = JSONScanner(bytes)
            scanner.passSpace()
            guard scanner.isAt("{"), (try? scanner.passValue()) != nil else { return false }
            return scanner.isBeforeObject
        }
    }
}

extension UInt8 {
    fileprivate var isPrintableASCII: Bool { 0x20...0x7E ~= self }
}

extension Unicode.Scalar {
    /// Whether the character is visible: not a control, format, private-use or unassigned character or a line break.
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
