import Glibc

/// Why a report can't be made.
public struct ReportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// 64 for a wrong request, 73 where the output can't be written (sysexits.h).
    public let exitStatus: Int32
    /// One sentence that says what failed, on what, and what to do.
    public let description: String

    /// Of a range that ends before it begins.
    public static func range(from: Day, to: Day) -> ReportError {
        ReportError(
            exitStatus: 64,
            description: "The range begins on \(from), after it ends on \(to): give --from a day not after --to.")
    }

    static func unreadable(_ path: String) -> ReportError {
        ReportError(
            exitStatus: 73,
            description: "Can't read the report in \(path) to say on it that it is old: make a new one with `report`.")
    }

    static func unwritable(_ path: String, _ code: Int32) -> ReportError {
        ReportError(
            exitStatus: 73,
            description: """
                Can't write the report to \(path): \(String(cString: strerror(code))); the report that was there stays; \
                make room or name another folder with --out.
                """)
    }
}
