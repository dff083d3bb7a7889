import Glibc

/// Why a source can't be ingested.
public struct SourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure, which have different exit statuses.
    public enum Kind: Sendable, Hashable {
        /// Missing or unreadable.
        case noInput
        /// Readable, but not data of the expected form.
        case noData
        /// Readable, but written to during the ingest.
        case changing
    }

    public let kind: Kind
    /// One sentence that says what failed, on what, and what to do.
    public let description: String

    static func unreadable(_ path: String, _ code: Int32) -> SourceError {
        SourceError(
            kind: .noInput,
            description: "Can't read \(path): \(String(cString: strerror(code))); check the path and its permissions.")
    }

    static func device(_ path: String) -> SourceError {
        SourceError(
            kind: .noInput,
            description:
                "Can't read \(path): it is a device or a socket; name a file or a pipe, or - for standard input.")
    }

    static func changed(_ path: String) -> SourceError {
        SourceError(
            kind: .changing,
            description: """
                \(path) changed while it was read: what was read is stored; ingest it again when nobody writes to it.
                """)
    }

    /// The data of a source is damaged after `count` lines or elements, which were stored, or what `fate` says.
    static func damaged(
        _ path: String, _ damage: Damage, after count: Int, fate: String = "stored"
    ) -> SourceError {
        let (what, remedy) = damage.description
        return SourceError(
            kind: .noData,
            description: """
                \(path) \(what) behind its line or element \(count): what came before is \(fate); \(remedy).
                """)
    }

    static func csv(_ path: String) -> SourceError {
        SourceError(
            kind: .noData,
            description: """
                Can't ingest \(path): events must be JSON, not CSV; convert the file first, as docs/how-to/import.md \
                shows.
                """)
    }

    static func foreign(_ path: String, _ form: ForeignForm) -> SourceError {
        SourceError(
            kind: .noData,
            description: """
                Can't ingest \(path): it is \(form.name), not JSON; \(form.remedy), as docs/how-to/import.md shows.
                """)
    }

    static func emptyFolder(_ path: String) -> SourceError {
        SourceError(
            kind: .noInput,
            description: """
                The folder \(path) and those in it hold no *.ndjson, *.jsonl or *.json file, also .gz or .zst: name the \
                folder with the events.
                """)
    }
}

extension Damage {
    /// Says what is wrong and what to do.
    fileprivate var description: (what: String, remedy: String) {
        switch self {
        case .truncated: ("is cut off", "get the whole file and ingest that")
        case .corrupt: ("is corrupt", "get a sound copy and ingest that")
        case .windowTooLarge:
            ("needs more than 128 MiB to decompress", "pipe it through `zstd -d --long=31` to `ingest -`")
        case .mostlyBlank:
            ("is mostly blank lines or white space and is not read", "get it without these and ingest that")
        }
    }
}
