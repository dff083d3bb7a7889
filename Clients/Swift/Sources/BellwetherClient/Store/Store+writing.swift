import Foundation

/// What happens under the lock of the queue: reading the folder once in a launch, and writing.
extension Store {
    /// The number of entries that may wait in memory.
    static let room = 200

    /// The size at which a segment ends, in bytes.
    var segmentBytes: Int { min(64 << 10, max(1 << 10, configuration.maximumBytes / 4)) }

    /// Returns whether events can be written. Reads the folder if that has not been possible before.
    func isReady(_ queue: inout Queue) -> Bool {
        if queue.isUnread { load(&queue) }
        return queue.phase == .collecting && queue.choice != false
    }

    /// Writes an entry or keeps it in memory. Returns whether it was written.
    func keep(_ entry: Entry<some Collection<[UInt8]> & Sendable>, _ queue: inout Queue) -> Bool {
        if release(&queue), write(entry, &queue) { return true }
        guard queue.phase != .off, queue.phase != .inUse, queue.choice != false else { return false }
        if queue.waiting.count < Store.room {
            queue.waiting.append(Entry(events: Array(entry.events), journey: entry.journey, uptime: entry.uptime))
        } else {
            queue.drop(entry.events.count, queue.phase == .locked ? .locked : .diskFull)
        }
        return false
    }

    /// Writes the entries that wait in memory, in order. Returns whether the next entry can be written too.
    func release(_ queue: inout Queue) -> Bool {
        guard isReady(&queue) else { return false }
        while let first = queue.waiting.first {
            guard write(first, &queue) else { return false }
            queue.waiting.removeFirst()
        }
        return true
    }

    /// Writes an entry. Returns false if the disk is full.
    private func write(_ entry: Entry<some Collection<[UInt8]> & Sendable>, _ queue: inout Queue) -> Bool {
        let (state, prefix) = (entry.journey?.json ?? [], queue.prefix)
        let isWritten = ByteWriter.withBytes(
            768, { $0.line(launch: launch, uptime: entry.uptime, state: state, prefix: prefix, entry.events) },
            { append($0, entry.kind, &queue) })
        guard isWritten else { return false }
        let isSooner = queue.backlog.add(entry.events.count, entry.kind, at: entry.uptime)
        if let journey = entry.journey { queue.state.journey = journey }
        if isSooner || entry.journey != nil { queue.needsWork = true }
        return true
    }

    /// Appends a line to this launch's segment. Returns false if the disk is full.
    func append(_ line: UnsafeBufferPointer<UInt8>, _ kind: EventKind, _ queue: inout Queue) -> Bool {
        if queue.tails[kind.rawValue]?.size ?? .max >= 2 * segmentBytes {
            // This is the launch's first line, or the other thread is late.
            queue.endSegment(kind, next: create(queue.newName(kind)))
        }
        // If this fails, the file may hold a part of the line. The reader finds the next line by its checksum.
        guard let tail = queue.tails[kind.rawValue], (try? tail.file.append(line)) != nil else { return false }
        queue.tails[kind.rawValue]?.size += line.count
        if !queue.unsynchronized.contains(tail.name) { queue.unsynchronized.append(tail.name) }
        if tail.size < segmentBytes, tail.size + line.count >= segmentBytes { queue.needsWork = true }
        return true
    }

    /// Reads the folder. On an error the phase becomes `inUse` or `locked`, otherwise `unread`.
    func load(_ queue: inout Queue) {
        do throws(FileError) {
            try read(&queue)
        } catch {
            queue.needsWork = true
            if error.isInUse {
                (queue.phase, queue.waiting) = (.inUse, [])
                queue.diagnostics.append(.directoryInUse)
            } else {
                if error.isLocked, queue.phase != .locked { queue.diagnostics.append(.locked) }
                queue.phase = error.isLocked ? .locked : .unread
            }
        }
    }

    private func read(_ queue: inout Queue) throws(FileError) {
        var names: [String] = []
        do throws(FileError) {
            if queue.claim == nil { queue.claim = try files.claim(directory) }
            names = try files.names(in: directory)
        } catch  where error.isAbsent {}
        let segments = names.compactMap(SegmentName.init).sorted()
        let bytes = names.contains("state") ? try files.contents(of: statePath) : nil
        var state = bytes.flatMap(StoredState.init)
        let steps = segments.filter { $0.kind == .permission }
        let journey = try lastLine(of: steps) { !$0.state.isEmpty }.flatMap { JourneyState(json: $0.state) }
        let others = segments.filter { $0.kind == .engagement }
        if state == nil, journey != nil, let line = try lastLine(of: others + steps, where: { !$0.events.isEmpty }) {
            // The state was lost or damaged, but the queue has the installation's id and journey. Without the journey,
            // `sequence` would begin again, so a new installation begins. Only the others may be of an older one.
            state = line.events[0].text(of: "installation_id").map { StoredState(installation: $0) }
        }
        if let journey, journey.transitions > state?.journey?.transitions ?? -1 { state?.journey = journey }
        // The launches before may have ended before they synchronized their files.
        (queue.unsynchronized, queue.isStateNew) = (segments, true)
        for name in segments { queue.closed[name] = try files.size(of: path(name)) }
        queue.lastNumber = segments.map(\.number).max() ?? 0
        if state == nil, let bytes { putAside(bytes, as: "state") }
        if let state {
            (queue.state, queue.phase) = (state, state.installation == nil ? .off : .collecting)
        } else if queue.choice ?? (configuration.collectsFromStart || !segments.isEmpty) {
            // Segments show that the user agreed before the state was lost.
            try beginInstallation(&queue)
        } else {
            (queue.phase, queue.isStateNew) = (.off, false)
        }
    }

    /// Starts to collect as a new installation. `begin` makes the state survive a power cut later.
    func beginInstallation(_ queue: inout Queue) throws(FileError) {
        try files.makeDirectory(directory)
        if queue.claim == nil { queue.claim = try files.claim(directory) }
        let state = StoredState(installation: environment.makeInstallationID().uuidString.lowercased())
        try files.replace(statePath, with: state.line)
        (queue.state, queue.phase) = (state, .collecting)
        (queue.isStateNew, queue.needsWork) = (true, true)
    }

    /// Returns the newest line of these segments that matches.
    private func lastLine(of names: [SegmentName], where matches: (Line) -> Bool) throws(FileError) -> Line? {
        for name in names.reversed() {
            if let line = Line.last(in: try files.contents(of: path(name)), where: matches) { return line }
        }
        return nil
    }
}
