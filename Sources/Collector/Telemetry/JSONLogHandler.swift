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
        var line = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues(JSONLogValue.init)
        let time = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        line["time"] = JSONLogValue(value: .string(time))
        line["level"] = JSONLogValue(value: .string(event.level.rawValue))
        line["message"] = JSONLogValue(value: .string("\(event.message)"))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        guard let json = try? encoder.encode(line) else { return }
        write(String(decoding: json, as: UTF8.self))
    }

    /// Writes a line to standard error. Ignores failures, such as a full disk, which could not be reported anywhere.
    public static func standardError(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
}

/// Metadata as JSON: numbers and truth values are such, everything else is text.
private struct JSONLogValue: Encodable {
    let value: Logger.MetadataValue

    func encode(to encoder: any Encoder) throws {
        switch value {
        case .string(let text): try text.encode(to: encoder)
        case .stringConvertible(let number as any Numeric & Encodable): try number.encode(to: encoder)
        case .stringConvertible(let truth as Bool): try truth.encode(to: encoder)
        case .stringConvertible(let other): try "\(other)".encode(to: encoder)
        case .array(let values): try values.map(JSONLogValue.init).encode(to: encoder)
        case .dictionary(let values): try values.mapValues(JSONLogValue.init).encode(to: encoder)
        }
    }
}

/// Writes lines of text to standard error: time, level, message, metadata.
public struct TextLogHandler: LogHandler {
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
        let details = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
            .map { " \($0)=\($1)" }.joined()
        let line = "\(Date().formatted(.iso8601)) \(event.level.rawValue) \(event.message)\(details)"
        write(line.onOneLine)
    }
}

extension String {
    /// The text with spaces for line ends and other control characters, so that text from a client can't start a line
    /// that looks like another log entry. By scalars: a line end and a combining mark are one character.
    fileprivate var onOneLine: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            let isText = ![.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
            text.unicodeScalars.append(isText ? scalar : " ")
        }
    }
}
