/// What a page shows about one app.
protocol Section: Sendable {
    /// The app's bundle identifier.
    var appID: String { get }
    /// Returns the headline, with the main number if there is one.
    func headline(_ head: PageHead) -> Headline
    /// The app's number in the page's list of apps, and its base.
    var summary: (value: String, note: String) { get }
    /// Returns the key numbers at the top.
    func numbers(_ head: PageHead) -> [KeyNumber]
    /// Returns a note that explains the changes beside the key numbers; empty if they have none.
    func changeNote(_ head: PageHead) -> String
    /// Returns the figures; empty if there is nothing to show. `budget` limits how much data they show.
    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure]
}

extension Section {
    func changeNote(_ head: PageHead) -> String { "" }
}
