import Crypto
import Glibc

/// Reads NDJSON from a file descriptor, line by line, in memory that does not depend on the length of a line.
///
/// A line ends with `\n` or `\r\n` or the end of the input; one of nothing but spaces, tabs and `\r` is blank and passed
/// over, but numbered. A byte order mark at the start of the source is skipped.
struct LineReader: ~Copyable {
    /// How much is read at once.
    private static let chunkSize = 1 << 18

    private let descriptor: Int32
    private let path: String
    private var chunk: [UInt8]
    /// The part of `chunk` that is not yet consumed.
    private var unread: Range<Int> = 0..<0
    /// Bytes from the start of the source to the first one that is not yet part of a line.
    private(set) var offset: Int
    /// Whether the end of the input was seen.
    private(set) var isAtEnd = false
    /// Lines so far.
    private(set) var lineNumber: Int
    /// Of the bytes up to `offset`, but for those of `chunk` that are still to be added.
    private var hash: SHA256
    private var unhashed: Range<Int> = 0..<0

    /// Reads an open descriptor, from `offset` bytes on, before which there were `lineNumber` lines and which `prefix` is
    /// the hash of.
    init(descriptor: Int32, path: String, offset: Int = 0, lineNumber: Int = 0, prefix: SHA256 = SHA256()) {
        self.descriptor = descriptor
        self.path = path
        self.offset = offset
        self.lineNumber = lineNumber
        hash = prefix
        chunk = Array(repeating: 0, count: Self.chunkSize)
    }

    /// Puts the next line that is not blank into `line` (at most `limit` bytes of it) and gives its length as received,
    /// without its end; nil at the end of the input.
    mutating func next(into line: inout [UInt8], keeping limit: Int) throws -> Int? {
        while true {
            line.removeAll(keepingCapacity: true)
            guard let length = try readLine(into: &line, keeping: limit) else { return nil }
            if length > line.count || !line.allSatisfy(\.isBlank) { return length }
        }
    }

    /// SHA-256 of the bytes from the start of the source to `offset`.
    mutating func prefixSHA256() -> [UInt8] {
        addToHash()
        return Array(hash.finalize())
    }

    private mutating func addToHash() {
        chunk.withUnsafeBytes { hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[unhashed])) }
        unhashed = unhashed.upperBound..<unhashed.upperBound
    }

    private mutating func readLine(into line: inout [UInt8], keeping limit: Int) throws -> Int? {
        if offset == 0 { try skipByteOrderMark() }
        var length = 0
        var last: UInt8 = 0
        while true {
            if unread.isEmpty, try !refill() {
                // The last line may lack its end; an input that ends with one has no further line.
                return length > 0 ? end(&line, length, keeping: limit) : nil
            }
            let piece = chunk[unread]
            let end = piece.firstIndex(of: UInt8(ascii: "\n"))
            let content = piece[..<(end ?? piece.endIndex)]
            // One byte more than the limit is kept, for the \r of an end that may follow.
            line.append(contentsOf: content.prefix(max(0, limit + 1 - line.count)))
            length += content.count
            last = content.last ?? last
            consume(content.count + (end == nil ? 0 : 1))
            guard end != nil else { continue }
            return self.end(&line, last == UInt8(ascii: "\r") ? length - 1 : length, keeping: limit)
        }
    }

    /// Counts a line and cuts what was kept of it to its length and the limit.
    private mutating func end(_ line: inout [UInt8], _ length: Int, keeping limit: Int) -> Int {
        lineNumber += 1
        line.removeLast(max(0, line.count - min(length, limit)))
        return length
    }

    private mutating func skipByteOrderMark() throws {
        guard try refill(atLeast: 3), chunk[unread].starts(with: [0xEF, 0xBB, 0xBF]) else { return }
        consume(3)
    }

    private mutating func consume(_ count: Int) {
        unread = unread.lowerBound + count..<unread.upperBound
        unhashed = unhashed.lowerBound..<unread.lowerBound
        offset += count
    }

    /// Reads more bytes, until there are so many or the input ends; false if none are there.
    private mutating func refill(atLeast wanted: Int = 1) throws -> Bool {
        if unread.isEmpty {
            addToHash()
            unread = 0..<0
            unhashed = 0..<0
        }
        while unread.count < wanted {
            try waitForInput()
            let room = unread.upperBound
            let count = chunk.withUnsafeMutableBytes { bytes in
                read(descriptor, bytes.baseAddress! + room, bytes.count - room)
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SourceError.unreadable(path, errno) }
            isAtEnd = count == 0
            guard count > 0 else { break }
            unread = unread.lowerBound..<unread.upperBound + count
        }
        return !unread.isEmpty
    }

    /// Returns when a read would not block: a pipe or a terminal may have nothing for a long time, in which the task may be
    /// cancelled.
    private func waitForInput() throws {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        repeat { try Task.checkCancellation() } while poll(&request, 1, 200) == 0
    }
}

extension UInt8 {
    /// A space, a tab or a carriage return.
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
