@testable import BellwetherClient
import Foundation
import Testing

@Suite struct InboxTests {
    private let recorder = Recorder()
    private var files: ModelFileSystem { recorder.files }
    private var inbox: Inbox { Inbox(directory: Recorder.sharedDirectory, files: files) }

    private func put(_ event: [UInt8], at microseconds: Int64 = 1_000, name: String = "a") -> Bool {
        let time = ClockReading(wall: Timestamp(microseconds: microseconds), uptime: microseconds / 1_000)
        return inbox.put(event, at: time, name: name, launch: 0xE)
    }

    @Test func anEventOfTheExtensionIsDeliveredByTheAppWithTheExtensionsTimes() {
        let store = recorder.store(isShared: true)
        store.tidy()
        let event = recorder.opened()
        #expect(put(event, at: 5_000))
        let delivered = store.drain()
        #expect(delivered.map(\.id) == [event.id])
        #expect(delivered.first?.line.launch == 0xE && delivered.first?.line.uptime == 5)
        #expect(files.snapshot.keys.filter { $0.contains("/inbox/") }.isEmpty)
        #expect(store.drain().isEmpty)
    }

    @Test func withoutAnAppThatCollectsNothingIsStored() {
        #expect(!put(recorder.opened()))
        #expect(files.snapshot.isEmpty)
        let store = recorder.store(collectsFromStart: false, isShared: true)
        store.tidy()
        #expect(!put(recorder.opened()))
        #expect(files.snapshot.isEmpty)
        store.setCollecting(true)
        #expect(put(recorder.opened()))
        files.setLocked(true)
        #expect(!put(recorder.opened(), name: "b"))
        files.setLocked(false)
        #expect(store.drain().count == 1)
    }

    @Test func theOldestOf500MakeRoom() {
        let store = recorder.store(isShared: true)
        store.tidy()
        let events = (0..<510).map { _ in recorder.opened() }
        for (number, event) in events.enumerated() {
            #expect(put(event, at: Int64(number) * 1_000_000, name: "\(number)"))
        }
        #expect(files.snapshot.keys.filter { $0.contains("/inbox/") }.count == 500)
        #expect(store.drain().map(\.id) == events.dropFirst(10).map(\.id))
    }

    @Test func anEventOfAnotherInstallationIsNotDelivered() {
        let store = recorder.store(isShared: true)
        store.tidy()
        #expect(put(recorder.opened()))
        let path = files.snapshot.keys.first { $0.contains("/inbox/") }!
        let bytes = files.bytes(of: path)!
        store.setCollecting(false)
        files.restart()
        let next = recorder.store(isShared: true)
        next.setCollecting(true)
        files.put(bytes, at: path)
        #expect(next.drain().isEmpty)
        #expect(files.bytes(of: path) == nil)
    }

    @Test func aFileThatTheExtensionDidNotFinishIsNoEventAndMakesRoomLikeOne() {
        let store = recorder.store(isShared: true)
        store.tidy()
        let path = Recorder.sharedDirectory + "/inbox/00000000000000001-a.tmp"
        files.put(Array("half".utf8), at: path)
        #expect(store.drain().isEmpty)
        for number in 0..<500 { #expect(put(recorder.opened(), at: 5_000, name: "\(number)")) }
        #expect(files.bytes(of: path) == nil)
        #expect(store.drain().count == 500)
    }

    @Test func onAFullDiskTheExtensionsEventsStayWhereTheyAre() {
        let store = recorder.store(isShared: true)
        store.tidy()
        #expect(put(recorder.opened()))
        files.setRoom(100)
        #expect(store.take() == nil)
        files.setRoom(.max)
        #expect(store.drain().count == 1)
    }

    /// Kills the app at every operation while it takes the extension's events and delivers them.
    @Test func aKillWhileTakingEventsLosesNone() {
        var number = 0
        while true {
            let recorder = Recorder()
            let store = recorder.store(isShared: true)
            store.tidy()
            var events: [[UInt8]] = []
            for place in 0..<3 {
                events.append(recorder.opened())
                let time = ClockReading(wall: Timestamp(microseconds: Int64(place)), uptime: 0)
                #expect(
                    Inbox(directory: Recorder.sharedDirectory, files: recorder.files).put(
                        events[place], at: time, name: "x", launch: 0xE))
            }
            recorder.files.die(after: number)
            var delivered = Set<String>()
            if let batch = store.take() {
                delivered.formUnion(batch.events.map(\.id))
                _ = store.finish(batch)
            }
            let isDone = !recorder.files.isDead
            recorder.files.restart()
            delivered.formUnion(recorder.store(isShared: true).drain().map(\.id))
            #expect(delivered == Set(events.map(\.id)), "killed at operation \(number)")
            if isDone { break }
            number += 1
        }
        #expect(number > 10)
    }
}
