/// Consent.
extension Store {
    /// Whether events are recorded, or will be once the device is unlocked.
    package var isCollecting: Bool {
        queue.withLock { $0.choice ?? (isReady(&$0) || $0.phase == .locked || $0.phase == .unread) }
    }

    /// Starts to collect as a new installation, or stops and erases everything.
    ///
    /// Files that can't be erased because the device is locked are erased when it is unlocked.
    package func setCollecting(_ collects: Bool) {
        queue.withLock { queue in
            queue.choice = collects
            if !collects { queue.stop() }
        }
        tidy()
    }

    /// Prepares slow work: reads the folder if necessary and carries out the last `setCollecting`. Returns whether the store
    /// collects.
    func begin(_ work: inout Work) -> Bool {
        let (phase, choice) = queue.withLock { queue in
            if queue.choice != false {
                _ = release(&queue)
            } else if queue.phase == .unread || queue.phase == .locked {
                load(&queue)
            }
            return (queue.phase, queue.choice)
        }
        adoptFound(&work)
        guard phase == .collecting || phase == .off else { return false }
        if choice == false || phase == .off && !work.closed.isEmpty { erase(&work) }
        let isCollecting = queue.withLock { queue in
            if choice == true, phase == .off, (try? beginInstallation(&queue)) == nil { return false }
            if queue.choice == choice { queue.choice = nil }
            return queue.phase == .collecting
        }
        publish()
        return isCollecting
    }

    /// Erases everything that belongs to the installation. Saves the decision first: if the process is killed in between, the
    /// next launch erases the rest.
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
        // If the disk was full, it has room now.
        if !isSaved { try? files.replace(settings.statePath, with: state, durably: true) }
        try? files.synchronize(settings.directory)
    }
}
