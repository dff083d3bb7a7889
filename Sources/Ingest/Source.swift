import Glibc

/// A source of events: a file, or standard input.
public enum Source: Sendable, Hashable {
    /// `bytes`: the path as the system has it, with a terminating zero, if it is not UTF-8. `path` is then only for
    /// display.
    case file(path: String, bytes: [CChar]? = nil)
    case standardInput

    /// Returns the sources for an argument of the command line: `-`, a file, or a folder's files in `*.ndjson`,
    /// `*.jsonl` and `*.json`, each optionally with `.gz` or `.zst`. Files are in byte order of their names; subfolders
    /// are not searched.
    public static func named(_ path: String) throws(SourceError) -> [Source] {
        if path == "-" { return [.standardInput] }
        var status = stat()
        guard stat(path, &status) == 0 else { throw SourceError.unreadable(path, errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            guard !isCSV(path) else { throw SourceError.csv(path) }
            return [.file(path: path)]
        }
        let files = try inFolder(path)
        guard !files.isEmpty else { throw SourceError.emptyFolder(path) }
        return files
    }

    /// Returns whether the name is that of a CSV file, compressed or not.
    private static func isCSV(_ path: String) -> Bool {
        let name = path.lowercased()
        return [".csv", ".csv.gz", ".csv.zst"].contains { name.hasSuffix($0) }
    }

    /// Returns the event files in a folder in the order of `named`; empty if there are none.
    public static func inFolder(_ path: String) throws(SourceError) -> [Source] {
        let names = try entries(of: path).sorted { $0.lexicographicallyPrecedes($1) }
        let prefix = path.hasSuffix("/") ? path : path + "/"
        return names.compactMap { Source($0, behind: prefix) }.filter { ![.pipe, .device].contains($0.kind) }
    }

    /// The kinds of files on which reading could wait forever. Symbolic links are followed.
    fileprivate enum Kind {
        /// Opening it waits for a writer.
        case pipe
        /// A device or a socket, which may never end.
        case device
        case other

        init(_ status: stat) {
            switch status.st_mode & S_IFMT {
            case S_IFIFO: self = .pipe
            case S_IFCHR, S_IFBLK, S_IFSOCK: self = .device
            default: self = .other
            }
        }
    }

    /// The kind of file at the path; nil if nothing is there.
    fileprivate var kind: Kind? {
        var status = stat()
        return withPath { stat($0, &status) } == 0 ? Kind(status) : nil
    }

    /// Creates the source for a file in a folder; nil if the name is not that of an event file.
    private init?(_ name: [UInt8], behind folder: String) {
        let shown = String(decoding: name, as: UTF8.self)
        guard shown.first != ".", Splitter.endings.contains(where: { shown.hasSuffix($0) }) else { return nil }
        let isText = shown.utf8.elementsEqual(name)
        let bytes = (Array(folder.utf8) + name + [0]).map { CChar(truncatingIfNeeded: $0) }
        self = .file(path: folder + shown, bytes: isText ? nil : bytes)
    }

    /// The path, or `-`.
    public var path: String {
        switch self {
        case .file(let path, _): path
        case .standardInput: "-"
        }
    }

    /// Calls `body` with the path as the system has it.
    public func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        guard case .file(_, let bytes?) = self else { return path.withCString(body) }
        return bytes.withUnsafeBufferPointer { body($0.baseAddress!) }
    }

    /// Size in bytes if it is a file; only for progress.
    public var size: Int? {
        guard case .file = self else { return nil }
        var status = stat()
        return withPath { stat($0, &status) } == 0 ? Int(status.st_size) : nil
    }

    /// Returns the names in a folder as bytes.
    private static func entries(of folder: String) throws(SourceError) -> [[UInt8]] {
        guard let stream = opendir(folder) else { throw SourceError.unreadable(folder, errno) }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = readdir(stream) {
            names.append(withUnsafeBytes(of: &entry.pointee.d_name) { name in Array(name.prefix { $0 != 0 }) })
        }
        return names
    }
}

/// An open file, closed at the end of its lifetime.
struct OpenFile: ~Copyable {
    let descriptor: Int32
    let path: String

    init(_ source: Source) throws(SourceError) {
        descriptor = try Self.descriptor(of: source)
        path = source.path
    }

    private static func descriptor(of source: Source) throws(SourceError) -> Int32 {
        // Checked before opening, because opening some devices has side effects.
        guard source.kind != .device else { throw SourceError.device(source.path) }
        let descriptor = source.withPath { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw SourceError.unreadable(source.path, errno) }
        return descriptor
    }

    deinit { close(descriptor) }

    /// Whether it is a regular file. Only those can be read twice, unlike pipes and terminals.
    var isRegular: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Moves to an offset from the start.
    func seek(to offset: Int) throws(SourceError) {
        guard lseek(descriptor, offset, SEEK_SET) >= 0 else { throw SourceError.unreadable(path, errno) }
    }

    /// Reads all its bytes and returns their hash.
    func hash() throws -> [UInt8] { try FileState.hash(descriptor: descriptor, path: path) }
}
