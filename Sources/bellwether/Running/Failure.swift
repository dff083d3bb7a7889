import EventLog
import Glibc
import Ingest
import Pages
import Postgres
import PrivateServer
import Projections
import Reports

/// An error as the user sees it: one sentence and the exit status (sysexits.h).
struct Failure: Error, CustomStringConvertible {
    let status: Int32
    let description: String

    static func usage(_ sentence: String) -> Failure { Failure(status: 64, description: sentence) }
    static func usage(notAnApp text: String) -> Failure {
        usage("\(text) is not an app_id: give 1–155 characters of A–Z a–z 0–9 . _ -, like com.example.shop.")
    }
    static func data(_ sentence: String) -> Failure { Failure(status: 65, description: sentence) }
    static func output(_ path: String, _ code: Int32) -> Failure {
        Failure(
            status: 73,
            description: "Can't write \(path): \(String(cString: strerror(code))); name a folder that can be written.")
    }
    static func standardOutput(_ code: Int32) -> Failure {
        Failure(
            status: 73,
            description: "Can't write standard output: \(String(cString: strerror(code))); redirect it elsewhere.")
    }
    static func defect(_ error: any Error) -> Failure {
        Failure(status: 70, description: "A defect of Bellwether (\(error)): please report it with this line.")
    }

    /// Creates the failure. Unprintable characters of the sentence, which may name files of others, become escapes.
    init(status: Int32, description: String) {
        self.status = status
        self.description = description.visible
    }

    /// Creates the failure for an error of one of the modules; nil for errors of ArgumentParser and unknown errors.
    init?(describing error: any Error) {
        switch error {
        case let error as PostgresError: self.init(error)
        case let error as SourceError:
            self.init(status: error.kind == .noData ? 65 : 66, description: error.description)
        case let error as ServerError: self.init(status: error.exitStatus, description: error.description)
        case let error as SchemaError: self.init(status: 69, description: error.description)
        case let error as QuarantineError: self.init(status: 66, description: error.description)
        case let error as ProjectionError: self.init(error)
        case let error as PageError: self.init(status: error.exitStatus, description: error.description)
        case let error as ReportError: self.init(status: error.exitStatus, description: error.description)
        case is RetentionCutoffChanged:
            self.init(
                status: 75,
                description: """
                    Retention dropped months of events while the input was being read: run this again; what is stored \
                    is skipped.
                    """)
        case is CancellationError: self.init(status: 130, description: "Interrupted.")
        default: return nil
        }
    }

    /// The exit status if another session or instance holds a lock.
    static let locked: Int32 = 75

    /// Returns the error. If its exit status is that of a lock, adds the sessions that hold locks to the sentence.
    static func namingHolders(_ error: any Error, _ target: ConnectionTarget) async -> any Error {
        guard let failure = (error as? Failure) ?? Failure(describing: error), failure.status == locked,
            let session = try? await Session.connect(to: target),
            let holders = try? await session.run({ try LockHolders.read($0) }), !holders.isEmpty
        else { return error }
        await session.close()
        let sentence = failure.description.hasSuffix(".") ? String(failure.description.dropLast()) : failure.description
        return Failure(status: locked, description: "\(sentence); \(holders.joined(separator: "; ")).")
    }

    private init(_ error: ProjectionError) {
        switch error.kind {
        case .unknown, .setting: self.init(status: 64, description: error.description)
        case .busy, .unsettled: self.init(status: 75, description: error.description)
        // Not a defect: this program can't continue with this database, just as with an unknown schema.
        case .changed: self.init(status: 69, description: error.description)
        }
    }
}
