extension RareStory {
    /// Edge cases of receipts and direct opens (from 60 s before the send to 28 days after it) and of day boundaries.
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
        // Received and opened, but never sent.
        RareStory(steps: [
            Step(.notificationReceived, 0, .push(.order)), Step(.notificationOpened, .minute, .push(.order)),
        ]),
        RareStory(steps: [Step(.notificationOpened, 0, .unnamedPush)]),
        // A local notification with the id of a push notification.
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)),
            Step(.notificationOpened, 5 * .minute, .local(.order)),
            Step(.appOpened, 5 * .minute + 10 * .second),
        ]),
        // A re-send counts as the first send, with the first send's campaign and open window.
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
