import Foundation

/// The file system of the device.
package struct DiskFileSystem: FileSystem {
    package init() {}

    package func makeDirectory(_ path: String) throws(FileError) {
        if mkdir(path, 0o700) != 0 {
            switch errno {
            case EEXIST: return
            case ENOENT:
                let parent = (path as NSString).deletingLastPathComponent
                guard !parent.isEmpty, parent != path else { throw FileError(code: ENOENT) }
                try makeDirectory(parent)
                guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last }
            default: throw .last
            }
        }
        setAttributes(path)
    }

    package func names(in directory: String) throws(FileError) -> [String] {
        guard let stream = opendir(directory) else { throw .last }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    package func contents(of path: String) throws(FileError) -> [UInt8] {
        let descriptor = try opened(path)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: max(0, Int(lseek(descriptor, 0, SEEK_END))))
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress! + count, $0.count - count, off_t(count)) }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { throw .last }
            guard more > 0 else { break }
            count += more
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    package func size(of path: String) throws(FileError) -> Int {
        let descriptor = try opened(path)
        defer { close(descriptor) }
        return Int(lseek(descriptor, 0, SEEK_END))
    }

    package func create(_ path: String) throws(FileError) -> any File { try DiskFile(creating: path) }

    package func move(_ path: String, to newPath: String) throws(FileError) {
        guard rename(path, newPath) == 0 else { throw .last }
    }

    package func delete(_ path: String) throws(FileError) {
        guard unlink(path) == 0 else { throw .last }
    }

    package func synchronize(_ path: String) throws(FileError) {
        let descriptor = try opened(path)
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .last }
    }

    package func claim(_ directory: String) throws(FileError) -> any Sendable & AnyObject {
        try DirectoryClaim(directory)
    }

    private func opened(_ path: String) throws(FileError) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
        return descriptor
    }

    private func setAttributes(_ path: String) {
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        try? FileManager.default.setAttributes(
            [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: path)
        #endif
        #if canImport(Darwin)
        var url = URL(fileURLWithPath: path)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try? url.setResourceValues(values)
        #endif
    }
}
