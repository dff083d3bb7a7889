/// The queue as an upload sees it.
extension Store {
    /// Returns the oldest events, about 64 KiB, permission events first. Returns nil if there are none.
    ///
    /// They stay in the queue until `finish`. Ends this launch's segments, so that later events are not removed with them.
    package func take() -> Batch? {
        let batch = work.withLock { work -> Batch? in
            guard begin(&work) else { return nil }
            drainInbox()
            // Before the segments end, so that an event recorded in between counts as new.
            queue.withLock { $0.backlog = Backlog() }
            endSegments(&work)
            return nextBatch(&work)
        }
        tell()
        return batch
    }

    private func endSegments(_ work: inout Work) {
        endSegment(.permission, &work)
        endSegment(.engagement, &work)
        adoptFound(&work)
    }

    private func nextBatch(_ work: inout Work) -> Batch? {
        var batch = Batch()
        for name in work.closed where batch.size < 64 << 10 {
            let (intact, damaged) = lines(of: name)
            if damaged > 0 { queue.withLock { $0.diagnostics.append(.corrupt(lines: damaged)) } }
            if intact.contains(where: { !$0.events.isEmpty }) {
                batch.add(name, intact)
            } else if !remove([name], &work) {
                break
            }
        }
        return batch.events.isEmpty ? nil : batch
    }

    /// Removes events that were delivered. Returns false if that fails.
    package func finish(_ batch: Batch) -> Bool {
        work.withLock { work in remove(batch.segments.filter(work.closed.contains), &work) }
    }

    /// Keeps a copy of an event that the server can't read, for a developer. Keeps the newest 64 KiB of them.
    package func setAside(_ event: QueuedEvent) {
        work.withLock { _ in
            let folder = settings.asidePath + "/"
            try? files.makeDirectory(settings.asidePath)
            // The time in front orders the files.
            let time = (event.bytes.text(of: "occurred_at") ?? "").filter(\.isNumber).prefix(20)
            let name = time + "-" + (event.bytes.text(of: "id") ?? "")
            try? files.replace(folder + name, with: Array(event.bytes), durably: false)
            var total = 0
            for name in ((try? files.names(in: settings.asidePath)) ?? []).sorted().reversed() {
                total += (try? files.contents(of: folder + name).count) ?? 0
                if total > 64 << 10 { try? files.delete(folder + name) }
            }
        }
    }

    /// Counts the events in the queue and in memory. Reads all segments.
    package func count() -> Int {
        work.withLock { work in
            if begin(&work) { endSegments(&work) }
            let waiting = queue.withLock { $0.waiting.reduce(0) { $0 + $1.events.count } }
            return work.closed.reduce(waiting) { lines(of: $1).intact.reduce($0) { $0 + $1.events.count } }
        }
    }
}
