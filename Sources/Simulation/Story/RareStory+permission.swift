extension RareStory {
    /// Edge cases of win-back (asking a user who denied notifications to turn them on in Settings), and rare status
    /// changes.
    static let permission = [
        // Each step must follow the one before within 24 hours. The first and last story meet both limits; the others
        // miss one.
        winBack(openedAfter: .day - 1, authorizedAfter: .day - 1),
        winBack(openedAfter: .day, authorizedAfter: .minute),
        winBack(openedAfter: .minute, authorizedAfter: .day),
        winBack(openedAfter: .minute, authorizedAfter: 3 * .hour),
        RareStory(
            steps: [
                Step(.statusObserved, 0, .status(.denied)), Step(.statusObserved, .hour, .status(.provisional)),
                Step(.statusObserved, 2 * .hour, .status(.notDetermined)),
            ], isPossible: \.hasProvisional),
        RareStory(steps: [
            Step(.statusObserved, 0, .status(.authorized)), Step(.statusObserved, .hour, .status(.notDetermined)),
        ]),
        RareStory(steps: [Step(.statusObserved, 0, .status(.ephemeral))], isPossible: \.hasEphemeral),
        RareStory(
            steps: [
                Step(.statusObserved, 0, .status(.ephemeral)), Step(.statusObserved, 9 * .day, .status(.notDetermined)),
            ], isPossible: \.hasEphemeral),
        // Trials known only from their outcome, and trials whose outcome is known only from `status_observed`.
        RareStory(steps: [Step(.provisionalTurnedOff, 0)], isPossible: \.hasProvisional),
        RareStory(steps: [Step(.provisionalKept, 0)], isPossible: \.hasProvisional),
        RareStory(
            steps: [Step(.provisionalStarted, 0), Step(.statusObserved, .day, .status(.authorized))],
            isPossible: \.hasProvisional),
        RareStory(
            steps: [Step(.provisionalStarted, 0), Step(.statusObserved, 2 * .day, .status(.denied))],
            isPossible: \.hasProvisional),
        // Asks of which something happens just within the conversion window, or at its end.
        RareStory(steps: [Step(.primerShown, 0), Step(.primerAnswered, 7 * .day - 1, .answer(.accepted))]),
        RareStory(steps: [Step(.primerShown, 0), Step(.primerAnswered, 7 * .day, .answer(.accepted))]),
        RareStory(steps: [Step(.promptBlocked, 0), Step(.promptShown, 7 * .day - 1)]),
        RareStory(steps: [Step(.promptBlocked, 0), Step(.promptShown, 7 * .day)]),
        // An assignment, its repeat and another one.
        RareStory(steps: [
            Step(.experimentAssigned, 0, .arm(arm)), Step(.experimentAssigned, .hour, .arm(arm)),
            Step(.experimentAssigned, 2 * .hour, .arm(arm.other)),
        ]),
    ]

    private static let arm = Arm(experiment: 1, variant: 0)

    /// Returns a story in which the user is asked to open Settings while denied; each span counts from the step before.
    private static func winBack(openedAfter: Microseconds, authorizedAfter: Microseconds) -> RareStory {
        RareStory(steps: [
            Step(.statusObserved, 0, .status(.denied)), Step(.settingsPromptShown, .second),
            Step(.settingsOpened, .second + openedAfter),
            Step(.statusObserved, .second + openedAfter + authorizedAfter, .status(.authorized)),
        ])
    }
}
