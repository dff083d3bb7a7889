@testable import BellwetherClient
import Foundation
import Testing

@Suite struct CollectingTests {
    private let recorder = Recorder()
    private var files: ModelFileSystem { recorder.files }

    @Test func beforeConsentNothingIsWritten() {
        let store = recorder.store(collectsFromStart: false, isShared: true)
        #expect(!store.record(recorder.opened(), uptime: 0))
        #expect(recorder.step(store) == nil)
        store.tidy(everything: true)
        #expect(store.take() == nil && store.installationID == nil && !store.isCollecting)
        store.setCollecting(false)
        #expect(files.snapshot.isEmpty)
    }

    @Test func consentBeginsAnInstallationThatLaterLaunchesKeep() {
        var store = recorder.store(collectsFromStart: false)
        #expect(store.setCollecting(true) == Recorder.installation(1))
        #expect(store.installationID == Recorder.installation(1) && store.isCollecting)
        #expect(store.record(recorder.opened(), uptime: 0))
        files.restart()
        store = recorder.store(collectsFromStart: false)
        #expect(store.installationID == Recorder.installation(1))
        #expect(store.drain().count == 1)
    }

    @Test func endingToCollectLeavesNothing() throws {
        var store = recorder.store(isShared: true)
        let inbox = Inbox(directory: Recorder.sharedDirectory, files: files)
        for _ in 0..<3 {
            store.record(recorder.opened(), uptime: 0)
            _ = recorder.step(store)
        }
        for event in try #require(store.take()).events { store.setAside(event) }
        let time = ClockReading(wall: Timestamp(microseconds: 1), uptime: 1)
        #expect(inbox.put(recorder.opened(), at: time, name: "a", launch: 9))
        let id = Recorder.installation(1).uuidString.lowercased()
        #expect(store.setCollecting(false) == Recorder.installation(1))
        #expect(!store.isCollecting && store.installationID == nil)
        #expect(!store.record(recorder.opened(), uptime: 0))
        expectNothing(of: id)
        #expect(!inbox.put(recorder.opened(), at: time, name: "b", launch: 9))
        files.restart()
        store = recorder.store(isShared: true)
        #expect(!store.record(recorder.opened(), uptime: 0) && !store.isCollecting)
        store.tidy()
        expectNothing(of: id)
        store.setCollecting(true)
        #expect(store.installationID == Recorder.installation(2))
        #expect(inbox.put(recorder.opened(), at: time, name: "c", launch: 9))
        #expect(store.drain().map { $0.text.contains(Recorder.installation(2).uuidString.lowercased()) } == [true])
    }

    @Test func withoutConsentFromTheStartThereIsNeverAnId() {
        var number = 0
        while true {
            let recorder = Recorder()
            recorder.files.die(after: number)
            recorder.store(isShared: true).setCollecting(false)
            for (path, bytes) in recorder.files.snapshot {
                #expect(!String(decoding: bytes, as: UTF8.self).contains("installation_id"), "\(path)")
            }
            if !recorder.files.isDead { break }
            number += 1
        }
        #expect(number > 3)
    }

    @Test func consentOnAFullDiskIsCarriedOutWhenThereIsRoom() {
        let store = recorder.store(collectsFromStart: false)
        files.setRoom(0)
        store.setCollecting(true)
        #expect(store.installationID == nil && store.isCollecting)
        files.setRoom(.max)
        store.tidy()
        #expect(store.installationID == Recorder.installation(1))
        #expect(store.record(recorder.opened(), uptime: 0))
    }

    @Test func collectingAgainBeginsANewJourney() {
        let store = recorder.store()
        _ = recorder.step(store)
        store.setCollecting(false)
        store.setCollecting(true)
        #expect(store.installationID == Recorder.installation(1), "The test's launch makes the same id again.")
        store.transition(uptime: 0) { journey in
            #expect(journey == JourneyState())
            return []
        }
        #expect(store.drain().isEmpty)
    }

    @Test func collectingTwiceKeepsTheInstallation() {
        let store = recorder.store()
        store.record(recorder.opened(), uptime: 0)
        store.setCollecting(true)
        #expect(store.drain().count == 1)
    }

    @Test func aChoiceOfALockedDeviceIsCarriedOutWhenItIsUnlocked() {
        recorder.store().record(recorder.opened(), uptime: 0)
        files.restart()
        files.setLocked(true)
        let store = recorder.store()
        store.record(recorder.opened(), uptime: 0)
        store.setCollecting(false)
        #expect(!store.isCollecting && !store.record(recorder.opened(), uptime: 0))
        files.setLocked(false)
        #expect(!store.record(recorder.opened(), uptime: 0))
        store.tidy()
        expectNothing(of: Recorder.installation(1).uuidString.lowercased())
    }

    /// A kill at any operation of the erasure leaves a launch that collects on, or one that leaves nothing.
    @Test func aKillWhileErasingLeavesAllOrNothing() {
        var number = 0
        while true {
            let recorder = Recorder()
            let store = recorder.store(isShared: true)
            for _ in 0..<3 {
                store.record(recorder.opened(), uptime: 0)
                _ = recorder.step(store)
                store.tidy(everything: true)
            }
            recorder.files.die(after: number)
            store.setCollecting(false)
            let isDone = !recorder.files.isDead
            recorder.files.restart()
            let next = recorder.store(isShared: true)
            if next.isCollecting {
                #expect(!isDone)
                #expect(next.drain().count == 6, "killed at operation \(number)")
            } else {
                next.tidy()
                let id = Recorder.installation(1).uuidString.lowercased()
                for (path, bytes) in recorder.files.snapshot {
                    #expect(
                        !String(decoding: bytes, as: UTF8.self).contains(id), "\(path), killed at operation \(number)")
                }
            }
            if isDone { break }
            number += 1
        }
        #expect(number > 8)
    }

    private func expectNothing(of id: String) {
        for (path, bytes) in files.snapshot {
            #expect(!String(decoding: bytes, as: UTF8.self).contains(id), "\(path)")
            #expect(!path.hasSuffix(".log") && !path.contains("/aside/"))
        }
    }
}
