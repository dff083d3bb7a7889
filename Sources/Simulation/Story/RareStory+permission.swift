extension RareStory {
    /// The edges of win-back, and statuses that few see.
    static let permission = [
        // To Settings and back, each just in time.
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
        // Trials that only their end, or only a status, tells of.
        RareStory(steps: [Step(.provisionalTurnedOff, 0)], isPossible: \.hasProvisional),
        RareStory(steps: [Step(.provisionalKept, 0)], isPossible: \.hasProvisional),
        RareStory(
            steps: [Step(.provisionalStarted, 0), Step(.statusObserved, .day, .status(.authorized))],
            isPossible: \.hasProvisional),
        RareStory(
            steps: [Step(.provisionalStarted, 0), Step(.statusObserved, 2 * .day, .status(.denied))],
            isPossible: \.hasProvisional),
    ]

    /// Asked to go to Settings while denied; both spans count from the step before.
    private static func winBack(openedAfter: Microseconds, authorizedAfter: Microseconds) -> RareStory {
        RareStory(steps: [
            Step(.statusObserved, 0, .status(.denied)), Step(.settingsPromptShown, .second),
            Step(.settingsOpened, .second + openedAfter),
            Step(.statusObserved, .second + openedAfter + authorizedAfter, .status(.authorized)),
        ])
    }
}
