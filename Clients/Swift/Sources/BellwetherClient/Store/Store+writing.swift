/// Writing, under the lock of the queue.
extension Store {
    /// Returns whether events can be written. Reads the folder if that has not been possible before.
    func isReady(_ queue: inout Queue) -> Bool {
        if queue.phase == .unread || queue.phase == .locked, queue.choice != false { load(&queue) }
        return queue.phase == .collecting
    }

    /// Writes an entry. Returns false if the disk is full.
    func write(_ entry: Entry, _ queue: inout Queue) -> Bool {
        let installation = queue.installation
        let line = Line.bytes(
            launch: launch, uptime: entry.uptime, state: entry.journey?.json ?? [],
            entry.events.map { $0.object(of: installation) })
        guard append(line, entry.kind, &queue) else { return false }
        if let journey = entry.journey {
            queue.state.journey = journey
            queue.needsWork = true
        }
        if queue.backlog.add(entry.events.count, entry.kind, at: entry.uptime) { queue.needsWork = true }
        return true
    }

    /// Appends a line to this launch's segment, and creates the segment for the first line. Returns false if the disk is full.
    func append(_ line: [UInt8], _ kind: EventKind, _ queue: inout Queue) -> Bool {
        if let tail = queue.tails[kind], tail.size >= 2 * settings.segmentBytes {
            // The other thread is late.
            queue.found.append(tail.name)
            queue.tails[kind] = nil
        }
        if queue.tails[kind] == nil {
            let name = queue.newName(kind)
            queue.tails[kind] = (try? files.create(settings.path(name))).map { Tail(name: name, file: $0) }
        }
        guard var tail = queue.tails[kind] else { return false }
        // If this fails, the file may hold a part of the line. The reader finds the next line by its checksum.
        guard (try? tail.file.append(line)) != nil else { return false }
        let isFull = tail.size >= settings.segmentBytes
        tail.size += line.count
        tail.isSynchronized = false
        queue.tails[kind] = tail
        if !isFull, tail.size >= settings.segmentBytes { queue.needsWork = true }
        return true
    }
}
