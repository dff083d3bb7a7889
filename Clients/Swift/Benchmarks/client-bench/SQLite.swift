import BellwetherClient
import Foundation

/// The system's SQLite, if there is one. Loaded at run time: the package depends on nothing.
struct SQLite {
    private typealias Open = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
    private typealias Execute =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>, OpaquePointer?, OpaquePointer?, OpaquePointer?
        ) -> Int32
    private typealias Prepare =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<OpaquePointer?>, OpaquePointer?
        ) -> Int32
    private typealias Bind = @convention(c) (OpaquePointer?, Int32, UnsafeRawPointer?, Int32, Int) -> Int32
    private typealias Step = @convention(c) (OpaquePointer?) -> Int32

    private struct Failure: Error {}

    private let open: Open
    private let execute: Execute
    private let prepare: Prepare
    private let bind: Bind
    private let step: Step
    private let reset: Step

    init?() {
        guard let library = dlopen("libsqlite3.so.0", RTLD_NOW) ?? dlopen("libsqlite3.dylib", RTLD_NOW),
            let open = dlsym(library, "sqlite3_open"), let execute = dlsym(library, "sqlite3_exec"),
            let prepare = dlsym(library, "sqlite3_prepare_v2"), let bind = dlsym(library, "sqlite3_bind_blob"),
            let step = dlsym(library, "sqlite3_step"), let reset = dlsym(library, "sqlite3_reset")
        else { return nil }
        self.open = unsafeBitCast(open, to: Open.self)
        self.execute = unsafeBitCast(execute, to: Execute.self)
        self.prepare = unsafeBitCast(prepare, to: Prepare.self)
        self.bind = unsafeBitCast(bind, to: Bind.self)
        self.step = unsafeBitCast(step, to: Step.self)
        self.reset = unsafeBitCast(reset, to: Step.self)
    }

    /// Encodes an event as the store does, and inserts it in a transaction.
    func way(
        _ name: String, _ path: String, _ synchronous: String, _ encoder: EventEncoder, share: Int = 1
    ) throws -> Way {
        var database: OpaquePointer?
        var statement: OpaquePointer?
        guard open(path, &database) == 0,
            execute(database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = \(synchronous)", nil, nil, nil) == 0,
            execute(database, "CREATE TABLE events (id INTEGER PRIMARY KEY, event BLOB)", nil, nil, nil) == 0,
            prepare(database, "INSERT INTO events (event) VALUES (?)", -1, &statement, nil) == 0
        else { throw Failure() }
        let insert = statement
        return Way(name, share: share) {
            let event = encoder.encode(Sample.event(ClockReading.now()))
            let status = event.withUnsafeBytes { bytes in
                // 0 is SQLITE_STATIC: the bytes live until the statement ran.
                bind(insert, 1, bytes.baseAddress, Int32(bytes.count), 0) == 0 ? step(insert) : -1
            }
            guard status == 101, reset(insert) == 0 else { throw Failure() }
        }
    }
}
