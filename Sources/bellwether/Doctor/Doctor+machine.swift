import EventLog
import Foundation
import Glibc
import Postgres
import Reports

extension Doctor {
    /// Bytes of free disk below which something is wrong.
    private static let leastRoom = 256 << 20
    /// Bytes of free disk below which something soon will be.
    private static let scarceRoom = 2 << 30

    /// What there is to say of the free disk at a path that `user` writes to; nil where it is enough, or nothing is there.
    static func room(_ check: String, at path: String, for user: String) -> Diagnosis? {
        guard let free = Disk.freeBytes(at: path), free < scarceRoom else { return nil }
        let sentence = "\(user) has \((free >> 20).grouped) MiB of disk left at \(path): make room."
        return Diagnosis(check, free < leastRoom ? .error : .warning, sentence)
    }

    /// What is wrong with the folder that reports are published in.
    static func reportFolder(_ path: String) -> Diagnosis? {
        if access(path, F_OK) != 0 {
            return Diagnosis("reports", .info, "There is no folder \(path) yet: the first report makes it.")
        }
        if access(path, W_OK | X_OK) != 0 {
            let reason = String(cString: strerror(errno))
            return Diagnosis(
                "reports", .error, "Reports can't be written to \(path) (\(reason)): let who makes them write there.")
        }
        return room("reports", at: path, for: "The folder of reports")
    }

    /// What is wrong with the templates compiled in, or with those of a folder in their place.
    static func complaint(about folder: String?) -> Diagnosis? {
        do {
            _ = try folder.map { try PageTemplates.replaced(from: $0) } ?? PageTemplates.embedded()
            return nil
        } catch {
            return Diagnosis("templates", .error, (error as? PageError)?.description ?? String(describing: error))
        }
    }

    /// What there is to say of the server's clock beside this machine's. Clocks are trusted to 60 seconds.
    static func clock(_ connection: borrowing Connection) throws -> Diagnosis? {
        let before = Date().timeIntervalSince1970
        let server = Double(try connection.execute(readClock).singleInt()) / 1_000_000
        let after = Date().timeIntervalSince1970
        // Whatever the answer took on its way is no difference.
        let ahead = server > after ? server - after : min(server - before, 0)
        guard abs(ahead) > 5 else { return nil }
        let difference = "\(Int(abs(ahead).rounded())) s \(ahead > 0 ? "ahead of" : "behind")"
        return Diagnosis(
            "clock", abs(ahead) > 60 ? .error : .warning,
            "The server's clock is \(difference) this machine's: set both by NTP.")
    }

    private static let readClock = Statement(
        "read clock", "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")
}
