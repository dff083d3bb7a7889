import Foundation
public import Logging

/// Writes one JSON object per line to standard error, with `time`, `level`, `message` and the metadata as members.
public struct JSONLogHandler: LogHandler {
    public var metadata: Logger.Metadata = [:]
    public var logLevel: Logger.Level
    private let write: @Sendable (String) -> Void

    /// Creates a handler for messages of `level` and above.
    public init(level: Logger.Level, write: @escaping @Sendable (String) -> Void = JSONLogHandler.standardError) {
        logLevel = level
        self.write = write
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var line = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
        line["time"] = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        line["level"] = event.level.rawValue
        line["message"] = "\(event.message)"
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(line) else { return }
        write(String(decoding: json, as: UTF8.self))
    }

    /// Writes a line to standard error.
    public static func standardError(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}

/// Writes lines of text to standard error: time, level, message, metadata.
public struct TextLogHandler: LogHandler {
    public var metadata: Logger.Metadata = [:]
    public var logLevel: Logger.Level

    /// Creates a handler for messages of `level` and above.
    public init(level: Logger.Level) { logLevel = level }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        let details = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
            .map { " \($0)=\($1)" }.joined()
        let line = "\(Date().formatted(.iso8601)) \(event.level.rawValue) \(event.message)\(details)"
        // Text from a client must not start a line that looks like another log entry.
        JSONLogHandler.standardError(line.replacing("\n", with: " ").replacing("\r", with: " "))
    }
}
