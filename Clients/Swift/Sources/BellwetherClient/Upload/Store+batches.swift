/// The queue as an upload sees it.
extension Store {
    /// Returns the oldest events, about 64 KiB, permission events first. Returns nil if there are none that can be read.
    ///
    /// They stay in the queue until `finish`. Ends this launch's segments, so that later events are not removed with them. Passes
    /// over segments that can't be read, so that one of them does not stop the others; `obstacle` is `disk` then.
    package func take() -> Batch? {
        defer { tell() }
        guard begin() else { return nil }
        inbox?.drain(adopt) { synchronize([.engagement]) }
        // Before the segments end, so that an event recorded in between counts as new.
        queue.withLock { $0.backlog = Backlog() }
        endSegments(from: 1)
        synchronize([])
        var (batch, hasFailed) = (Batch(), false)
        for name in queue.withLock({ $0.closed.keys.sorted() }) where batch.size < 64 << 10 {
            if !add(name, to: &batch) { hasFailed = true }
        }
        queue.withLock { $0.hasDiskFailed = hasFailed }
        return batch.events.isEmpty ? nil : batch
    }

    /// Adds the events of a segment to a batch, or removes a segment without events. Returns false if the disk fails; the segment
    /// stays then.
    private func add(_ name: SegmentName, to batch: inout Batch) -> Bool {
        guard let (intact, damaged) = try? lines(of: name) else { return false }
        if damaged > 0 { queue.withLock { $0.diagnostics.append(.corrupt(lines: damaged)) } }
        guard intact.eventCount > 0 else { return remove([name]) }
        batch.add(name, intact)
        return true
    }

    /// Appends the extension's event to the queue. Ignores one of another installation. Returns false if the disk is full.
    private func adopt(_ line: [UInt8]) -> Bool {
        queue.withLock { queue in
            guard let event = Line(line.dropLast())?.events.first,
                event.text(of: "installation_id") == queue.state.installation
            else { return true }
            return queue.waiting.isEmpty && line.withUnsafeBufferPointer { append($0, .engagement, &queue) }
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

    /// Counts the events in the queue and in memory. Reads all segments; those in one that can't be read are not counted.
    package func count() -> Int {
        let (names, waiting) = queue.withLock { queue in
            (queue.closed.keys + queue.tails.compactMap { $0?.name }, queue.waiting.reduce(0) { $0 + $1.events.count })
        }
        return names.reduce(waiting) { $0 + ((try? lines(of: $1).intact.eventCount) ?? 0) }
    }
}
