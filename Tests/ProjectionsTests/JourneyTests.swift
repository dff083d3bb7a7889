import TestSupport
import Testing

/// The statuses of a journey in order.
private let statuses = "array_to_string(j.status, ' ')"
/// The decision and the seconds from prompt to decision.
private let decision = "j.decision, extract(epoch FROM j.decision_at - j.prompt_at)::float8"

@Suite struct JourneyTests {
    @Test func theDecisionIsTheFirstAnswerAfterThePrompt() async throws {
        let rows = try await History.run { history in
            try await history.journeys(
                decision,
                of: [
                    line("prompt_denied", 1, at: -10), line("prompt_shown", 2, at: 0), line("prompt_granted", 3, at: 5),
                    line("prompt_denied", 4, at: 9),
                ])
        }
        #expect(rows == [["prompt_granted", "5"]])
    }

    @Test(arguments: [(604_799.999999, "prompt_granted"), (604_800, nil), (604_801, nil)] as [(Double, String?)])
    func theConversionWindowHoldsItsBeginningAndNotItsEnd(seconds: Double, expected: String?) async throws {
        let rows = try await History.run { history in
            try await history.journeys(
                "j.decision",
                of: [line("prompt_shown", 1, at: 0), line("prompt_granted", 2, at: seconds, received: 8 * day)])
        }
        #expect(rows == [[expected]])
    }

    @Test func anAnswerWithoutAPromptBeforeItIsAnOrphan() async throws {
        let rows = try await History.run { history in
            try await history.journeys("j.prompt_at, j.decision", of: [line("prompt_granted", 1, at: 0)])
        }
        #expect(rows == [[nil, nil]])
    }

    @Test func thePromptIsTheFirstOneAndNamesItsSystem() async throws {
        let rows = try await History.run { history in
            try await history.journeys(
                """
                extract(epoch FROM j.prompt_at)::bigint - 1772366400,
                (SELECT major FROM log.os WHERE os = j.prompt_os),
                (SELECT text FROM log.word WHERE word = j.prompt_placement)
                """,
                of: [
                    line("prompt_shown", 2, at: 60, version: "18.0"),
                    line("prompt_shown", 1, at: 30, version: "17.4", data: ["placement": "onboarding"]),
                ])
        }
        #expect(rows == [["30", "17", "onboarding"]])
    }

    @Test func sequenceOrdersWhereEveryPermissionEventHasIt() async throws {
        // The device's clock was set back between prompt and answer.
        let prompt = { line("prompt_shown", 1, at: 100, sequence: $0) }
        let grant = line("prompt_granted", 2, at: 40, sequence: 8)
        let sequenced = try await History.run { try await $0.journeys(decision, of: [prompt(7), grant]) }
        #expect(sequenced == [["prompt_granted", "-60"]])
        // If one event lacks a sequence, the clocks decide: the answer came first.
        let partly = try await History.run { try await $0.journeys("j.decision", of: [prompt(nil), grant]) }
        #expect(partly == [[nil]])
        // Events of other kinds don't need a sequence.
        let opened = line("app_opened", 3, at: 0)
        let still = try await History.run { try await $0.journeys("j.decision", of: [prompt(7), grant, opened]) }
        #expect(still == [["prompt_granted"]])
    }

    @Test func aSpanIsNeverLessThanNothing() async throws {
        let rows = try await History.run { history in
            _ = try await history.journeys(
                "1",
                of: [
                    line("prompt_shown", 1, at: 100, sequence: 7),
                    line("prompt_granted", 2, at: 40, sequence: 8, received: 200),
                ])
            return try await history.log.rows(
                "SELECT seconds_to_decision_p50 FROM analytics.opt_in_by_os('2026-03-01', '2026-03-01')")
        }
        #expect(rows == [["0.000000"]])
    }

    @Test func atOneInstantTheTypesPlaceInTheTableDecides() async throws {
        let rows = try await History.run { history in
            try await history.journeys(
                "j.decision", of: [line("prompt_granted", 1, at: 0), line("prompt_shown", 2, at: 0)])
        }
        #expect(rows == [["prompt_granted"]])
    }

    @Test func theStatusIsThatOfTheLastEventThatSetsOne() async throws {
        let rows = try await History.run { history in
            try await history.journeys(
                statuses,
                of: [
                    line("prompt_shown", 1, at: 0), line("prompt_denied", 2, at: 1),
                    line("settings_prompt_shown", 3, at: 2), line("settings_opened", 4, at: 3),
                    status("authorized", 5, at: 4), line("provisional_started", 6, at: 5),
                    line("provisional_turned_off", 7, at: 6), status("ephemeral", 8, at: 7),
                    line("provisional_kept", 9, at: 8),
                ])
        }
        #expect(rows == [["unknown denied authorized provisional denied ephemeral authorized"]])
    }

    @Test func whereSequenceAndClockDisagreeTheStatusAtATimeIsTheLastInTheOrder() async throws {
        // By sequence: denied at 50, authorized at 30, denied at 40. At 35 the last known event in that order is the
        // authorized one, at 40 it is the last denied one. The event at 50 comes before both in the order, so its
        // status never applies.
        let rows = try await History.run { history in
            try await history.journeys(
                statuses + ", (SELECT string_agg(extract(epoch FROM f - '2026-03-01T12:00:00Z')::int::text, ' ')"
                    + " FROM unnest(j.status_from) AS f)",
                of: [
                    status("denied", 1, at: 50, sequence: 1), status("authorized", 2, at: 30, sequence: 2),
                    status("denied", 3, at: 40, sequence: 3),
                ])
        }
        #expect(rows == [["authorized denied", "30 40"]])
    }

    @Test(arguments: [
        ("iOS", "9.3", false, "not_determined"), ("iPadOS", "9.3", false, "not_determined"),
        ("iOS", "10.0", false, "denied"), ("Android", "9.0", false, "denied"), ("iOS", "9.3", true, "denied"),
    ]) func belowIOS10DeniedMayMeanNeverAsked(os: String, version: String, asked: Bool, expected: String) async throws {
        let prompt = asked ? [line("prompt_shown", 1, at: 0, os: os, version: version)] : []
        let rows = try await History.run { history in
            try await history.journeys(
                "j.status[cardinality(j.status)]",
                of: prompt + [
                    status("denied", 2, at: 1, os: os, version: version),
                    // A later prompt doesn't prove that the user was asked before.
                    line("prompt_shown", 3, at: 2, os: os, version: version),
                ])
        }
        #expect(rows == [[expected]])
    }

    @Test(
        arguments: [
            (["provisional_started", "provisional_kept"], nil, "kept_unspecified"),
            (["provisional_started", "provisional_kept"], "quiet", "kept_quiet"),
            (["provisional_started", "provisional_kept"], "prominent", "kept_prominent"),
            (["provisional_kept"], "quiet", "kept_quiet"), (["provisional_turned_off"], nil, "turned_off"),
            (["provisional_started", "prompt_granted", "provisional_turned_off"], nil, "upgraded"),
            (["provisional_started", "prompt_denied"], nil, "refused"), (["provisional_started"], nil, nil),
            (["prompt_granted", "provisional_started"], nil, nil), (["prompt_granted"], nil, nil),
        ] as [([String], String?, String?)])
    func theOutcomeOfATrialIsTheFirstChoice(types: [String], delivery: String?, expected: String?) async throws {
        let rows = try await History.run { history in
            try await history.journeys(
                "j.outcome, j.trial_at IS NOT NULL",
                of: types.enumerated().map { number, type in
                    line(
                        type, number + 1, at: Double(number),
                        data: type == "provisional_kept" && delivery != nil ? ["delivery": delivery!] : [:])
                })
        }
        #expect(rows == [[expected, types.contains { $0.hasPrefix("provisional") } ? "t" : "f"]])
    }

    @Test(arguments: [("authorized", "kept_unspecified"), ("denied", "turned_off"), ("provisional", nil)])
    func aStatusMayTellTheOutcomeOfATrial(observed: String, expected: String?) async throws {
        let rows = try await History.run { history in
            try await history.journeys(
                "j.outcome",
                of: [status(observed, 1, at: -5), line("provisional_started", 2, at: 0), status(observed, 3, at: 5)])
        }
        #expect(rows == [[expected]])
    }

    @Test func theSameInstallationUnderTwoAppsIsTwo() async throws {
        let rows = try await History.run { history in
            try await history.journeys(
                "j.decision",
                of: [
                    line("prompt_shown", 1, at: 0), line("prompt_shown", 2, at: 0, app: "com.example.other"),
                    line("prompt_denied", 3, at: 1, app: "com.example.other"),
                ])
        }
        #expect(Set(rows) == [[nil], ["prompt_denied"]])
    }
}
