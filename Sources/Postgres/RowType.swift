/// The type numbers of a table's rows and columns, which the binary form of an array of such rows contains.
public struct RowType: Sendable {
    /// Its number in `pg_type`.
    private let oid: UInt32
    /// The numbers in `pg_type` of the columns' types, in the order of the columns.
    private let columns: [UInt32]

    /// Reads the row type of `table`, a name with its schema.
    public init(of table: StaticString, _ connection: borrowing Connection) throws {
        let found = try connection.execute(Self.read, [.text("\(table)")])
        oid = UInt32(try found.int(0, 0) ?? 0)
        columns = try (0..<found.rowCount).map { UInt32(try found.int($0, 1) ?? 0) }
    }

    private static let read = Statement(
        "read row type",
        """
        SELECT class.reltype::bigint, attribute.atttypid::bigint
        FROM pg_class AS class
        INNER JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid
        WHERE class.oid = $1::regclass AND attribute.attnum > 0 AND NOT attribute.attisdropped
        ORDER BY attribute.attnum
        """)

    /// Returns an array of rows: `$1::schema.table[]`. `write` writes the rows as for COPY, with all columns of the table in
    /// their order.
    public func array(_ write: (inout BinaryCopyWriter) throws -> Void) rethrows -> Parameter {
        var writer = BinaryCopyWriter()
        try write(&writer)
        let rows = writer.finishRows()
        return .bytes(rows.withUnsafeBytes { array(ofRows: $0) })
    }

    /// Converts rows from the form of COPY to the binary form of an array (`array_recv` and `record_recv` of PostgreSQL), in
    /// which each row follows its length and each value the number of its type.
    private func array(ofRows rows: UnsafeRawBufferPointer) -> [UInt8] {
        var array: [UInt8] = []
        array.reserveCapacity(rows.count * 2)
        // One dimension, no nulls, the elements' type, their number (filled in below), the index of the first.
        for word in [1, 0, oid, 0, 1] { array.append(bigEndian: word) }
        var (place, count) = (0, UInt32(0))
        while place < rows.count {
            place += 2
            let start = array.count
            array.append(bigEndian: UInt32(0))
            array.append(bigEndian: UInt32(columns.count))
            for type in columns {
                let length = Int32(bigEndian: rows.loadUnaligned(fromByteOffset: place, as: Int32.self))
                let end = place + 4 + Int(max(length, 0))
                array.append(bigEndian: type)
                array.append(contentsOf: rows[place..<end])
                place = end
            }
            array.replace(bigEndian: UInt32(array.count - start - 4), at: start)
            count += 1
        }
        array.replace(bigEndian: count, at: 12)
        return array
    }
}

extension [UInt8] {
    /// Overwrites four bytes with a number, the most significant byte first.
    fileprivate mutating func replace(bigEndian number: UInt32, at place: Int) {
        withUnsafeMutableBytes { $0.storeBytes(of: number.bigEndian, toByteOffset: place, as: UInt32.self) }
    }
}
