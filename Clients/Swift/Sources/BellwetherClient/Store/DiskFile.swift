import Foundation

/// A file or a folder on the disk.
final class DiskFile: File {
    let descriptor: Int32

    init(_ path: String, _ flags: Int32) throws(FileError) {
        descriptor = open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .last }
    }

    deinit { close(descriptor) }

    /// Returns the bytes of the file.
    func contents() throws(FileError) -> [UInt8] {
        var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
        while true {
            let count = read(descriptor, &part, part.count)
            guard count >= 0 || errno == EINTR else { throw .last }
            if count == 0 { return bytes }
            bytes += part.prefix(max(0, count))
        }
    }

    func append(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
            guard count > 0 || count < 0 && errno == EINTR else { throw .last }
            rest = rest.dropFirst(max(0, count))
        }
    }
}
