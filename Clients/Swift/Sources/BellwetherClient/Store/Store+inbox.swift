/// The app's side of the folder that it shares with the service extension.
extension Store {
    private var inbox: Inbox? { settings.sharedDirectory.map { Inbox($0, files: files) } }

    /// Tells the service extension who the installation is, or that nothing is collected.
    func publish(_ work: inout Work) {
        let identity = queue.withLock { StoredState(installation: $0.state.installation) }
        guard let inbox, work.published != identity else { return }
        if identity.installation == nil { files.delete(in: inbox.eventsPath) }
        let known = inbox.identity()
        guard known == identity || known == nil && identity.installation == nil
            || (try? inbox.publish(identity, launch: launch)) != nil
        else { return }
        work.published = identity
    }

    /// Moves the extension's events into the queue. A kill in between moves them twice, which the server counts once.
    func drainInbox(_ work: inout Work) {
        guard let inbox else { return }
        let names = inbox.names()
        let unfinished = Set(names.filter { $0.hasSuffix(".tmp") })
        var done = Array(unfinished.intersection(work.unfinished))
        work.unfinished = unfinished
        for name in names where !unfinished.contains(name) {
            if let bytes = try? files.contents(of: inbox.eventsPath + "/" + name), adopt(bytes) { done.append(name) }
        }
        guard !done.isEmpty else { return }
        synchronize(.engagement)
        for name in done { try? files.delete(inbox.eventsPath + "/" + name) }
    }

    /// Appends a file of the extension to the queue. Returns false if that has to be tried again.
    private func adopt(_ bytes: [UInt8]) -> Bool {
        queue.withLock { queue in
            guard let event = Line(bytes.dropLast())?.events.first,
                event.value(of: "installation_id").map(Array.init) == queue.installation
            else { return true }
            return queue.waiting.isEmpty && append(bytes, .engagement, &queue)
        }
    }
}
