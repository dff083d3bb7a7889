import Glibc

/// The files in a folder, and in the folders in it if that is asked for. Hidden ones, pipes and devices are left out.
struct SourceFolder {
    /// The event files.
    private(set) var sources: [Source] = []
    /// The paths of files whose names are not those of event files.
    private(set) var others: [String] = []

    private let isDeep: Bool
    /// The folders that are read already, by device and inode, because links can lead in circles.
    private var visited: Set<[UInt64]> = []

    /// Reads a folder. `isDeep`: also the folders in it, following links.
    init(_ path: String, isDeep: Bool) throws(SourceError) {
        self.isDeep = isDeep
        try add(.file(path: path))
    }

    private mutating func add(_ folder: Source) throws(SourceError) {
        guard isNew(folder) else { return }
        let prefix = folder.pathBytes + (folder.path.hasSuffix("/") ? [] : [UInt8(ascii: "/")])
        for name in try Self.names(in: folder) where name.first != UInt8(ascii: ".") {
            let source = Source(path: prefix + name)
            switch source.kind {
            case .pipe, .device: continue
            case .folder where isDeep: try add(source)
            case _ where Splitter.isEventFile(String(decoding: name, as: UTF8.self)): sources.append(source)
            case .folder: continue
            default: others.append(source.path)
            }
        }
    }

    private mutating func isNew(_ folder: Source) -> Bool {
        var status = stat()
        guard folder.withPath({ stat($0, &status) }) == 0 else { return true }
        return visited.insert([UInt64(status.st_dev), UInt64(status.st_ino)]).inserted
    }

    /// Returns the names of a folder's entries in byte order.
    private static func names(in folder: Source) throws(SourceError) -> [[UInt8]] {
        guard let stream = folder.withPath({ opendir($0) }) else { throw SourceError.unreadable(folder.path, errno) }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = readdir(stream) {
            names.append(withUnsafeBytes(of: &entry.pointee.d_name) { name in Array(name.prefix { $0 != 0 }) })
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }
}

extension Source {
    /// The path as the system has it.
    fileprivate var pathBytes: [UInt8] {
        withPath { path in Array(UnsafeRawBufferPointer(start: path, count: strlen(path))) }
    }
}
