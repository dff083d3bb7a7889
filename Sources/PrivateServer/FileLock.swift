import Foundation

/// A lock file held with `flock`. The kernel releases the lock when the last descriptor is closed, so a killed process
/// leaves no lock.
///
/// The lock belongs to the open file: two locks of one process on the same path exclude each other, and a child that
/// inherits the descriptor keeps the lock.
final class FileLock: Sendable {
    /// Shared by several holders, or held by only one.
    enum Mode: Sendable {
        case shared, exclusive

        fileprivate var operation: CInt { self == .shared ? LOCK_SH : LOCK_EX }
    }

    /// The descriptor of the lock file. A child inherits it only if it is passed as one of the child's standard
    /// streams.
    let descriptor: CInt
    private let path: String

    /// Opens the lock file, creating it (mode 0600, owned by `account`) if it is missing.
    init(path: String, account: ServerAccount?) throws {
        self.path = path
        self.descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw ServerError.system("open the lock file", path) }
        try account?.own(descriptor, path)
    }

    deinit {
        close(descriptor)
    }

    /// Takes the lock without waiting. Returns false if another holder excludes `mode`.
    func tryLock(_ mode: Mode) throws -> Bool {
        while flock(descriptor, mode.operation | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            guard errno == EINTR else { throw ServerError.system("lock", path) }
        }
        return true
    }

    /// Takes the lock, waiting at most `patience`. Calls `onWait` once if that takes more than 2 s.
    ///
    /// Polls instead of blocking in the kernel, because the blocked thread could be the one that a holder in the same
    /// process needs to continue.
    func lock(_ mode: Mode, patience: Duration, onWait: () -> Void) async throws {
        let start = ContinuousClock.now
        var announced = false
        while try !tryLock(mode) {
            let waited = start.duration(to: .now)
            guard waited < patience else {
                throw ServerError.locked(
                    "another command has held \(path) for \(patience.components.seconds) s: end it and try again")
            }
            if waited > .seconds(2), !announced {
                announced = true
                onWait()
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Releases the lock even if a child that is just being started still has a copy of the descriptor.
    func unlock() {
        flock(descriptor, LOCK_UN)
    }
}
