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
            "Fell, rose, held",
            meaning: "A number of these days against as many days before. It fell or rose if both have enough people "
                + "(300 in a whole app, 100 in a part), p is below 0.001, because pages are read every day, and the change "
                + "is a point, a twentieth of the rate or a quarter of a count. Of parts, p is adjusted for their number "
                + "(Benjamini–Hochberg). A shift of the opt-in rate that a nightly report told counts whatever p is."),
        Term(
            "Explained by",
            meaning: "A change is explained by a clearer one if it would not be clear without the people of that."),
        Term(
            "Probably began",
            meaning:
                "The days that split the daily counts best in two (Hinkley 1970): those within 2.5 of the greatest "
                + "log-likelihood."),
        Term(
            "Difference, points",
            meaning: "One rate minus the other, with Newcombe’s hybrid score interval (method 10)."),
        Term(
            "Interval of an experiment",
            meaning: "It holds on all days at once (asymptotic confidence sequence, arXiv 2103.06476), at 5% divided "
                + "by the number of variants beside the control."),
        Term(
            "Mix and answers",
            meaning:
                "The change of a rate split by OS version, for opens by campaign (Kitagawa): mix = Σ Δshare · mean "
                + "rate, answers = Σ Δrate · mean share. They add up to the change."),
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
