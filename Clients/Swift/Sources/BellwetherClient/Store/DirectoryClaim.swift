import Foundation

/// Holds a folder for this process with `flock`.
///
/// On iOS and its relatives nothing is locked: an app is one process there, and the system kills suspended apps that hold
/// locks (0xdead10cc).
final class DirectoryClaim: Sendable {
    private let descriptor: Int32

    init(_ directory: String) throws(FileError) {
        descriptor = open(directory, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
        #if os(Linux) || os(macOS)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let error = FileError.last
            close(descriptor)
            throw error
        }
        #endif
    }

    deinit { close(descriptor) }
}
