/// Consent.
extension Store {
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

    /// Prepares slow work: reads the folder if necessary, carries out the last `setCollecting` and saves a new state. Returns
    /// whether the store collects.
    func begin() -> Bool {
        let (phase, choice, isNew) = queue.withLock { queue in
            _ = release(&queue)
            return (queue.phase, queue.choice, queue.isStateNew)
        }
        guard phase == .collecting || phase == .off else { return false }
        // A launch that does not collect erases what a kill may have left.
        if choice == false || phase == .off && isNew { erase() }
        let (installation, isStateNew) = queue.withLock { queue in
            let isDone = choice != true || queue.phase != .off || (try? beginInstallation(&queue)) != nil
            if isDone, queue.choice == choice { queue.choice = nil }
            return (queue.state.installation, queue.isStateNew)
        }
        if isStateNew, saveState() { inbox?.publish(installation) }
        return installation != nil
    }

    /// Erases everything that belongs to the installation. Saves the decision first: if the process is killed in between, the
    /// next launch erases the rest.
    private func erase() {
        let hasFolder = queue.withLock { queue in
            queue.stop()
            return queue.claim != nil
        }
        guard hasFolder || collectsFromStart else { return }
        let state = StoredState(installation: nil).line
        let isSaved = (try? files.replace(statePath, with: state, durably: true)) != nil
        files.delete(in: directory) { SegmentName($0) != nil || $0.hasSuffix(".tmp") }
        files.delete(in: asidePath)
        // If the disk was full, it has room now.
        if !isSaved { try? files.replace(statePath, with: state, durably: true) }
        try? files.synchronize(directory)
        inbox?.publish(nil)
    }
}
