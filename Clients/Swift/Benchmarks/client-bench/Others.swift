import BellwetherClient
import Foundation

/// The event as most libraries model it.
private struct CodableEvent: Encodable {
    struct System: Encodable {
        var name = "iOS"
        var version = "17.4.1"
    }
    /// Known for long when an event is recorded.
    private static let installation = UUID()

    var id = UUID()
    var type = "notification_opened"
    var app_id = "com.example.shop"
    var installation_id = installation
    var occurred_at = Date()
    var os = System()
    var app_version = "5.12.0"
    var device_model = "iPhone15,3"
    var locale = "ja_JP"
    var data = [
        "notification_id": "n-20260301", "campaign": "spring_sale", "app_state": "background", "trigger": "push",
    ]
}

private func jsonEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return encoder
}

/// Appends to a file that stays open. The encoder stays too: this is the fastest that Foundation can do.
func jsonEncoderAndOpenFileHandle(_ path: String) throws -> Way {
    let encoder = jsonEncoder()
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    return Way("JSONEncoder and a FileHandle that stays open") {
        var line = try encoder.encode(CodableEvent())
        line.append(0x0A)
        try handle.write(contentsOf: line)
    }
}

/// Appends to a file that is opened for each event, as apps usually do.
func jsonEncoderAndFileHandle(_ path: String) throws -> Way {
    let encoder = jsonEncoder()
    let url = URL(fileURLWithPath: path)
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    return Way("JSONEncoder and a FileHandle for each event") {
        var line = try encoder.encode(CodableEvent())
        line.append(0x0A)
        let handle = try FileHandle(forWritingTo: url)
        try handle.seekToEnd()
        try handle.write(contentsOf: line)
        try handle.close()
    }
}

/// Writes one file per event with system calls, and renames it.
func fileAnEvent(_ folder: String) throws -> Way {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let bytes = try Array(jsonEncoder().encode(CodableEvent()))
    let files = DiskFileSystem()
    var number = 0
    return Way("one file per event, encoding not included") {
        number += 1
        let file = try files.create(folder + "/temporary")
        try bytes.withUnsafeBufferPointer { try file.append($0) }
        try files.move(folder + "/temporary", to: folder + "/\(number)")
    }
}

/// Writes one file per event as PostHog does.
func foundationFileAnEvent(_ folder: String) throws -> Way {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let encoder = jsonEncoder()
    var number = 0
    return Way("JSONEncoder and one file per event by Foundation", share: 5) {
        number += 1
        try encoder.encode(CodableEvent()).write(to: URL(fileURLWithPath: folder + "/\(number)"), options: .atomic)
    }
}
