import Pages

/// A chat message as JSON in ASCII on one line, so that it can be quoted byte by byte.
struct MessageBody {
    /// The object `{"text": "…"}`.
    let json: String

    /// The longest text in bytes as JSON; curl reads lines of up to 100 KiB, and quoting doubles them at most.
    private static let limit = 40_000

    /// Takes a text; one that is too long is cut.
    init(_ text: String) {
        var written = ""
        for scalar in text.unicodeScalars {
            let next = Self.escaped(scalar)
            guard written.utf8.count + next.utf8.count <= Self.limit else {
                written += Self.escaped("…")
                break
            }
            written += next
        }
        json = "{\"text\": \"\(written)\"}"
    }

    /// Returns a scalar as it is in a string of JSON.
    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case " "..."~": String(scalar)
        default: UTF16.encode(scalar)!.map { "\\u" + String(0x1_0000 + UInt32($0), radix: 16).dropFirst() }.joined()
        }
    }

    /// Returns a line in which nothing is a link, a mention or emphasis for a chat service: its characters of markup
    /// are written in full width, which looks alike. A `_` inside a word stays. Control characters become U+FFFD, so
    /// that nothing ends the line.
    static func plain(_ line: String) -> String {
        let scalars = line.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }
        var plain = String.UnicodeScalarView()
        for (place, scalar) in scalars.enumerated() {
            let (before, after) = (place > 0 ? scalars[place - 1] : nil, scalars.dropFirst(place + 1).first)
            let isMarkup =
                switch scalar {
                case "_": !(isOfWord(before) && isOfWord(after))
                case ":": after == "/"
                default: markup.contains(scalar)
                }
            plain.append(isMarkup ? Unicode.Scalar(scalar.value + toFullWidth)! : scalar)
        }
        return String(plain)
    }

    private static let markup: Set<Unicode.Scalar> = [
        "&", "<", ">", "@", "[", "]", "*", "~", "`", "#", "|", "\\", "$",
    ]

    /// The distance from a printable ASCII character to its full-width form.
    private static let toFullWidth: UInt32 = 0xFEE0

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }

    private static func isOfWord(_ scalar: Unicode.Scalar?) -> Bool {
        switch scalar {
        case .some("a"..."z"), .some("A"..."Z"), .some("0"..."9"): true
        default: false
        }
    }
}
