#if canImport(UIKit) && !canImport(Darwin)
@testable import BellwetherClient
import Foundation
import Testing
import UserNotifications

/// A phone with one app, which uses the library, and its user. Knows which events the library has to record: what an observer
/// inside the app can know, at the time at which the app learns it.
@MainActor final class PhoneModel {
    struct Failure: Error {}

    /// A dialog that was up when the process was killed.
    private struct Abandoned {
        var before: AuthorizationStatus
    }

    /// What one installation has to record, and what tables have to count of it.
    struct Expected: Equatable {
        var permission: [String] = []
        var engagement: [String] = []
        var figures = InstallationFigures()
    }

    let center = PhoneCenter()
    private let collector = PhoneCollector()
    let time = VirtualTime()
    var random: SplitMix64
    private(set) var app: TestApp?
    private(set) var isActive = false
    private var files = ModelFileSystem()
    private var osMinor = 0
    private var readings = 0
    private var isOpenedSinceBackground = false
    private var isLocked = false
    /// The number of engagement events that a kill takes along, because the device was locked.
    private var held = 0
    private var notifications = 0

    // What the app knows of its installation.
    private var expected = Expected()
    private var known: (status: AuthorizationStatus, os: Int, enabled: Set<String>, at: Int64)?
    private var hasTrip = false
    private var abandoned: Abandoned?
    private var arms: Set<String> = []

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        UNUserNotificationCenter.phone = center
    }

    private var now: String { time.read().wall.text }

    private func expect(_ summary: String) { expected.permission.append(now + " " + summary) }

    private func expectEngagement(_ summary: String) {
        expected.engagement.append(now + " " + summary)
        if isLocked { held += 1 }
    }

    // MARK: What the app learns

    /// The app reads the status.
    private func notice() {
        guard !isLocked else { return }
        let status = center.status
        let before = known
        let asked = abandoned
        let isAfterTrip = hasTrip
        learn(status, wasAsked: asked != nil)
        let wall = time.read().wall.microseconds
        // After 30 days the same is reported again.
        let isSaid = before.map {
            $0.status == status && $0.os == osMinor && $0.enabled == center.enabled
                && (wall - $0.at).magnitude < 30 * 86_400 * 1_000_000
        }
        known = (status, osMinor, center.enabled, isSaid == true ? before?.at ?? wall : wall)
        hasTrip = false
        abandoned = nil
        guard let before else { return expect("status_observed status=\(status.rawValue)") }
        guard status != before.status else {
            if isSaid != true { expect("status_observed status=\(status.rawValue)") }
            return
        }
        if asked?.before == .notDetermined, status == .authorized {
            return expect("prompt_granted options=alert+sound+badge source=status")
        }
        if asked?.before == .notDetermined, status == .denied { return expect("prompt_denied source=status") }
        switch (before.status, status) {
        case (.notDetermined, .provisional): expect("provisional_started")
        case (.provisional, .authorized) where asked == nil && !isAfterTrip:
            expect("provisional_kept delivery=\(isProminent ? "prominent" : "quiet") source=status")
        case (.provisional, .denied) where asked == nil && !isAfterTrip: expect("provisional_turned_off source=status")
        default: expect("status_observed status=\(status.rawValue)")
        }
    }

    private var isProminent = true

    /// Counts what the user has done since the app last read the status, as far as the app can know it.
    private func learn(_ status: AuthorizationStatus, wasAsked: Bool) {
        let isUnclear = wasAsked || hasTrip
        switch (known?.status, status) {
        case (.notDetermined, .authorized) where wasAsked: expected.figures.decide(true)
        case (.notDetermined, .denied) where wasAsked: expected.figures.decide(false)
        case (.notDetermined, .provisional): expected.figures.hasTrial = true
        case (.provisional, .authorized):
            expected.figures.end(isUnclear ? "kept_unspecified" : isProminent ? "kept_prominent" : "kept_quiet")
        case (.provisional, .denied): expected.figures.end("turned_off")
        default: break
        }
        expected.figures.status = status
    }

    /// Waits until the library has read the status this many times more.
    private func settle(_ more: Int) async throws {
        readings += more
        try await app?.waitForReadings(readings)
    }

    // MARK: The process

    func launch(inBackground: Bool = false, locked: Bool = false) async throws {
        isLocked = locked
        files.setLocked(locked)
        // In an app with scenes, the system says `background` during every launch.
        PhoneScreen.set(inBackground || random.happens(0.5) ? .background : .inactive)
        app = TestApp(files: files, time: time, osVersion: "17.\(osMinor)") { _, environment in
            environment.permissions = SystemPermissionCenter()
            environment.transport = { [collector] _ in collector }
        }
        (readings, isActive, isOpenedSinceBackground) = (0, false, false)
        app?.bellwether.start()
        try await settle(1)
        notice()
        if inBackground { time.advance(Presence.launchTime) }
    }

    func activate() async throws {
        isActive = true
        if !isOpenedSinceBackground { expectEngagement("app_opened") }
        isOpenedSinceBackground = true
        PhoneScreen.becomeActive()
        try await settle(1)
        if !center.isAsking { notice() }
    }

    /// The app goes inactive only, as for an alert.
    func interrupt() {
        isActive = false
        PhoneScreen.resignActive()
    }

    func background() async throws {
        interrupt()
        isOpenedSinceBackground = false
        PhoneScreen.enterBackground()
        try await eventually("the background task has ended") { PhoneScreen.backgroundTasks == 0 }
    }

    func unlock() async throws {
        guard isLocked else { return }
        isLocked = false
        held = 0
        files.setLocked(false)
        PhoneScreen.unlock()
        try await settle(1)
        notice()
    }

    /// The process dies, and nothing that it still tries has an effect.
    func kill() async throws {
        files.die(after: 0)
        weak let engine = app?.bellwether.engine
        weak let store = app?.bellwether.engine?.store
        app = nil
        center.answer(false, error: Failure())
        time.cancelAll()
        try await eventually("the process has ended") {
            time.cancelAll()
            return engine == nil && store == nil
        }
        files.restart()
        expected.engagement.removeLast(held)
        (held, isActive, isLocked) = (0, false, false)
    }

    /// Runs the app until everything has arrived. Then removes it and installs it again, as also happens on a new phone: the folder
    /// is in no backup.
    func reinstall() async throws -> (Expected, [RecordedEvent]) {
        if app == nil { try await launch() }
        try await unlock()
        if !isActive { try await activate() }
        expected.figures.status = center.status
        var flushes = 0
        while await app?.bellwether.flush() != .empty {
            flushes += 1
            try #require(flushes < 20)
        }
        for event in expected.engagement.map({ String($0.split(separator: " ")[1]) }) {
            expected.figures.engagement[event, default: 0] += 1
        }
        try await kill()
        #expect(try files.events(in: TestApp.folder).isEmpty)
        let result = (expected, collector.take())
        files = ModelFileSystem()
        center.set(.notDetermined)
        expected = Expected()
        (known, hasTrip, abandoned, arms) = (nil, false, nil, [])
        return result
    }

    func upgradeSystem() { osMinor += 1 }

    // MARK: The app asks

    /// The app asks with the dialog.
    func ask(placement: String) async throws {
        guard let request = request(placement: placement) else { return }
        try await settle(1)
        notice()
        let before = center.status
        guard before == .notDetermined || before == .provisional || before == .ephemeral else {
            _ = try await request.value
            return try await settle(1)
        }
        try await eventually("the dialog is up") { center.isAsking }
        expect("prompt_shown placement=\(placement)")
        if expected.figures.placement == nil { expected.figures.placement = placement }
        interrupt()
        time.advance(.random(in: 0...90_000, using: &random))
        switch Int.random(in: 0..<10, using: &random) {
        case 0: try await abandon(request, before)
        case 1: try await fail(request)
        case 2:
            try await background()
            time.advance(.random(in: 0...90_000_000, using: &random))
            try await activate()
            try await answer(request)
        default: try await answer(request)
        }
    }

    /// The app shows a primer, and asks if the user goes on.
    func prepare() async throws {
        app?.bellwether.primerShown(placement: "onboarding")
        expect("primer_shown placement=onboarding")
        expected.figures.showPrimer()
        guard random.happens(0.8) else { return }
        time.advance(.random(in: 0...90_000, using: &random))
        let answer = random.pick([PrimerAnswer.accepted, .declined, .dismissed])
        app?.bellwether.primerAnswered(answer)
        expect("primer_answered answer=\(answer.rawValue)")
        expected.figures.answerPrimer(isAccepted: answer == .accepted)
        if answer == .accepted { try await ask(placement: "onboarding") }
    }

    /// The app draws an arm, which should be the same each time.
    func assign() {
        let variant = random.pick(["control", "primer"])
        app?.bellwether.assigned(experiment: "primer", variant: variant)
        guard arms.insert(variant).inserted else { return }
        expect("experiment_assigned experiment=primer variant=\(variant)")
        expected.figures.arm = expected.figures.arm ?? variant
    }

    private func request(placement: String) -> Task<Bool, any Error>? {
        guard let bellwether = app?.bellwether else { return nil }
        return Task { try await bellwether.requestAuthorization([.alert, .badge, .sound], placement: placement) }
    }

    private func answer(_ request: Task<Bool, any Error>) async throws {
        let isGranted = random.happens(0.6)
        center.set(isGranted ? .authorized : .denied)
        isProminent = true
        // The app may become active before or after the answer.
        let isActiveFirst = random.happens(0.5) && !isActive
        if isActiveFirst { try await activate() }
        center.answer(isGranted)
        #expect(try await request.value == isGranted)
        try await settle(1)
        expect(isGranted ? "prompt_granted options=alert+sound+badge" : "prompt_denied")
        expected.figures.decide(isGranted)
        known = (center.status, osMinor, center.enabled, time.read().wall.microseconds)
        if !isActive { try await activate() }
    }

    /// The process is killed with the dialog up; the user may just have answered.
    private func abandon(_ request: Task<Bool, any Error>, _ before: AuthorizationStatus) async throws {
        if random.happens(0.5) { center.set(random.happens(0.5) ? .authorized : .denied) }
        isProminent = true
        abandoned = Abandoned(before: before)
        try await kill()
        _ = await request.result
    }

    private func fail(_ request: Task<Bool, any Error>) async throws {
        center.answer(false, error: Failure())
        await #expect(throws: Failure.self) { try await request.value }
        try await settle(1)
        try await activate()
    }

    func askProvisionally() async throws {
        _ = try await app?.bellwether.requestAuthorization([.alert, .provisional])
        let wasUndetermined = known?.status
        readings += 2
        try await app?.waitForReadings(readings)
        // The first reading came before the request, the second after it.
        if center.status == .provisional, wasUndetermined == .notDetermined { return notice() }
        notice()
    }

    /// Other code of the app asks without the library.
    func askOtherwise() async throws {
        guard center.status == .notDetermined else { return }
        interrupt()
        time.advance(2_000)
        center.set(random.happens(0.5) ? .authorized : .denied)
        isProminent = true
        try await activate()
    }

    // MARK: The user

    /// The user chooses something on a provisional notification.
    func chooseOnTrial() {
        guard center.status == .provisional else { return }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: (isProminent, _) = (true, center.set(.authorized))
        case 1: (isProminent, _) = (false, center.set(.authorized, enabled: ["center"]))
        default: center.set(.denied)
        }
    }

    /// The user changes the permission in Settings.
    func changeSettings() {
        guard center.status != .notDetermined else { return }
        isProminent = true
        center.set(center.status == .authorized ? .denied : .authorized)
    }

    func mentionSettings() async throws {
        app?.bellwether.settingsPromptShown(placement: "inbox")
        expect("settings_prompt_shown placement=inbox")
        if known?.status == .denied { expected.figures.wasAsked = true }
        guard random.happens(0.7) else { return }
        await #expect(app?.bellwether.openSettings() == true)
        expect("settings_opened")
        if expected.figures.wasAsked { expected.figures.went = true }
        hasTrip = true
        try await background()
        time.advance(20_000)
        if random.happens(0.6) { changeSettings() }
        try await activate()
    }

    /// A push arrives; the app sees it only if it is active, or the push is silent.
    func push() {
        notifications += 1
        let id = "n-\(notifications)"
        let payload = ["bellwether": ["notification_id": id]]
        if isActive, random.happens(0.5) {
            app?.bellwether.willPresent(notification(id))
            expectEngagement("notification_received id=\(id) state=foreground")
        } else if app != nil {
            app?.bellwether.didReceiveRemoteNotification(payload)
            expectEngagement("notification_received id=\(id) state=\(isActive ? "foreground" : "background")")
        }
    }

    /// The user taps a notification, which launches the app or brings it to the foreground.
    func tap() async throws {
        notifications += 1
        let id = "n-\(notifications)"
        let state = app == nil ? "not_running" : isActive ? "foreground" : "background"
        if app == nil { try await launch() }
        let action = random.happens(0.2) ? "reply" : UNNotificationDefaultActionIdentifier
        app?.bellwether.didReceive(UNNotificationResponse(notification(id), actionIdentifier: action))
        expectEngagement(
            "notification_opened id=\(id) state=\(state) trigger=push" + (action == "reply" ? " action=reply" : ""))
        if !isActive { try await activate() }
    }

    private func notification(_ id: String) -> UNNotification {
        let content = UNNotificationContent(userInfo: ["bellwether": ["notification_id": id]])
        let request = UNNotificationRequest(identifier: id, content: content, trigger: UNPushNotificationTrigger())
        return UNNotification(request, date: Date(timeIntervalSince1970: 0))
    }
}
#endif
