/// A value that travels beside a statement. The statement casts it: `$1::uuid`.
public enum Parameter: Sendable, Hashable {
    case null
    /// In PostgreSQL's text form.
    case text(String)
    /// In the binary form of what the statement casts it to; of a `bytea` that is its bytes.
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

    /// An array of whole numbers, nil for null: `$1::bigint[]`.
    public static func array(_ values: [(some BinaryInteger)?]) -> Parameter {
        .text("{" + values.map { $0.map { String($0) } ?? "NULL" }.joined(separator: ",") + "}")
    }

    /// An array of whole numbers: `$1::bigint[]`.
    public static func array(_ values: [some BinaryInteger]) -> Parameter {
        .text("{" + values.map { String($0) }.joined(separator: ",") + "}")
    }
}

extension Parameter {
    /// An array in binary form: `$1::uuid[]`. Cheaper than text where it is long.
    public static func uuids(_ values: [(high: UInt64, low: UInt64)]) -> Parameter {
        binaryArray(of: 2950, values, elementSize: 16) { value, bytes in
            bytes.append(bigEndian: value.high)
            bytes.append(bigEndian: value.low)
        }
    }

    /// An array in binary form, of microseconds since 1970-01-01T00:00:00Z: `$1::timestamptz[]`.
    public static func timestamps(_ microseconds: [Int64]) -> Parameter {
        binaryArray(of: 1184, microseconds, elementSize: 8) { $1.append(bigEndian: $0 - Epoch.microseconds) }
    }

    /// An array in binary form: `$1::integer[]`.
    public static func integers(_ values: [Int32]) -> Parameter {
        binaryArray(of: 23, values, elementSize: 4) { $1.append(bigEndian: $0) }
    }

    /// An array as `array_send` of PostgreSQL writes it; `type` is the element's in `pg_type`, as it is everywhere.
    private static func binaryArray<Value>(
        of type: Int32, _ values: [Value], elementSize: Int32, _ append: (Value, inout [UInt8]) -> Void
    ) -> Parameter {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + values.count * Int(elementSize + 4))
        // One dimension, no nulls, the elements' type, their number, the index of the first.
        for word in [1, 0, type, Int32(values.count), 1] { bytes.append(bigEndian: word) }
        for value in values {
            bytes.append(bigEndian: elementSize)
            append(value, &bytes)
        }
        return .bytes(bytes)
    }
}

/// Where PostgreSQL begins to count time.
enum Epoch {
    /// 2000-01-01T00:00:00Z, in microseconds since 1970.
    static let microseconds: Int64 = 946_684_800_000_000
}

extension [UInt8] {
    /// Appends a number, the most significant byte first.
    @inline(__always)
    mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
