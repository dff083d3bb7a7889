/// The requests for authorization that have begun and not ended, and the order of readings.
struct Requests {
    struct Request: Sendable {
        let id: Int
        let prompt: Prompt
    }

    /// The request that the journey follows; the others have joined it.
    private(set) var followed: Request?
    private var joined: [Request] = []
    private var nextID = 0
    /// Counts the readings that were applied. One that began before another was applied may be older, and is repeated.
    var readings = 0
    /// Records evidence of the dialog after a second.
    private var timer: Task<Void, any Error>?

    /// Begins a request.
    mutating func begin(_ prompt: Prompt) -> Request {
        nextID += 1
        let request = Request(id: nextID, prompt: prompt)
        if followed == nil { followed = request } else { joined.append(request) }
        return request
    }

    /// Ends a request. Returns whether the journey followed it.
    mutating func end(_ request: Request) -> Bool {
        joined.removeAll { $0.id == request.id }
        guard followed?.id == request.id else { return false }
        followed = nil
        setTimer(nil)
        return true
    }

    /// Follows the next request that can show a dialog, if there is one.
    mutating func followNext() -> Request? {
        guard let index = joined.firstIndex(where: { !$0.prompt.isProvisional }) else { return nil }
        followed = joined.remove(at: index)
        return followed
    }

    /// Replaces the timer.
    mutating func setTimer(_ timer: Task<Void, any Error>?) {
        self.timer?.cancel()
        self.timer = timer
    }
}
