import Foundation

/// The file system of the device.
package struct DiskFileSystem: FileSystem {
    package init() {}

    package func makeDirectory(_ path: String) throws(FileError) {
        var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        #if canImport(Darwin) && !os(macOS)
        attributes[.protectionKey] = FileProtectionType.completeUntilFirstUserAuthentication
        #endif
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: attributes)
        } catch { throw .last }
        #if canImport(Darwin)
        try? NSURL(fileURLWithPath: path).setResourceValue(true, forKey: .isExcludedFromBackupKey)
        #endif
    }

    package func names(in directory: String) throws(FileError) -> [String] {
        // Opening the folder tells why it can't be read.
        _ = try DiskFile(directory, O_RDONLY)
        do { return try FileManager.default.contentsOfDirectory(atPath: directory) } catch { throw .last }
    }

    package func contents(of path: String) throws(FileError) -> [UInt8] { try DiskFile(path, O_RDONLY).contents() }

    package func size(of path: String) throws(FileError) -> Int {
        Int(lseek(try DiskFile(path, O_RDONLY).descriptor, 0, SEEK_END))
    }

    package func create(_ path: String) throws(FileError) -> any File {
        let file = try DiskFile(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND)
        #if canImport(Darwin) && !os(macOS)
        // Class C, complete until first user authentication (sys/content_protection.h of XNU).
        _ = fcntl(file.descriptor, F_SETPROTECTIONCLASS, 3)
        #endif
        return file
    }

    package func move(_ path: String, to newPath: String) throws(FileError) {
        guard rename(path, newPath) == 0 else { throw .last }
    }

    package func delete(_ path: String) throws(FileError) {
        guard unlink(path) == 0 else { throw .last }
    }

    package func synchronize(_ path: String) throws(FileError) {
        let file = try DiskFile(path, O_RDONLY)
        #if canImport(Darwin)
        guard fcntl(file.descriptor, F_BARRIERFSYNC) != -1 || fsync(file.descriptor) == 0 else { throw .last }
        #else
        // Some file systems can't synchronize a folder.
        guard fdatasync(file.descriptor) == 0 || errno == EINVAL else { throw .last }
        #endif
    }

    /// Locks nothing on iOS and its relatives: an app is one process there, and the system kills suspended apps that hold locks
    /// (0xdead10cc).
    package func claim(_ directory: String) throws(FileError) -> any AnyObject & Sendable {
        let file = try DiskFile(directory, O_RDONLY)
        #if os(Linux) || os(macOS)
        guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .last }
        #endif
        return file
    }
}
