/// The requests for authorization that have begun and not ended, and the order of readings.
struct Requests {
    /// The journey follows the first; the others have joined it.
    private var queue: [(id: Int, prompt: Prompt)] = []
    private var lastID = 0
    /// Counts the readings that were applied. One that began before another was applied may be older, and is repeated.
    var readings = 0
    /// Records evidence of the dialog after a second.
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

    /// Ends a request. Returns whether the journey followed it; the next that can show a dialog is followed then.
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
