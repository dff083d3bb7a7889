/// Consent: whether anything is kept.
extension Store {
    /// Whether events are kept, or will be once the device is unlocked.
    package var isCollecting: Bool {
        queue.withLock { queue in
            if let choice = queue.choice { return choice }
            return isReady(&queue) || queue.phase == .locked || queue.phase == .unread
        }
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

    /// Carries out what `setCollecting` asked for. Returns whether events are kept.
    func applyChoice(_ work: inout Work, _ isReady: Bool) -> Bool {
        let (phase, choice) = queue.withLock { queue in
            if queue.phase == .unread || queue.phase == .locked, queue.choice == false { load(&queue) }
            return (queue.phase, queue.choice)
        }
        guard phase == .collecting || phase == .off else { return false }
        if choice == false || phase == .off && !work.closed.isEmpty { erase(&work) }
        if choice == true, phase == .off { queue.withLock { queue in try? beginInstallation(&queue) } }
        let isCollecting = queue.withLock { queue in
            if queue.choice == choice { queue.choice = nil }
            return queue.phase == .collecting
        }
        publish(&work)
        return isCollecting
    }

    /// Removes everything that belongs to the installation. First the state says that nothing is collected, so a kill in
    /// between leaves files that the next launch erases.
    private func erase(_ work: inout Work) {
        let hasFolder = queue.withLock { queue in
            queue.stop()
            queue.phase = .off
            return queue.claim != nil
        }
        guard hasFolder || settings.collectsFromStart else { return }
        let state = StoredState(installation: nil).line(launch: launch)
        try? files.makeDirectory(settings.directory)
        let isSaved = (try? files.replace(settings.statePath, with: state, durably: true)) != nil
        deleteFiles(in: settings.directory) { SegmentName($0) != nil || $0.hasSuffix(".tmp") }
        deleteFiles(in: settings.asidePath) { _ in true }
        // A full disk has room now.
        if !isSaved { try? files.replace(settings.statePath, with: state, durably: true) }
        try? files.synchronize(settings.directory)
        work = Work()
    }

    private func deleteFiles(in directory: String, _ isMeant: (String) -> Bool) {
        for name in (try? files.names(in: directory)) ?? [] where isMeant(name) {
            try? files.delete(directory + "/" + name)
        }
    }
}
