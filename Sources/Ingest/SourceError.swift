import Glibc

/// Why a source can't be ingested.
public struct SourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What the program's exit status says of it.
    public enum Kind: Sendable, Hashable {
        /// Missing or unreadable.
        case noInput
        /// Readable, but no data of the form that is expected.
        case noData
    }

    public let kind: Kind
    /// One sentence that says what failed, on what, and what to do.
    public let description: String

    static func unreadable(_ path: String, _ code: Int32) -> SourceError {
        SourceError(
            kind: .noInput,
            description: "Can't read \(path): \(String(cString: strerror(code))); check the path and its permissions.")
    }

    static func changed(_ path: String) -> SourceError {
        SourceError(
            kind: .noInput,
            description: """
                \(path) changed while it was read: what was read is stored; ingest it again when nobody writes to it.
                """)
    }

    static func compressed(_ path: String) -> SourceError {
        SourceError(
            kind: .noData,
            description: """
                \(path) is compressed, which this version does not read: decompress it and pipe it to `ingest -`.
                """)
    }

    static func emptyFolder(_ path: String) -> SourceError {
        SourceError(
            kind: .noInput,
            description: """
                The folder \(path) holds no *.ndjson, *.jsonl or *.json file: name the folder with the events.
                """)
    }
}
