import CPostgres

/// The rows that a statement returned, in PostgreSQL's text format. Row and column numbers start at 0.
public struct QueryResult: ~Copyable {
    private let handle: OpaquePointer
    private let statement: String

    init(owning handle: OpaquePointer, statement: String) {
        self.handle = handle
        self.statement = statement
    }

    deinit { PQclear(handle) }

    public var rowCount: Int { Int(PQntuples(handle)) }

    public var columnCount: Int { Int(PQnfields(handle)) }

    /// The column names, left to right.
    public var columnNames: [String] {
        (0..<columnCount).map { String(cString: PQfname(handle, Int32($0))) }
    }

    /// The number of rows that an INSERT, UPDATE, DELETE or COPY affected.
    public var affectedRows: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// The command tag, such as `COMMIT` or `INSERT 0 1`.
    var commandTag: String { String(cString: PQcmdStatus(handle)) }

    /// Returns the cell as text; nil for NULL.
    public func text(_ row: Int, _ column: Int) -> String? {
        guard PQgetisnull(handle, Int32(row), Int32(column)) == 0 else { return nil }
        return String(cString: PQgetvalue(handle, Int32(row), Int32(column)))
    }

    /// Returns the cell as a whole number; nil for NULL. Throws if it is not one.
    public func int(_ row: Int, _ column: Int) throws(PostgresError) -> Int? {
        try converted(row, column) { Int($0) }
    }

    /// Returns the cell as a boolean; nil for NULL. Throws if it is not one.
    public func bool(_ row: Int, _ column: Int) throws(PostgresError) -> Bool? {
        try converted(row, column) { $0 == "t" ? true : $0 == "f" ? false : nil }
    }

    /// Returns the bytes of a `bytea` cell; nil for NULL or a cell of another form.
    public func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
        guard let text = text(row, column), text.hasPrefix("\\x") else { return nil }
        let digits = text.utf8.dropFirst(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// Returns whether the column has a text type (`name`, `text`, `char(n)`, `varchar`; OIDs of pg_type.dat).
    public func isText(_ column: Int) -> Bool { [19, 25, 1042, 1043].contains(PQftype(handle, Int32(column))) }

    /// Whether a column has the type numeric.
    public func isNumeric(_ column: Int) -> Bool { PQftype(handle, Int32(column)) == 1700 }

    /// Returns the cells of a column as whole numbers, without NULLs.
    public func ints(column: Int = 0) throws(PostgresError) -> [Int] {
        var values: [Int] = []
        for row in 0..<rowCount {
            if let value = try int(row, column) { values.append(value) }
        }
        return values
    }

    /// Returns the one whole number in the first column of the one row. Throws if there is no such row or number.
    public func singleInt() throws(PostgresError) -> Int {
        guard rowCount == 1, let value = try int(0, 0) else { throw unexpected("one row with one number") }
        return value
    }

    /// Returns all cells, row by row.
    public func rows() -> [[String?]] {
        (0..<rowCount).map { row in (0..<columnCount).map { text(row, $0) } }
    }

    private func converted<Value>(
        _ row: Int, _ column: Int, _ convert: (String) -> Value?
    ) throws(PostgresError) -> Value? {
        guard let text = text(row, column) else { return nil }
        guard let value = convert(text) else { throw unexpected("\(Value.self) in column \(column + 1)") }
        return value
    }

    private func unexpected(_ wanted: String) -> PostgresError {
        PostgresError(kind: .unexpected, message: "the result does not contain \(wanted)", statement: statement)
    }
}
