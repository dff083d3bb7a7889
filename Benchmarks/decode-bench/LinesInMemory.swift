import Foundation

/// The bytes of a file, and the ranges of its lines.
struct LinesInMemory {
    let bytes: [UInt8]
    /// Each line without its newline.
    let lines: [Range<Int>]

    /// Reads the file at `path`. Throws if it can't be read.
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
