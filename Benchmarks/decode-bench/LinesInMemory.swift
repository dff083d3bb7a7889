import Foundation

/// A file's bytes and where its lines lie.
struct LinesInMemory {
    let bytes: [UInt8]
    /// Each line without its end.
    let lines: [Range<Int>]

    /// Reads the file at `path`; throws what the system says.
    init(path: String) throws {
        bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var lines: [Range<Int>] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            lines.append(start..<end)
            start = end + 1
        }
        self.lines = lines
    }
}
