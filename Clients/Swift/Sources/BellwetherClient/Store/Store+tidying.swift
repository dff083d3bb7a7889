/// The slow work beside recording: ends segments, waits for the disk, keeps the bounds.
extension Store {
    /// Does what is due. With `everything`, also makes engagement events survive a power cut, which takes milliseconds.
    ///
    /// Called after `onWork` said so, when the app goes to the background, and when the device was unlocked.
    package func tidy(everything: Bool = false) {
        work.withLock { work in
            guard begin(&work) else { return }
            for kind in [EventKind.permission, .engagement] {
                let tail = queue.withLock { $0.tails[kind] }
                if let tail, tail.size >= settings.segmentBytes { rotate(kind) }
            }
            settle(&work)
            synchronize(.permission)
            if everything { synchronize(.engagement) }
            trim(.permission, &work)
            trim(.engagement, &work)
            if queue.withLock({ $0.isStateNew }) { _ = saveState() }
        }
        tell()
    }

    /// Ends the segment of this launch, unless it is empty. Recording goes on in the next, which is created before.
    func rotate(_ kind: EventKind) {
        let name = queue.withLock { queue in
            queue.tails[kind].map { $0.size > 0 } == true ? queue.newName(kind) : nil
        }
        guard let name else { return }
        let next = (try? files.create(settings.path(name))).map { Tail(name: name, file: $0) }
        queue.withLock { queue in
            if let tail = queue.tails[kind] { queue.ended.append(tail) }
            queue.tails[kind] = next
        }
    }

    /// Makes segments that ended survive a power cut.
    func settle(_ work: inout Work) {
        let ended = queue.withLock { queue in
            defer { queue.ended = [] }
            return queue.ended
        }
        guard !ended.isEmpty else { return }
        for tail in ended {
            if tail.synchronized < tail.size { try? tail.file.synchronize() }
            work.sizes[tail.name] = tail.size
        }
        try? files.synchronize(settings.directory)
        work.close(ended.map(\.name))
    }

    /// Makes the segment of this launch survive a power cut.
    func synchronize(_ kind: EventKind) {
        guard let tail = queue.withLock({ $0.tails[kind] }), tail.synchronized < tail.size,
            (try? tail.file.synchronize()) != nil,
            tail.synchronized > 0 || (try? files.synchronize(settings.directory)) != nil
        else { return }
        queue.withLock { queue in
            if queue.tails[kind]?.name == tail.name { queue.tails[kind]?.synchronized = tail.size }
        }
    }

    /// Removes the oldest segments of a kind until the rest is within its bound.
    private func trim(_ kind: EventKind, _ work: inout Work) {
        var total = queue.withLock { $0.tails[kind]?.size ?? 0 }
        for name in work.closed where name.kind == kind {
            let size = work.sizes[name] ?? (try? files.contents(of: settings.path(name)).count) ?? 0
            work.sizes[name] = size
            total += size
        }
        for name in work.closed where name.kind == kind && !work.taken.contains(name) {
            guard total > settings.maximumBytes(of: kind) else { return }
            let events = lines(of: name, &work).reduce(0) { $0 + $1.events.count }
            total -= work.sizes[name] ?? 0
            guard remove([name], &work) else { return }
            queue.withLock { $0.drop(events, .queueFull) }
        }
    }

    /// Returns the intact lines of a segment, and tells of the others once.
    func lines(of name: SegmentName, _ work: inout Work) -> [Line] {
        let (intact, damaged) = Line.lines(in: (try? files.contents(of: settings.path(name))) ?? [])
        if damaged > 0, work.told.insert(name).inserted {
            queue.withLock { $0.diagnostics.append(.corrupt(lines: damaged)) }
        }
        return intact
    }

    /// Removes segments. Before permission events go, the state is saved: it may be the only place of their last step.
    /// Returns false if that fails.
    func remove(_ names: [SegmentName], _ work: inout Work) -> Bool {
        if names.contains(where: { $0.kind == .permission }), !saveState() { return false }
        for name in names {
            do throws(FileError) { try files.delete(settings.path(name)) } catch where !error.isAbsent { return false } catch {}
            work.closed.removeAll { $0 == name }
        }
        return true
    }

    /// Replaces the file `state`. It never runs ahead of the events: their segment is synchronized first.
    func saveState() -> Bool {
        let (state, tail, phase) = queue.withLock { ($0.state, $0.tails[.permission], $0.phase) }
        guard phase == .collecting, tail == nil || (try? tail?.file.synchronize()) != nil,
            (try? files.replace(settings.statePath, with: state.line(launch: launch), durably: true)) != nil
        else { return false }
        queue.withLock { $0.isStateNew = $0.isStateNew && $0.state != state }
        return true
    }

    /// Tells the developer what happened. No lock is held.
    func tell() {
        let diagnostics = queue.withLock { queue in
            defer { (queue.diagnostics, queue.dropped) = ([], [:]) }
            return queue.diagnostics + queue.dropped.map { .dropped(count: $0.value, cause: $0.key) }
        }
        diagnostics.forEach(diagnose)
    }
}
