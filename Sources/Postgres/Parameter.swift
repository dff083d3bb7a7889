/// A value that travels beside a statement. The statement casts it: `$1::uuid`.
public enum Parameter: Sendable, Hashable {
    case null
    /// In PostgreSQL's text form.
    case text(String)
    /// As `bytea`, in binary form.
    case bytes([UInt8])

    /// A whole number.
    public static func int(_ value: some BinaryInteger) -> Parameter { .text(String(value)) }

    /// The wrapped text, or null.
    public static func optional(_ value: String?) -> Parameter { value.map(Parameter.text) ?? .null }

    /// A whole number, or null.
    public static func optional(_ value: (some BinaryInteger)?) -> Parameter { value.map { .int($0) } ?? .null }

    /// A one-dimensional array literal, each element quoted (PostgreSQL manual, 8.15.2): `$1::text[]`.
    public static func array(_ values: [String]) -> Parameter {
        let elements = values.map { value in
            var quoted = "\""
            for scalar in value.unicodeScalars {
                if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
                quoted.unicodeScalars.append(scalar)
            }
            return quoted + "\""
        }
        return .text("{" + elements.joined(separator: ",") + "}")
    }

    /// An array of whole numbers: `$1::bigint[]`.
    public static func array(_ values: [some BinaryInteger]) -> Parameter {
        .text("{" + values.map { String($0) }.joined(separator: ",") + "}")
    }
}
