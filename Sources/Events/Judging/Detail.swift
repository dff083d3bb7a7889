/// What was wrong with an event, in words a developer can act on: one line of at most 200 printable characters.
struct Detail {
    /// The words.
    let text: String

    private init(_ text: String) {
        self.text = text
    }

    /// The event has too many bytes.
    static func tooLarge(_ length: Int) -> Detail {
        Detail("the event has \(length) bytes; at most \(Judge.greatestEventLength) are taken")
    }

    /// `data` has too many bytes.
    static func dataTooLarge(_ length: Int) -> Detail {
        Detail("data has \(length) bytes; at most \(Judge.greatestDataLength) are taken")
    }

    /// The byte at `offset` breaks UTF-8.
    static func invalidUTF8(at offset: Int) -> Detail {
        Detail("byte \(offset + 1) is not UTF-8")
    }

    /// A required field is absent.
    static func missing(_ field: Field) -> Detail {
        Detail("\(field.name) is missing or null")
    }

    /// A field has another form than the contract's.
    init(_ misfit: FieldReader.Misfit, in bytes: Bytes) {
        text = "\(misfit.field.name) must be \(misfit.form.description); it is \(bytes.quoted(misfit.value))"
    }

    /// `type` is a text that is no type.
    static func unknownType(_ type: JSONValue, in bytes: Bytes) -> Detail {
        Detail("type must be one of the contract's types, such as prompt_shown; it is \(bytes.quoted(type))")
    }

    /// The event can't happen on `os`, whose major version is below `least`.
    static func impossible(_ event: EventRecord, on os: OperatingSystem, before least: Int16) -> Detail {
        let what = event.status.map { "status \($0.rawValue)" } ?? event.type.name
        let version = "\(os.major).\(os.minor).\(os.patch)"
        return Detail("\(what) exists on \(os.name.rawValue) from \(least) on; os.version is \(version)")
    }

    /// The effective time lies `microseconds` after the time of receipt.
    static func future(_ microseconds: Int64) -> Detail {
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return Detail(
            "occurred_at, corrected by sent_at where that applies, lies \(seconds) s and \(rest) µs after the time of "
                + "receipt; at most 86400 s are taken")
    }

    /// The month of the event was dropped.
    static let retired = Detail("occurred_at lies in a month (UTC) whose engagement events were dropped by retention")

    /// The effective time lies before 2008.
    static let tooEarly = Detail(
        "occurred_at, corrected by sent_at where that applies, lies before 2008-01-01T00:00:00Z")
}

extension Detail {
    /// The text is not the JSON that the contract takes.
    init(_ fault: JSONFault, in bytes: Bytes) {
        let name = fault.kind == .repeatedName ? " \(bytes.quoted(fault.name))" : ""
        text = "byte \(fault.offset + 1): \(fault.kind.description)\(name)"
    }
}

extension JSONFault.Kind {
    /// What is wrong at the place of the fault.
    fileprivate var description: String {
        switch self {
        case .noObject: "an event must be one JSON object, which begins with {"
        case .textAfterObject: "nothing may follow the event's object"
        case .noName: "a member name in quotes is expected"
        case .noColon: "a colon is expected behind a member name"
        case .noCommaOrBrace: "a comma or } is expected"
        case .noCommaOrBracket: "a comma or ] is expected"
        case .noValue: "a value is expected"
        case .controlCharacter: "control characters in a string must be escaped"
        case .unclosedString: "the string has no closing quote"
        case .unknownEscape: "this is no escape sequence of JSON"
        case .unpairedSurrogate: "this escape is one half of a surrogate pair without the other"
        case .nulCharacter: "U+0000 is not taken in strings"
        case .malformedNumber: "a digit of a number is expected"
        case .exponentOutOfRange: "the exponent of a number must lie within -308 to 308"
        case .infiniteNumber: "the number is too great for a double"
        case .tooDeep: "objects and arrays are nested deeper than \(JSONScanner.greatestDepth)"
        case .repeatedName: "a second member has the name"
        }
    }
}

extension Bytes {
    /// What `value` is, to be shown: the first characters of it, with quotes if it is a string, other than printable ones
    /// replaced.
    fileprivate func quoted(_ value: JSONValue) -> String {
        guard value.kind == .string else { return part(value.range).clipped }
        return "\"\(withText(of: value) { $0.clipped })\""
    }

    /// The first 40 characters, each that is not printable replaced by U+FFFD, and "…" if there are more.
    private var clipped: String {
        let limit = 40
        if prefix(limit).allSatisfy(\.isPrintableASCII) {
            return String(decoding: prefix(limit), as: UTF8.self) + (count > limit ? "…" : "")
        }
        // No scalar value takes more than 4 bytes: the cut never falls within the first 40.
        let scalars = String(decoding: prefix(limit * 4), as: UTF8.self).unicodeScalars
        var text = String.UnicodeScalarView()
        for scalar in scalars.prefix(limit) { text.append(scalar.isPrintable ? scalar : "\u{FFFD}") }
        return String(text) + (scalarCount > limit ? "…" : "")
    }
}

extension UInt8 {
    fileprivate var isPrintableASCII: Bool { 0x20...0x7E ~= self }
}

extension Unicode.Scalar {
    /// Whether it shows as what it is: neither a control, format, private or unassigned character nor a line break.
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
