import Foundation

/// What can be said of a file's lines by Foundation and the standard library alone.
struct LineCount {
    /// Lines that are not blank.
    private(set) var lines = 0
    /// Lines of more than 64 KiB.
    private(set) var long = 0
    /// Other lines that are not UTF-8.
    private(set) var invalidUTF8 = 0
    /// Other lines that Foundation reads as an object. It takes some that the contract refuses, and none that it accepts
    /// is missing.
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
            // Foundation is spared the deep ones: its parser descends by recursion.
            objects += 1
        }
    }
}
