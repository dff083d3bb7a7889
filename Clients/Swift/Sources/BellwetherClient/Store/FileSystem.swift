/// The operations that the store needs. Tests put a model in the place of the disk.
package protocol FileSystem: Sendable {
    /// Makes a folder and those above it, unless they exist. The system keeps it out of backups, and its files readable
    /// from the first unlock on.
    func makeDirectory(_ path: String) throws(FileError)

    /// Returns the names of the files and folders in a folder, in no order.
    func names(in directory: String) throws(FileError) -> [String]

    /// Returns the bytes of a file.
    func contents(of path: String) throws(FileError) -> [UInt8]

    /// Returns the size of a file in bytes.
    func size(of path: String) throws(FileError) -> Int

    /// Creates a file. Throws `EEXIST` if there is one.
    func create(_ path: String) throws(FileError) -> any File

    /// Renames a file, and replaces the file that has the new name.
    func move(_ path: String, to newPath: String) throws(FileError)

    /// Removes a file.
    func delete(_ path: String) throws(FileError)

    /// Waits until the bytes of a file, or the names in a folder, survive a power cut.
    func synchronize(_ path: String) throws(FileError)

    /// Claims a folder for this process, for as long as the result lives. Throws `EWOULDBLOCK` if another process has it.
    func claim(_ directory: String) throws(FileError) -> any Sendable & AnyObject
}

extension FileSystem {
    /// Replaces a file so that after a kill it holds either the old bytes or the new ones; if `durably`, also after a power
    /// cut.
    func replace(_ path: String, with bytes: [UInt8], durably: Bool) throws(FileError) {
        let temporary = path + ".tmp"
        try? delete(temporary)
        let file = try create(temporary)
        guard file.appendAll(bytes) else { throw FileError(code: 28) }
        if durably { try file.synchronize() }
        try move(temporary, to: path)
        if durably { try synchronize(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])) }
    }
}

extension File {
    /// Appends all bytes. Returns false if the file takes no more; a part of the bytes may be in it then.
    func appendAll(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes
            while !rest.isEmpty {
                guard let count = try? append(rest), count > 0 else { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return true
        }
    }
}
