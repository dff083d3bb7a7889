import Crypto
import Glibc

/// Where events come from: a file, or standard input.
public enum Source: Sendable, Hashable {
    /// `bytes`: the path as the system has it, with a zero behind it, where that is not UTF-8 and `path` is only what
    /// can be shown of it.
    case file(path: String, bytes: [CChar]? = nil)
    case standardInput

    /// The sources that a path of the command line names: `-`, a file, or a folder's `*.ndjson`, `*.jsonl` and `*.json`,
    /// each also with `.gz` and `.zst`, in the order of their names' bytes, not descending.
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

    /// The files of events in a folder, as `named` gives them; none where there is none.
    public static func inFolder(_ path: String) throws(SourceError) -> [Source] {
        let names = try entries(of: path).sorted { $0.lexicographicallyPrecedes($1) }
        let prefix = path.hasSuffix("/") ? path : path + "/"
        return names.compactMap { Source($0, behind: prefix) }.filter { ![.pipe, .device].contains($0.kind) }
    }

    /// What leads to nothing but waiting in a folder, whatever links there are on the way.
    fileprivate enum Kind {
        /// Whoever opens one waits for who writes into it.
        case pipe
        /// A device or a socket: one may never end.
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

    /// What there is at its path; nil where there is nothing.
    fileprivate var kind: Kind? {
        var status = stat()
        return withPath { stat($0, &status) } == 0 ? Kind(status) : nil
    }

    /// The file of a name in a folder; nil where it is none of events.
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

    /// Gives `body` the path as the system has it.
    public func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        guard case .file(_, let bytes?) = self else { return path.withCString(body) }
        return bytes.withUnsafeBufferPointer { body($0.baseAddress!) }
    }

    /// The size in bytes, if it is a file that has one; for progress only.
    public var size: Int? {
        guard case .file = self else { return nil }
        var status = stat()
        return withPath { stat($0, &status) } == 0 ? Int(status.st_size) : nil
    }

    /// The names in a folder, as their bytes.
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

/// An open file, closed when its owner lets go of it.
struct OpenFile: ~Copyable {
    let descriptor: Int32
    let path: String

    init(_ source: Source) throws(SourceError) {
        descriptor = try Self.descriptor(of: source)
        path = source.path
    }

    private static func descriptor(of source: Source) throws(SourceError) -> Int32 {
        // Before it is opened: that does something to some devices.
        guard source.kind != .device else { throw SourceError.device(source.path) }
        let descriptor = source.withPath { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw SourceError.unreadable(source.path, errno) }
        return descriptor
    }

    deinit { close(descriptor) }

    /// Whether it is a regular file, which can be read twice; a pipe or a terminal can't.
    var isRegular: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Moves to so many bytes from the start.
    func seek(to offset: Int) throws(SourceError) {
        guard lseek(descriptor, offset, SEEK_SET) >= 0 else { throw SourceError.unreadable(path, errno) }
    }

    /// Reads all its bytes and returns their SHA-256.
    func sha256() throws -> [UInt8] { try FileState.sha256(descriptor: descriptor, path: path) }
}

extension SHA256 {
    /// The 32 bytes; the hash can be gone on with.
    var bytes: [UInt8] { Array(finalize()) }
}
