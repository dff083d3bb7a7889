/// A figure of a page: a plot with its data table, or a table with bars, and a link to the CSV file.
package struct Figure {
    /// An entry of the legend: a symbol and its label.
    package struct Key {
        let keyHTML: SafeHTML
        package let label: String
    }

    /// The name, unique among the figures of a section; part of the element's id.
    package let name: String
    /// The title. It is neutral, or states the outcome of a test.
    package let title: String
    /// What is shown, of which people, in which unit. The range and that intervals are 95% intervals is said once a page.
    package let caption: String
    package var legend: [Key] = []
    var plot: Drawing?
    /// The text to show if there is no plot or the table has no rows.
    package var empty = ""
    /// The table, if the figure is a table.
    package var table: Table?
    /// Tables of which the reader chooses one.
    package var choices: [Choice] = []
    /// The data table under a plot.
    package var data: Table?
    /// Sentences about the plot.
    package var lines: [String] = []
    package var note = ""
    /// The days, or words on them, if the figure is not of the range of the page; the template appends them to the caption.
    package var days: String?
    /// The name of the report table that contains these numbers; empty if none does.
    package var csv = ""
    /// Whether its numbers are in the tables of the report's own range instead of those of the page's range.
    var isOfWholeReport = false
    /// Whether the figure shares its row with a neighbour if there is room.
    var isHalf = false

    /// A table that the reader can choose. Its name is unique among those of the section's figures.
    package struct Choice {
        package let name, label: String
        package let table: Table
        /// Whether it is shown first.
        let isFirst: Bool
    }

    /// Draws a plot. `id` must be unique on the page.
    typealias Drawing = (_ id: String) -> SafeHTML

    /// Where a figure is on a page.
    struct Place {
        /// The section's id.
        let section: String
        /// The level of its heading: `2` or `3`.
        let level: String
        /// The app's name; nil if the page has only one app.
        let app: String?
        /// The relative path from the page's folder to the folder that contains the `csv/` of the page's range.
        let base: String
        /// The relative path from the page's folder to the report's folder.
        let root: String
    }

    /// Returns the values for the template `figure`.
    func model(at place: Place) -> PageModel {
        let id = "\(place.section)-\(name)"
        let region = "Table: \(title)\(place.app.map { ", \($0)" } ?? "")"
        let write = { (table: Table, region: String) in
            PageModel([
                "tableHTML": .html(table.markup(labelledBy: "\(id)-heading")), "region": .text(region),
                "hasFold": .flag(!table.fold.isEmpty), "fold": .text(table.fold),
            ])
        }
        return PageModel([
            "id": .text(id), "level": .text(place.level),
            "hasDays": .flag(days != nil), "days": .text(days ?? ""), "hasApp": .flag(place.app != nil),
            "app": .text(place.app ?? ""),
            "title": .text(title), "caption": .text(caption), "style": .text(isHalf ? "half" : "whole"),
            "hasLegend": .flag(!legend.isEmpty),
            "legend": .list(legend.map { PageModel(["keyHTML": .html($0.keyHTML), "label": .text($0.label)]) }),
            "plot": .optional(plot.map { PageModel(["svgHTML": .html($0("\(id)-plot"))]) }),
            "hasLines": .flag(!lines.isEmpty), "lines": .list(lines.map { PageModel(["line": .text($0)]) }),
            "hasEmpty": .flag(!empty.isEmpty), "empty": .text(empty),
            "table": .optional(table.map { write($0, region) }), "hasChoices": .flag(!choices.isEmpty),
            "choices": .list(
                choices.map { choice in
                    PageModel([
                        "id": .text("\(place.section)-\(choice.name)"), "group": .text(id),
                        "label": .text(choice.label), "isFirst": .flag(choice.isFirst),
                        "table": .optional(write(choice.table, "\(region), \(choice.label)")),
                    ])
                }), "data": .optional(data.map { write($0, region) }),
            "note": .text(note), "hasFile": .flag(!csv.isEmpty), "file": .text(csv),
            "base": .text(isOfWholeReport ? place.root : place.base),
        ])
    }
}
