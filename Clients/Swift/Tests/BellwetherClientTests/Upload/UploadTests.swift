@testable import BellwetherClient
import Foundation
import Testing

/// Each row of the table of answers.
@Suite struct UploadTests {
    private let device = Device()
    private var collector: ModelCollector { device.collector }

    private func flush() async -> FlushOutcome { await device.uploader.flush() }

    @Test func deliveredEventsLeaveTheQueue() async {
        let ids = [device.record(), device.record(), device.step()!]
        #expect(await flush() == .empty)
        #expect(Set(collector.stored.keys) == Set(ids))
        #expect(collector.requests.count == 1)
        #expect(await flush() == .empty)
        #expect(collector.requests.count == 1)
        #expect(
            device.recorder.files.snapshot.keys.filter { $0.hasSuffix(".log") }.allSatisfy {
                device.recorder.files.bytes(of: $0) == []
            })
    }

    @Test func aRequestIsWhatTheCollectorExpects() async throws {
        let id = device.record()
        _ = await flush()
        let request = try #require(collector.requests.first)
        #expect(request.url.absoluteString == "https://events.example.com/v1/events")
        #expect(request.headers == ["Authorization": "Bearer bw_1_key", "Content-Type": "application/x-ndjson"])
        let event = try #require(JSONSerialization.jsonObject(with: Data(request.lines[0].utf8)) as? [String: Any])
        #expect(event["id"] as? String == id && event["type"] as? String == "notification_opened")
        #expect(event["installation_id"] as? String == Recorder.installation(1).uuidString.lowercased())
        #expect(event["sent_at"] as? String == device.time.read().wall.text)
    }

    @Test func bodiesOverAKibibyteAreCompressed() async throws {
        for _ in 0..<50 { device.record() }
        _ = await flush()
        let request = try #require(collector.requests.first)
        #expect(request.isCompressed && request.lines.count == 50)
        #expect(request.bodySize < 50 * 60)
    }

    @Test func theTimeOfSendingIsThatOfEachAttempt() async {
        let id = device.record()
        collector.always(.answer(nil))
        for _ in 0..<3 {
            _ = await flush()
            device.time.advance(milliseconds: 3_600_000)
        }
        collector.always(.store)
        _ = await flush()
        let times = Set(collector.requests.map { $0.lines[0].components(separatedBy: "\"sent_at\":\"")[1].prefix(32) })
        #expect(times.count == 4)
        #expect(collector.stored[id]?.sentAt.microseconds == device.time.now)
    }

    @Test func rejectedEventsAreToldAndNotSentAgain() async {
        for _ in 0..<3 { device.record() }
        collector.always(.reject([1: "invalid_field"]))
        #expect(await flush() == .empty)
        #expect(device.diagnostics == [.rejected(reason: "invalid_field", detail: "why", type: "notification_opened")])
        #expect(collector.stored.count == 2)
    }

    @Test(arguments: [-1, 1, Int.max, Int.min])
    func aRejectOfAnEventThatWasNotSentIsToldWithoutItsType(index: Int) async {
        device.record()
        let body = #"{"accepted":0,"duplicates":0,"rejected_count":1,"rejected":[{"index":\#(index),"reason":"r"}]}"#
        collector.always(.answer(UploadAnswer(status: 200, body: Array(body.utf8))))
        #expect(await flush() == .empty)
        #expect(device.diagnostics == [.rejected(reason: "r", detail: "", type: nil)])
    }

    @Test func anErasedInstallationStopsAndOnlyConsentBeginsAnother() async {
        for _ in 0..<3 { device.record() }
        device.step()
        collector.always(.reject([0: "erased", 1: "erased", 2: "erased", 3: "erased"]))
        #expect(await flush() == .empty)
        #expect(!device.store.isCollecting && device.store.installationID == nil)
        #expect(device.diagnostics.contains(.dropped(count: 0, cause: .erased)))
        for (path, bytes) in device.recorder.files.snapshot {
            #expect(
                !String(decoding: bytes, as: UTF8.self).contains(Recorder.installation(1).uuidString.lowercased()),
                "\(path)")
        }
        device.relaunch()
        collector.always(.store)
        device.record()
        #expect(await flush() == .empty && collector.stored.isEmpty)
        await device.uploader.setCollecting(true)
        device.record()
        #expect(await flush() == .empty && collector.stored.count == 1)
    }

    @Test(arguments: [
        "<html>Please log in</html>", "{}", "", "[]",
        #"{"accepted":2,"duplicates":0,"rejected_count":0,"rejected":[]}"#,
        #"{"accepted":4,"duplicates":-1,"rejected_count":0}"#, #"{"accepted":0,"duplicates":0,"rejected_count":0}"#,
        #"{"accepted":3}"#, #"{"accepted":9223372036854775807,"duplicates":9223372036854775807,"rejected_count":5}"#,
    ])
    func an200WithoutTheRightAcknowledgementKeepsTheEvents(body: String) async {
        for _ in 0..<3 { device.record() }
        collector.always(.answer(UploadAnswer(status: 200, body: Array(body.utf8))))
        #expect(await flush() == .left(3, .noAcknowledgement))
        collector.always(.store)
        #expect(await flush() == .empty && collector.stored.count == 3)
    }

    @Test(arguments: [201, 202, 204, 206])
    func anotherSuccessKeepsTheEvents(status: Int) async {
        device.record()
        collector.always(.answer(UploadAnswer(status: status)))
        #expect(await flush() == .left(1, .noAcknowledgement))
    }

    @Test(arguments: [408, 429, 500, 501, 502, 503, 504, 599])
    func aTemporaryFailureKeepsTheEvents(status: Int) async {
        device.record()
        collector.always(.answer(UploadAnswer(status: status)))
        #expect(await flush() == .left(1, .unavailable(status: status)))
        #expect(device.diagnostics.isEmpty)
        collector.always(.store)
        #expect(await device.waitUntilDue() == 2_000)
        #expect(collector.stored.count == 1)
    }

    @Test func aLostAnswerCountsOnce() async {
        for _ in 0..<3 { device.record() }
        collector.always(.storeAndSayNothing)
        #expect(await flush() == .left(3, .noAnswer))
        collector.always(.store)
        #expect(await flush() == .empty)
        #expect(collector.stored.count == 3 && collector.requests.count == 2)
    }

    @Test func waitsDoubleFromTwoSecondsToFifteenMinutesAndBeginAgainAfterASuccess() async {
        device.record()
        collector.always(.answer(nil))
        _ = await flush()
        var waits: [Int64] = []
        for _ in 0..<11 { waits.append(await device.waitUntilDue()!) }
        #expect(waits == [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900].map { $0 * 1_000 })
        #expect(device.bounds.withLock { $0 }.max() == 900_000)
        collector.always(.store)
        await device.waitUntilDue()
        #expect(await device.uploader.due == nil)
        collector.always(.answer(nil))
        device.record()
        _ = await flush()
        #expect(await device.waitUntilDue() == 2_000)
    }

    @Test func aWaitIsRandomBetweenZeroAndItsBound() async {
        device.record()
        device.share.withLock { $0 = 0 }
        collector.always(.answer(nil))
        _ = await flush()
        #expect(await device.waitUntilDue() == 0)
        device.share.withLock { $0 = 0.25 }
        await device.uploader.ring()
        #expect(await device.waitUntilDue() == 2_000)
    }

    @Test(
        arguments: [
            ("120", 120_000), (" 7 ", 7_000), ("0", 2_000), ("999999999999", 3_600_000), ("-5", 2_000), ("soon", 2_000),
            ("", 2_000),
            ("1e9", 2_000), ("Sun, 01 Mar 2026 08:17:30 GMT", 1_320_000), ("Sun, 01 Mar 2020 08:17:30 GMT", 2_000),
            ("Sun, 01 Mar 2099 08:17:30 GMT", 3_600_000),
        ] as [(String, Int64)])
    func theServersWaitIsHonouredUpToAnHour(text: String, wait: Int64) async {
        device.record()
        device.time.setClock(ahead: 86_400_000)
        collector.always(
            .answer(UploadAnswer(status: 503, retryAfter: text, date: "Sun, 01 Mar 2026 07:55:30 GMT")))
        _ = await flush()
        #expect(await device.waitUntilDue() == wait)
    }

    @Test func aDateWithoutTheServersClockIsValidatedByTheDevices() async {
        device.record()
        collector.always(.answer(UploadAnswer(status: 429, retryAfter: "Sun, 01 Mar 2026 08:16:30 GMT")))
        _ = await flush()
        #expect(await device.waitUntilDue() == 60_000)
    }

    @Test func aForegroundCutsAWaitShortOnceAMinute() async {
        device.record()
        collector.always(.answer(nil))
        for _ in 0..<8 { _ = await flush() }
        let before = collector.requests.count
        await device.uploader.activate()
        #expect(collector.requests.count == before + 1)
        device.time.advance(milliseconds: 59_999)
        await device.uploader.activate()
        #expect(collector.requests.count == before + 1)
        device.time.advance(milliseconds: 1)
        await device.uploader.activate()
        #expect(collector.requests.count == before + 2)
    }

    @Test func aForegroundDoesNotCutShortAWaitThatTheServerAskedFor() async {
        device.record()
        collector.always(.answer(UploadAnswer(status: 503, retryAfter: "600")))
        _ = await flush()
        await device.uploader.activate()
        #expect(collector.requests.count == 1)
        #expect(await device.waitUntilDue() == 600_000)
        #expect(collector.requests.count == 2)
    }

    @Test(arguments: [400, 415])
    func aBodyThatCanNotBeReadIsSentOnceMoreUncompressed(status: Int) async {
        for _ in 0..<10 { device.record() }
        collector.react { $0.isCompressed ? .answer(UploadAnswer(status: status)) : .store }
        #expect(await flush() == .empty)
        #expect(collector.requests.map(\.isCompressed) == [true, false])
        #expect(collector.stored.count == 10 && device.diagnostics.isEmpty)
        for _ in 0..<10 { device.record() }
        #expect(await flush() == .empty)
        #expect(collector.requests.count == 3)
    }

    @Test func aPoisonEventIsFoundByHalvingAndItsNeighboursGoOn() async {
        let ids = (0..<50).map { _ in device.record() }
        let poison = [ids[3], ids[31], ids[49]]
        collector.react { $0.ids.contains { poison.contains($0) } ? .answer(UploadAnswer(status: 400)) : .store }
        #expect(await flush() == .empty)
        #expect(Set(collector.stored.keys) == Set(ids).subtracting(poison))
        let aside = device.recorder.files.snapshot.keys.filter { $0.contains("/aside/") }
        #expect(Set(aside.map { String($0.suffix(36)) }) == Set(poison))
        #expect(device.diagnostics.count == 3)
        #expect(
            device.diagnostics.allSatisfy {
                if case .rejected("http_400", _, "notification_opened") = $0 { true } else { false }
            })
        #expect(collector.requests.count < 40)
    }

    @Test func aServerThatReadsNothingIsMisconfiguredAndKeepsItsEvents() async {
        for _ in 0..<60 { device.record() }
        collector.always(.answer(UploadAnswer(status: 400)))
        #expect(await flush() == .left(60, .misconfigured(status: 400)))
        #expect(device.diagnostics.contains(.misconfigured(status: 400)))
        #expect(device.recorder.files.snapshot.keys.filter { $0.contains("/aside/") }.count == 3)
        collector.always(.store)
        #expect(await device.waitUntilDue() == 3_600_000)
        #expect(collector.stored.count == 57)
    }

    @Test(arguments: [1, 2, 3, 7, 20, 49])
    func whatIsTooLargeIsHalvedAndTheSizeRemembered(limit: Int) async {
        let ids = (0..<50).map { _ in device.record() }
        collector.react { $0.ids.count > limit ? .answer(UploadAnswer(status: 413)) : .store }
        #expect(await flush() == .empty)
        #expect(Set(collector.stored.keys) == Set(ids) && device.diagnostics.isEmpty)
        let refused = collector.requests.filter { $0.ids.count > limit }.count
        for _ in 0..<50 { device.record() }
        #expect(await flush() == .empty)
        #expect(collector.stored.count == 100)
        #expect(collector.requests.filter { $0.ids.count > limit }.count <= refused + 1)
    }

    @Test func aSingleEventThatIsTooLargeIsKeptAside() async {
        let ids = (0..<3).map { _ in device.record() }
        collector.react { $0.ids.contains(ids[1]) ? .answer(UploadAnswer(status: 413)) : .store }
        #expect(await flush() == .empty)
        #expect(Set(collector.stored.keys) == [ids[0], ids[2]])
        #expect(
            device.recorder.files.snapshot.keys.filter { $0.contains("/aside/") }.map { $0.suffix(36) } == [ids[1][...]]
        )
    }

    @Test(arguments: [401, 403])
    func aRefusedKeyKeepsTheEventsAndIsTriedOnceAnHourAndOnceALaunch(status: Int) async {
        device.record()
        collector.always(.answer(UploadAnswer(status: status)))
        #expect(await flush() == .left(1, .keyRefused))
        #expect(device.diagnostics == [.keyRefused])
        await device.uploader.activate()
        #expect(collector.requests.count == 1)
        #expect(await device.waitUntilDue() == 3_600_000)
        #expect(collector.requests.count == 2)
        device.relaunch()
        await device.uploader.activate()
        #expect(collector.requests.count == 3)
        await device.uploader.activate()
        #expect(collector.requests.count == 3)
    }

    @Test func anUpdateOfTheAppBringsTheNewKey() async {
        for _ in 0..<3 { device.record() }
        collector.replaceKey("bw_1_new")
        #expect(await flush() == .left(3, .keyRefused))
        device.relaunch(key: "bw_1_new")
        await device.uploader.activate()
        #expect(collector.stored.count == 3)
    }

    @Test(arguments: [301, 302, 303, 307, 308, 402, 404, 405, 410, 417, 100])
    func anAnswerThatIsNoCollectorsIsAMisconfiguration(status: Int) async {
        device.record()
        collector.always(.answer(UploadAnswer(status: status)))
        #expect(await flush() == .left(1, .misconfigured(status: status)))
        #expect(device.diagnostics == [.misconfigured(status: status)])
        collector.always(.store)
        #expect(await device.waitUntilDue() == 3_600_000)
        #expect(collector.stored.count == 1)
    }

    @Test func endingToCollectEndsAnUploadUnderWay() async throws {
        device.record()
        let uploader = device.uploader
        let (sent, began) = AsyncStream.makeStream(of: Void.self)
        // The network takes for ever, until the request is cancelled.
        collector.before {
            began.yield()
            try? await Task.sleep(nanoseconds: .max)
        }
        collector.always(.answer(nil))
        let flush = Task { await uploader.flush() }
        for await _ in sent { break }
        await uploader.setCollecting(false)
        #expect(await flush.value == .empty)
        #expect(!device.store.isCollecting)
        #expect(device.recorder.files.snapshot.keys.filter { $0.hasSuffix(".log") }.isEmpty)
    }

    @Test func theTimeInTheBackgroundIsLimited() async {
        let (sent, began) = AsyncStream.makeStream(of: Void.self)
        // The time is over as soon as the request is under way.
        let device = Device { _ in for await _ in sent { return } }
        let (uploader, collector) = (device.uploader, device.collector)
        device.record()
        collector.before {
            began.yield()
            try? await Task.sleep(nanoseconds: .max)
        }
        collector.always(.answer(nil))
        await uploader.finish(within: 10_000)
        #expect(collector.requests.count == 1)
        #expect(device.store.count() == 1)
        #expect(await uploader.due == device.time.uptime + 2_000)
        collector.before {}
        collector.always(.store)
        #expect(await uploader.flush() == .empty && collector.stored.count == 1)
    }

    @Test func twoFlushesAtTheSameTimeSendOnce() async {
        for _ in 0..<5 { device.record() }
        let uploader = device.uploader
        async let first = uploader.flush()
        async let second = uploader.flush()
        #expect(await [first, second] == [.empty, .empty])
        #expect(collector.requests.count == 1)
    }

    @Test func aFlushDuringADeliveryThatFoundNothingSendsWhatCameSince() async throws {
        let (recorder, collector) = (Recorder(), ModelCollector(DeviceTime()))
        recorder.files.put([0, 0, 0], at: Recorder.directory + "/e1-0000000007.log")
        let (holder, flush) = (Lock<(Store, Uploader)?>(nil), Lock<Task<FlushOutcome, Never>?>(nil))
        let store = recorder.store { configuration, environment in
            environment.transport = { _ in collector }
            // Told about the damage once the delivery has read the queue, which ends after this.
            configuration.diagnostics = { _ in
                guard let (store, uploader) = holder.withLock({ $0 }) else { return }
                store.record(recorder.opened(), uptime: 0)
                flush.withLock { $0 = Task { await uploader.flush() } }
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
        let uploader = Uploader(store)
        holder.withLock { $0 = (store, uploader) }
        await uploader.activate()
        let outcome = try await #require(flush.withLock { $0 }).value
        #expect(outcome == .empty && collector.stored.count == 1)
    }

    @Test func aLockedDeviceIsAnObstacle() async {
        device.record()
        device.relaunch()
        device.recorder.files.setLocked(true)
        #expect(await flush() == .left(0, .locked))
        device.record()
        #expect(await flush() == .left(1, .locked))
        device.recorder.files.setLocked(false)
        #expect(await flush() == .empty && collector.stored.count == 2)
    }

    @Test func eventsThatCanNotBeReadAreAnObstacleUntilTheyCan() async {
        let ids = [device.record(), device.step()!]
        device.recorder.files.setReadError(EMFILE)
        #expect(await flush() == .left(0, .disk))
        #expect(collector.requests.isEmpty)
        device.recorder.files.setReadError(nil)
        #expect(await flush() == .empty)
        #expect(Set(collector.stored.keys) == Set(ids))
    }

    @Test func whenTheDiskFailsDeliveredEventsAreSentAgainLaterNotAtOnce() async {
        device.step()
        let files = device.recorder.files
        collector.before { files.setRoom(0) }
        #expect(await flush() == .left(1, .disk))
        #expect(collector.requests.count == 1)
        files.setRoom(.max)
        #expect(await device.waitUntilDue() == 2_000)
        #expect(await flush() == .empty)
        #expect(collector.stored.count == 1 && collector.requests.count == 1)
    }
}
