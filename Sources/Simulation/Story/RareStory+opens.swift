extension RareStory {
    /// The edges of what counts as received and as a direct open, and of days.
    static let opens = [
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)),
            Step(.notificationReceived, -.minute, .push(.order)),
            Step(.notificationOpened, 28 * .day - 1, .push(.order)),
        ]),
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)),
            Step(.notificationReceived, -.minute - 1, .push(.order)),
            Step(.notificationOpened, 28 * .day, .push(.order)),
        ]),
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)),
            Step(.notificationOpened, -30 * .second, .push(.order)),
        ]),
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)),
            Step(.notificationReceived, 28 * .day, .push(.order)),
            Step(.notificationOpened, -61 * .second, .push(.order)),
        ]),
        // Never sent.
        RareStory(steps: [
            Step(.notificationReceived, 0, .push(.order)), Step(.notificationOpened, .minute, .push(.order)),
        ]),
        RareStory(steps: [Step(.notificationOpened, 0, .unnamedPush)]),
        // The app itself had scheduled one under an id that was sent too.
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)),
            Step(.notificationOpened, 5 * .minute, .local(.order)),
            Step(.appOpened, 5 * .minute + 10 * .second),
        ]),
        // What was sent again is the first send: its campaign, and its window.
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order, campaign: 1)),
            Step(.notificationSent, .hour, .push(.order, campaign: 2)),
            Step(.notificationOpened, 28 * .day + .minute, .push(.order)),
        ]),
        RareStory(
            steps: [
                Step(.appOpened, -1), Step(.notificationSent, 0, .push(.order)),
                Step(.notificationOpened, 0, .push(.order)),
            ], beginsAtMidnight: true),
        RareStory(
            steps: [
                Step(.notificationSent, -1, .push(.order)), Step(.notificationOpened, -1, .local(nil)),
                Step(.appOpened, 0),
            ], beginsAtMidnight: true),
    ]
}
