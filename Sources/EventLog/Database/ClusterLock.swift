import Foundation

/// A lock file held with `flock`, which the kernel frees with the last descriptor: a killed process leaves none behind.
///
/// The lock belongs to the open file, so two locks of one process on the same path exclude each other too, and a
/// child that inherits the descriptor goes on holding it.
final class ClusterLock: Sendable {
    /// How the lock is held: by many at once, or by one alone.
    enum Mode: Sendable {
        case shared, exclusive

        fileprivate var operation: CInt { self == .shared ? LOCK_SH : LOCK_EX }
    }

    /// The open lock file; no child inherits it unless it is handed over as one of the child's standard streams.
    let descriptor: CInt
    private let path: String

    /// Opens the lock file, making it (mode 0600, owned by `account`) if it is not there.
    init(path: String, account: ServerAccount?) throws {
        self.path = path
        self.descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw ClusterError.system("open the lock file", path) }
        try account?.own(descriptor, path)
    }

    deinit {
        close(descriptor)
    }

    /// Takes the lock if it is free; false if someone else holds it in a way that excludes `mode`.
    func tryLock(_ mode: Mode) throws -> Bool {
        while flock(descriptor, mode.operation | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            guard errno == EINTR else { throw ClusterError.system("lock", path) }
        }
        return true
    }

    /// Takes the lock, waiting for others at most `patience`; calls `onWait` once when that takes more than 2 s.
    ///
    /// It asks again and again instead of blocking in the kernel: a blocked thread could be the one that the holder,
    /// in the same process, needs to go on.
    func lock(_ mode: Mode, patience: Duration, onWait: () -> Void) async throws {
        let start = ContinuousClock.now
        var announced = false
        while try !tryLock(mode) {
            let waited = start.duration(to: .now)
            guard waited < patience else {
                throw ClusterError.unavailable(
                    "another command has held \(path) for \(patience.components.seconds) s: end it and try again")
            }
            if waited > .seconds(2), !announced {
                announced = true
                onWait()
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Frees the lock, even if a child that is just being started still has a copy of the descriptor.
    func unlock() {
        flock(descriptor, LOCK_UN)
    }
}
