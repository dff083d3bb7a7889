/// Figures with the answers to the permission prompt by OS version, by app version and by variant, for a whole app or for
/// a part of its people.
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
        var figure = Figure(
            name: "versions", title: "Answers by OS version",
            caption:
                "Answer to the prompt by OS version, percent of people who answered or had \(head.window) to answer, "
                + "with 95% interval.", legend: Answers.legend,
            table: Table(
                style: "versions stacked",
                columns: answers.columns(of: "OS version") + (isCompared ? Comparison.columns : []),
                groups: list.table { answers.cells($0) + (isCompared ? Comparison.cells($0) : []) }),
            note: answers.note(isWithheld: list.isWithheld(by: "prompted"))
                + (isCompared ? " " + Comparison.note : "") + " " + list.omission("people asked"), csv: "opt_in_by_os")
        let tested = list.groups.flatMap(\.rows).filter { isCompared && $0["difference"] != nil }
        figure.data = Comparison.tests(tested)
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
                style: "versions", columns: answers.columns(of: "App version"),
                groups: [
                    list.rows.map { Table.Row(name: $0.appVersionLabel, cells: answers.cells($0)) }
                        + list.others("app version", "app versions", of: "people")
                ]),
            note: answers.note(isWithheld: list.rows.contains { $0["prompted"] == nil }), csv: "opt_in_by")
    }

    /// Returns the answers by placement (where the app asks) and variant (what the prompt says); nil if there are no rows.
    func variants(_ rows: [Row]) -> Figure? {
        guard !rows.isEmpty else { return nil }
        let listed = Array(rows.prefix(budget.rows))
        let left = rows.count - listed.count
        return Figure(
            name: "variants", title: "Answers by placement and variant",
            caption: "Answer to the prompt by placement and variant.", legend: Answers.legend,
            table: Table(
                style: "versions stacked named", columns: answers.columns(of: "Variant"),
                groups: listed.chunked { $0.text("placement").utf8.elementsEqual($1.text("placement").utf8) }
                    .map { $0.map { Table.Row(name: $0.variantLabel, cells: answers.cells($0)) } }),
            note: answers.note(isWithheld: listed.contains { $0["prompted"] == nil })
                + (left > 0 ? " \(PageFormat.counted(left, "more is", "more are")) not listed in the report." : ""))
    }
}

extension Row {
    /// The placement and variant of a prompt for display, for example `home · no variant` if it has no variant.
    var variantLabel: String { "\(named("placement")) · \(named("variant"))" }

    /// Returns a word of the prompt for display, at most 40 characters; for example `no placement` if it has none.
    func named(_ column: String) -> String {
        text(column).isEmpty ? "no \(column)" : PageFormat.name(text(column), atMost: 40)
    }

    /// The app version for display, for example `5.12.0`; `no version` if the prompt had none.
    var appVersionLabel: String {
        text("name").isEmpty ? "no version" : PageFormat.name(text("name"))
    }
}
