import Crypto

/// Cuts a descriptor's bytes, inflated where they are compressed, into records, in memory that does not depend on the length
/// of a record.
///
/// In NDJSON a line ends with `\n` or `\r\n` or the end of the data; one of nothing but spaces, tabs and `\r` is blank:
/// passed over, but numbered. A byte order mark at the start is skipped. Where damage ends the data, the record that it cut is no
/// record: the reader ends behind the last whole one.
package struct RecordReader: ~Copyable {
    /// How much is inflated at once, and looked at to recognise the form.
    private static let chunkSize = 1 << 18

    /// A record, with its beginning in the buffer that was given.
    package struct Record: Sendable, Hashable {
        /// Its length as received.
        package var length = 0
        /// Line of the source, from 1, or index of the element, from 0.
        package var number = 0
        /// Whether it has nothing but blanks, which only a line can.
        package var isBlank = true
        /// Whether it is no element of an array but what stands in the wrong place.
        package var isStray = false
    }

    private var stream: ByteStream
    private let stepSize: Int
    private var splitter: Splitter
    private var isRecognised: Bool
    private var isBegun = false
    private var isStreamAtEnd = false
    private var chunk: [UInt8] = Array(repeating: 0, count: Self.chunkSize)
    /// The part of `chunk` that is not yet consumed.
    private var unread = 0..<0
    /// Of the data up to the byte of `chunk` with the index `hashed`.
    private var hash = SHA256()
    private var hashed = 0
    /// Where the last whole record ends, and the hash up to there if that is no longer in `chunk`.
    private var mark = 0
    private var markHash: SHA256?

    /// Bytes from the start of the data to the first one that is not yet consumed.
    package private(set) var offset = 0
    /// Records so far, blank ones counted.
    package private(set) var count = 0
    /// Whether there is no further record.
    package private(set) var isAtEnd = false

    /// Reads an open descriptor from where it is; `splitter` says how to cut it, nil that it is to be recognised. `stepSize`:
    /// how many bytes are read and inflated at once, at most.
    package init(descriptor: Int32, path: String, splitter: Splitter? = nil, stepSize: Int = .max) {
        stream = ByteStream(
            descriptor: descriptor, path: path, pieceSize: min(stepSize, StoredBytes.pieceSize))
        self.splitter = splitter ?? .ndjson
        isRecognised = splitter != nil
        self.stepSize = min(stepSize, Self.chunkSize)
    }

    /// What ended the data before its end; nil where nothing did.
    var damage: Damage? { stream.damage }

    /// Bytes read so far, as they are stored.
    var storedCount: Int { stream.storedCount }

    /// The number of the next record.
    var nextNumber: Int { count + splitter.firstNumber }

    /// SHA-256 of the data up to `offset`.
    mutating func prefixSHA256() -> [UInt8] {
        addToHash(upTo: unread.lowerBound)
        return hash.bytes
    }

    /// Reads what is left of the stored bytes and gives the SHA-256 of all of them.
    mutating func storedSHA256() throws -> [UInt8] { try stream.storedSHA256() ?? prefixSHA256() }

    /// Puts the next record that is not blank into `bytes`, at most `limit` of it; nil at the end.
    package mutating func next(into bytes: inout [UInt8], keeping limit: Int) throws -> Record? {
        while let record = try pass(into: &bytes, keeping: limit) {
            if !record.isBlank { return record }
        }
        return nil
    }

    /// As `next`, blank ones too.
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
            let content = chunk[start..<start + cut.content]
            // One byte more than the limit is kept, for the \r of an end that may follow.
            bytes.append(contentsOf: content.prefix(max(0, limit + 1 - bytes.count)))
            record.length += content.count
            record.isBlank = record.isBlank && content.allSatisfy(\.isBlank)
            record.isStray = cut.isStray
            last = content.last ?? last
            consume(cut.before + cut.content + cut.behind)
            guard cut.isEnd else { continue }
            if cut.behind > 0 && last == UInt8(ascii: "\r") { record.length -= 1 }
            setMark()
            return end(record, &bytes, limit)
        }
    }
}

extension RecordReader {
    /// Counts a record and cuts what was kept of it to its length and the limit.
    private mutating func end(_ record: Record, _ bytes: inout [UInt8], _ limit: Int) -> Record {
        count += 1
        bytes.removeLast(max(0, bytes.count - min(record.length, limit)))
        return record
    }

    private mutating func nextCut() -> Cut {
        var splitter = splitter
        let cut = chunk.withUnsafeBufferPointer { splitter.cut(UnsafeBufferPointer(rebasing: $0[unread])) }
        self.splitter = splitter
        return cut
    }

    /// Before the first record: skips a byte order mark and finds out how the data is cut, if that was not said.
    mutating func begin() throws {
        guard !isBegun else { return }
        isBegun = true
        while unread.count < 3, try readMore() {}
        if chunk[unread].starts(with: [0xEF, 0xBB, 0xBF]) { consume(3) }
        while !isRecognised {
            let isWhole = try unread.upperBound == chunk.count || !readMore()
            guard let recognised = Splitter.recognised(by: chunk[unread], isWhole: isWhole) else { continue }
            splitter = recognised
            isRecognised = true
        }
    }

    private mutating func consume(_ count: Int) {
        unread = unread.lowerBound + count..<unread.upperBound
        offset += count
    }

    /// Replaces a chunk that is consumed; false at the end.
    private mutating func refill() throws -> Bool {
        if markHash == nil {
            addToHash(upTo: unread.lowerBound - (offset - mark))
            markHash = hash
        }
        addToHash(upTo: unread.lowerBound)
        hashed = 0
        unread = 0..<0
        return try readMore()
    }

    /// Reads more into the chunk; false at the end.
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
        Self.add(chunk, hashed..<end, to: &hash)
        hashed = end
    }

    private static func add(_ chunk: [UInt8], _ part: Range<Int>, to hash: inout SHA256) {
        chunk.withUnsafeBytes { hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[part])) }
    }

    private mutating func setMark() {
        mark = offset
        markHash = nil
    }

    /// Forgets the record that damage has cut.
    private mutating func returnToMark() {
        hash = markHash ?? hash
        offset = mark
        hashed = 0
        unread = 0..<0
    }
}
