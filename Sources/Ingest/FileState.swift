import Crypto
import Glibc

/// What tells a regular file from others, and from itself once somebody wrote to it, without reading all of it.
struct FileState: Sendable, Equatable {
    /// How much is read at each end.
    private static let sampleSize = 1 << 16

    let size: Int
    /// SHA-256 of the size, the first and the last bytes.
    let sample: [UInt8]
    /// When it was last written to, in nanoseconds since 1970; the system's clock has steps of some milliseconds.
    private let modified: Int

    /// Reads it from an open descriptor, which stays where it is.
    init(descriptor: Int32, path: String) throws(SourceError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SourceError.unreadable(path, errno) }
        size = Int(status.st_size)
        modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
        var hash = SHA256()
        withUnsafeBytes(of: status.st_size) { hash.update(bufferPointer: $0) }
        for offset in [0, max(0, size - Self.sampleSize)] {
            var bytes = [UInt8](repeating: 0, count: Self.sampleSize)
            let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, offset) }
            guard count >= 0 else { throw SourceError.unreadable(path, errno) }
            hash.update(data: bytes.prefix(count))
        }
        sample = hash.bytes
    }
}
