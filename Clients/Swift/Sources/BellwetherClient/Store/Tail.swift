/// A segment that this launch appends to.
struct Tail: Sendable {
    let name: SegmentName
    let file: any File
    private(set) var size = 0
    /// The size up to which a power cut takes nothing.
    var synchronized = 0

    init(name: SegmentName, file: any File) {
        self.name = name
        self.file = file
    }

    /// Appends a line. Returns false if it was not written whole; the reader finds the next line by its checksum.
    mutating func append(_ line: [UInt8]) -> Bool {
        guard (try? file.append(line)) != nil else { return false }
        size += line.count
        return true
    }
}
