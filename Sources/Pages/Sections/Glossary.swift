/// What a number or a thing is called on the pages, and what it means.
package struct Term: Sendable {
    package let label: String
    /// Its name in the tables; empty if they don't have it.
    package let name: String
    package let meaning: String

    package init(_ label: String, name: String = "", meaning: String) {
        (self.label, self.name, self.meaning) = (label, name, meaning)
    }
}

/// The terms of one topic. Those of numbers come from the catalogue of the tables.
package struct Topic: Sendable {
    let title: String
    package let terms: [Term]

    package init(_ title: String, _ terms: [Term]) { (self.title, self.terms) = (title, terms) }
}

/// The glossary page: what words of all pages mean, then every number.
enum Glossary {
    /// Returns the values for the template `glossary`.
    static func model(_ head: PageHead) -> PageModel {
        let topics = [Topic("All pages", everywhere(head)), Topic("Comparisons", comparisons)] + head.topics
        return PageModel(["groups": .list(topics.map(\.model))])
    }

    private static func everywhere(_ head: PageHead) -> [Term] {
        [
            Term("Person", meaning: "An installation of the app; installing it again makes a new one."),
            Term(
                "Day",
                meaning: "A calendar day of the report’s time zone, by the time of the event on a corrected clock."),
            Term(
                "Conversion, open, influence window",
                meaning: "\(head.window) from a prompt to an answer that counts; \(head.openWindow) from a send to an "
                    + "open of the notification, \(head.influenceWindow) to an open of the app."),
            Term(
                "95% interval", name: "…_low, …_high",
                meaning: "Wilson score interval of a proportion, z = 1.96, without continuity correction."),
            Term(
                "Too few",
                meaning: "Fewer than \(ShownRate.smallestBase) in the base, or an interval wider than the whole "
                    + "app’s rate."),
            Term(
                "Withheld",
                meaning: "The row has fewer people than the minimum cell, or such a row would follow from it, so the "
                    + "report leaves out its numbers."),
            Term(
                "Open, can still change",
                meaning: "People could still answer, or open, when the last event was received."),
            Term(
                "Before",
                meaning: "In the range before, which is as long, as it stood when that range was as old as this one "
                    + "is now."),
            Term(
                "Pooled over 7 days",
                meaning: "All people asked on the day and on the 6 days before it, as one group."),
            Term(
                "Mark",
                meaning: "What happened on a day: the first one on which \(ShownRate.smallestBase) people had been "
                    + "asked on an OS version or by an app version, or what the team stored with “bellwether mark”."),
        ]
    }

    private static let comparisons = [
        Term(
            "The headline",
            meaning: "The opt-in rate fell or rose: both ranges have \(OptInChange.smallestRange) people or more, the "
                + "interval of the difference leaves out 0, and p is below 0.001, because it is read every day. With "
                + "a larger p it is said to be “perhaps” lower or higher."),
        Term(
            "Difference, points",
            meaning: "One rate minus the other, with Newcombe’s hybrid score interval (method 10). “No clear "
                + "change” if the interval contains 0."),
        Term(
            "Interval of an experiment",
            meaning: "It holds on all days at once (asymptotic confidence sequence, arXiv 2103.06476), at 5% divided "
                + "by the number of variants beside the control."),
        Term(
            "Mix and rates parts",
            meaning: "The change of a rate split by OS version (Kitagawa): mix = Σ Δshare · mean rate, rates = Σ "
                + "Δrate · mean share. They add up to the change."),
    ]
}

extension Topic {
    fileprivate var model: PageModel {
        let entries = terms.map { term in
            PageModel([
                "name": .text(term.label), "meaning": .text(term.meaning),
                "columns": .list(term.name.isEmpty ? [] : [PageModel(["column": .text(term.name)])]),
            ])
        }
        return PageModel(["title": .text(title), "entries": .list(entries)])
    }
}
