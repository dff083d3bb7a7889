import Foundation

/// The file system of the device.
package struct DiskFileSystem: FileSystem {
    package init() {}

    package func makeDirectory(_ path: String) throws(FileError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            let manager = FileManager.default
            guard errno == ENOENT,
                (try? manager.createDirectory(atPath: path, withIntermediateDirectories: true)) != nil
            else { throw .last }
        }
        #if canImport(Darwin)
        var url = URL(fileURLWithPath: path)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try? url.setResourceValues(values)
        #endif
        #if canImport(Darwin) && !os(macOS)
        try? FileManager.default.setAttributes(
            [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: path)
        #endif
    }

    package func names(in directory: String) throws(FileError) -> [String] {
        guard let stream = opendir(directory) else { throw .last }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    package func contents(of path: String) throws(FileError) -> [UInt8] {
        let file = try DiskFile(path, O_RDONLY)
        var bytes = [UInt8](repeating: 0, count: max(0, Int(lseek(file.descriptor, 0, SEEK_END))))
        let count = pread(file.descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw .last }
        // A read of a file on a disk returns less only at its end.
        bytes.removeLast(bytes.count - count)
        return bytes
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

    package func synchronize(_ path: String) throws(FileError) { try DiskFile(path, O_RDONLY).synchronize() }

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
