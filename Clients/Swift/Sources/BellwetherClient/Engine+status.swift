/// Readings of the status, and requests for authorization.
extension Engine {
    /// Reads the status and reports what has changed.
    func observe() async {
        await read { snapshot, _ in snapshot.map { self.apply(.observed($0)) } }
    }

    /// Tells the journey that the app is about to ask.
    func begin(_ prompt: Prompt) async -> Requests.Request {
        let request = requests.withLock { $0.begin(prompt) }
        await read { snapshot, requests in
            if requests.followed?.id == request.id { self.follow(request, snapshot, &requests) }
        }
        return request
    }

    /// Tells the journey that a request is over; `failed` if the system returned an error.
    func end(_ request: Requests.Request, failed: Bool) async {
        await read { snapshot, requests in
            let isFollowed = requests.end(request)
            if isFollowed {
                self.apply(.ended(snapshot, failed: failed))
            } else if let snapshot {
                self.apply(.observed(snapshot))
            }
            if isFollowed, let next = requests.followNext() { self.follow(next, snapshot, &requests) }
        }
    }

    private func follow(_ request: Requests.Request, _ snapshot: Snapshot?, _ requests: inout Requests) {
        guard let snapshot else { return }
        apply(.began(snapshot, request.prompt))
        requests.setTimer(
            Task {
                try await environment.sleep(1_000)
                apply(.evidence)
            })
    }

    /// Reads the status and gives it to `body`, unless a later reading came first: then reads again.
    private func read(_ body: @Sendable (Snapshot?, inout Requests) -> Void) async {
        while true {
            let count = requests.withLock { $0.readings }
            let snapshot = await snapshot()
            let isNewest = requests.withLock { requests in
                guard requests.readings == count else { return false }
                requests.readings += 1
                body(snapshot, &requests)
                return true
            }
            if isNewest { return }
        }
    }

    private func snapshot() async -> Snapshot? {
        guard let reading = await environment.permissions.read() else { return nil }
        guard let status = AuthorizationStatus(system: reading.status) else {
            diagnose(.unknownStatus(reading.status))
            return nil
        }
        return Snapshot(status: status, os: os, delivery: reading.delivery, options: reading.options)
    }
}
