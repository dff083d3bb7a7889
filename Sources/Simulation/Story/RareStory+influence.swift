extension RareStory {
    /// Edge cases of influenced opens: an app open within 12 hours (the influence window) of a send.
    static let influence = [
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)), Step(.appOpened, 12 * .hour - 1),
        ]),
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)), Step(.appOpened, 12 * .hour),
        ]),
        RareStory(steps: [Step(.notificationSent, 0, .push(.order)), Step(.appOpened, 0)]),
        RareStory(steps: [Step(.notificationSent, 0, .push(.order)), Step(.appOpened, -1)]),
        // An app open counts if the nearest `notification_opened` is at least 30 s before or after it.
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)), Step(.notificationOpened, .hour, .unnamedPush),
            Step(.appOpened, .hour + 30 * .second),
        ]),
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)), Step(.notificationOpened, .hour, .unnamedPush),
            Step(.appOpened, .hour + 30 * .second - 1),
        ]),
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)), Step(.notificationOpened, .hour, .local(nil)),
            Step(.appOpened, .hour - 30 * .second),
        ]),
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)), Step(.notificationOpened, .hour, .local(nil)),
            Step(.appOpened, .hour - 30 * .second + 1),
        ]),
        // The app open belongs to the later of two sends, even if that was opened directly.
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)), Step(.notificationSent, .hour, .push(.parcel, campaign: 6)),
            Step(.appOpened, 2 * .hour), Step(.notificationOpened, 3 * .hour, .push(.parcel)),
        ]),
        // Each of two sends gets an app open; a second app open after the same send changes nothing.
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)), Step(.appOpened, .hour),
            Step(.notificationSent, 2 * .hour, .push(.parcel, campaign: 4)), Step(.appOpened, 3 * .hour),
            Step(.appOpened, 4 * .hour),
        ]),
        // Of two sends at the same instant, the app open belongs to the last one in the event contract's order.
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)), Step(.notificationSent, 0, .push(.parcel, campaign: 5)),
            Step(.appOpened, .hour),
        ]),
    ]
}
