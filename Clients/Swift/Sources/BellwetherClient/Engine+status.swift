/// Readings of the status, and requests for authorization.
extension Engine {
    /// Reads the status and reports what has changed.
    func observe() async {
        await read { snapshot, _ in snapshot.map { apply(.observed($0)) } }
    }

    /// Tells the journey that the app is about to ask. Returns the request's id.
    func begin(_ prompt: Prompt) async -> Int {
        let id = requests.withLock { $0.begin(prompt) }
        await read { snapshot, requests in
            if requests.followed?.id == id { follow(snapshot, &requests) }
        }
        return id
    }

    /// Tells the journey that a request is over; `failed` if the system returned an error.
    func end(_ id: Int, failed: Bool) async {
        await read { snapshot, requests in
            if requests.end(id) {
                apply(.ended(snapshot, failed: failed))
                follow(snapshot, &requests)
            } else if let snapshot {
                apply(.observed(snapshot))
            }
        }
    }

    private func follow(_ snapshot: Snapshot?, _ requests: inout Requests) {
        guard let snapshot, let prompt = requests.followed?.prompt else { return }
        apply(.began(snapshot, prompt))
        requests.timer = Task {
            try await environment.sleep(1_000)
            apply(.evidence)
        }
    }

    /// Reads the status and passes it to `body`. Reads again if a later reading was applied in the meantime.
    private func read(_ body: (Snapshot?, inout Requests) -> Void) async {
        var isNewest = false
        while !isNewest {
            let count = requests.withLock { $0.readings }
            let snapshot = await snapshot()
            isNewest = requests.withLock { requests in
                guard requests.readings == count else { return false }
                requests.readings += 1
                body(snapshot, &requests)
                return true
            }
        }
    }

    private func snapshot() async -> Snapshot? {
        guard let reading = await environment.permissions.read() else { return nil }
        guard let status = reading.status else {
            diagnose(.unknownStatus(reading.rawStatus))
            return nil
        }
        return Snapshot(
            status: status, os: encoder.origin.os, delivery: reading.delivery, options: reading.options,
            settings: status.isReachable ? reading.settings : nil)
    }
}
