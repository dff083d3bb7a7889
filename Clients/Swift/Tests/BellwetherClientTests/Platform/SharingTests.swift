@testable import BellwetherClient
import Foundation
import Testing

@Suite struct SharingTests {
    private func configuration(_ folder: URL) -> Configuration {
        var configuration = Configuration(url: URL(string: "http://127.0.0.1:9")!, key: "bw_1_test")
        configuration.appID = "com.example.shop"
        configuration.directory = folder
        configuration.diagnostics = { _ in }
        return configuration
    }

    @Test(.enabled(if: EventOrigin.system(appID: "a") != nil, "The contract names no such system."))
    func aSecondInstanceOfTheSameFolderSharesItsStore() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = Bellwether(configuration(folder))
        let second = Bellwether(configuration(folder))
        first.appOpened()
        #expect(await first.installationID == second.installationID)
        #expect(await second.installationID != nil)
    }

    @Test func consentBeginsANewInstallationAndItsEndErasesEverything() async throws {
        let app = TestApp()
        app.bellwether.appOpened()
        await app.bellwether.refreshStatus()
        let before = await app.bellwether.installationID
        #expect(await app.bellwether.setCollecting(false) == before)
        #expect(!app.bellwether.isCollecting)
        #expect(try app.recorded() == [])
        app.bellwether.appOpened()
        #expect(await app.bellwether.installationID == nil)
        let after = await app.bellwether.setCollecting(true)
        #expect(await app.bellwether.installationID == after)
        #expect(before != nil && after != nil && before != after)
        #expect(try app.recorded() == ["status_observed status=not_determined"])
    }

    /// The ids of events share bytes with each other, but not with those of another installation.
    @Test func installationsHaveNothingInCommon() async throws {
        let app = TestApp()
        var prefixes: [Set<Substring>] = []
        for _ in 0..<3 {
            await app.bellwether.setCollecting(true)
            app.bellwether.appOpened()
            let events = try app.files.events(in: TestApp.folder)
            prefixes.append(Set(events.flatMap { [$0.id.prefix(23), $0.installation_id.uppercased().prefix(23)] }))
            await app.bellwether.setCollecting(false)
        }
        #expect(prefixes.allSatisfy { $0.count >= 2 })
        #expect(prefixes.reduce(into: Set()) { $0.formUnion($1) }.count == prefixes.reduce(0) { $0 + $1.count })
    }

    @Test func aFlushSaysWhatIsLeftAndWhy() async throws {
        let app = TestApp()
        #expect(await app.bellwether.flush() == .empty)
        app.bellwether.appOpened()
        #expect(await app.bellwether.flush() == .left(1, .noAnswer))
    }

    @Test func aFlushTellsAWrongSetupFromAnEmptyQueue() async throws {
        #expect(await TestApp(appID: "not allowed").bellwether.flush() == .left(0, .notRecording))
        let app = TestApp()
        #expect(await app.bellwether.flush() == .empty)
        #expect(await TestApp(files: app.files).bellwether.flush() == .left(0, .notRecording))
        await app.bellwether.setCollecting(false)
        #expect(await app.bellwether.flush() == .empty)
    }

    @Test func anAppThatIsNotInItsGroupIsToldSo() {
        for (folder, diagnostics) in [(nil, [Diagnostic.notInAppGroup]), (URL(fileURLWithPath: "/group"), [])] {
            let app = TestApp { configuration, environment in
                configuration.appGroup = "group.com.example.shop"
                environment.sharedFolder = { _ in folder }
            }
            #expect(app.diagnostics.withLock { $0 } == diagnostics)
        }
    }

    @Test func anAppExtensionIsNoInstallationOfTheAppUnlessItHasAFolder() async throws {
        let app = TestApp { configuration, environment in
            configuration.directory = nil
            environment.isAppExtension = true
        }
        app.bellwether.appOpened()
        #expect(await app.bellwether.installationID == nil)
        #expect(await app.bellwether.flush() == .left(0, .notRecording))
        #expect(app.files.snapshot.isEmpty)
        #expect(app.diagnostics.withLock { $0 } == [.inAppExtension])
        let other = TestApp { _, environment in environment.isAppExtension = true }
        other.bellwether.appOpened()
        #expect(try other.recorded() == ["app_opened"])
    }

    @Test(.timeLimit(.minutes(1))) func theInstallationIsNotWaitedForIfTheDiskIsFullAtTheFirstLaunch() async {
        let app = TestApp()
        app.files.setRoom(0)
        #expect(await app.bellwether.installationID == nil)
        #expect(await app.bellwether.flush() == .left(0, .disk))
    }

    @Test func theInstallationIsKnownAsSoonAsTheDeviceIsUnlocked() async throws {
        let app = TestApp()
        app.bellwether.appOpened()
        app.files.setLocked(true)
        let restarted = TestApp(files: app.files, time: app.time)
        app.files.restart()
        async let id = restarted.bellwether.installationID
        try await eventually("a wait") { app.time.sleepers(of: 1_000) == 1 }
        app.files.setLocked(false)
        app.time.advance(1_000)
        let first = await app.bellwether.installationID
        #expect(await id == first)
    }
}
