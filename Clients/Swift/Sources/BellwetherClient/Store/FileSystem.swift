/// The file operations that the store needs. Tests replace the disk by a model.
package protocol FileSystem: Sendable {
    /// Makes a folder and those above it, unless they exist. The folder stays out of backups.
    func makeDirectory(_ path: String) throws(FileError)

    /// Returns the names of the files in a folder, in no order.
    func names(in directory: String) throws(FileError) -> [String]

    func contents(of path: String) throws(FileError) -> [UInt8]
    func size(of path: String) throws(FileError) -> Int

    /// Creates a file for appending. Throws `EEXIST` if there is one. It is readable from the first unlock on.
    func create(_ path: String) throws(FileError) -> any File

    /// Renames a file and replaces a file that has the new name.
    func move(_ path: String, to newPath: String) throws(FileError)

    func delete(_ path: String) throws(FileError)

    /// Waits until the bytes of a file, or the names in a folder, survive a power cut.
    func synchronize(_ path: String) throws(FileError)

    /// Claims a folder for this process until the result is released. Throws `EWOULDBLOCK` if another process has it.
    func claim(_ directory: String) throws(FileError) -> any AnyObject & Sendable
}

extension FileSystem {
    /// Replaces a file, and makes its folder. A kill leaves the old bytes or the new ones, and if `durably`, so does a power cut.
    func replace(_ path: String, with bytes: [UInt8], durably: Bool = false) throws(FileError) {
        let (temporary, directory) = (path + ".tmp", String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
        try makeDirectory(directory)
        try? delete(temporary)
        let file = try create(temporary)
        try bytes.withUnsafeBufferPointer { bytes throws(FileError) in try file.append(bytes) }
        if durably { try synchronize(temporary) }
        try move(temporary, to: path)
        if durably { try synchronize(directory) }
    }

    /// Deletes the files of a folder whose names match, as far as possible.
    func delete(in directory: String, where matches: (String) -> Bool = { _ in true }) {
        for name in (try? names(in: directory)) ?? [] where matches(name) { try? delete(directory + "/" + name) }
    }

    /// Runs an operation. Returns false if it fails for another reason than that the file does not exist.
    func succeeds(_ operation: (String) throws(FileError) -> Void, _ path: String) -> Bool {
        do throws(FileError) { try operation(path) } catch { return error.isAbsent }
        return true
    }
}
