import EventLog
import Foundation
import Glibc
import Pages
import Postgres
import Reports

extension Doctor {
    /// Free disk space in bytes below which the finding is an error.
    private static let leastRoom = 256 << 20
    /// Free disk space in bytes below which there is a finding.
    private static let scarceRoom = 2 << 30

    /// Checks the free disk space at a path. `user` names what writes there, for the sentence. Returns nil if there is
    /// enough, or if nothing exists at the path.
    static func room(_ check: String, at path: String, for user: String) -> Diagnosis? {
        guard let free = Disk.freeBytes(at: path), free < scarceRoom else { return nil }
        let sentence = "\(user) has \((free >> 20).grouped) MiB of disk left at \(path): free some space."
        return Diagnosis(check, free < leastRoom ? .error : .warning, sentence)
    }

    /// Checks the folder that reports are published in.
    static func reportFolder(_ path: String) -> Diagnosis? {
        do throws(ReportError) {
            try ReportFolder(path: path).checkAccess()
        } catch {
            return Diagnosis("reports", .error, error.description)
        }
        guard access(path, F_OK) == 0 else {
            return Diagnosis("reports", .info, "There is no folder \(path) yet: the first report creates it.")
        }
        return room("reports", at: path, for: "The folder of reports")
    }

    /// Checks the templates compiled in, or those in a folder that replace them.
    static func complaint(about folder: String?) -> Diagnosis? {
        do {
            _ = try folder.map { try PageTemplates.replaced(from: $0) } ?? PageTemplates.embedded()
            return nil
        } catch {
            return Diagnosis("templates", .error, (error as? PageError)?.description ?? String(describing: error))
        }
    }

    /// Compares the server's clock with this machine's: a difference of more than 60 seconds is an error, of more than
    /// 5 a warning.
    static func clock(_ connection: borrowing Connection) throws -> Diagnosis? {
        let before = Date().timeIntervalSince1970
        let server = Double(try connection.execute(readClock).singleInt()) / 1_000_000
        let after = Date().timeIntervalSince1970
        // The server read its clock between `before` and `after`, so only a time outside of this interval is a
        // difference.
        let ahead = server > after ? server - after : min(server - before, 0)
        guard abs(ahead) > 5 else { return nil }
        let difference = "\(Int(abs(ahead).rounded())) s \(ahead > 0 ? "ahead of" : "behind")"
        return Diagnosis(
            "clock", abs(ahead) > 60 ? .error : .warning,
            "The server's clock is \(difference) this machine's: synchronize both with NTP.")
    }

    private static let readClock = Statement(
        "read clock", "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")
}
