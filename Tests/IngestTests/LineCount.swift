import Foundation

/// Facts about a file's lines computed with only Foundation and the standard library, to compare with the program's
/// counts.
struct LineCount {
    /// Lines that aren't blank.
    private(set) var lines = 0
    /// Lines longer than 64 KiB.
    private(set) var long = 0
    /// Lines of up to 64 KiB that aren't UTF-8.
    private(set) var invalidUTF8 = 0
    /// Other lines that Foundation parses as an object. This is an upper bound for accepted events, because Foundation
    /// also parses some objects that the event contract rejects.
    private(set) var objects = 0

    init(of bytes: [UInt8]) {
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: true) { count(line) }
    }

    private mutating func count(_ line: ArraySlice<UInt8>) {
        guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return }
        lines += 1
        let record = line.last == 0x0D ? line.dropLast() : line
        if record.count > 65_536 {
            long += 1
        } else if String(validating: record, as: UTF8.self) == nil {
            invalidUTF8 += 1
        } else if record.lazy.filter({ $0 == UInt8(ascii: "{") }).count > 500
            || (try? JSONSerialization.jsonObject(with: Data(record))) is [String: Any]
        {
            // Lines with many braces are counted without parsing, because Foundation's parser is recursive and could
            // overflow the stack.
            objects += 1
        }
    }
}
