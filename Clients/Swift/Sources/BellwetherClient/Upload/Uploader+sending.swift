extension Uploader {
    /// The number of unreadable events in a row after which the collector is misconfigured.
    private static let unreadableLimit = 3

    /// Sends batches until the queue is empty. Returns the obstacle if events are left.
    func deliverAll() async -> FlushObstacle? {
        while !Task.isCancelled {
            if parts.isEmpty {
                if let batch, !(await work { $0.finish(batch) }) { return wait(nil, .disk) }
                batch = await work { $0.take() }
                guard let batch else { return store.obstacle }
                parts = [Part(range: 0..<batch.events.count)]
            }
            if let obstacle = await sendNext() { return obstacle }
        }
        return wait(nil, .stopped)
    }

    /// Sends the next part. Returns the obstacle if there is one.
    private func sendNext() async -> FlushObstacle? {
        guard let part = parts.last, let slice = batch?.events[part.range] else { return nil }
        if slice.reduce(0, { $0 + $1.bytes.count }) > largest, split(part) { return nil }
        let lines = UploadBody.lines(slice, at: environment.clock(), launch: store.launch)
        let request = UploadRequest(lines, compresses: compresses && !part.isPlain, store.configuration)
        let answer = await transport.send(request)
        if Task.isCancelled { return wait(nil, .stopped) }
        switch Verdict(answer, sent: slice.count, at: environment.clock().wall) {
        case .received(let acknowledgement):
            parts.removeLast()
            if part.isPlain { compresses = false }
            return await received(acknowledgement, slice)
        case .later(let atLeast, let obstacle): return wait(atLeast, obstacle)
        case .refused(let obstacle): return refuse(obstacle)
        case .unreadable(_) where request.isCompressed:
            parts[parts.count - 1].isPlain = true
            return nil
        case .unreadable(let status): return await divide(part, slice, status: status)
        case .tooLarge:
            largest = max(1, slice.reduce(0) { $0 + $1.bytes.count } / 2)
            return await divide(part, slice, status: 413)
        }
    }

    /// Replaces the last part with its halves. Returns false if it is a single event.
    private func split(_ part: Part) -> Bool {
        guard part.range.count > 1 else { return false }
        parts.removeLast()
        let middle = part.range.lowerBound + part.range.count / 2
        parts.append(Part(range: middle..<part.range.upperBound, isPlain: part.isPlain))
        parts.append(Part(range: part.range.lowerBound..<middle, isPlain: part.isPlain))
        return true
    }

    private func received(_ answer: Acknowledgement, _ events: ArraySlice<QueuedEvent>) async -> FlushObstacle? {
        backoff.succeeded()
        unreadable = 0
        for reject in answer.rejected ?? [] {
            let event = (0..<events.count).contains(reject.index) ? events[events.startIndex + reject.index] : nil
            let type = event?.bytes.text(of: "type")
            diagnose(.rejected(reason: reject.reason, detail: reject.detail ?? "", type: type))
        }
        if answer.isErased { await erase() }
        return nil
    }

    /// Stops collecting because the collector erased the installation.
    private func erase() async {
        let unsent = parts.reduce(0) { $0 + $1.range.count } - (batch?.events.count ?? 0)
        let count = await work { store in
            let count = store.count()
            store.setCollecting(false)
            return count
        }
        (batch, parts) = (nil, [])
        diagnose(.dropped(count: count + unsent, cause: .erased))
    }

    /// Halves a part that the collector could not read, or keeps a single event aside.
    ///
    /// If it can't read several single events in a row, something is wrong with the server: then waits, to lose no more.
    private func divide(_ part: Part, _ events: ArraySlice<QueuedEvent>, status: Int) async -> FlushObstacle? {
        guard let event = events.first, !split(part) else { return nil }
        parts.removeLast()
        await work { $0.setAside(event) }
        let (reason, detail) = ("http_\(status)", "The event is kept in the folder aside.")
        diagnose(.rejected(reason: reason, detail: detail, type: event.bytes.text(of: "type")))
        unreadable += 1
        guard unreadable == Uploader.unreadableLimit else { return nil }
        unreadable = 0
        return refuse(.misconfigured(status: status))
    }

    private func diagnose(_ diagnostic: Diagnostic) { store.configuration.diagnostics(diagnostic) }

    private func wait(_ atLeast: Int64?, _ obstacle: FlushObstacle) -> FlushObstacle {
        backoff.failed(at: now, atLeast: atLeast, jitter: environment.jitter)
        return obstacle
    }

    private func refuse(_ obstacle: FlushObstacle) -> FlushObstacle {
        backoff.refused(at: now)
        if case .misconfigured(let status) = obstacle {
            diagnose(.misconfigured(status: status))
        } else {
            diagnose(.keyRefused)
        }
        return obstacle
    }
}
