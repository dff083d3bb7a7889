/// What an upload takes from the queue and gives back.
extension Store {
    /// Takes the oldest events, permission events first. Returns nil if there are none.
    ///
    /// They stay in the queue until `finish`; the segments of this launch end first.
    package func take() -> Batch? {
        let batch = work.withLock { work -> Batch? in
            guard begin(&work) else { return nil }
            drainInbox(&work)
            rotate(.permission)
            rotate(.engagement)
            settle(&work)
            queue.withLock { $0.backlog = Backlog() }
            return nextBatch(&work)
        }
        tell()
        return batch
    }

    private func nextBatch(_ work: inout Work) -> Batch? {
        var batch = Batch()
        for name in work.closed where batch.size < Batch.fullSize {
            let lines = self.lines(of: name, &work)
            if lines.contains(where: { !$0.events.isEmpty }) {
                batch.add(name, lines)
            } else if !remove([name], &work) {
                break
            }
        }
        work.taken = Set(batch.segments)
        return batch.events.isEmpty ? nil : batch
    }

    /// Removes events that need not be sent again. Returns false if that fails, and they will be sent again.
    package func finish(_ batch: Batch) -> Bool {
        work.withLock { work in
            work.taken = []
            return remove(batch.segments.filter(work.closed.contains), &work)
        }
    }

    /// Leaves the events of a batch in the queue, to be taken again later.
    package func putBack(_ batch: Batch) { work.withLock { $0.taken = [] } }

    /// Keeps an event that the server can't read, for a developer to look at. The oldest ones make room for it.
    package func setAside(_ event: QueuedEvent) {
        guard let id = EventText.value(of: "id", in: event.bytes) else { return }
        work.withLock { _ in
            try? files.makeDirectory(settings.asidePath)
            try? files.replace(settings.asidePath + "/" + id, with: Array(event.bytes), durably: false)
            let paths = ((try? files.names(in: settings.asidePath)) ?? []).map { settings.asidePath + "/" + $0 }
            var total = paths.reduce(0) { $0 + ((try? files.size(of: $1)) ?? 0) }
            for path in paths.sorted() where total > StoreSettings.maximumAsideBytes {
                total -= (try? files.size(of: path)) ?? 0
                try? files.delete(path)
            }
        }
    }

    /// Counts the events that are in the queue or in memory. Reads all segments.
    package func count() -> Int {
        work.withLock { work in
            guard begin(&work) else { return queue.withLock { $0.waiting.count } }
            rotate(.permission)
            rotate(.engagement)
            settle(&work)
            let stored = work.closed.reduce(0) { sum, name in
                lines(of: name, &work).reduce(sum) { $0 + $1.events.count }
            }
            return stored + queue.withLock { $0.waiting.count }
        }
    }

    /// Whether segments are left to send. Knows nothing of those of earlier launches before the first `tidy` or `take`.
    package var hasEvents: Bool {
        work.withLock { !$0.closed.isEmpty } || backlog.events > 0
    }
}
