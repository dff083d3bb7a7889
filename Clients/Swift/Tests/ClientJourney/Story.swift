import BellwetherClient
import UserNotifications

/// What happens on an invented phone: in a first launch without a network, which is killed, and in a second one with a network.
struct Story {
    var os: String
    var first: @MainActor (App) async throws -> Void
    /// The status when the second launch begins, and what happens then.
    var status: UNAuthorizationStatus
    var second: @MainActor (App) async throws -> Void = { await $0.open() }

    private static let day: Int64 = 86_400

    static let all: [String: Story] = [
        "allows": Story(
            os: "17.4.1",
            first: { app in
                await app.open()
                try await app.ask(.authorized, after: 8)
                app.leave()
                // The library has told the extension the installation's id once it has tried to send.
                guard case .left(_, .noAnswer) = await app.bellwether.flush() else { fail("there is a network") }
                app.phone.pass(3_600)
                let notification = app.push("n-1")
                app.receiveInExtension(notification)
                app.phone.pass(60)
                app.tap(notification)
                await app.open()
            }, status: .authorized),
        "is won back": Story(
            os: "17.4.1",
            first: { app in
                await app.open()
                try await app.ask(.denied, after: 4)
                app.phone.pass(day)
                app.bellwether.settingsPromptShown(placement: "inbox")
                guard await app.bellwether.openSettings() else { fail("Settings can't be opened") }
                app.leave()
                app.phone.pass(20)
                app.phone.status = .authorized
                await app.open()
            }, status: .authorized),
        "is asked by another SDK": Story(
            os: "18.6",
            first: { app in
                await app.open()
                try await app.ask(.authorized, after: 2) { bellwether in
                    try await bellwether.authorizationRequest(provisional: false) {
                        try await withCheckedThrowingContinuation { continuation in
                            UNUserNotificationCenter.current().requestAuthorization(options: .alert) {
                                isGranted, error in
                                continuation.resume(with: error.map(Result.failure) ?? .success(isGranted))
                            }
                        }
                    }
                }
            }, status: .authorized),
        "ignores the dialog": Story(
            os: "18.6",
            first: { app in
                await app.open()
                _ = try await app.showDialog { try await $0.requestAuthorization([.alert], placement: "inbox") }
            }, status: .notDetermined),
        "meets a primer": Story(
            os: "17.4.1",
            first: { app in
                app.bellwether.assigned(experiment: "primer", variant: "primer")
                await app.open()
                app.bellwether.primerShown(placement: "onboarding")
                app.phone.pass(5)
                app.bellwether.primerAnswered(.declined)
            }, status: .notDetermined,
            second: { app in
                app.bellwether.assigned(experiment: "primer", variant: "primer")
                await app.open()
            }),
        "keeps a trial": Story(
            os: "18.6",
            first: { app in
                await app.open()
                guard try await app.bellwether.requestAuthorization([.alert, .provisional]) else { fail("no trial") }
                app.leave()
                app.phone.pass(day)
                app.phone.status = .authorized
                await app.open()
            }, status: .authorized),
        "withdraws consent": Story(
            os: "18.6",
            first: { app in
                await app.open()
                try await app.ask(.authorized, after: 3)
            }, status: .authorized,
            second: { app in
                await app.bellwether.setCollecting(false)
                await app.open()
            }),
    ]
}
