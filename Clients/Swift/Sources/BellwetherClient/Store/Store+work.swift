package import Foundation

/// Slow work: consent, and what recording causes.
extension Store {
    /// Starts to collect as a new installation, or stops and erases everything, if necessary once the device is unlocked. Returns
    /// the installation that began or ended; nil if there is none or it can't be read.
    @discardableResult package func setCollecting(_ collects: Bool) -> UUID? {
        let ended = queue.withLock { queue in
            queue.choice = collects
            _ = isReady(&queue)
            defer { if !collects { queue.stop() } }
            return queue.state.installation
        }
        tidy()
        return collects ? installationID : ended.flatMap(UUID.init(uuidString:))
    }

    /// Prepares slow work: reads the folder if necessary, carries out the last `setCollecting` and saves a new state. Returns
    /// whether the store collects.
    func begin() -> Bool {
        let (phase, choice, isNew) = queue.withLock { queue in
            _ = release(&queue)
            return (queue.phase, queue.choice, queue.isStateNew)
        }
        guard phase == .collecting || phase == .off else { return false }
        // A launch that does not collect erases what a kill may have left.
        if choice == false || phase == .off && isNew { erase() }
        let (installation, isStateNew) = queue.withLock { queue in
            let isDone = choice != true || queue.phase != .off || (try? beginInstallation(&queue)) != nil
            if isDone, queue.choice == choice { queue.choice = nil }
            return (queue.state.installation, queue.isStateNew)
        }
        if isStateNew, saveState() { inbox?.publish(installation, appID: configuration.appID) }
        return installation != nil
    }

    /// Erases everything that belongs to the installation. Saves the decision first: if the process is killed in between, the
    /// next launch erases the rest.
    private func erase() {
        let hasFolder = queue.withLock { queue in
            queue.stop()
            return queue.claim != nil
        }
        guard hasFolder || configuration.collectsFromStart else { return }
        let state = StoredState(installation: nil).line
        let isSaved = (try? files.replace(statePath, with: state, durably: true)) != nil
        files.delete(in: directory) { SegmentName($0) != nil || $0.hasSuffix(".tmp") }
        files.delete(in: asidePath)
        // If the disk was full, it has room now.
        if !isSaved { try? files.replace(statePath, with: state, durably: true) }
        try? files.synchronize(directory)
        inbox?.publish(nil, appID: configuration.appID)
    }

    /// Ends full segments, makes permission events survive a power cut (with `everything`, all events), removes segments beyond
    /// the bounds and reports diagnostics.
    package func tidy(everything: Bool = false) {
        if begin() {
            endSegments(from: segmentBytes)
            synchronize(everything ? EventKind.allCases : [.permission])
            trim(.permission, to: 256 << 10)
            trim(.engagement, to: configuration.maximumBytes)
        }
        tell()
    }

    /// Ends this launch's segments of at least this size. Creates the next ones first, so that recording does not wait.
    func endSegments(from size: Int) {
        for kind in EventKind.allCases {
            let name = queue.withLock { $0.tails[kind.rawValue]?.size ?? 0 >= size ? $0.newName(kind) : nil }
            guard let name else { continue }
            let next = create(name)
            queue.withLock { $0.endSegment(kind, next: next) }
        }
    }

    func create(_ name: SegmentName) -> Queue.Segment? {
        (try? files.create(path(name))).map { Queue.Segment(name: name, file: $0) }
    }

    /// Makes these events, and all segments that have ended, survive a power cut. Returns false if that fails.
    @discardableResult func synchronize(_ kinds: [EventKind]) -> Bool {
        let names = queue.withLock { queue in
            let names = queue.unsynchronized.filter { kinds.contains($0.kind) || queue.closed[$0] != nil }
            queue.unsynchronized.removeAll(where: names.contains)
            return names
        }
        guard !names.isEmpty else { return true }
        let isDone = (names.map(path) + [directory]).allSatisfy { files.succeeds(files.synchronize, $0) }
        if !isDone { queue.withLock { $0.unsynchronized += names } }
        return isDone
    }

    /// Removes the oldest segments of a kind until the others have at most `bound` bytes. Keeps those that can't be read, and does
    /// not count them: otherwise readable ones would go in their place.
    private func trim(_ kind: EventKind, to bound: Int) {
        let (sizes, size) = queue.withLock { ($0.closed, $0.tails[kind.rawValue]?.size ?? 0) }
        let names = sizes.keys.filter { $0.kind == kind }.sorted()
        var total = names.reduce(size) { $0 + (sizes[$1] ?? 0) }
        for name in names where total > bound {
            total -= sizes[name] ?? 0
            guard let count = try? lines(of: name).intact.eventCount else { continue }
            guard remove([name]) else { return }
            queue.withLock { $0.drop(count, .queueFull) }
        }
    }

    /// Removes segments. Saves the state before it removes permission events, because the newest journey may be nowhere else.
    /// Returns false if that fails.
    func remove(_ names: [SegmentName]) -> Bool {
        if names.contains(where: { $0.kind == .permission }), !saveState() { return false }
        return names.allSatisfy { name in
            guard files.succeeds(files.delete, path(name)) else { return false }
            queue.withLock { $0.closed[name] = nil }
            return true
        }
    }

    /// Saves the state. Synchronizes the events first, so that a power cut can't keep a journey without its events.
    func saveState() -> Bool {
        let (state, phase) = queue.withLock { ($0.state, $0.phase) }
        guard phase == .collecting, synchronize([.permission]),
            (try? files.replace(statePath, with: state.line, durably: true)) != nil
        else { return false }
        queue.withLock { $0.isStateNew = $0.isStateNew && $0.state != state }
        return true
    }

    /// Reports diagnostics, without holding the lock.
    func tell() {
        let diagnostics = queue.withLock { queue in
            defer { (queue.diagnostics, queue.dropped) = ([], [:]) }
            return queue.diagnostics + queue.dropped.map { .dropped(count: $0.value, cause: $0.key) }
        }
        diagnostics.forEach(configuration.diagnostics)
    }

    /// Keeps the newest 64 KiB of the files aside.
    func putAside(_ bytes: [UInt8], as name: String) {
        try? files.replace(asidePath + "/" + name, with: bytes)
        var total = 0
        for name in ((try? files.names(in: asidePath)) ?? []).sorted().reversed() {
            total += (try? files.contents(of: asidePath + "/" + name).count) ?? 0
            if total > 64 << 10 { try? files.delete(asidePath + "/" + name) }
        }
    }

    /// Reads the lines of a segment. One that does not exist has none.
    func lines(of name: SegmentName) throws(FileError) -> (intact: [Line], damaged: Int) {
        do throws(FileError) {
            return Line.lines(in: try files.contents(of: path(name)))
        } catch  where error.isAbsent {
            return ([], 0)
        }
    }
}
