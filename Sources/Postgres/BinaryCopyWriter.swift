import CPostgres

/// Writes the rows of a `COPY … FROM STDIN (FORMAT binary)` (PostgreSQL manual, COPY, Binary Format).
///
/// For each row, call `beginRow(columns:)` and then one write method per column, in the order of the statement's
/// columns. Each value must have the column's own type: PostgreSQL does not convert binary values.
public struct BinaryCopyWriter: ~Copyable {
    /// The number of bytes that are buffered before they are passed to libpq.
    private static let bufferSize = 1 << 16

    /// The connection whose COPY takes the rows; nil if they stay in memory.
    private let handle: OpaquePointer?
    private let buffer = UnsafeMutableRawPointer.allocate(byteCount: Self.bufferSize, alignment: 8)
    private var count = 0
    /// False after libpq refused bytes. The error is then reported at the end of the COPY.
    private var isOpen = true
    /// The rows that have left the buffer and stay in memory.
    private var kept: [UInt8] = []

    /// Writes rows that stay in memory.
    init() { handle = nil }

    init(_ handle: OpaquePointer) {
        self.handle = handle
        append(Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00])
        append(Int32(0))
        append(Int32(0))
    }

    deinit { buffer.deallocate() }

    /// Begins a row of `columns` columns.
    public mutating func beginRow(columns: Int) { append(Int16(columns)) }

    /// Writes NULL.
    public mutating func writeNull() { append(Int32(-1)) }

    /// Writes a `boolean`.
    public mutating func write(_ value: Bool) {
        append(Int32(1))
        append(UInt8(value ? 1 : 0))
    }

    /// Writes a `smallint`, or NULL for nil.
    public mutating func write(_ number: Int16?) { writeNumber(number) }
    /// Writes an `integer`, or NULL for nil.
    public mutating func write(_ number: Int32?) { writeNumber(number) }
    /// Writes a `bigint`, or NULL for nil.
    public mutating func write(_ number: Int64?) { writeNumber(number) }

    @inline(__always)
    private mutating func writeNumber<Number: FixedWidthInteger>(_ number: Number?) {
        guard let number else { return writeNull() }
        append(Int32(MemoryLayout<Number>.size))
        append(number)
    }

    /// Writes a `text` or a label of an enum, or NULL for nil.
    public mutating func write(_ text: String?) {
        guard var text else { return writeNull() }
        text.withUTF8 { write(bytes: $0) }
    }

    /// Writes a label of an enum.
    public mutating func write(_ label: StaticString) {
        write(bytes: UnsafeBufferPointer(start: label.utf8Start, count: label.utf8CodeUnitCount))
    }

    /// Writes a `bytea`, or a `text` in UTF-8.
    public mutating func write(bytes: UnsafeBufferPointer<UInt8>) {
        append(Int32(bytes.count))
        append(bytes)
    }

    /// Writes a `bytea`.
    public mutating func write(bytes: [UInt8]) { bytes.withUnsafeBufferPointer { write(bytes: $0) } }

    /// Writes a value in the binary format of its column's type, or a text, or NULL.
    public mutating func write(_ value: Parameter) {
        switch value {
        case .null: writeNull()
        case .text(let text): write(text)
        case .bytes(let bytes): write(bytes: bytes)
        }
    }

    /// Writes a `uuid`, given as its two halves.
    public mutating func writeUUID(high: UInt64, low: UInt64) {
        append(Int32(16))
        append(high)
        append(low)
    }

    /// Writes a `timestamptz`, given in microseconds since 1970-01-01T00:00:00Z, or NULL for nil.
    public mutating func write(microseconds: Int64?) { writeNumber(microseconds.map { $0 - Epoch.microseconds }) }

    /// Writes a `jsonb`, given as JSON text in UTF-8.
    public mutating func write(jsonb text: UnsafeBufferPointer<UInt8>) {
        append(Int32(text.count + 1))
        // The version number of jsonb's binary format.
        append(UInt8(1))
        append(text)
    }

    @inline(__always)
    private mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        if count + MemoryLayout<Number>.size > Self.bufferSize { flush() }
        buffer.storeBytes(of: number.bigEndian, toByteOffset: count, as: Number.self)
        count += MemoryLayout<Number>.size
    }

    private mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
            if count == Self.bufferSize { flush() }
            let part = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.bufferSize - count))
            (buffer + count).copyMemory(from: part.baseAddress!, byteCount: part.count)
            count += part.count
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
        }
    }

    private mutating func flush() {
        if let handle {
            if isOpen { isOpen = PQputCopyData(handle, buffer.assumingMemoryBound(to: CChar.self), Int32(count)) == 1 }
        } else {
            kept.append(contentsOf: UnsafeRawBufferPointer(start: buffer, count: count))
        }
        count = 0
    }

    /// Returns the rows that stay in memory, without header and trailer.
    mutating func finishRows() -> [UInt8] {
        flush()
        return kept
    }

    /// Writes the trailer and passes the rest of the buffer to libpq.
    mutating func finish() {
        append(Int16(-1))
        flush()
    }
}

extension Connection {
    /// Runs a `COPY … FROM STDIN (FORMAT binary)` with the rows that `write` writes, and returns their number. If
    /// `write` throws, the COPY fails and stores no row.
    @discardableResult
    public func copyIn(
        _ statement: Statement, _ write: (inout BinaryCopyWriter) throws -> Void
    ) throws -> Int {
        _ = try check(PQexec(handle, statement.text), statement)
        var writer = BinaryCopyWriter(handle)
        do {
            try write(&writer)
            writer.finish()
        } catch {
            _ = try? endCopy(statement, reason: "the writer gave up")
            throw error
        }
        return try endCopy(statement, reason: nil)
    }

    private func endCopy(_ statement: Statement, reason: String?) throws(PostgresError) -> Int {
        guard PQputCopyEnd(handle, reason) == 1 else { throw brokenConnection(statement) }
        // PQgetResult returns a null pointer after the result of the COPY; until then the connection accepts no new
        // statement.
        var count: Int?
        var failure: PostgresError?
        while let answer = PQgetResult(handle) {
            do {
                count = try check(answer, statement).affectedRows
            } catch {
                failure = failure ?? error
                if error.kind == .connection { break }
            }
        }
        if let failure { throw failure }
        return count ?? 0
    }
}
