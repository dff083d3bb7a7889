@testable import BellwetherClient
import Foundation
import Testing

@Suite struct PowerCutTests {
    /// A random history of one installation, with kills at any operation and power cuts that keep any subset of what was
    /// not synchronized. It checks the store against what had to survive.
    private struct History {
        let recorder = Recorder()
        var generator: SplitMix64
        var store: Store
        /// All that was recorded, by id.
        var recorded: [String: [UInt8]] = [:]
        /// What a kill must not take, and what a power cut must not take either.
        var stored: Set<String> = []
        var synchronized: Set<String> = []
        var delivered: Set<String> = []
        /// The greatest number of transitions that was stored, and that was synchronized.
        var transitions: Int64 = 0
        var synchronizedTransitions: Int64 = 0
        /// The number of each step, by the id of its event.
        var steps: [String: Int64] = [:]
        var uptime: Int64 = 0

        init(seed: UInt64) {
            generator = SplitMix64(seed: seed)
            store = recorder.store(maximumBytes: 1 << 20, isShared: true)
            store.tidy()
        }

        mutating func run(_ steps: Int) {
            for _ in 0..<steps {
                if .random(in: 0..<12, using: &generator) == 0 {
                    recorder.files.die(after: .random(in: 0..<20, using: &generator))
                }
                step()
                if recorder.files.isDead { restart() }
            }
            restart()
            deliver(all: true)
        }

        private mutating func step() {
            uptime += 1
            switch Int.random(in: 0..<20, using: &generator) {
            case 0..<6: record()
            case 6, 7: recordInExtension()
            case 8..<12: takeStep()
            case 12, 13: tidy(everything: false)
            case 14: tidy(everything: true)
            case 15, 16: deliver(all: false)
            case 17: if store.take() != nil, alive { synchronizeAll() }
            case 18: restart()
            default: cutPower()
            }
        }

        private var alive: Bool { !recorder.files.isDead }

        private mutating func record() {
            let event = recorder.opened()
            recorded[event.id] = event
            if store.record(event, uptime: uptime) { stored.insert(event.id) }
        }

        private mutating func recordInExtension() {
            let event = recorder.opened()
            recorded[event.id] = event
            let time = ClockReading(wall: Timestamp(microseconds: uptime), uptime: uptime)
            let inbox = Inbox(directory: Recorder.sharedDirectory, files: recorder.files)
            guard inbox.put(event, at: time, name: event.id, launch: 0xE) else { return }
            stored.insert(event.id)
            synchronized.insert(event.id)
        }

        private mutating func takeStep() {
            guard let event = recorder.step(store, uptime: uptime) else { return }
            recorded[event.id] = event
            guard alive else { return }
            stored.insert(event.id)
            store.transition(uptime: uptime) { journey in
                #expect(journey.transitions > transitions)
                transitions = journey.transitions
                return []
            }
            steps[event.id] = transitions
        }

        private mutating func tidy(everything: Bool) {
            store.tidy(everything: everything)
            guard alive else { return }
            if everything { synchronizeAll() } else { synchronizeSteps() }
        }

        private mutating func synchronizeSteps() {
            synchronized.formUnion(stored.filter { recorded[$0]?.isStep == true })
            synchronizedTransitions = transitions
        }

        private mutating func synchronizeAll() {
            synchronized = stored
            synchronizedTransitions = transitions
        }

        private mutating func deliver(all: Bool) {
            repeat {
                guard let batch = store.take() else { return }
                for event in batch.events {
                    #expect(
                        event.text.hasSuffix(
                            String(decoding: recorded[event.id]?.dropFirst() ?? [0], as: UTF8.self)))
                    delivered.insert(event.id)
                }
                if alive { synchronizeAll() }
                // Recording goes on while the events are on their way.
                if Bool.random(using: &generator) { takeStep() }
                if !store.finish(batch) { return }
            } while all
        }

        private mutating func restart() {
            recorder.files.restart()
            begin()
        }

        private mutating func cutPower() {
            var generator = generator
            let share = Int.random(in: 0...4, using: &generator)
            recorder.files.cutPower { Int.random(in: 0..<4, using: &generator) < share }
            self.generator = generator
            stored = synchronized
            transitions = synchronizedTransitions
            begin()
            // If nothing is kept that was not synchronized, the journey has not run ahead of its events.
            let transitions = transitions
            steps = steps.filter { share == 0 ? $0.value <= transitions : synchronized.contains($0.key) }
            stored.formUnion(steps.keys)
        }

        private mutating func begin() {
            store = recorder.store(isShared: true)
            #expect(store.installationID == Recorder.installation(1))
            store.transition(uptime: uptime) { journey in
                #expect(journey.transitions >= transitions)
                transitions = journey.transitions
                return []
            }
        }
    }

    @Test(arguments: 0..<40)
    func aPowerCutTakesOnlyWhatWasNotSynchronizedAndAKillNothing(seed: UInt64) {
        for round in 0..<3 * Rounds.factor {
            var history = History(seed: seed * 1_000 + UInt64(round))
            history.run(120)
            #expect(history.stored.subtracting(history.delivered).isEmpty, "seed \(seed), round \(round)")
            #expect(history.delivered.isSubset(of: history.recorded.keys))
            #expect(!history.stored.isEmpty)
        }
    }
}
