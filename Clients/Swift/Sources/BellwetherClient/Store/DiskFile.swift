import Foundation

/// A file or a folder on the disk.
final class DiskFile: File {
    let descriptor: Int32

    init(_ path: String, _ flags: Int32) throws(FileError) {
        descriptor = open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .last }
    }

    deinit { close(descriptor) }

    func append(_ bytes: [UInt8]) throws(FileError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + done, bytes.count - done) }
            guard count > 0 || count < 0 && errno == EINTR else { throw .last }
            done += max(0, count)
        }
    }
}
