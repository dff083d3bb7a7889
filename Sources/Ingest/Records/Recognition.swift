extension Splitter {
    /// File name extensions of event files. The splitter of a `.json` file depends on its first bytes.
    static let endings = endingsOfLines + alsoCompressed([".json"])
    private static let endingsOfLines = alsoCompressed([".ndjson", ".jsonl"])

    private static func alsoCompressed(_ endings: [String]) -> [String] {
        endings.flatMap { [$0, $0 + ".gz", $0 + ".zst"] }
    }

    /// Chooses the splitter by name: lines for `.ndjson` and `.jsonl`, also with `.gz` or `.zst`, whatever the first
    /// line is; nil if the name does not decide.
    init?(path: String) {
        guard Self.endingsOfLines.contains(where: { path.hasSuffix($0) }) else { return nil }
        self = .ndjson
    }

    /// Chooses the splitter by the first bytes, `head`. Returns nil if more bytes are needed; never if `isWhole` says
    /// that there are no more.
    ///
    /// An array begins with `[`, followed by an object, the end of the array or the source, or, on the same line,
    /// another JSON value and a comma. Lines of programs' logs begin with `[` too, but hardly ever continue like that.
    ///
    /// An object over several lines is recognised if its first line ends inside it with a bracket or comma, and the
    /// next line begins with a quote or a closing bracket. No line of NDJSON begins like that, and a line of NDJSON
    /// that was cut off is followed by one that begins with a brace. Everything else is NDJSON.
    static func recognised(by head: some Collection<UInt8>, isWhole: Bool) -> Splitter? {
        guard let first = head.firstIndex(where: { !$0.isJSONSpace }) else { return isWhole ? .ndjson : nil }
        switch head[first] {
        case UInt8(ascii: "["): return recognised(byArray: head[first...], isWhole: isWhole)
        case UInt8(ascii: "{"): return recognised(byObject: head[first...], isWhole: isWhole)
        default: return .ndjson
        }
    }

    private static func recognised(byArray text: some Collection<UInt8>, isWhole: Bool) -> Splitter? {
        let inside = text.dropFirst()
        guard let first = inside.firstIndex(where: { !$0.isJSONSpace }) else { return isWhole ? .json : nil }
        if [UInt8(ascii: "{"), UInt8(ascii: "]")].contains(inside[first]) { return .json }
        let line = inside[first...].prefix { $0 != UInt8(ascii: "\n") }
        var nesting = Nesting()
        let comma = line.firstIndex { byte in
            nesting.take(byte)
            return byte == UInt8(ascii: ",") && nesting.isClosed
        }
        if let comma { return Array(line[..<comma]).isJSON ? .json : .ndjson }
        return isWhole || line.endIndex < inside.endIndex ? .ndjson : nil
    }

    private static func recognised(byObject text: some Collection<UInt8>, isWhole: Bool) -> Splitter? {
        guard let lineEnd = text.firstIndex(of: UInt8(ascii: "\n")) else { return isWhole ? .ndjson : nil }
        guard isOpen(text[..<lineEnd]) else { return .ndjson }
        guard let next = text[lineEnd...].first(where: { !$0.isJSONSpace }) else { return isWhole ? .ndjson : nil }
        return [UInt8(ascii: "\""), UInt8(ascii: "}"), UInt8(ascii: "]")].contains(next) ? .json : .ndjson
    }

    /// Returns whether a line leaves an object open in the way of JSON that is written over several lines.
    private static func isOpen(_ line: some Collection<UInt8>) -> Bool {
        var nesting = Nesting()
        var last: UInt8?
        for byte in line {
            nesting.take(byte)
            if !byte.isBlank { last = byte }
        }
        guard let last, nesting.depth > 0, !nesting.isInString else { return false }
        return [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ",")].contains(last)
    }
}
