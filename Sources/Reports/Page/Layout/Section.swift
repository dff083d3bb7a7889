/// What one page shows of one app.
protocol Section: Sendable {
    /// The bundle identifier.
    var appID: String { get }
    /// The first words: the number itself where there is one.
    func headline(_ head: PageHead) -> Headline
    /// The number of the app in the page's list of apps, and what it is of.
    var summary: (value: String, note: String) { get }
    /// The strip of numbers at the head.
    func numbers(_ head: PageHead) -> [KeyNumber]
    /// What the changes in the strip are against; empty where it has none.
    func changeNote(_ head: PageHead) -> String
    /// The figures, none where there is nothing to show.
    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure]
}

extension Section {
    func changeNote(_ head: PageHead) -> String { "" }
}
