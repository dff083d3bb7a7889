/// The app's side of the folder shared with the service extension.
extension Store {
    private var inbox: Inbox? { settings.sharedDirectory.map { Inbox($0, files: files) } }

    /// Publishes the installation's id to the service extension, or that nothing is collected.
    func publish() {
        guard let inbox else { return }
        let identity = queue.withLock { StoredState(installation: $0.state.installation) }
        let known = inbox.identity()
        if identity.installation == nil { files.delete(in: inbox.eventsPath) }
        if (known ?? StoredState(installation: nil)) != identity { try? inbox.publish(identity, launch: launch) }
    }

    /// Moves the extension's events into the queue. After a kill they may be moved twice; the server counts them once.
    func drainInbox() {
        guard let inbox else { return }
        // Unfinished files stay. The extension's limit bounds them too.
        let done = inbox.names().filter { name in
            !name.hasSuffix(".tmp") && (try? files.contents(of: inbox.eventsPath + "/" + name)).map(adopt) == true
        }
        if !done.isEmpty { synchronize(.engagement) }
        for name in done { try? files.delete(inbox.eventsPath + "/" + name) }
    }

    /// Appends the extension's event to the queue. Ignores one of another installation. Returns false if the disk is full.
    private func adopt(_ bytes: [UInt8]) -> Bool {
        queue.withLock { queue in
            guard let event = Line(bytes.dropLast())?.events.first,
                event.text(of: "installation_id") == queue.installation
            else { return true }
            return queue.waiting.isEmpty && append(bytes, .engagement, &queue)
        }
    }
}
