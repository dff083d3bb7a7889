@testable import BellwetherClient
import Testing

@Suite struct AskTests {
    private func assign(_ app: TestApp, _ variant: String, experiment: String = "primer") {
        app.bellwether.assigned(experiment: experiment, variant: variant)
    }

    @Test func whatComesBeforeTheDialogIsRecorded() async throws {
        let app = TestApp()
        assign(app, "primer")
        app.bellwether.primerShown(placement: "onboarding", variant: "short")
        app.bellwether.primerAnswered(.accepted)
        await app.bellwether.authorizationRequest(provisional: false, placement: "onboarding") {
            app.permissions.set(.authorized)
            return true
        }
        #expect(
            try app.recorded() == [
                "experiment_assigned experiment=primer variant=primer",
                "primer_shown placement=onboarding variant=short", "primer_answered answer=accepted",
                "status_observed status=not_determined", "prompt_shown placement=onboarding", "prompt_granted",
            ])
    }

    @Test func anAssignmentIsRecordedOnceInAllLaunches() throws {
        let first = TestApp()
        for _ in 0..<3 { assign(first, "primer") }
        first.files.restart()
        let second = TestApp(files: first.files, time: first.time)
        assign(second, "primer")
        assign(second, "primer", experiment: "timing")
        #expect(
            try second.recorded() == [
                "experiment_assigned experiment=primer variant=primer",
                "experiment_assigned experiment=timing variant=primer",
            ])
    }

    @Test func aNewInstallationIsAssignedAgain() async throws {
        let app = TestApp()
        assign(app, "primer")
        await app.bellwether.setCollecting(false)
        assign(app, "primer")
        await app.bellwether.setCollecting(true)
        assign(app, "primer")
        #expect(
            try app.recorded() == [
                "status_observed status=not_determined", "experiment_assigned experiment=primer variant=primer",
            ])
    }

    @Test(arguments: ["", "\0", String(repeating: "n", count: 256)])
    func anAssignmentWithoutAValidNameIsDroppedAndTold(name: String) throws {
        let app = TestApp()
        assign(app, name)
        assign(app, "control", experiment: name)
        #expect(try app.recorded() == [])
        #expect(
            app.diagnostics.withLock { $0 } == Array(repeating: .dropped(count: 1, cause: .invalidAssignment), count: 2)
        )
    }

    @Test func aNameIsComparedAsItIsRecorded() throws {
        let app = TestApp()
        assign(app, "primer\0")
        assign(app, "primer")
        #expect(try app.recorded() == ["experiment_assigned experiment=primer variant=primer"])
    }

    @Test func theAssignmentsReportedLastAreRemembered() throws {
        let app = TestApp()
        let names = (0...JourneyState.remembered).map { "e\($0)" }
        for name in names { assign(app, "a", experiment: name) }
        for name in names.dropFirst() { assign(app, "a", experiment: name) }
        #expect(try app.recorded().count == names.count)
        assign(app, "a", experiment: names[0])
        #expect(try app.recorded().count == names.count + 1)
    }

    @Test func manyThreadsRecordAnAssignmentOnce() async throws {
        let app = TestApp()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<32 { group.addTask { app.bellwether.assigned(experiment: "primer", variant: "primer") } }
        }
        #expect(try app.recorded() == ["experiment_assigned experiment=primer variant=primer"])
    }
}
