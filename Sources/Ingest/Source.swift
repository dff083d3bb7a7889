import Crypto
import Glibc

/// Where events come from: a file, or standard input.
public enum Source: Sendable, Hashable {
    case file(path: String)
    case standardInput

    /// The sources that a path of the command line names: `-`, a file, or a folder's `*.ndjson`, `*.jsonl` and `*.json`,
    /// each also with `.gz` and `.zst`, in the order of their names' bytes, not descending.
    public static func named(_ path: String) throws(SourceError) -> [Source] {
        if path == "-" { return [.standardInput] }
        var status = stat()
        guard stat(path, &status) == 0 else { throw SourceError.unreadable(path, errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { return [.file(path: path)] }
        let files = try inFolder(path)
        guard !files.isEmpty else { throw SourceError.emptyFolder(path) }
        return files
    }

    /// The files of events in a folder, as `named` gives them; none where there is none.
    public static func inFolder(_ path: String) throws(SourceError) -> [Source] {
        let files = try entries(of: path).filter { name in
            name.first != "." && endings.contains { name.hasSuffix($0) }
        }
        let prefix = path.hasSuffix("/") ? path : path + "/"
        return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { .file(path: prefix + $0) }
    }

    /// The path, or `-`.
    public var path: String {
        switch self {
        case .file(let path): path
        case .standardInput: "-"
        }
    }

    /// The size in bytes, if it is a file that has one; for progress only.
    public var size: Int? {
        guard case .file(let path) = self else { return nil }
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    private static let endings = [".ndjson", ".jsonl", ".json"].flatMap { [$0, $0 + ".gz", $0 + ".zst"] }

    private static func entries(of folder: String) throws(SourceError) -> [String] {
        guard let stream = opendir(folder) else { throw SourceError.unreadable(folder, errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { name in
                    name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }
}

/// An open file, closed when its owner lets go of it.
struct OpenFile: ~Copyable {
    let descriptor: Int32
    let path: String

    init(path: String) throws(SourceError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        self.path = path
        guard descriptor >= 0 else { throw SourceError.unreadable(path, errno) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Whether it is a regular file, which can be read twice; a pipe or a terminal can't.
    var isRegular: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Moves to so many bytes from the start.
    func seek(to offset: Int) throws(SourceError) {
        guard lseek(descriptor, offset, SEEK_SET) >= 0 else { throw SourceError.unreadable(path, errno) }
    }

    /// The SHA-256 of its bytes, and their number.
    func fingerprint() throws -> (sha256: [UInt8], size: Int) {
        var hash = SHA256()
        var size = 0
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        try seek(to: 0)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SourceError.unreadable(path, errno) }
            guard count > 0 else { return (hash.bytes, size) }
            chunk.withUnsafeBytes { hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            size += count
            try Task.checkCancellation()
        }
    }
}

extension SHA256 {
    /// The 32 bytes; the hash can be gone on with.
    var bytes: [UInt8] { Array(finalize()) }
}
