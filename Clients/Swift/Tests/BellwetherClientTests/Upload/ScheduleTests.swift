@testable import BellwetherClient
import Foundation
import Testing

/// When events are sent.
@Suite struct ScheduleTests {
    private let device = Device()
    private var collector: ModelCollector { device.collector }

    @Test func nothingIsDueWhileNothingIsRecorded() async {
        await device.uploader.wake()
        #expect(await device.uploader.due == nil)
        await device.uploader.ring()
        await device.uploader.activate()
        #expect(collector.requests.isEmpty)
    }

    @Test func aPermissionEventIsDueAfterTwoSeconds() async {
        device.record()
        device.time.advance(milliseconds: 5_000)
        device.step()
        device.time.advance(milliseconds: 500)
        device.step()
        #expect(await device.waitUntilDue() == 1_500)
        #expect(collector.stored.count == 3)
    }

    @Test func theFirstEventIsDueAfterThirtySecondsAndTwentyAreDueAtOnce() async {
        device.record()
        device.time.advance(milliseconds: 10_000)
        device.record()
        #expect(await device.waitUntilDue() == 20_000)
        #expect(collector.stored.count == 2)
        for _ in 0..<19 { device.record() }
        #expect(await device.uploader.due == device.time.uptime + 30_000)
        device.record()
        #expect(await device.waitUntilDue() == 0)
        #expect(collector.stored.count == 22)
    }

    @Test func aLaunchAndAForegroundSendWhatIsThere() async {
        device.record()
        device.relaunch()
        #expect(await device.uploader.due == nil)
        await device.uploader.activate()
        #expect(collector.stored.count == 1)
        device.record()
        await device.uploader.activate()
        #expect(collector.stored.count == 2)
    }

    @Test func goingToTheBackgroundSendsWhatIsThereAndMakesItSurviveAPowerCut() async {
        device.record()
        collector.always(.answer(nil))
        await device.uploader.finish(within: 10_000)
        #expect(collector.requests.count == 1)
        device.recorder.files.cutPower { false }
        device.relaunch()
        #expect(device.store.drain().count == 1)
    }

    @Test func duringAWaitTheBackgroundSendsNothing() async {
        device.record()
        collector.always(.answer(UploadAnswer(status: 503, retryAfter: "60")))
        _ = await device.uploader.flush()
        await device.uploader.finish(within: 10_000)
        #expect(collector.requests.count == 1)
    }

    @Test func whatIsRecordedDuringAWaitWaits() async {
        device.record()
        collector.always(.answer(UploadAnswer(status: 503, retryAfter: "60")))
        _ = await device.uploader.flush()
        for _ in 0..<30 { device.record() }
        device.step()
        collector.always(.store)
        #expect(await device.waitUntilDue() == 60_000)
        #expect(collector.stored.count == 32)
    }

    @Test func aWaitThatWasCutShortIsOverForAnAlarm() async {
        device.record()
        collector.always(.answer(nil))
        _ = await device.uploader.flush()
        await device.uploader.endWait()
        await device.uploader.wake()
        #expect(await device.uploader.due == 0)
        #expect(await device.waitUntilDue() == 0)
        #expect(collector.requests.count == 2)
    }

    @Test func anEventThatIsRecordedDuringADeliveryIsDeliveredToo() async {
        device.record()
        let (device, count) = (device, Lock(0))
        collector.before {
            if count.withLock({
                $0 += 1; return $0
            }) < 3 {
                device.record()
            }
        }
        #expect(await device.uploader.flush() == .empty)
        #expect(collector.stored.count == 3 && collector.requests.count == 3)
    }

    @Test func theAlarmRingsByItself() async throws {
        let (ringing, ring) = AsyncStream.makeStream(of: Int64.self)
        let time = Lock<DeviceTime?>(nil)
        let device = Device { wait in
            time.withLock { $0 }?.advance(milliseconds: wait)
            ring.yield(wait)
        }
        time.withLock { $0 = device.time }
        let (uploader, collector) = (device.uploader, device.collector)
        let (delivered, deliver) = AsyncStream.makeStream(of: Void.self)
        collector.before { deliver.yield() }
        device.store.onWork { Task { await uploader.wake() } }
        device.record()
        var waits = ringing.makeAsyncIterator()
        #expect(await waits.next() == 30_000)
        var deliveries = delivered.makeAsyncIterator()
        _ = await deliveries.next()
        #expect(await uploader.flush() == .empty)
        #expect(collector.stored.count == 1)
    }
}

extension Uploader {
    /// What a foreground does before its first suspension.
    fileprivate func endWait() { backoff.cutShort(at: now) }
}
