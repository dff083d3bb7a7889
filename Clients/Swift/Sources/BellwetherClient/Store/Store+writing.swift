/// What happens under the lock of the queue.
extension Store {
    /// Whether events can be written: an installation is known.
    func isReady(_ queue: inout Queue) -> Bool {
        if queue.phase == .unread || queue.phase == .locked, queue.choice != false { load(&queue) }
        return queue.phase == .collecting
    }

    /// Writes an entry. Returns false if the disk takes no more.
    func write(_ entry: Entry, _ queue: inout Queue) -> Bool {
        queue.line.begin(launch: launch, uptime: entry.uptime, state: entry.journey?.json ?? [])
        for event in entry.events { queue.line.add(event, installation: queue.installation) }
        queue.line.end()
        guard append(queue.line.bytes, entry.kind, &queue) else { return false }
        if let journey = entry.journey {
            queue.state.journey = journey
            queue.needsWork = true
        }
        if queue.backlog.add(entry.events.count, entry.kind, at: entry.uptime) { queue.needsWork = true }
        return true
    }

    /// Appends a line to the segment of this launch, which the first line creates. Returns false if the disk takes no more.
    func append(_ line: [UInt8], _ kind: EventKind, _ queue: inout Queue) -> Bool {
        if let tail = queue.tails[kind], tail.size >= 2 * settings.segmentBytes {
            // The worker is late; nothing waits for it.
            queue.ended.append(tail)
            queue.tails[kind] = nil
        }
        if queue.tails[kind] == nil {
            let name = queue.newName(kind)
            queue.tails[kind] = (try? files.create(settings.path(name))).map { Tail(name: name, file: $0) }
        }
        guard queue.tails[kind]?.append(line) == true, let size = queue.tails[kind]?.size else { return false }
        if size >= settings.segmentBytes, size - line.count < settings.segmentBytes { queue.needsWork = true }
        return true
    }
}
