/// Figures with the answers to the permission prompt by OS version and by app version, for a whole app or for a part of
/// its people.
struct OptInFigures {
    let head: PageHead
    let budget: PageBudget
    /// The row of all these people. Its opt-in rate decides which rates have an interval narrow enough to be shown.
    let total: Row?

    private var answers: Answers { Answers(head: head, total: total) }

    /// Returns the answers by OS version.
    ///
    /// - Parameters:
    ///   - rows: rows of the levels `version` and `major`.
    ///   - isWhole: whether they are of the whole app. Then each version is compared with the one before it, unless no
    ///     version has enough people.
    func versions(_ rows: [Row], isWhole: Bool = false) -> Figure {
        let list = VersionList(rows, by: "prompted", atMost: budget.rows)
        let isCompared = isWhole && list.groups.contains { $0.rows.contains { $0["difference"] != nil } }
        let comparison = Comparison.note(
            with: "the version before it of the same system",
            rule: "Only versions of \(ShownRate.smallestBase) people or more are compared.")
        var figure = Figure(
            name: "versions", title: "Answers by OS version",
            caption:
                "Answer to the prompt by OS version, percent of people who answered or had \(head.window) to answer, "
                + "with 95% interval.", legend: Answers.legend,
            table: Table(
                style: "versions stacked",
                columns: Answers.columns(of: "OS version") + (isCompared ? Comparison.columns : []),
                groups: list.table { answers.cells($0) + (isCompared ? Comparison.cells($0) : []) }),
            note: answers.note(isWithheld: list.isWithheld(by: "prompted")) + (isCompared ? " " + comparison : "") + " "
                + list.omission("people asked"), csv: "opt_in_by_os")
        let tested = list.groups.flatMap(\.rows).filter { isCompared && $0["difference"] != nil }
        figure.data = Comparison.tests(tested.map { ($0.versionLabel, $0) }, of: "OS version")
        return figure
    }

    /// Returns the answers by app version, given rows of `opt_in_by`; nil if there are none.
    func appVersions(_ rows: [Row]) -> Figure? {
        guard !rows.isEmpty else { return nil }
        let newest = rows.sorted { VersionNumber($1.text("name")) < VersionNumber($0.text("name")) }
        let list = RankedRows(newest, by: "prompted", atMost: budget.rows)
        return Figure(
            name: "app-versions", title: "Answers by app version",
            caption: "Answer to the prompt by the version of the app that asked. Most people first.",
            legend: Answers.legend,
            table: Table(
                style: "versions", columns: Answers.columns(of: "App version"),
                groups: [
                    list.rows.map { Table.Row(name: $0.appVersionLabel, cells: answers.cells($0)) }
                        + list.others("app version", "app versions", of: "people")
                ]),
            note: answers.note(isWithheld: list.rows.contains { $0["prompted"] == nil }), csv: "opt_in_by")
    }
}

extension Row {
    /// The app version for display, for example `5.12.0`; `no version` if the prompt had none.
    var appVersionLabel: String {
        text("name").isEmpty ? "no version" : PageFormat.name(text("name"))
    }
}
