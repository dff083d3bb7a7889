extension RareStory {
    /// The edges of influenced opens.
    static let influence = [
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)), Step(.appOpened, 12 * .hour - 1),
        ]),
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)), Step(.appOpened, 12 * .hour),
        ]),
        RareStory(steps: [Step(.notificationSent, 0, .push(.order)), Step(.appOpened, 0)]),
        RareStory(steps: [Step(.notificationSent, 0, .push(.order)), Step(.appOpened, -1)]),
        // An app open 30 s after or before an open is one of its own; nearer, it belongs to that.
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
        // The later of two sends claims, although it was opened directly.
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)), Step(.notificationSent, .hour, .push(.parcel, campaign: 6)),
            Step(.appOpened, 2 * .hour), Step(.notificationOpened, 3 * .hour, .push(.parcel)),
        ]),
        // Each of two sends is claimed once.
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)), Step(.appOpened, .hour),
            Step(.notificationSent, 2 * .hour, .push(.parcel, campaign: 4)), Step(.appOpened, 3 * .hour),
            Step(.appOpened, 4 * .hour),
        ]),
        // Of two at one instant the last in the order claims.
        RareStory(steps: [
            Step(.notificationSent, 0, .push(.order)), Step(.notificationSent, 0, .push(.parcel, campaign: 5)),
            Step(.appOpened, .hour),
        ]),
    ]
}
