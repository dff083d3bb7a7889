import Foundation
import Glibc
import TestSupport

/// A run of the program that can be killed. Foundation's `Process` doesn't work here, because it also waits for the
/// server that a killed program leaves running.
final class SpawnedProgram {
    let processID: pid_t
    /// The arguments, for starting it again.
    let arguments: [String]
    private let errorsPath: String
    private var ended: Int32?

    /// Starts the program; its standard error goes to a file in `folder`.
    init(_ arguments: [String], environment: [String: String], in folder: String) throws {
        self.arguments = arguments
        errorsPath = folder + "/errors-" + UUID().uuidString
        processID = try spawn([ProgramRun.path] + arguments, environment, errors: errorsPath)
    }

    /// The exit status, or 128 + the signal number if it was killed; nil while it runs.
    var status: Int32? {
        if ended == nil {
            var status: Int32 = 0
            guard waitpid(processID, &status, WNOHANG) == processID else { return nil }
            ended = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
        }
        return ended
    }

    var isRunning: Bool { status == nil }

    /// The text on standard error.
    var errors: String { (try? String(contentsOfFile: errorsPath, encoding: .utf8)) ?? "" }

    /// Kills the process with SIGKILL and waits until it is gone.
    func kill() async throws {
        if isRunning { Glibc.kill(processID, SIGKILL) }
        _ = try await end()
    }

    /// Waits for the end and returns the status. Kills the process after the time span, which gives 137.
    func end(within patience: Duration = .seconds(120)) async throws -> Int32 {
        let deadline = ContinuousClock.now + patience
        while isRunning {
            if ContinuousClock.now > deadline { Glibc.kill(processID, SIGKILL) }
            try await Task.sleep(for: .milliseconds(2))
        }
        return status ?? -1
    }
}
