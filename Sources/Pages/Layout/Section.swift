/// What a page shows about one app.
package protocol Section: Sendable {
    /// The app's bundle identifier.
    var appID: String { get }
    /// Returns the headline, with the main number if there is one.
    func headline(_ head: PageHead) -> Headline
    /// The app's number in the page's list of apps, and its base.
    var summary: (value: String, note: String) { get }
    /// Returns the key numbers at the top.
    func numbers(_ head: PageHead) -> [KeyNumber]
    /// Returns the figures before the findings; empty on pages without findings.
    func lead(_ head: PageHead, within budget: PageBudget) -> [Figure]
    /// Returns the figures; empty if there is nothing to show. `budget` limits how much data they show.
    func figures(_ head: PageHead, within budget: PageBudget) -> [Figure]
}

extension Section {
    package func lead(_ head: PageHead, within budget: PageBudget) -> [Figure] { [] }
}
