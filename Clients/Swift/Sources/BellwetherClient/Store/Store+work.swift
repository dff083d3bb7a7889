/// Slow work: what recording causes, and the queue as an upload sees it.
extension Store {
    /// Ends full segments, makes permission events survive a power cut (with `everything`, all events), removes segments beyond
    /// the bounds and reports diagnostics.
    package func tidy(everything: Bool = false) {
        if begin() {
            endSegments(from: segmentBytes)
            synchronize(everything ? EventKind.allCases : [.permission])
            trim(.permission, to: 256 << 10)
            trim(.engagement, to: maximumBytes)
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

    /// Makes these events, and all segments that have ended, survive a power cut. Returns false if that fails.
    @discardableResult
    func synchronize(_ kinds: [EventKind]) -> Bool {
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

    /// Removes the oldest segments of a kind until the others have at most `bound` bytes.
    private func trim(_ kind: EventKind, to bound: Int) {
        let (closed, size) = queue.withLock { ($0.closed, $0.tails[kind.rawValue]?.size ?? 0) }
        var sizes = closed.filter { $0.key.kind == kind }
        for (name, size) in sizes where size == 0 { sizes[name] = (try? files.contents(of: path(name)).count) ?? 0 }
        queue.withLock { $0.closed.merge(sizes) { $1 } }
        var total = sizes.values.reduce(size, +)
        for (name, size) in sizes.sorted(by: { $0.key < $1.key }) where total > bound {
            let count = lines(of: name).intact.eventCount
            guard remove([name]) else { return }
            total -= size
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
        diagnostics.forEach(diagnose)
    }

    /// Returns the oldest events, about 64 KiB, permission events first. Returns nil if there are none.
    ///
    /// They stay in the queue until `finish`. Ends this launch's segments, so that later events are not removed with them.
    package func take() -> Batch? {
        defer { tell() }
        guard begin() else { return nil }
        inbox?.drain(adopt) { synchronize([.engagement]) }
        // Before the segments end, so that an event recorded in between counts as new.
        queue.withLock { $0.backlog = Backlog() }
        endSegments(from: 1)
        synchronize([])
        var batch = Batch()
        for name in queue.withLock({ $0.closed.keys.sorted() }) where batch.size < 64 << 10 {
            let (intact, damaged) = lines(of: name)
            if damaged > 0 { queue.withLock { $0.diagnostics.append(.corrupt(lines: damaged)) } }
            if intact.eventCount > 0 {
                batch.add(name, intact)
            } else if !remove([name]) {
                break
            }
        }
        return batch.events.isEmpty ? nil : batch
    }

    /// Appends the extension's event to the queue. Ignores one of another installation. Returns false if the disk is full.
    private func adopt(_ line: [UInt8]) -> Bool {
        queue.withLock { queue in
            guard let event = Line(line.dropLast())?.events.first,
                event.text(of: "installation_id") == queue.state.installation
            else { return true }
            return queue.waiting.isEmpty && append(line, .engagement, &queue)
        }
    }

    /// Removes events that were delivered. Returns false if that fails.
    package func finish(_ batch: Batch) -> Bool {
        remove(batch.segments.filter { name in queue.withLock { $0.closed[name] != nil } })
    }

    /// Keeps a copy of an event that the server can't read, for a developer.
    package func setAside(_ event: QueuedEvent) {
        // The time in front orders the files.
        let time = (event.bytes.text(of: "occurred_at") ?? "").filter(\.isNumber).prefix(20)
        putAside(Array(event.bytes), as: "\(time)-\(event.bytes.text(of: "id") ?? "")")
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

    /// Counts the events in the queue and in memory. Reads all segments.
    package func count() -> Int {
        let (names, waiting) = queue.withLock { queue in
            (queue.closed.keys + queue.tails.compactMap { $0?.name }, queue.waiting.reduce(0) { $0 + $1.events.count })
        }
        return names.reduce(waiting) { $0 + lines(of: $1).intact.eventCount }
    }

    func lines(of name: SegmentName) -> (intact: [Line], damaged: Int) {
        Line.lines(in: (try? files.contents(of: path(name))) ?? [])
    }
}
