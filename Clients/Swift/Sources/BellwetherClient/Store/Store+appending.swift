/// What happens under the lock of the queue.
extension Store {
    /// Whether events can be written: an installation is known.
    func isReady(_ queue: inout Queue) -> Bool {
        switch queue.phase {
        case .collecting: return true
        case .off, .inUse: return false
        case .unread, .locked:
            if queue.choice != false { load(&queue) }
            return queue.phase == .collecting
        }
    }

    /// Writes the line in the buffer, or keeps it in memory. Returns whether it was written.
    func put(_ kind: EventKind, events: Int, journey: JourneyState?, uptime: Int64, _ queue: inout Queue) -> Bool {
        if queue.waiting.isEmpty, append(queue.line.bytes, kind, &queue) {
            wrote(events, kind, journey, uptime, &queue)
            return true
        }
        return hold(.line(queue.line.bytes, kind, events: events, journey: journey, uptime: uptime), events, &queue)
    }

    /// Keeps something in memory, or drops it. Returns false.
    func hold(_ waiting: Waiting, _ events: Int, _ queue: inout Queue) -> Bool {
        guard queue.phase != .off, queue.phase != .inUse, queue.choice != false else { return false }
        if queue.waiting.count < Waiting.limit {
            queue.waiting.append(waiting)
        } else {
            queue.drop(events, queue.phase == .locked ? .locked : .diskFull)
        }
        return false
    }

    /// Writes what waits, in its order, as far as that is possible.
    func release(_ queue: inout Queue) {
        while let first = queue.waiting.first {
            switch first {
            case .event(let event, let uptime):
                queue.line.begin(launch: launch, uptime: uptime)
                queue.line.add(event, installation: queue.installation)
                queue.line.end()
                guard append(queue.line.bytes, event.kind, &queue) else { return }
                wrote(1, event.kind, nil, uptime, &queue)
            case .line(let bytes, let kind, let events, let journey, let uptime):
                guard append(bytes, kind, &queue) else { return }
                wrote(events, kind, journey, uptime, &queue)
            }
            queue.waiting.removeFirst()
        }
    }

    /// Appends a line to the segment of this launch, which the first one creates. Returns false if the disk takes no more.
    func append(_ line: [UInt8], _ kind: EventKind, _ queue: inout Queue) -> Bool {
        if let tail = queue[kind], tail.size >= 2 * settings.segmentBytes {
            // The worker is late; nobody waits for it.
            queue.ended.append(tail)
            queue[kind] = nil
        }
        if queue[kind] == nil {
            let name = SegmentName(kind: kind, number: queue.reserveNumber())
            guard let file = try? files.create(settings.path(name)) else { return false }
            queue[kind] = Tail(name: name, file: file)
            queue.hasNewFiles = true
        }
        let before = queue[kind]?.size ?? 0
        guard queue[kind]?.append(line) == true else { return false }
        if before < settings.segmentBytes, before + line.count >= settings.segmentBytes { queue.needsWork = true }
        return true
    }

    private func wrote(
        _ events: Int, _ kind: EventKind, _ journey: JourneyState?, _ uptime: Int64, _ queue: inout Queue
    ) {
        if let journey { queue.state.journey = journey }
        if queue.backlog.add(events, kind, at: uptime) || kind == .permission { queue.needsWork = true }
    }
}
