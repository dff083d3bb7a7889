/// The app's side of the folder that it shares with the service extension.
extension Store {
    private var inbox: Inbox? { settings.sharedDirectory.map { Inbox($0, files: files) } }

    /// Tells the service extension who the installation is, or that nothing is collected.
    func publish(_ work: inout Work) {
        guard let inbox else { return }
        let identity = queue.withLock { StoredState(installation: $0.state.installation) }
        guard work.published != identity else { return }
        if identity.installation == nil { for name in (try? inbox.names()) ?? [] { inbox.remove(name) } }
        let known = inbox.identity()
        guard known == identity || known == nil && identity.installation == nil
            || (try? inbox.publish(identity, launch: launch)) != nil
        else { return }
        work.published = identity
    }

    /// Moves the extension's events into the queue. A kill in between moves them twice, which the server counts once.
    func drainInbox(_ work: inout Work) {
        guard let inbox, let names = try? inbox.names(), !names.isEmpty else { return }
        let isUnfinished: (String) -> Bool = { $0.hasSuffix(".tmp") }
        var done = names.filter { isUnfinished($0) && work.unfinished.contains($0) }
        work.unfinished = Set(names.filter(isUnfinished))
        for name in names where !isUnfinished(name) {
            guard let bytes = try? inbox.contents(name), adopt(bytes) else { continue }
            done.append(name)
        }
        synchronize([.engagement])
        done.forEach(inbox.remove)
    }

    /// Appends a file of the extension to the queue. Returns false if that has to be tried again.
    private func adopt(_ bytes: [UInt8]) -> Bool {
        queue.withLock { queue in
            guard let line = Line(bytes.dropLast()) , let event = line.events.first,
                EventText.bytes(of: "installation_id", in: event).map(Array.init) == queue.installation
            else { return true }
            guard queue.waiting.isEmpty, append(bytes, .engagement, &queue) else { return false }
            _ = queue.backlog.add(line.events.count, .engagement, at: line.uptime)
            return true
        }
    }
}
