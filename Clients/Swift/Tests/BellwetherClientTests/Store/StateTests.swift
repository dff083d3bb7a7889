@testable import BellwetherClient
import Foundation
import Testing

@Suite struct StateTests {
    private let recorder = Recorder()
    private var files: ModelFileSystem { recorder.files }
    private let path = Recorder.directory + "/state"

    /// The installation that a new launch finds.
    private func installation() -> UUID? {
        files.restart()
        return recorder.store().installationID
    }

    @Test func anInstallationKeepsItsId() {
        let first = installation()
        #expect(first == Recorder.installation(1))
        #expect(installation() == first)
    }

    /// Damages the state in every way, and returns the installations that come of it.
    private func damaged(_ check: (UUID?, String) -> Void) throws {
        let state = try #require(files.bytes(of: path))
        let folder = files.snapshot
        func launch(_ bytes: [UInt8], _ what: String) {
            let copy = ModelFileSystem()
            for (path, bytes) in folder { copy.put(bytes, at: path) }
            copy.put(bytes, at: path)
            check(Recorder(files: copy).store().installationID, what)
        }
        for length in 0..<state.count - 1 { launch(Array(state[..<length]), "cut at \(length)") }
        for place in state.indices.dropLast() {
            for bit in 0..<8 {
                var bytes = state
                bytes[place] ^= 1 << bit
                launch(bytes, "bit \(bit) of byte \(place)")
            }
        }
        launch([UInt8](repeating: 0, count: 4_096), "zeros")
    }

    @Test func aDamagedStateWithIntactEventsIsTheSameInstallation() throws {
        _ = recorder.store().installationID
        files.restart()
        let store = recorder.store()
        _ = recorder.step(store)
        store.record(recorder.opened(), uptime: 0)
        try damaged { installation, what in #expect(installation == Recorder.installation(1), "\(what)") }
    }

    @Test func aDamagedStateWithoutEventsIsANewInstallationAndKeptAside() throws {
        _ = recorder.store().installationID
        files.restart()
        _ = recorder.store().installationID
        try damaged { installation, what in #expect(installation == Recorder.installation(1), "\(what)") }
        files.put(Array("damaged".utf8), at: path)
        #expect(installation() == Recorder.installation(3))
        #expect(files.bytes(of: Recorder.directory + "/aside/state") == Array("damaged".utf8))
    }

    /// Otherwise `sequence` would begin again, and the server would take later events for earlier ones.
    @Test func aDamagedStateWithoutTheJourneyIsANewInstallationAndQueuedEventsKeepTheirs() {
        var store = recorder.store(collectsFromStart: false)
        store.setCollecting(true)
        for _ in 0..<3 { _ = recorder.step(store) }
        #expect(store.drain().count == 3)
        let old = recorder.opened()
        store.record(old, uptime: 0)
        files.restart()
        files.put(Array("damaged".utf8), at: path)
        store = recorder.store(collectsFromStart: false)
        let step = recorder.step(store)
        let delivered = store.drain()
        #expect(delivered.map(\.id) == [step?.id, old.id])
        for (event, launch) in zip(delivered, [2, 1]) {
            #expect(event.text.contains(Recorder.installation(launch).uuidString.lowercased()))
        }
    }

    @Test func theJourneyOfADamagedStateIsThatOfTheLastLine() {
        let store = recorder.store()
        for _ in 0..<3 { _ = recorder.step(store) }
        files.restart()
        files.put([], at: path)
        recorder.store().transition(uptime: 0) { journey in
            #expect(journey.transitions == 3)
            return []
        }
    }

    @Test func aLockedDeviceMakesNoNewInstallationAndEventsWaitWithTheirOwnTimes() {
        recorder.store().record(recorder.opened(), uptime: 1)
        files.restart()
        files.setLocked(true)
        let store = recorder.store()
        let event = recorder.opened()
        #expect(!store.record(event, uptime: 77))
        #expect(
            !store.transition(uptime: 0) { _ in
                Issue.record("The journey is not known."); return []
            })
        store.tidy()
        #expect(store.installationID == nil && store.obstacle == .locked && store.isCollecting)
        #expect(recorder.diagnostics.withLock { $0 } == [.locked])
        #expect(store.count() == 1)
        files.setLocked(false)
        let later = recorder.opened()
        #expect(store.record(later, uptime: 99))
        #expect(store.installationID == Recorder.installation(1) && store.obstacle == nil)
        let delivered = store.drain()
        #expect(delivered.map(\.id).dropFirst() == [event.id, later.id])
        #expect(delivered.map(\.line.uptime) == [1, 77, 99])
        #expect(delivered.allSatisfy { $0.text.contains(Recorder.installation(1).uuidString.lowercased()) })
    }

    @Test func aLockedDeviceThatIsUnlockedNeedsNoFurtherEvent() {
        _ = installation()
        files.restart()
        files.setLocked(true)
        let store = recorder.store()
        store.record(recorder.opened(), uptime: 0)
        files.setLocked(false)
        store.tidy()
        files.restart()
        #expect(recorder.store().drain().count == 1)
    }

    @Test func moreThan200EventsOfALockedDeviceAreCountedAndTold() {
        _ = installation()
        files.restart()
        files.setLocked(true)
        let store = recorder.store()
        for _ in 0..<230 { store.record(recorder.opened(), uptime: 0) }
        files.setLocked(false)
        store.tidy()
        #expect(recorder.diagnostics.withLock { Set($0) } == [.locked, .dropped(count: 30, cause: .locked)])
        #expect(store.drain().count == 200)
    }

    @Test func aDiskThatIsFullAtTheFirstLaunchIsNoLockedDeviceAndStepsAreCountedAndTold() {
        files.setRoom(0)
        let store = recorder.store()
        #expect(store.installationID == nil && store.obstacle == .disk && store.isCollecting)
        #expect(recorder.step(store) == nil)
        let waiting = recorder.opened()
        #expect(!store.record(waiting, uptime: 0))
        store.tidy()
        #expect(recorder.diagnostics.withLock { $0 } == [.dropped(count: 1, cause: .diskFull)])
        files.setRoom(.max)
        let step = recorder.step(store)
        #expect(store.installationID == Recorder.installation(1) && store.obstacle == nil)
        #expect(store.drain().map(\.id) == [step?.id, waiting.id])
    }

    @Test func aDeviceThatIsUnlockedWithAFullDiskIsNotLocked() {
        files.setLocked(true)
        let store = recorder.store()
        #expect(store.obstacle == .locked)
        files.setRoom(0)
        files.setLocked(false)
        #expect(store.obstacle == .disk)
    }

    @Test func onAFullDiskEventsWaitInMemoryAndTheNextLinesAreIntact() {
        let store = recorder.store()
        let events = (0..<4).map { _ in recorder.opened() }
        #expect(store.record(events[0], uptime: 0))
        // Half of the next line fits.
        files.setRoom(200)
        #expect(!store.record(events[1], uptime: 0))
        #expect(!store.record(events[2], uptime: 0))
        files.setRoom(.max)
        #expect(store.record(events[3], uptime: 0))
        #expect(store.drain().map(\.id) == events.map(\.id))
    }

    @Test func onAFullDiskTheJourneyIsNotSavedAheadOfItsEvents() {
        var store = recorder.store()
        _ = recorder.step(store)
        store.tidy()
        files.setRoom(100)
        #expect(recorder.step(store) != nil)
        store.tidy()
        files.setRoom(.max)
        _ = store.saveState()
        files.restart()
        store = recorder.store()
        store.transition(uptime: 0) { journey in
            #expect(journey.transitions == 1)
            return []
        }
        #expect(store.drain().count == 1)
    }

    @Test func moreThan200EventsOfAFullDiskAreCountedAndTold() {
        let store = recorder.store()
        store.record(recorder.opened(), uptime: 0)
        files.setRoom(0)
        for _ in 0..<230 { store.record(recorder.opened(), uptime: 0) }
        #expect(recorder.step(store) == nil)
        files.setRoom(.max)
        store.tidy()
        #expect(recorder.diagnostics.withLock { $0 } == [.dropped(count: 31, cause: .diskFull)])
        #expect(store.drain().count == 201)
    }

    @Test func aFullDiskIsEmptiedByDelivery() {
        let store = recorder.store()
        for _ in 0..<10 { store.record(recorder.opened(), uptime: 0) }
        files.setRoom(0)
        store.record(recorder.opened(), uptime: 0)
        var delivered = store.take()!
        #expect(delivered.events.count == 10)
        #expect(store.finish(delivered))
        delivered = store.take()!
        #expect(delivered.events.count == 1)
    }
}
