/// The app's side of the folder that it shares with the service extension.
extension Store {
    private var inbox: Inbox? { settings.sharedDirectory.map { Inbox($0, files: files) } }

    /// Tells the service extension who the installation is, or that nothing is collected.
    func publish() {
        guard let inbox else { return }
        let identity = queue.withLock { StoredState(installation: $0.state.installation) }
        let known = inbox.identity()
        if identity.installation == nil { files.delete(in: inbox.eventsPath) }
        if (known ?? StoredState(installation: nil)) != identity { try? inbox.publish(identity, launch: launch) }
    }

    /// Moves the extension's events into the queue. A kill in between moves them twice, which the server counts once.
    func drainInbox() {
        guard let inbox else { return }
        // What the extension has not finished stays; its limit bounds such files, too.
        let done = inbox.names().filter { name in
            !name.hasSuffix(".tmp") && (try? files.contents(of: inbox.eventsPath + "/" + name)).map(adopt) == true
        }
        if !done.isEmpty { synchronize(.engagement) }
        for name in done { try? files.delete(inbox.eventsPath + "/" + name) }
    }

    /// Appends a file of the extension to the queue. Returns false if that has to be tried again.
    private func adopt(_ bytes: [UInt8]) -> Bool {
        queue.withLock { queue in
            guard let event = Line(bytes.dropLast())?.events.first,
                event.text(of: "installation_id") == queue.installation
            else { return true }
            return queue.waiting.isEmpty && append(bytes, .engagement, &queue)
        }
    }
}
