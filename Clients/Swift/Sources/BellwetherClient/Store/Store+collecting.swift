/// Consent: whether anything is kept.
extension Store {
    /// Whether events are kept, or will be once the device is unlocked.
    package var isCollecting: Bool {
        queue.withLock { $0.choice ?? (isReady(&$0) || $0.phase == .locked || $0.phase == .unread) }
    }

    /// Begins to collect as a new installation, or erases everything that is stored and stops.
    ///
    /// While the device is locked the files stay; they are erased as soon as it is unlocked.
    package func setCollecting(_ collects: Bool) {
        queue.withLock { queue in
            queue.choice = collects
            if !collects { queue.stop() }
        }
        tidy()
    }

    /// Reads the folder if that was not possible before, and carries out what `setCollecting` asked for. Returns whether events
    /// are kept.
    func begin(_ work: inout Work) -> Bool {
        let (phase, choice) = queue.withLock { queue in
            if queue.phase == .unread || queue.phase == .locked { load(&queue) }
            if queue.choice != false { _ = release(&queue) }
            return (queue.phase, queue.choice)
        }
        adoptFound(&work)
        guard phase == .collecting || phase == .off else { return false }
        if choice == false || phase == .off && !work.closed.isEmpty { erase(&work) }
        let isCollecting = queue.withLock { queue in
            if choice == true, phase == .off { try? beginInstallation(&queue) }
            if queue.choice == choice { queue.choice = nil }
            return queue.phase == .collecting
        }
        publish()
        return isCollecting
    }

    /// Removes everything that belongs to the installation. First the state says that nothing is collected, so a kill in
    /// between leaves files that the next launch erases.
    private func erase(_ work: inout Work) {
        let hasFolder = queue.withLock { queue in
            queue.stop()
            return queue.claim != nil
        }
        work = Work()
        guard hasFolder || settings.collectsFromStart else { return }
        let state = StoredState(installation: nil).line(launch: launch)
        try? files.makeDirectory(settings.directory)
        let isSaved = (try? files.replace(settings.statePath, with: state, durably: true)) != nil
        files.delete(in: settings.directory) { SegmentName($0) != nil || $0.hasSuffix(".tmp") }
        files.delete(in: settings.asidePath)
        // A full disk has room now.
        if !isSaved { try? files.replace(settings.statePath, with: state, durably: true) }
        try? files.synchronize(settings.directory)
    }
}
