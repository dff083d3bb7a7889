import Foundation

/// Reading the folder, once in a launch.
extension Store {
    /// Reads the folder. On an error the phase stays `unread`, or becomes `locked` or `inUse`.
    func load(_ queue: inout Queue) {
        do throws(FileError) {
            try read(&queue)
        } catch {
            queue.needsWork = true
            if error.isInUse {
                (queue.phase, queue.waiting) = (.inUse, [])
                queue.diagnostics.append(.directoryInUse)
            } else if error.isLocked, queue.phase != .locked {
                queue.phase = .locked
                queue.diagnostics.append(.locked)
            }
        }
    }

    private func read(_ queue: inout Queue) throws(FileError) {
        if queue.claim == nil {
            queue.claim = try ifPresent { () throws(FileError) in try files.claim(settings.directory) }
        }
        let names = try ifPresent { () throws(FileError) in try files.names(in: settings.directory) } ?? []
        let segments = names.compactMap(SegmentName.init).sorted()
        let bytes = try ifPresent { () throws(FileError) in try files.contents(of: settings.statePath) }
        var state = bytes.flatMap(StoredState.init)
        queue.isStateNew = state == nil
        if state == nil, let line = try lastLine(of: segments, where: { !$0.events.isEmpty }) {
            // The state was lost or damaged, but there are events of the installation.
            state = line.events[0].text(of: "installation_id").map { StoredState(installation: UUID(uuidString: $0)) }
        }
        let steps = segments.filter { $0.kind == .permission }
        if let step = try lastLine(of: steps, where: { !$0.state.isEmpty }),
            let journey = JourneyState(json: step.state),
            journey.transitions > state?.journey?.transitions ?? -1
        {
            state?.journey = journey
        }
        (queue.found, queue.lastNumber) = (segments, segments.map(\.number).max() ?? 0)
        if let state { return begin(state, &queue) }
        if bytes != nil {
            try? files.makeDirectory(settings.asidePath)
            try? files.move(settings.statePath, to: settings.asidePath + "/state")
        }
        if queue.choice ?? settings.collectsFromStart { try beginInstallation(&queue) } else { queue.phase = .off }
    }

    /// Starts to collect as a new installation. `tidy` makes the state survive a power cut later.
    func beginInstallation(_ queue: inout Queue) throws(FileError) {
        try files.makeDirectory(settings.directory)
        if queue.claim == nil { queue.claim = try files.claim(settings.directory) }
        let state = StoredState(installation: makeID())
        try files.replace(settings.statePath, with: state.line(launch: launch), durably: false)
        begin(state, &queue)
        (queue.isStateNew, queue.needsWork) = (true, true)
    }

    private func begin(_ state: StoredState, _ queue: inout Queue) {
        queue.state = state
        queue.journey = state.journey ?? JourneyState()
        queue.installation = state.installation?.uuidString.lowercased() ?? ""
        queue.phase = state.installation == nil ? .off : .collecting
    }

    /// Returns the result of `body`, or nil if the file or folder does not exist.
    private func ifPresent<Value>(_ body: () throws(FileError) -> Value) throws(FileError) -> Value? {
        do { return try body() } catch  where error.isAbsent { return nil }
    }

    /// Returns the newest line of these segments that matches.
    private func lastLine(of names: [SegmentName], where matches: (Line) -> Bool) throws(FileError) -> Line? {
        for name in names.reversed() {
            if let line = Line.last(in: try files.contents(of: settings.path(name)), where: matches) { return line }
        }
        return nil
    }
}
