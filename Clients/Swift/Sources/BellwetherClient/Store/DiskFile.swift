import Foundation

/// A file on the disk.
final class DiskFile: File {
    private let descriptor: Int32

    /// Creates the file.
    init(creating path: String) throws(FileError) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .last }
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        // Class C, complete until first user authentication (sys/content_protection.h of XNU).
        _ = fcntl(descriptor, F_SETPROTECTIONCLASS, 3)
        #endif
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
        guard fdatasync(descriptor) == 0 else { throw .last }
        #endif
    }
}
