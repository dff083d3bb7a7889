/// The slow work that recording causes.
extension Store {
    /// Ends full segments, makes permission events survive a power cut (with `everything`, all events), removes segments beyond
    /// the bounds, saves the state if necessary and reports diagnostics.
    package func tidy(everything: Bool = false) {
        work.withLock { work in
            guard begin(&work) else { return }
            for kind in [EventKind.permission, .engagement] {
                if queue.withLock({ $0.tails[kind]?.size ?? 0 }) >= settings.segmentBytes { endSegment(kind, &work) }
                if everything || kind == .permission { synchronize(kind) }
                trim(kind, &work)
            }
            if queue.withLock({ $0.isStateNew }) { _ = saveState() }
        }
        tell()
    }

    /// Ends this launch's segment unless it is empty, and makes it survive a power cut. Creates the next one first, so that
    /// recording does not wait.
    func endSegment(_ kind: EventKind, _ work: inout Work) {
        let name = queue.withLock { queue in queue.tails[kind]?.size ?? 0 > 0 ? queue.newName(kind) : nil }
        guard let name else { return }
        let next = (try? files.create(settings.path(name))).map { Tail(name: name, file: $0) }
        let ended = queue.withLock { queue in
            defer { queue.tails[kind] = next }
            return queue.tails[kind]
        }
        guard let ended else { return }
        try? ended.file.synchronize()
        try? files.synchronize(settings.directory)
        work.sizes[ended.name] = ended.size
        work.closed = (work.closed + [ended.name]).sorted()
    }

    /// Takes over segments of earlier launches and of bursts, and makes them survive a power cut.
    func adoptFound(_ work: inout Work) {
        let found = queue.withLock { queue in
            defer { queue.found = [] }
            return queue.found
        }
        guard !found.isEmpty else { return }
        for path in [settings.statePath] + found.map(settings.path) + [settings.directory] {
            try? files.synchronize(path)
        }
        work.closed = (work.closed + found).sorted()
    }

    /// Makes this launch's segment survive a power cut.
    func synchronize(_ kind: EventKind) {
        let tail = queue.withLock { queue in
            defer { queue.tails[kind]?.isSynchronized = true }
            return queue.tails[kind]
        }
        guard let tail, !tail.isSynchronized else { return }
        try? tail.file.synchronize()
        try? files.synchronize(settings.directory)
    }

    /// Removes the oldest segments of a kind until the others are within its bound.
    private func trim(_ kind: EventKind, _ work: inout Work) {
        var total = queue.withLock { $0.tails[kind]?.size ?? 0 }
        for name in work.closed where name.kind == kind {
            let size = work.sizes[name] ?? (try? files.contents(of: settings.path(name)).count) ?? 0
            work.sizes[name] = size
            total += size
        }
        for name in work.closed where name.kind == kind && total > settings.maximumBytes(of: kind) {
            let events = lines(of: name).intact.reduce(0) { $0 + $1.events.count }
            total -= work.sizes[name] ?? 0
            guard remove([name], &work) else { return }
            queue.withLock { $0.drop(events, .queueFull) }
        }
    }

    /// Reads the lines of a segment.
    func lines(of name: SegmentName) -> (intact: [Line], damaged: Int) {
        Line.lines(in: (try? files.contents(of: settings.path(name))) ?? [])
    }

    /// Removes segments. Saves the state before it removes permission events, because the newest journey may be nowhere else.
    /// Returns false if that fails.
    func remove(_ names: [SegmentName], _ work: inout Work) -> Bool {
        if names.contains(where: { $0.kind == .permission }), !saveState() { return false }
        for name in names {
            do throws(FileError) {
                try files.delete(settings.path(name))
            } catch  where !error.isAbsent {
                return false
            } catch {}
            work.closed.removeAll { $0 == name }
        }
        return true
    }

    /// Saves the state. Synchronizes the events first, so that a power cut can't keep a journey without its events.
    func saveState() -> Bool {
        let (state, tail, phase) = queue.withLock { ($0.state, $0.tails[.permission], $0.phase) }
        guard phase == .collecting, tail == nil || (try? tail?.file.synchronize()) != nil,
            (try? files.replace(settings.statePath, with: state.line(launch: launch), durably: true)) != nil
        else { return false }
        queue.withLock { $0.isStateNew = $0.isStateNew && $0.state != state }
        return true
    }

    /// Reports diagnostics, without holding a lock.
    func tell() {
        let diagnostics = queue.withLock { queue in
            defer { (queue.diagnostics, queue.dropped) = ([], [:]) }
            return queue.diagnostics + queue.dropped.map { .dropped(count: $0.value, cause: $0.key) }
        }
        diagnostics.forEach(diagnose)
    }
}
