import Foundation
import TestSupport

/// Creates lines of events for tests.
struct EventLines {
    static let receivedAt = "2026-03-02T00:00:00Z"

    /// Returns a line. `data` and `more` are written as JSON; `more` begins with a comma.
    static func line(
        _ type: String, id: Int, installation: Int = 1, at occurredAt: String = "2026-03-01T12:00:00Z",
        data: String? = nil, app: String = "com.example.shop", more: String = ""
    ) -> String {
        EventText.line(
            type, id: id, installation: installation, app: app, at: occurredAt, received: receivedAt, data: data,
            more: more)
    }

    /// Returns a UUID that ends in a number.
    static func uuid(_ number: Int) -> String { EventText.uuid(number) }
}

/// Runs `body` with a temporary folder and removes it afterwards.
func withFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let folder = NSTemporaryDirectory() + "bellwether-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try await body(folder)
}

/// Runs `body` with a new log and a temporary folder.
func withLog<Value: Sendable>(_ body: (TestLog, String) async throws -> Value) async throws -> Value {
    try await TestServer.withLog { log in
        return try await withFolder { try await body(log, $0) }
    }
}

extension String {
    /// Writes the text to a file and returns its path.
    func write(to folder: String, _ name: String) throws -> String {
        try Data(utf8).write(to: folder, name)
    }
}
