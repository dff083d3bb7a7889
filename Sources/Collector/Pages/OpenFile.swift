import Glibc
import NIOCore
import NIOPosix

/// An open file of a report, read in pieces.
final class OpenFile: Sendable {
    /// Bytes of one piece. A connection holds at most two: one that waits to be sent, and the next.
    static let pieceBytes = 1 << 16

    private let descriptor: Int32
    /// Its length in bytes when it was opened.
    let byteCount: Int
    /// A text that changes with the file.
    let tag: String

    /// Opens a file; nil if there is none, or if it is not a regular file.
    init?(_ path: String) {
        // Opening a named pipe without O_NONBLOCK would wait for its writer.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        let changed = status.st_mtim
        byteCount = Int(status.st_size)
        tag = "\"\(status.st_ino)-\(status.st_size)-\(changed.tv_sec)-\(changed.tv_nsec)\""
    }

    deinit { close(descriptor) }

    /// Returns at most `count` bytes from `offset` on, without blocking the caller's thread; none at the end. Throws if
    /// the file can't be read.
    func read(at offset: Int, count: Int) async throws -> ByteBuffer {
        try await NIOThreadPool.singleton.runIfActive { [descriptor] in
            var buffer = ByteBuffer()
            try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { space in
                let read = pread(descriptor, space.baseAddress, count, off_t(offset))
                guard read >= 0 else { throw IOError(errnoCode: errno, reason: "pread") }
                return read
            }
            return buffer
        }
    }
}
