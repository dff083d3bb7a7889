#if canImport(UIKit) && !canImport(Darwin)
@testable import BellwetherClient
import Foundation
import Testing
import UserNotifications

extension StubTests {
    @Suite(.serialized) @MainActor struct LifecycleTests {
        /// A network whose requests end when they are cancelled, and not before.
        private struct DeadNetwork: Transport {
            let requests = Lock(0)

            func send(_ request: UploadRequest) async -> UploadAnswer? {
                requests.withLock { $0 += 1 }
                while !Task.isCancelled { await Task.yield() }
                return nil
            }
        }

        init() async throws { try await LastApp.end() }

        private func app(_ transport: any Transport = NoNetwork()) -> TestApp {
            UNUserNotificationCenter.phone = PhoneCenter()
            PhoneScreen.set(.inactive)
            let app = TestApp { _, environment in
                environment.permissions = SystemPermissionCenter()
                environment.transport = { _ in transport }
            }
            LastApp.set(app)
            return app
        }

        @Test func startingTwiceFollowsTheAppOnce() async throws {
            let app = app()
            app.bellwether.start()
            app.bellwether.start()
            PhoneScreen.becomeActive()
            try await app.waitForReadings(2)
            #expect(try app.recorded() == ["status_observed status=not_determined", "app_opened"])
        }

        @Test func anAppThatIsActiveAlreadyIsOpenedByTheStart() async throws {
            let app = app()
            PhoneScreen.set(.active)
            app.bellwether.start()
            try await app.waitForReadings(1)
            #expect(try app.recorded() == ["status_observed status=not_determined", "app_opened"])
        }

        @Test func aLaunchInTheBackgroundDoesNotOpenTheApp() async throws {
            let app = app()
            PhoneScreen.set(.background)
            app.bellwether.start()
            try await app.waitForReadings(1)
            #expect(try app.recorded() == ["status_observed status=not_determined"])
        }

        @Test func aStartBeforeThereIsAnApplicationDoesNotOpenTheAppAndItsActivationDoes() async throws {
            let app = app()
            PhoneScreen.setShared(false)
            app.bellwether.start()
            PhoneScreen.setShared(true)
            try await app.waitForReadings(1)
            #expect(try app.recorded() == ["status_observed status=not_determined"])
            PhoneScreen.becomeActive()
            #expect(try app.recorded() == ["status_observed status=not_determined", "app_opened"])
        }

        @Test func aMissingDelegateIsToldOnce() async throws {
            let app = app()
            app.bellwether.start()
            for _ in 0..<3 {
                PhoneScreen.becomeActive()
                PhoneScreen.resignActive()
                PhoneScreen.enterBackground()
            }
            try await app.waitForReadings(4)
            #expect(app.diagnostics.withLock { $0.count { $0 == .noNotificationDelegate } } == 1)
            try await eventually("the background's end") { PhoneScreen.backgroundTasks == 0 }
        }

        @Test func timeInTheBackgroundIsAlwaysGivenBack() async throws {
            let network = DeadNetwork()
            let app = app(network)
            app.bellwether.start()
            PhoneScreen.becomeActive()
            try await eventually("a request") { network.requests.withLock { $0 } == 1 }
            PhoneScreen.resignActive()
            PhoneScreen.enterBackground()
            #expect(PhoneScreen.backgroundTasks == 1)
            try await eventually("a limit") { app.time.sleepers(of: 10_000) == 1 }
            app.time.advance(10_000)
            try await eventually("the end") { PhoneScreen.backgroundTasks == 0 }
        }

        @Test func timeInTheBackgroundThatTheSystemTakesIsGivenBackOnce() async throws {
            let network = DeadNetwork()
            let app = app(network)
            app.bellwether.start()
            PhoneScreen.becomeActive()
            try await eventually("a request") { network.requests.withLock { $0 } == 1 }
            PhoneScreen.enterBackground()
            PhoneScreen.expireBackgroundTasks()
            #expect(PhoneScreen.backgroundTasks == 0)
            try await eventually("a limit") { app.time.sleepers(of: 10_000) == 1 }
            app.time.advance(10_000)
            try await eventually("no limit") { app.time.sleepers(of: 10_000) == 0 }
            #expect(PhoneScreen.backgroundTasks == 0)
        }

        @Test func resigningActiveIsEvidenceOfTheDialog() async throws {
            let app = app()
            let center = PhoneCenter()
            UNUserNotificationCenter.phone = center
            app.bellwether.start()
            PhoneScreen.becomeActive()
            try await app.waitForReadings(2)
            let bellwether = app.bellwether
            let request = Task { try await bellwether.requestAuthorization([.alert], placement: "onboarding") }
            try await eventually("the dialog") { center.isAsking }
            #expect(try app.recorded().contains { $0.hasPrefix("prompt_shown") } == false)
            PhoneScreen.resignActive()
            #expect(try app.recorded().contains("prompt_shown placement=onboarding"))
            center.set(.denied)
            center.answer(false)
            #expect(try await !request.value)
            #expect(try app.recorded().contains("prompt_denied"))
        }
    }
}
#endif
