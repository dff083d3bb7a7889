#if canImport(UIKit) && !canImport(Darwin)
@testable import BellwetherClient
import Foundation
import Testing

extension StubTests {
    @Suite(.serialized) @MainActor struct PhoneModelTests {
        /// Number of random histories: 100, or what BELLWETHER_PHONES says.
        private static let histories = number("BELLWETHER_PHONES") ?? 100
        /// The seed of the first one: 0, or what BELLWETHER_FIRST_PHONE says.
        private static let first = number("BELLWETHER_FIRST_PHONE") ?? 0

        private static func number(_ name: String) -> UInt64? {
            ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
        }

        /// The events that arrived, and the tables of them, are those of an observer in the app, on every phone.
        @Test func theLibraryRecordsWhatAnObserverInTheAppCanKnow() async throws {
            try await LastApp.end()
            var (cells, installations) = ([String: Int](), Set<String>())
            for seed in PhoneModelTests.first..<PhoneModelTests.first + PhoneModelTests.histories {
                let phone = PhoneModel(seed: seed)
                for _ in 0..<(phone.random.happens(0.2) ? 2 : 1) {
                    for _ in 0..<Int.random(in: 1..<40, using: &phone.random) {
                        try await step(phone, seed)
                    }
                    let (expected, arrived) = try await phone.reinstall()
                    try compare(arrived, expected, seed)
                    try #require(InstallationFigures(arrived) == expected.figures, "seed \(seed): figures")
                    for cell in expected.figures.cells { cells[cell, default: 0] += 1 }
                    try #require(installations.insert(arrived[0].installation_id).inserted, "seed \(seed): id")
                }
            }
            for cell in PhoneModelTests.cells where PhoneModelTests.histories >= 1_000 {
                #expect(cells[cell] ?? 0 > 0, "no phone is counted in \(cell)")
            }
        }

        /// Cells of tables in which some phones must be, so that the histories show something.
        private static let cells: [String] = {
            let statuses = ["authorized", "denied", "provisional", "not_determined"]
            let answers = ["granted", "denied", "undecided"]
            let ends = ["kept_prominent", "kept_quiet", "kept_unspecified", "turned_off", "upgraded", "refused"]
            var cells = statuses.map { "reach " + $0 }
            for place in ["onboarding", "inbox"] { cells += answers.map { "prompt \(place) " + $0 } }
            cells += ["accepted", "declined", "unanswered"].map { "primer " + $0 }
            cells += ["control", "primer"].map { "arm " + $0 }
            cells += (ends + ["pending"]).map { "trial " + $0 }
            return cells + ["asked", "went", "returned"].map { "win-back " + $0 }
        }()

        private func step(_ phone: PhoneModel, _ seed: UInt64) async throws {
            phone.time.advance(.random(in: 0...200_000_000, using: &phone.random))
            if phone.random.happens(0.05) {
                phone.time.setWall(by: .random(in: -90_000_000_000...90_000_000_000, using: &phone.random))
            }
            if phone.app == nil {
                try await whileNotRunning(phone)
            } else if phone.isActive {
                try await whileActive(phone, seed)
            } else {
                try await whileInBackground(phone)
            }
        }

        private func whileNotRunning(_ phone: PhoneModel) async throws {
            switch Int.random(in: 0..<8, using: &phone.random) {
            case 0: phone.upgradeSystem()
            case 1: phone.changeSettings()
            case 2: phone.chooseOnTrial()
            case 3: try await phone.tap()
            case 4:
                try await phone.launch(inBackground: true, locked: phone.random.happens(0.5))
                phone.push()
            default:
                try await phone.launch()
                try await phone.activate()
            }
        }

        private func whileActive(_ phone: PhoneModel, _ seed: UInt64) async throws {
            switch Int.random(in: 0..<14, using: &phone.random) {
            case 0...2: try await phone.ask(placement: phone.random.pick(["onboarding", "inbox"]))
            case 3: try await phone.askProvisionally()
            case 4: try await phone.askOtherwise()
            case 5: try await phone.mentionSettings()
            case 6: phone.push()
            case 7: try await phone.tap()
            case 8:
                phone.interrupt()
                phone.chooseOnTrial()
                try await phone.activate()
            case 9: try await phone.kill()
            case 10: try await phone.prepare()
            case 11: phone.assign()
            default: try await phone.background()
            }
        }

        private func whileInBackground(_ phone: PhoneModel) async throws {
            switch Int.random(in: 0..<8, using: &phone.random) {
            case 0: phone.changeSettings()
            case 1: phone.chooseOnTrial()
            case 2: phone.push()
            case 3: try await phone.kill()
            case 4:
                try await phone.unlock()
                try await phone.tap()
            default:
                try await phone.unlock()
                try await phone.activate()
            }
        }

        private func compare(_ recorded: [RecordedEvent], _ expected: PhoneModel.Expected, _ seed: UInt64) throws {
            let permission = recorded.filter { $0.sequence != nil }
            let engagement = recorded.filter { $0.sequence == nil }
            try #require(permission.map(\.line) == expected.permission, "seed \(seed)")
            try #require(engagement.map(\.line) == expected.engagement, "seed \(seed)")
            try #require(permission.map(\.sequence) == permission.indices.map { $0 }, "seed \(seed)")
            try #require(Set(recorded.map(\.id)).count == recorded.count, "seed \(seed): ids")
            try #require(Set(recorded.map(\.installation_id)).count <= 1, "seed \(seed): installations")
        }
    }
}

extension RecordedEvent {
    fileprivate var line: String { occurred_at + " " + summary }
}
#endif
