/// A figure of a page: a drawing or a table with bars, the table of its data, and where its file is.
struct Figure {
    /// A sign of the legend.
    struct Key {
        let keyHTML: SafeHTML
        let label: String
    }

    /// Unique among the figures of a section; part of the element's id.
    let name: String
    /// Neutral, or the outcome of a test.
    let title: String
    /// What is shown, of whom, in which unit; the range follows it.
    let caption: String
    var legend: [Key] = []
    var plot: Drawing?
    /// What stands in place of a plot or of rows where there are none.
    var empty = ""
    /// The table that is the figure.
    var table: Table?
    /// The table under a plot.
    var data: Table?
    var note = ""
    /// What the figure is of, where it is not the whole range.
    var days: String?
    /// The table of the report that has these numbers and more; empty where none has.
    var csv = ""
    /// Whether it stands beside the next one where there is room.
    var isHalf = false

    /// A drawing of a plot, by the id that is unique on the page.
    typealias Drawing = (_ id: String) -> SafeHTML

    /// Where a figure stands.
    struct Place {
        /// The section's id and the figure's number on the page.
        let section: String
        let number: Int
        let level: String
        let days: String
        /// The app, named where the page has several.
        let app: String?
        /// From the page's folder to the report's.
        let base: String
    }

    /// What the template shows.
    func model(at place: Place) -> PageModel {
        let id = "\(place.section)-\(name)"
        let region = "Table: \(title)\(place.app.map { ", \($0)" } ?? "")"
        let write: (Table) -> PageValue = { .html($0.markup(labelledBy: "\(id)-heading")) }
        return PageModel([
            "id": .text(id), "figure": .text("\(place.number)"), "level": .text(place.level),
            "days": .text(days ?? place.days), "hasApp": .flag(place.app != nil), "app": .text(place.app ?? ""),
            "title": .text(title), "caption": .text(caption), "style": .text(isHalf ? "half" : "whole"),
            "hasLegend": .flag(!legend.isEmpty),
            "legend": .list(legend.map { PageModel(["keyHTML": .html($0.keyHTML), "label": .text($0.label)]) }),
            "plot": .optional(plot.map { PageModel(["svgHTML": .html($0("\(id)-plot"))]) }),
            "hasEmpty": .flag(!empty.isEmpty), "empty": .text(empty),
            "table": .optional(table.map { PageModel(["tableHTML": write($0), "region": .text(region)]) }),
            "data": .optional(data.map { PageModel(["tableHTML": write($0), "region": .text(region)]) }),
            "note": .text(note), "hasFile": .flag(!csv.isEmpty), "file": .text(csv), "base": .text(place.base),
        ])
    }
}
