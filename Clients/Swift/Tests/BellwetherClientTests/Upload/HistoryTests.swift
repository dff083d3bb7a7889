@testable import BellwetherClient
import Foundation
import Testing

/// Random schedules of records, kills, outages, answers and clocks. `BELLWETHER_ROUNDS=10` makes ten times as many.
@Suite struct HistoryTests {
    private struct History {
        /// An event as the test knows it: when it truly was, how far the clock was ahead, in microseconds, and its launch.
        struct Known {
            let truth: Int64
            let skew: Int64
            let launch: Int
        }

        let device = Device()
        var random: SplitMix64
        var recorded: [String: Known] = [:]
        /// Events that were not in a file when the call returned.
        var unwritten: Set<String> = []
        /// The number of events that were in memory, or dropped and not told yet, at a kill.
        var lost = 0
        /// The number of steps that were refused for lack of room. They are told as one dropped event each.
        var refusedSteps = 0

        init(seed: UInt64) {
            random = SplitMix64(seed: seed)
            device.share.withLock { $0 = 0.5 }
        }

        mutating func run(_ steps: Int) async {
            for _ in 0..<steps { await step() }
            // In the end everything works.
            device.collector.always(.store)
            device.recorder.files.setRoom(.max)
            device.recorder.files.setLocked(false)
            #expect(await device.uploader.flush() == .empty)
        }

        private mutating func step() async {
            device.time.advance(milliseconds: random.pick([0, 1, 100, 2_500, 31_000, 400_000, 7_200_000]))
            switch Int.random(in: 0..<34, using: &random) {
            case 0..<9: for _ in 0..<Int.random(in: 1...5, using: &random) { record() }
            case 9..<12: takeStep()
            case 12: for _ in 0..<60 { record() }
            case 13..<16: setNetwork()
            case 16: relaunch()
            case 17: await killDuring { await $0.flush() }
            case 18: await killDuring { await $0.finish(within: 1_000) }
            case 19: await device.uploader.activate()
            case 20: await device.uploader.finish(within: 1_000)
            case 21: device.time.setClock(ahead: random.pick([0, 0, -86_400_000, 1_500, 5_000, 70_000, 3_600_000]))
            case 22: device.recorder.files.setRoom(random.pick([0, 700, 5_000]))
            case 23..<25: device.recorder.files.setRoom(.max)
            case 25: await device.uploader.wake()
            case 26:
                device.recorder.files.setLocked(true)
                relaunch()
            case 27..<29: device.recorder.files.setLocked(false)
            default: await device.uploader.ring()
            }
        }

        private mutating func record() {
            let now = device.time.read()
            let event = device.recorder.opened(at: now.wall)
            remember(event, isWritten: device.store.record(event, uptime: now.uptime))
        }

        private mutating func takeStep() {
            let now = device.time.read()
            let (recorder, store) = (device.recorder, device.store)
            var event: [UInt8]?
            let isTaken = store.transition(uptime: now.uptime) { journey in
                let step = recorder.encode(Event(.settingsOpened, at: now.wall, sequence: journey.sequence))
                journey.sequence += 1
                journey.transitions += 1
                event = step
                return [step]
            }
            let (waiting, isLocked) = store.queue.withLock { ($0.waiting.count, $0.phase == .locked) }
            if let event { remember(event, isWritten: waiting == 0) }
            if !isTaken, !isLocked { refusedSteps += 1 }
        }

        private mutating func remember(_ event: [UInt8], isWritten: Bool) {
            recorded[event.id] = Known(truth: device.time.now, skew: device.time.skew, launch: device.time.launch)
            if !isWritten { unwritten.insert(event.id) }
        }

        private mutating func setNetwork() {
            let status = random.pick([200, 200, 200, 0, 400, 401, 404, 408, 413, 429, 500, 503, 1, 2])
            let limit = Int.random(in: 1...40, using: &random)
            device.collector.react { request in
                switch status {
                case 200: .store
                case 0: .answer(nil)
                case 1: .storeAndSayNothing
                case 2: .answer(UploadAnswer(status: 200, body: Array("<html>".utf8)))
                case 413: request.ids.count > limit ? .answer(UploadAnswer(status: 413)) : .store
                case 400: request.isCompressed ? .answer(UploadAnswer(status: 400)) : .store
                default: .answer(UploadAnswer(status: status, retryAfter: status == 503 ? "40" : nil))
                }
            }
        }

        private mutating func relaunch() {
            let ends = device.recorder.files.snapshot.filter { $0.key.hasSuffix(".log") }.values
            lost += device.store.queue.withLock { queue in
                queue.waiting.reduce(queue.dropped.values.reduce(0, +) + dropped(queue.diagnostics)) { sum, waiting in
                    // A line that lacks nothing but its end is read.
                    ends.contains {
                        $0.suffix(waiting.events[0].count - 1) == waiting.events[0].dropFirst()
                    }
                        ? sum : sum + waiting.events.count
                }
            }
            device.relaunch()
        }

        /// Kills the app at a random operation on its files.
        private mutating func killDuring<Result>(_ body: (Uploader) async -> Result) async {
            device.recorder.files.die(after: .random(in: 0..<30, using: &random))
            _ = await body(device.uploader)
            relaunch()
        }

        private func dropped(_ diagnostics: [Diagnostic]) -> Int {
            diagnostics.reduce(0) { sum, told in
                if case .dropped(let count, _) = told { sum + count } else { sum }
            }
        }

        /// Checks what the collector has.
        func check(_ seed: UInt64) {
            let stored = device.collector.stored
            #expect(Set(stored.keys).isSubset(of: recorded.keys))
            let missing = Set(recorded.keys).subtracting(stored.keys)
            #expect(missing.isSubset(of: unwritten), "seed \(seed)")
            #expect(missing.count == dropped(device.diagnostics) - refusedSteps + lost, "seed \(seed)")
            for (id, event) in stored {
                guard let known = recorded[id] else { continue }
                #expect(event.occurredAt.microseconds == known.truth + known.skew, "seed \(seed)")
                // The clock that stamped the event is known in its launch, if it was set by more than two seconds.
                let isSet = event.launch == known.launch && abs(event.skew - known.skew) > 2_000_000
                #expect(
                    event.sentAt.microseconds == event.receivedAt + (isSet ? known.skew : event.skew), "seed \(seed)")
            }
        }
    }

    @Test(arguments: 0..<30)
    func eachRecordedEventArrivesOnceButForThoseToldAsDropped(seed: UInt64) async {
        for round in 0..<2 * Rounds.factor {
            let seed = seed * 100 + UInt64(round)
            var history = History(seed: seed)
            await history.run(150)
            history.check(seed)
            #expect(!history.device.collector.stored.isEmpty, "seed \(seed)")
        }
    }
}
