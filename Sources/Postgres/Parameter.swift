/// A value that is passed separately from the SQL text. The statement casts it: `$1::uuid`.
public enum Parameter: Sendable, Hashable {
    case null
    /// A value in PostgreSQL's text format.
    case text(String)
    /// A value in the binary format of the type that the statement casts it to; for `bytea`, the bytes themselves.
    case bytes([UInt8])

    /// Returns a whole number.
    public static func int(_ value: some BinaryInteger) -> Parameter { .text(String(value)) }

    /// Returns the text, or NULL for nil.
    public static func optional(_ value: String?) -> Parameter { value.map(Parameter.text) ?? .null }

    /// Returns the whole number, or NULL for nil.
    public static func optional(_ value: (some BinaryInteger)?) -> Parameter { value.map { .int($0) } ?? .null }

    /// Returns a one-dimensional array literal with each element quoted (PostgreSQL manual, 8.15.2): `$1::text[]`.
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

    /// Returns an array of whole numbers, with null for nil: `$1::bigint[]`.
    public static func array(_ values: [(some BinaryInteger)?]) -> Parameter {
        .text("{" + values.map { $0.map { String($0) } ?? "NULL" }.joined(separator: ",") + "}")
    }

    /// Returns an array of whole numbers: `$1::bigint[]`.
    public static func array(_ values: [some BinaryInteger]) -> Parameter {
        .text("{" + values.map { String($0) }.joined(separator: ",") + "}")
    }
}

extension Parameter {
    /// Returns an array in binary format: `$1::uuid[]`. Long arrays are cheaper this way than as text.
    public static func uuids(_ values: [(high: UInt64, low: UInt64)]) -> Parameter {
        binaryArray(of: 2950, values, elementSize: 16) { value, bytes in
            bytes.append(bigEndian: value.high)
            bytes.append(bigEndian: value.low)
        }
    }

    /// Returns an array in binary format, given in microseconds since 1970-01-01T00:00:00Z: `$1::timestamptz[]`.
    public static func timestamps(_ microseconds: [Int64]) -> Parameter {
        binaryArray(of: 1184, microseconds, elementSize: 8) { $1.append(bigEndian: $0 - Epoch.microseconds) }
    }

    /// Returns an array in binary format: `$1::integer[]`.
    public static func integers(_ values: [Int32]) -> Parameter {
        binaryArray(of: 23, values, elementSize: 4) { $1.append(bigEndian: $0) }
    }

    /// Returns an array in the format that PostgreSQL's `array_recv` reads. `type` is the OID of the element type,
    /// which for built-in types is the same on every server (pg_type.dat).
    private static func binaryArray<Value>(
        of type: Int32, _ values: [Value], elementSize: Int32, _ append: (Value, inout [UInt8]) -> Void
    ) -> Parameter {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + values.count * Int(elementSize + 4))
        // Number of dimensions, no nulls, element type, number of elements, index of the first.
        for word in [1, 0, type, Int32(values.count), 1] { bytes.append(bigEndian: word) }
        for value in values {
            bytes.append(bigEndian: elementSize)
            append(value, &bytes)
        }
        return .bytes(bytes)
    }
}

/// The zero point of PostgreSQL's binary timestamps.
enum Epoch {
    /// 2000-01-01T00:00:00Z, in microseconds since 1970.
    static let microseconds: Int64 = 946_684_800_000_000
}

extension [UInt8] {
    /// Appends a number, most significant byte first.
    @inline(__always)
    mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
