import Glibc
public import Pages

/// Why a report can't be made or published.
public struct ReportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// 64 if the request is wrong, 73 if the output can't be written (sysexits.h).
    public let exitStatus: Int32
    /// One sentence that says what failed, on what, and what to do.
    public let description: String

    /// The requested range ends before it begins.
    public static func range(from: Day, to: Day) -> ReportError {
        ReportError(
            exitStatus: 64,
            description: "The range begins on \(from), after it ends on \(to): give --from a day not after --to.")
    }

    /// The published report can't be read to mark it as out of date.
    static func unreadable(_ path: String) -> ReportError {
        ReportError(
            exitStatus: 73,
            description: "Can't read the report in \(path) to mark it as out of date: make a new one with `report`.")
    }

    /// A file or folder of the report can't be written; `code` is `errno`.
    static func unwritable(_ path: String, _ code: Int32) -> ReportError {
        let cure =
            switch code {
            case ENOTDIR: "name a folder with --out, not a file"
            case EACCES, EPERM: "let this account write there, or choose another folder with --out"
            case ENOSPC, EDQUOT: "free some space, or choose another folder with --out"
            default: "choose another folder with --out"
            }
        return ReportError(
            exitStatus: 73,
            description: """
                Can't write the report to \(path): \(String(cString: strerror(code))); the previous report is \
                unchanged: \(cure).
                """)
    }
}
