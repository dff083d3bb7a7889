/// The slow work beside recording: ends segments, waits for the disk, keeps the bounds.
extension Store {
    /// Does what is due. With `everything`, also makes engagement events survive a power cut, which takes milliseconds.
    ///
    /// Called after `onWork` said so, when the app goes to the background, and when the device was unlocked.
    package func tidy(everything: Bool = false) {
        work.withLock { work in
            guard begin(&work) else { return }
            for kind in [EventKind.permission, .engagement] {
                let size = queue.withLock { $0[kind]?.size ?? 0 }
                if size >= settings.segmentBytes { rotate(kind) }
            }
            settle(&work)
            synchronize(everything ? [.permission, .engagement] : [.permission])
            trim(.permission, &work)
            trim(.engagement, &work)
            countDrops()
            if queue.withLock({ $0.isStateNew }) { _ = saveState() }
        }
        tell()
    }

    /// Prepares for work on the files. Returns false if there is none to do.
    func begin(_ work: inout Work) -> Bool {
        var found: [SegmentName] = []
        let isReady = queue.withLock { queue in
            let isReady = self.isReady(&queue)
            if isReady { release(&queue) }
            found = queue.found
            queue.found = []
            return isReady
        }
        // A launch that was killed may have left them unfinished.
        if !found.isEmpty {
            for path in [settings.statePath] + found.map(settings.path) { try? files.synchronize(path) }
            synchronizeNames()
        }
        work.close(found)
        return applyChoice(&work, isReady)
    }

    /// Ends the segment of this launch, if it has one that is not empty. Recording goes on in the next.
    func rotate(_ kind: EventKind) {
        let number = queue.withLock { queue in (queue[kind]?.size ?? 0) > 0 ? queue.reserveNumber() : nil }
        guard let number else { return }
        let name = SegmentName(kind: kind, number: number)
        let next = (try? files.create(settings.path(name))).map { Tail(name: name, file: $0) }
        queue.withLock { queue in
            if let tail = queue[kind] { queue.ended.append(tail) }
            queue[kind] = next
            queue.hasNewFiles = true
        }
    }

    /// Makes segments that ended survive a power cut.
    func settle(_ work: inout Work) {
        let ended = queue.withLock { queue in
            defer { queue.ended = [] }
            return queue.ended
        }
        for tail in ended {
            if tail.synchronized < tail.size { try? tail.file.synchronize() }
            work.sizes[tail.name] = tail.size
        }
        work.close(ended.map(\.name))
        if !ended.isEmpty { synchronizeNames() }
    }

    /// Makes the open segments of these kinds survive a power cut.
    func synchronize(_ kinds: [EventKind]) {
        for kind in kinds {
            guard let tail = queue.withLock({ $0[kind] }), tail.synchronized < tail.size else { continue }
            guard (try? tail.file.synchronize()) != nil else { continue }
            synchronizeNames()
            queue.withLock { queue in
                if queue[kind]?.name == tail.name { queue[kind]?.synchronized = tail.size }
            }
        }
    }

    private func synchronizeNames() {
        let isNeeded = queue.withLock { queue in
            defer { queue.hasNewFiles = false }
            return queue.hasNewFiles
        }
        if isNeeded { try? files.synchronize(settings.directory) }
    }

    /// Removes the oldest segments of a kind until the rest is within its bound.
    private func trim(_ kind: EventKind, _ work: inout Work) {
        var total = queue.withLock { $0[kind]?.size ?? 0 }
        for name in work.closed where name.kind == kind { total += size(name, &work) }
        while total > settings.maximumBytes(of: kind),
            let oldest = work.closed.first(where: { $0.kind == kind && !work.taken.contains($0) })
        {
            let events = lines(of: oldest, &work).reduce(0) { $0 + $1.events.count }
            total -= size(oldest, &work)
            guard remove([oldest], &work) else { return }
            if events > 0 { queue.withLock { $0.drop(events, .queueFull) } }
        }
    }

    private func size(_ name: SegmentName, _ work: inout Work) -> Int {
        if let size = work.sizes[name] { return size }
        let size = (try? files.size(of: settings.path(name))) ?? 0
        work.sizes[name] = size
        return size
    }

    /// Returns the intact lines of a segment, and reports the others once.
    func lines(of name: SegmentName, _ work: inout Work) -> [Line] {
        let (intact, damaged) = Line.lines(in: (try? files.contents(of: settings.path(name))) ?? [])
        if damaged > 0, work.reported.insert(name).inserted {
            queue.withLock { $0.diagnostics.append(.corrupt(lines: damaged)) }
        }
        return intact
    }

    /// Removes segments. Before permission events go, the state is saved: it may be the only place of their last step.
    /// Returns false if that fails; everything is left then.
    func remove(_ names: [SegmentName], _ work: inout Work) -> Bool {
        if names.contains(where: { $0.kind == .permission }), !saveState() { return false }
        for name in names {
            do throws(FileError) {
                try files.delete(settings.path(name))
            } catch where !error.isAbsent {
                return false
            } catch {}
            work.forget(name)
        }
        return true
    }

    /// Replaces the file `state`. It never runs ahead of the events: their segment is synchronized first.
    func saveState() -> Bool {
        let (state, tail, isReady) = queue.withLock { ($0.state, $0.permission, $0.phase == .collecting) }
        guard isReady else { return false }
        do throws(FileError) {
            if let tail, tail.synchronized < tail.size { try tail.file.synchronize() }
            try files.replace(settings.statePath, with: state.line(launch: launch), durably: true)
        } catch {
            return false
        }
        queue.withLock { queue in
            if queue.state == state { queue.isStateNew = false }
        }
        return true
    }

    /// Adds what was dropped to the counts of the state.
    private func countDrops() {
        queue.withLock { queue in
            for (cause, count) in queue.dropped {
                queue.state.dropped[cause, default: 0] += count
                queue.diagnostics.append(.dropped(count: count, cause: cause))
                queue.isStateNew = true
            }
            queue.dropped = [:]
        }
    }

    /// Tells the developer what happened. No lock is held.
    func tell() {
        let diagnostics = queue.withLock { queue in
            defer { queue.diagnostics = [] }
            return queue.diagnostics
        }
        diagnostics.forEach(diagnose)
    }
}
