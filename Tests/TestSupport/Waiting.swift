public import Foundation

/// A wait that took too long.
public struct TookTooLong: Error, CustomStringConvertible {
    public let description: String
}

/// Waits until `condition` holds; looks every 5 ms. Throws `TookTooLong` after two minutes.
public func wait(
    for what: String, within patience: Duration = .seconds(120), until condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + patience
    while try await !condition() {
        guard ContinuousClock.now < deadline else { throw TookTooLong(description: "\(what) took over \(patience)") }
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// Starts a program without input, found through `PATH`. Foundation's `Process` also waits for processes that a program
/// leaves running.
public func spawn(
    _ words: [String], _ environment: [String: String], output: String = "/dev/null", errors: String = "/dev/null"
) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (descriptor, path) in [(1, output), (2, errors)] as [(Int32, String)] {
        posix_spawn_file_actions_addopen(&actions, descriptor, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    guard posix_spawnp(&process, words[0], &actions, nil, arguments, variables) == 0 else {
        throw CocoaError(.executableLoad)
    }
    return process
}

extension Process {
    /// Waits until the process ends; kills it after ten minutes.
    public func waitForItsEnd() {
        let id = processIdentifier
        let watch = DispatchWorkItem { kill(id, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 600, execute: watch)
        waitUntilExit()
        watch.cancel()
    }
}
