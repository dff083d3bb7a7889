/// The running requests for authorization, and the number of status readings.
struct Requests {
    /// The journey follows the first request; the others have joined it.
    private var queue: [(id: Int, prompt: Prompt)] = []
    private var lastID = 0
    /// The number of applied readings. A reading that began before another was applied may be stale and is repeated.
    var readings = 0
    /// Reports evidence of the dialog after a second.
    var timer: Task<Void, any Error>? {
        didSet { oldValue?.cancel() }
    }

    var followed: (id: Int, prompt: Prompt)? { queue.first }

    /// Begins a request. Returns its id.
    mutating func begin(_ prompt: Prompt) -> Int {
        lastID += 1
        queue.append((lastID, prompt))
        return lastID
    }

    /// Ends a request. Returns whether the journey followed it. If so, follows the next one that can show a dialog.
    mutating func end(_ id: Int) -> Bool {
        guard queue.first?.id == id else {
            queue.removeAll { $0.id == id }
            return false
        }
        queue.removeFirst()
        queue.removeAll(where: \.prompt.isProvisional)
        timer = nil
        return true
    }
}
