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
