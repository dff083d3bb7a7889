@testable import BellwetherClient
import Foundation
import Testing

@Suite struct DiskTests {
    private let recorder = Recorder()

    /// Runs `body` with a new folder, and removes it.
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "/bellwether-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func store(_ folder: String, maximumBytes: Int = 1 << 30) -> Store {
        let diagnostics = recorder.diagnostics
        return Store(
            folder + "/a/b", .test(maximumBytes: maximumBytes) { told in diagnostics.withLock { $0.append(told) } })
    }

    @Test func eventsSurviveOnTheDisk() throws {
        try withFolder { folder in
            let events = (0..<300).map { _ in recorder.opened() }
            var installation: UUID?
            do {
                let store = store(folder)
                for event in events { #expect(store.record(event, uptime: 0)) }
                store.tidy(everything: true)
                installation = store.installationID
            }
            let next = store(folder)
            #expect(installation != nil && next.installationID == installation)
            #expect(next.drain().map(\.id) == events.map(\.id))
            let left = try FileManager.default.contentsOfDirectory(atPath: folder + "/a/b")
            #expect(left == ["state"])
        }
    }

    @Test func aFolderBelongsToOneStoreAtATime() throws {
        try withFolder { folder in
            do {
                let first = store(folder)
                #expect(first.record(recorder.opened(), uptime: 0))
                let second = store(folder)
                #expect(!second.record(recorder.opened(), uptime: 0))
                second.tidy()
                #expect(recorder.diagnostics.withLock { $0 } == [.directoryInUse])
                #expect(first.installationID != nil)
            }
            #expect(store(folder).record(recorder.opened(), uptime: 0))
        }
    }

    @Test func operationsOnWhatDoesNotExistSaySo() throws {
        try withFolder { folder in
            let files = DiskFileSystem()
            #expect(throws: FileError(code: ENOENT)) { try files.contents(of: folder + "/none") }
            #expect(throws: FileError(code: ENOENT)) { try files.names(in: folder + "/none") }
            #expect(throws: FileError(code: ENOENT)) { try files.claim(folder + "/none") }
            #expect(throws: FileError(code: ENOENT)) { try files.delete(folder + "/none") }
            let file = try files.create(folder + "/file")
            #expect(throws: FileError(code: EEXIST)) { try files.create(folder + "/file") }
            try [UInt8]([1, 2, 3]).withUnsafeBufferPointer { try file.append($0) }
            #expect(try files.contents(of: folder + "/file") == [1, 2, 3])
            try files.replace(folder + "/file", with: [4], durably: true)
            #expect(try files.contents(of: folder + "/file") == [4])
            #expect(try files.names(in: folder) == ["file"])
        }
    }

    @Test func sixteenThreadsLoseNothingWhileSegmentsEndAndAreDelivered() throws {
        try withFolder { folder in
            // Segments of 16 KiB, so that they end often.
            let store = store(folder, maximumBytes: 1 << 30)
            let small = Store(folder + "/small", .test(maximumBytes: 64 << 10) { _ in })
            let total = 16 * 400
            let events = (0..<total).map { _ in recorder.opened() }
            let (delivered, running) = (Lock<[String]>([]), Lock(16))
            let worker = Thread {
                while running.withLock({ $0 }) > 0 {
                    store.tidy()
                    small.tidy()
                    for event in store.drain() { delivered.withLock { $0.append(event.id) } }
                    _ = small.drain()
                }
            }
            worker.start()
            DispatchQueue.concurrentPerform(iterations: 16) { thread in
                for number in 0..<400 {
                    let event = events[thread * 400 + number]
                    #expect(store.record(event, uptime: Int64(number)))
                    small.record(event, uptime: Int64(number))
                    if number % 50 == 0 {
                        store.transition(uptime: 0) {
                            $0.transitions += 1; return []
                        }
                    }
                }
                running.withLock { $0 -= 1 }
            }
            for _ in 0..<1_000 where !worker.isFinished { Thread.sleep(forTimeInterval: 0.01) }
            #expect(worker.isFinished)
            let all = delivered.withLock { $0 } + store.drain().map(\.id)
            #expect(all.count == total && Set(all) == Set(events.map(\.id)))
            store.transition(uptime: 0) { journey in
                #expect(journey.transitions == 16 * 8)
                return []
            }
        }
    }
}
