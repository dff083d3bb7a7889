import Glibc

/// A source of events: a file, or standard input.
public enum Source: Sendable, Hashable {
    /// `bytes`: the path as the system has it, with a terminating zero, if it is not UTF-8. `path` is then only for
    /// display.
    case file(path: String, bytes: [CChar]? = nil)
    case standardInput

    /// Returns the sources for an argument of the command line: `-`, a file, or the files `*.ndjson`, `*.jsonl` and
    /// `*.json`, each optionally with `.gz` or `.zst`, of a folder and of the folders in it. Entries of a folder are in
    /// byte order of their names.
    public static func named(_ path: String) throws(SourceError) -> [Source] {
        if path == "-" { return [.standardInput] }
        var status = stat()
        guard stat(path, &status) == 0 else { throw SourceError.unreadable(path, errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            guard !isCSV(path) else { throw SourceError.csv(path) }
            return [.file(path: path)]
        }
        let files = try SourceFolder(path, isDeep: true).sources
        guard !files.isEmpty else { throw SourceError.emptyFolder(path) }
        return files
    }

    /// Returns whether the name is that of a CSV file, compressed or not.
    private static func isCSV(_ path: String) -> Bool {
        let name = path.lowercased()
        return [".csv", ".csv.gz", ".csv.zst"].contains { name.hasSuffix($0) }
    }

    /// Returns the event files in a folder, without those of the folders in it, in the order of `named`; empty if there
    /// are none. A folder whose name is that of an event file is one of them.
    public static func inFolder(_ path: String) throws(SourceError) -> [Source] {
        try SourceFolder(path, isDeep: false).sources
    }

    /// Returns the paths of the files that `named` leaves out of a folder because of their names, except hidden ones;
    /// empty if the path is no folder.
    public static func leftOut(of path: String) throws(SourceError) -> [String] {
        guard Source.file(path: path).kind == .folder else { return [] }
        return try SourceFolder(path, isDeep: true).others
    }

    /// The kinds of files: those on which reading could wait forever, folders, and all others. Symbolic links are
    /// followed.
    enum Kind {
        /// Opening it waits for a writer.
        case pipe
        /// A device or a socket, which may never end.
        case device
        case folder
        case other

        init(_ status: stat) {
            switch status.st_mode & S_IFMT {
            case S_IFIFO: self = .pipe
            case S_IFCHR, S_IFBLK, S_IFSOCK: self = .device
            case S_IFDIR: self = .folder
            default: self = .other
            }
        }
    }

    /// The kind of file at the path; nil if nothing is there.
    var kind: Kind? {
        var status = stat()
        return withPath { stat($0, &status) } == 0 ? Kind(status) : nil
    }

    /// Creates the source for the path of a file as the system has it.
    init(path: [UInt8]) {
        let shown = String(decoding: path, as: UTF8.self)
        let isText = shown.utf8.elementsEqual(path)
        self = .file(path: shown, bytes: isText ? nil : (path + [0]).map { CChar(truncatingIfNeeded: $0) })
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

    /// Size in bytes if it is a regular file; only for progress.
    public var size: Int? {
        guard case .file = self else { return nil }
        var status = stat()
        guard withPath({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Reads all bytes of a source that is small enough to be held in memory. A pipe or a terminal may be silent for
    /// long; throws `CancellationError` if the task is cancelled meanwhile.
    public func bytes() throws -> [UInt8] {
        guard case .file = self else { return try Self.bytes(of: 0, path) }
        let file = try OpenFile(self)
        return try Self.bytes(of: file.descriptor, path)
    }

    private static func bytes(of descriptor: Int32, _ path: String) throws -> [UInt8] {
        var stored = StoredBytes(descriptor: descriptor, path: path)
        var bytes: [UInt8] = []
        while try stored.fill() {
            bytes += stored.head
            stored.consume { ($0.count, ()) }
        }
        return bytes
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
