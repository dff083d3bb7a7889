import Foundation

/// A file or a folder on the disk.
final class DiskFile: File {
    let descriptor: Int32

    init(_ path: String, _ flags: Int32) throws(FileError) {
        descriptor = open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .last }
    }

    deinit { close(descriptor) }

    func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
        while true {
            let count = write(descriptor, bytes.baseAddress, bytes.count)
            if count >= 0 { return count }
            if errno != EINTR { throw .last }
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
