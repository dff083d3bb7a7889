@testable import BellwetherClient
import Foundation
import Testing

/// Clocks that are wrong, and clocks that are set while an event waits.
@Suite struct ClockTests {
    private let device = Device()
    private var collector: ModelCollector { device.collector }

    /// Records an event, lets `change` happen, delivers, and returns the error of the effective time in milliseconds.
    private func error(_ change: () -> Void) async throws -> Int64 {
        let truth = device.time.now
        let id = device.record()
        device.time.advance(milliseconds: 7_200_000)
        change()
        #expect(await device.uploader.flush() == .empty)
        return (try #require(collector.stored[id]).effectiveAt - truth) / 1_000
    }

    @Test func aRightClockIsNotCorrected() async throws {
        #expect(try await error {} == 0)
    }

    @Test func aWrongClockIsCorrected() async throws {
        device.time.setClock(ahead: 86_400_000)
        #expect(try await error {} == 0)
    }

    @Test(arguments: [-90_000_000, -3_600_000, 61_000, 3_600_000, 90_000_000] as [Int64])
    func aClockThatWasSetRightWhileAnEventWaitedIsCorrected(ahead: Int64) async throws {
        device.time.setClock(ahead: ahead)
        #expect(try await error { device.time.setClock(ahead: 0) } == 0)
    }

    @Test(arguments: [-90_000_000, 3_600_000, 90_000_000] as [Int64])
    func aClockThatWasSetWrongWhileAnEventWaitedHarmsNothing(ahead: Int64) async throws {
        #expect(try await error { device.time.setClock(ahead: ahead) } == 0)
    }

    @Test func anotherLaunchKnowsOnlyTheWallClock() async throws {
        let truth = device.time.now
        device.time.setClock(ahead: 3_600_000)
        let id = device.record()
        device.time.setClock(ahead: 0)
        device.relaunch()
        #expect(await device.uploader.flush() == .empty)
        #expect(collector.stored[id]?.effectiveAt == truth + 3_600_000_000)
        #expect(collector.stored[id]?.sentAt.microseconds == device.time.now)
    }

    @Test func aPromptThatIsRecordedLaterThanItWasShownKeepsItsTime() async throws {
        let asked = device.time.read()
        device.time.advance(milliseconds: 600_000)
        let answered = device.time.read()
        var ids: [String] = []
        device.store.transition(uptime: answered.uptime) { journey in
            journey.transitions += 1
            let events = [
                device.recorder.encode(Event(.promptShown, at: asked.wall, sequence: 0)),
                device.recorder.encode(Event(.promptGranted, at: answered.wall, sequence: 1)),
            ]
            ids = events.map(\.id)
            return events
        }
        device.time.advance(milliseconds: 600_000)
        #expect(await device.uploader.flush() == .empty)
        #expect(collector.stored[ids[0]]?.effectiveAt == asked.wall.microseconds)
        #expect(collector.stored[ids[1]]?.effectiveAt == answered.wall.microseconds)
    }

    @Test func aSmallDifferenceIsNotASetClock() async throws {
        let id = device.record()
        device.time.advance(milliseconds: 10_000)
        device.time.setClock(ahead: 2_000)
        #expect(await device.uploader.flush() == .empty)
        #expect(collector.stored[id]?.sentAt.microseconds == device.time.now + 2_000_000)
    }

    @Test func aSlowServerWithinTheLimitOfARequestShiftsNothing() async throws {
        let time = device.time
        collector.before { time.advance(milliseconds: 45_000) }
        let truth = time.now
        let id = device.record()
        #expect(await device.uploader.flush() == .empty)
        #expect(collector.stored[id]?.effectiveAt == truth)
    }
}
