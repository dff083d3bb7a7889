import Glibc

/// Identifies a regular file, and shows whether it was written to, without reading all of it.
struct FileState: Sendable, Equatable {
    /// Bytes read at each end of the file.
    private static let sampleSize = 1 << 16

    let size: Int
    /// Hash of the size and the first and last bytes.
    let sample: [UInt8]
    /// When it was last modified: seconds since 1970, which may be of any year, and nanoseconds. Linux sets it in steps
    /// of some milliseconds, so a write soon after another may not change it.
    private let modified: [Int]

    /// Reads the state from an open descriptor without moving its position.
    init(descriptor: Int32, path: String) throws(SourceError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SourceError.unreadable(path, errno) }
        size = Int(status.st_size)
        modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        var hash = ContentHash()
        withUnsafeBytes(of: status.st_size) { hash.update($0) }
        for offset in [0, max(0, size - Self.sampleSize)] {
            var bytes = [UInt8](repeating: 0, count: Self.sampleSize)
            let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, offset) }
            guard count >= 0 else { throw SourceError.unreadable(path, errno) }
            bytes.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
        sample = hash.bytes
    }

    /// Reads all bytes of a file from its start and returns their hash.
    static func hash(descriptor: Int32, path: String) throws -> [UInt8] {
        guard lseek(descriptor, 0, SEEK_SET) >= 0 else { throw SourceError.unreadable(path, errno) }
        var bytes = StoredBytes(descriptor: descriptor, path: path)
        bytes.beginHash()
        return try bytes.wholeHash() ?? []
    }

    /// Returns whether the file is unchanged. If its time of modification changed but size and ends did not, compares
    /// the hash of all its bytes with `hash`, the hash of the bytes that were read.
    func isUnchanged(descriptor: Int32, path: String, hash: [UInt8]) throws -> Bool {
        let now = try FileState(descriptor: descriptor, path: path)
        return try now == self || now.sample == sample && Self.hash(descriptor: descriptor, path: path) == hash
    }
}
