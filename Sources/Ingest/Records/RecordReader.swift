/// Splits a descriptor's bytes, decompressed if necessary, into records, in memory that does not depend on a record's
/// length.
///
/// In NDJSON, a line ends with `\n`, `\r\n` or the end of the data. A line of only spaces, tabs and `\r` is blank: it
/// is skipped but numbered. A byte order mark at the start is skipped. If damage cuts off a record, that record is
/// dropped, and the reader ends after the last complete one.
///
/// Some megabytes can be the compressed form of more blank lines than can be read in a day. So compressed data that is
/// mostly blank counts as damaged.
package struct RecordReader: ~Copyable {
    /// Bytes decompressed at a time, and bytes examined to detect the form.
    private static let chunkSize = 1 << 18
    /// How many bytes in blank lines and between records compressed data may have, beside those that each record makes
    /// up for.
    package static let blankLimit = 1 << 28
    private static let blankOfRecord = 1 << 16

    /// A record, whose beginning is in the caller's buffer.
    package struct Record: Sendable, Hashable {
        /// Its length in the source, in bytes.
        package var length = 0
        /// Line of the source, from 1, or index of the element, from 0.
        package var number = 0
        /// Whether it is a blank line.
        package var isBlank = true
        /// Whether it is in a place where no record is allowed.
        package var isStray = false
    }

    private var stream: ByteStream
    private let stepSize: Int
    private var splitter: Splitter
    private var isRecognised: Bool
    private let path: String
    private let blankLimit: Int
    /// Bytes in blank lines and between records, without those that the records so far make up for.
    private var blank = 0
    private var isMostlyBlank = false
    private var isBegun = false
    private var foreign: ForeignForm?
    private var isStreamAtEnd = false
    private var chunk: [UInt8] = Array(repeating: 0, count: Self.chunkSize)
    /// The part of `chunk` that is not yet consumed.
    private var unread = 0..<0
    /// Hash of the data up to the index `hashed` of `chunk`.
    private var hash = ContentHash()
    private var hashed = 0
    /// Offset after the last complete record, to which damage returns. `markHash` is the hash of the data up to it, kept
    /// once that place is no longer in `chunk`.
    private var mark = 0
    private var markHash: ContentHash?

    /// Offset in the data of the first byte that is not yet consumed.
    package private(set) var offset = 0
    /// Number of records so far, including blank ones.
    package private(set) var count = 0
    /// Whether there is no further record.
    package private(set) var isAtEnd = false

    /// Reads from an open descriptor's current position. `splitter`: nil to detect it. `stepSize`: the most bytes that
    /// are read and decompressed at a time.
    package init(
        descriptor: Int32, path: String, splitter: Splitter? = nil, stepSize: Int = .max,
        blankLimit: Int = RecordReader.blankLimit
    ) {
        stream = ByteStream(
            descriptor: descriptor, path: path, pieceSize: min(stepSize, StoredBytes.pieceSize))
        self.path = path
        self.blankLimit = blankLimit
        self.splitter = splitter ?? .ndjson
        isRecognised = splitter != nil
        self.stepSize = min(stepSize, Self.chunkSize)
    }

    /// Why the data ended early; nil if it did not.
    var damage: Damage? { isMostlyBlank ? .mostlyBlank : stream.damage }

    /// Bytes read so far, before decompression.
    var storedCount: Int { stream.storedCount }

    /// The number of the next record.
    var nextNumber: Int { count + splitter.firstNumber }

    /// Returns the hash of the data up to `offset`.
    mutating func prefixHash() -> [UInt8] {
        addToHash(upTo: unread.lowerBound)
        return hash.bytes
    }

    /// Reads the remaining stored bytes and returns the hash of all of them.
    mutating func storedHash() throws -> [UInt8] { try stream.storedHash() ?? prefixHash() }

    /// Reads the next record that is not blank. `bytes` gets at most `limit` bytes of it. Returns nil at the end.
    package mutating func next(into bytes: inout [UInt8], keeping limit: Int) throws -> Record? {
        while let record = try pass(into: &bytes, keeping: limit) {
            if !record.isBlank { return record }
        }
        return nil
    }

    /// Like `next`, but returns blank records too.
    mutating func pass(into bytes: inout [UInt8], keeping limit: Int) throws -> Record? {
        try begin()
        bytes.removeAll(keepingCapacity: true)
        var record = Record(number: nextNumber)
        var last: UInt8 = 0
        while true {
            if unread.isEmpty, try !refill() {
                isAtEnd = true
                guard damage == nil else {
                    returnToMark()
                    return nil
                }
                setMark()
                return record.length > 0 ? end(record, &bytes, limit) : nil
            }
            let cut = nextCut()
            let start = unread.lowerBound + cut.before
            chunk.withUnsafeBufferPointer { chunk in
                let content = UnsafeBufferPointer(rebasing: chunk[start..<start + cut.content])
                // One byte more than the limit, because it may be the `\r` of a line end, which is removed later.
                let kept = content.prefix(max(0, limit + 1 - bytes.count))
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: kept))
                record.isBlank = record.isBlank && content.allSatisfy(\.isBlank)
                last = content.last ?? last
            }
            record.length += cut.content
            record.isStray = cut.isStray
            let passed = cut.before + cut.content + cut.behind
            if record.isBlank { blank += passed }
            consume(passed)
            guard cut.isEnd else { continue }
            if cut.behind > 0 && last == UInt8(ascii: "\r") { record.length -= 1 }
            setMark()
            return end(record, &bytes, limit)
        }
    }
}

extension RecordReader {
    /// Counts a record and shortens the kept bytes to its length and the limit.
    private mutating func end(_ record: Record, _ bytes: inout [UInt8], _ limit: Int) -> Record {
        count += 1
        if !record.isBlank { blank = max(0, blank - Self.blankOfRecord) }
        bytes.removeLast(max(0, bytes.count - min(record.length, limit)))
        return record
    }

    private mutating func nextCut() -> Cut {
        var splitter = splitter
        let cut = chunk.withUnsafeBufferPointer { splitter.cut(UnsafeBufferPointer(rebasing: $0[unread])) }
        self.splitter = splitter
        return cut
    }

    /// Before the first record, skips a byte order mark and detects the form, if it was not given.
    mutating func begin() throws {
        guard !isBegun else { return }
        isBegun = true
        while unread.count < ForeignForm.headLength, try readMore() {}
        foreign = ForeignForm(head: chunk[unread])
        if chunk[unread].starts(with: [0xEF, 0xBB, 0xBF]) { consume(3) }
        while !isRecognised {
            let isWhole = try unread.upperBound == chunk.count || !readMore()
            guard let recognised = Splitter.recognised(by: chunk[unread], path: path, isWhole: isWhole)
            else { continue }
            splitter = recognised
            isRecognised = true
        }
    }

    /// Returns the form of the data if it is no JSON, before or after decompression; nil if it may be JSON.
    mutating func foreignForm() throws -> ForeignForm? {
        try begin()
        return foreign
    }

    private mutating func consume(_ count: Int) {
        unread = unread.lowerBound + count..<unread.upperBound
        offset += count
    }

    /// Replaces a consumed chunk. Returns false at the end. Checks for cancellation, because there can be many chunks
    /// without a record.
    private mutating func refill() throws -> Bool {
        try Task.checkCancellation()
        if markHash == nil {
            addToHash(upTo: unread.lowerBound - (offset - mark))
            markHash = hash.copy()
        }
        addToHash(upTo: unread.lowerBound)
        hashed = 0
        unread = 0..<0
        isMostlyBlank = stream.isCompressed && blank > blankLimit
        return try !isMostlyBlank && readMore()
    }

    /// Reads more into the chunk. Returns false at the end.
    private mutating func readMore() throws -> Bool {
        guard !isStreamAtEnd else { return false }
        let room = unread.upperBound..<min(unread.upperBound + stepSize, chunk.count)
        let count = try Self.read(&stream, into: &chunk, room)
        isStreamAtEnd = count == 0
        unread = unread.lowerBound..<room.lowerBound + count
        return count > 0
    }

    private static func read(
        _ stream: inout ByteStream, into chunk: inout [UInt8], _ room: Range<Int>
    ) throws -> Int {
        try chunk.withUnsafeMutableBytes { try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[room])) }
    }

    private mutating func addToHash(upTo end: Int) {
        chunk.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[hashed..<end])) }
        hashed = end
    }

    private mutating func setMark() {
        mark = offset
        markHash = nil
    }

    /// Drops the record that damage has cut off.
    private mutating func returnToMark() {
        if let markHash = markHash.take() { hash = markHash }
        offset = mark
        hashed = 0
        unread = 0..<0
    }
}
