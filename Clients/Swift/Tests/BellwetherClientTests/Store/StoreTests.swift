@testable import BellwetherClient
import Foundation
import Testing

@Suite struct StoreTests {
    private let recorder = Recorder()
    private var files: ModelFileSystem { recorder.files }

    @Test func whatWasRecordedIsDeliveredOnceInItsOrderPermissionEventsFirst() {
        let store = recorder.store()
        let first = recorder.opened()
        #expect(store.record(first, uptime: 1))
        let step = recorder.step(store)
        let second = recorder.opened()
        #expect(store.record(second, uptime: 2))
        let delivered = store.drain()
        #expect(delivered.map(\.id) == [step?.id, first.id, second.id])
        #expect(
            delivered.allSatisfy {
                $0.text.hasPrefix("{\"installation_id\":\"\(Recorder.installation(1).uuidString.lowercased())\",")
            })
        #expect(store.drain().isEmpty)
        #expect(recorder.diagnostics.withLock { $0 }.isEmpty)
    }

    @Test func anEventThatWasRecordedSurvivesAKill() {
        let events = (0..<10).map { _ in recorder.opened() }
        for event in events {
            #expect(recorder.store().record(event, uptime: 0))
            files.restart()
        }
        let store = recorder.store()
        #expect(store.installationID == Recorder.installation(1))
        #expect(store.drain().map(\.id) == events.map(\.id))
    }

    @Test func aLaunchDoesNotAppendToAnOlderFile() {
        recorder.store().record(recorder.opened(), uptime: 0)
        let before = files.snapshot.filter { $0.key.hasSuffix(".log") }
        files.restart()
        recorder.store().record(recorder.opened(), uptime: 0)
        let after = files.snapshot.filter { $0.key.hasSuffix(".log") }
        #expect(before.count == 1 && after.count == 2)
        for (path, bytes) in before { #expect(after[path] == bytes) }
    }

    @Test func whatIsNotFinishedIsTakenAgain() throws {
        let store = recorder.store()
        store.record(recorder.opened(), uptime: 0)
        #expect(try #require(store.take()).events.count == 1)
        store.record(recorder.opened(), uptime: 0)
        #expect(store.count() == 2)
        #expect(store.drain().count == 2)
        #expect(store.count() == 0)
    }

    @Test func theJourneyGoesOnAfterItsEventsAreDelivered() {
        var store = recorder.store()
        for status in [AuthorizationStatus.notDetermined, .denied, .authorized] {
            _ = recorder.step(store, status: status)
        }
        #expect(store.drain().count == 3)
        files.restart()
        store = recorder.store()
        store.transition(uptime: 0) { journey in
            #expect(journey.transitions == 3 && journey.sequence == 3)
            #expect(journey.reported?.status == .authorized)
            return []
        }
        #expect(store.drain().isEmpty)
    }

    @Test func aStepWithoutEventsIsDurable() {
        recorder.store().transition(uptime: 0) { journey in
            journey.hasSettingsTrip = true
            journey.transitions += 1
            return []
        }
        files.restart()
        recorder.store().transition(uptime: 0) { journey in
            #expect(journey.hasSettingsTrip)
            return []
        }
    }

    @Test func aStepThatChangesNothingWritesNothing() {
        let store = recorder.store()
        _ = recorder.step(store)
        let before = files.snapshot
        store.transition(uptime: 0) { _ in [] }
        #expect(files.snapshot == before)
    }

    @Test func tidyingTwiceTouchesNoFileTheSecondTime() {
        let store = recorder.store()
        _ = recorder.step(store)
        store.record(recorder.opened(), uptime: 0)
        store.tidy(everything: true)
        let operations = files.operations
        store.tidy(everything: true)
        #expect(files.operations == operations)
    }

    @Test func aSegmentEndsWhenItIsFull() {
        let store = recorder.store()
        for _ in 0..<400 {
            store.record(recorder.opened(), uptime: 0)
            store.tidy()
        }
        let sizes = files.snapshot.filter { $0.key.hasSuffix(".log") }.map(\.value.count).sorted()
        #expect(sizes.count == 3 && sizes.dropFirst().allSatisfy { $0 >= 64 << 10 })
        #expect(sizes.last! < (64 << 10) + 1_000)
        #expect(store.drain().count == 400)
    }

    @Test func aSegmentEndsWithoutTheWorkerAtTwiceItsSize() {
        let store = recorder.store()
        for _ in 0..<1_000 { store.record(recorder.opened(), uptime: 0) }
        let sizes = files.snapshot.filter { $0.key.hasSuffix(".log") }.map(\.value.count)
        #expect(sizes.count == 4 && sizes.max()! < (128 << 10) + 1_000)
        #expect(store.drain().count == 1_000)
    }

    @Test func smallSegmentsAreTakenTogether() throws {
        for _ in 0..<20 {
            recorder.store().record(recorder.opened(), uptime: 0)
            files.restart()
        }
        let store = recorder.store()
        #expect(try #require(store.take()).events.count == 20)
    }

    @Test func engagementBeyondItsBoundLosesItsOldestSegmentCountedAndTold() {
        let store = recorder.store(maximumBytes: 64 << 10)
        let events = (0..<400).map { _ in recorder.opened() }
        let step = recorder.step(store)
        for event in events {
            store.record(event, uptime: 0)
            store.tidy()
        }
        let dropped = recorder.diagnostics.withLock { $0 }.reduce(0) { sum, told in
            if case .dropped(let count, .queueFull) = told { sum + count } else { sum }
        }
        let delivered = store.drain().map(\.id)
        #expect(dropped > 0 && delivered == [step!.id] + events.dropFirst(dropped).map(\.id))
        let size = files.snapshot.filter { $0.key.contains("/e1-") }.reduce(0) { $0 + $1.value.count }
        #expect(size <= 64 << 10)
        files.restart()
        let state = StoredState(files.bytes(of: Recorder.directory + "/state")!)
        #expect(state?.dropped == ["queueFull": dropped])
    }

    @Test(arguments: [EMFILE, EIO])
    func eventsThatCanNotBeReadAreKeptBeyondTheirBoundToo(error: Int32) {
        let store = recorder.store(maximumBytes: 4 << 10)
        let events = (0..<40).map { _ in recorder.opened() }
        store.record(events[0], uptime: 0)
        files.setReadError(error)
        for event in events.dropFirst() {
            store.record(event, uptime: 0)
            store.tidy()
        }
        #expect(store.take() == nil && store.obstacle == .disk)
        #expect(recorder.diagnostics.withLock { $0 }.isEmpty)
        files.setReadError(nil)
        #expect(store.drain().map(\.id) == events.map(\.id))
        #expect(store.obstacle == nil)
    }

    @Test func aSegmentThatDoesNotExistIsForgotten() throws {
        let store = recorder.store()
        store.record(recorder.opened(), uptime: 0)
        #expect(store.take() != nil)
        let segment = try #require(files.snapshot.first { $0.key.hasSuffix(".log") && !$0.value.isEmpty })
        try files.delete(segment.key)
        #expect(store.take() == nil && store.obstacle == nil && store.count() == 0)
    }

    @Test func permissionEventsHaveRoomFor350() {
        let store = recorder.store(maximumBytes: 4 << 10)
        for number in 0..<350 {
            _ = recorder.step(store, uptime: Int64(number))
            store.record(recorder.opened(), uptime: 0)
            store.tidy()
        }
        #expect(store.drain().filter { $0.text.contains("status_observed") }.count == 350)
    }

    @Test func aDamagedLineIsToldAndItsNeighboursAreDelivered() throws {
        var store = recorder.store()
        let events = (0..<3).map { _ in recorder.opened() }
        for event in events { store.record(event, uptime: 0) }
        let path = try #require(files.snapshot.keys.first { $0.contains("/e1-") })
        var bytes = try #require(files.bytes(of: path))
        bytes[bytes.count / 2] ^= 1
        files.put(bytes, at: path)
        files.restart()
        store = recorder.store()
        #expect(store.drain().map(\.id) == [events[0].id, events[2].id])
        #expect(recorder.diagnostics.withLock { $0 } == [.corrupt(lines: 1)])
    }

    @Test func aSegmentOfNothingButDamageIsRemoved() {
        files.put([UInt8](repeating: 0, count: 8_192), at: Recorder.directory + "/e1-0000000007.log")
        files.put([], at: Recorder.directory + "/p1-0000000008.log")
        let store = recorder.store()
        #expect(store.drain().isEmpty)
        #expect(files.snapshot.keys.filter { $0.hasSuffix(".log") }.isEmpty)
    }

    @Test func anEventThatCanNotBeSentIsKeptAsideWithinABound() throws {
        let store = recorder.store()
        for number in 0..<300 {
            store.record(recorder.opened(at: Timestamp(microseconds: Int64(number) * 1_000)), uptime: 0)
        }
        let events = store.drain()
        for event in events { store.setAside(event) }
        let aside = files.snapshot.filter { $0.key.contains("/aside/") }
        #expect(aside.values.reduce(0) { $0 + $1.count } <= 64 << 10)
        #expect(aside.count > 100)
        #expect(aside.keys.map { String($0.suffix(36)) }.sorted() == events.suffix(aside.count).map(\.id))
        #expect(aside.first { $0.key.hasSuffix(events[299].id) }?.value == Array(events[299].bytes))
    }

    @Test func aSecondProcessRecordsNothingAndSaysSo() {
        let first = recorder.store()
        first.record(recorder.opened(), uptime: 0)
        let second = recorder.store()
        #expect(!second.record(recorder.opened(), uptime: 0))
        second.tidy()
        #expect(second.installationID == nil && second.take() == nil)
        #expect(recorder.diagnostics.withLock { $0 } == [.directoryInUse])
        #expect(first.drain().count == 1)
    }

    @Test func theWorkerIsCalledForTheFirstAndTheTwentiethEventAndForEachStep() {
        let store = recorder.store()
        store.tidy()
        let calls = Lock(0)
        store.onWork { calls.withLock { $0 += 1 } }
        for number in 1...30 {
            store.record(recorder.opened(), uptime: Int64(number))
            #expect(calls.withLock { $0 } == (number < 20 ? 1 : 2))
        }
        #expect(store.backlog.events == 30 && store.backlog.due == 20)
        _ = recorder.step(store, uptime: 40)
        _ = recorder.step(store, uptime: 50)
        #expect(calls.withLock { $0 } == 4)
        _ = store.drain()
        #expect(store.backlog == Backlog())
    }
}
