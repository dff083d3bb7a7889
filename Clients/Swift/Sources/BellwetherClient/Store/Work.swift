/// What the worker knows of the files. The store's `work` lock guards it, and may be held during slow operations.
struct Work: Sendable {
    /// The segments that nothing is appended to, in the order in which they are sent.
    var closed: [SegmentName] = []
    /// The sizes of closed segments, as far as they are known.
    var sizes: [SegmentName: Int] = [:]
    /// The segments whose events are with an upload.
    var taken: Set<SegmentName> = []
    /// The segments whose damage has been reported.
    var reported: Set<SegmentName> = []
    /// Unfinished files of the service extension, seen the last time.
    var unfinished: Set<String> = []
    /// What the shared folder says of this installation.
    var published: StoredState?

    mutating func close(_ names: [SegmentName]) {
        guard !names.isEmpty else { return }
        closed = (closed + names).sorted()
    }

    mutating func forget(_ name: SegmentName) {
        closed.removeAll { $0 == name }
        sizes[name] = nil
        taken.remove(name)
        reported.remove(name)
    }
}
