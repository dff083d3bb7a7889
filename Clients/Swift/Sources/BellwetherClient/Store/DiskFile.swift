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
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || count < 0 && errno == EINTR else { throw .last }
            rest = rest.dropFirst(max(0, count))
        }
    }

    func synchronize() throws(FileError) {
        #if canImport(Darwin)
        if fcntl(descriptor, F_BARRIERFSYNC) != -1 { return }
        guard fsync(descriptor) == 0 else { throw .last }
        #else
        // Some file systems can't synchronize a folder.
        guard fdatasync(descriptor) == 0 || errno == EINVAL else { throw .last }
        #endif
    }
}
