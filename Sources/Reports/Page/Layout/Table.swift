/// A table of a page as HTML: a head, and groups of rows that sorting keeps together.
struct Table {
    /// A column; the first one names the rows.
    enum Column {
        case words(String)
        case number(String)
        /// Bars under a scale, not sorted by.
        case bars(SafeHTML)
        /// A number that is not sorted by either.
        case fixed(String)
    }

    /// A cell beside the name of its row.
    enum Cell {
        case bar(SafeHTML)
        case rate(ShownRate)
        case interval(ShownRate)
        /// Named on narrow pages, where the head is not shown; rates and intervals are by their column.
        case number(String, label: String, isOpen: Bool = false)
        case words(String)
        /// A number on a shade of so many steps; without one, on the paper.
        case shade(String, step: Int?)
    }

    /// A row by its name.
    struct Row {
        let name: String
        var style = ""
        /// Whether its numbers can still change.
        var isOpen = false
        let cells: [Cell]
    }

    /// The classes that the style sheet knows: `versions`, `days`, `steps`, `checks`, `hours`; `stacked`, `many`, `named`,
    /// `reasons`.
    let style: String
    let columns: [Column]
    let groups: [[Row]]
    /// Whether narrow pages show its rows as columns. Its roles are written out then: of a table that is laid out as a
    /// grid some browsers forget them.
    var isTurned = false

    /// The whole table.
    func markup(labelledBy heading: String) -> SafeHTML {
        let names = SafeHTML.element("tr", role: role("row"), [:], columns.map { head($0) })
        let labels = hidesHead ? columns.dropFirst().map(\.label) : []
        let bodies = groups.map { rows in
            SafeHTML.element("tbody", role: role("rowgroup"), [:], rows.map { $0.markup(role, labels) })
        }
        return .element(
            "table", role: role("table"), ["class": "\(style) sortable", "aria-labelledby": heading],
            [.element("thead", role: role("rowgroup"), [:], [names])] + bodies)
    }

    private func role(_ name: StaticString) -> StaticString? { isTurned ? name : nil }

    /// Whether narrow pages show its rows as blocks, without the head.
    private var hidesHead: Bool { style.hasPrefix("versions") }

    private func head(_ column: Column) -> SafeHTML {
        let header = role("columnheader")
        return switch column {
        case .words(let label): .element("th", role: header, ["scope": "col"], [.text(label)])
        case .number(let label): .element("th", role: header, ["scope": "col", "class": "n"], [.text(label)])
        case .fixed(let label):
            .element("th", role: header, ["scope": "col", "class": "n", "data-fixed": ""], [.text(label)])
        case .bars(let scale):
            .element(
                "th", role: header, ["scope": "col", "class": "bars", "data-fixed": ""],
                [scale, .element("span", ["class": "hidden"], [.text("Bar")])])
        }
    }
}

extension Table.Column {
    /// What its head says; nothing of bars.
    fileprivate var label: String {
        switch self {
        case .words(let label), .number(let label), .fixed(let label): label
        case .bars: ""
        }
    }
}

extension Table.Row {
    /// The row, with what the table says of roles and the labels that its rates and intervals need.
    fileprivate func markup(_ role: (StaticString) -> StaticString?, _ labels: [String]) -> SafeHTML {
        let open = SafeHTML.joined([.text(" "), .element("small", [:], [.text("open")])])
        let name = SafeHTML.element("bdi", [:], [.text(self.name.isEmpty ? "none" : self.name)])
        let head = SafeHTML.element("th", role: role("rowheader"), ["scope": "row"], isOpen ? [name, open] : [name])
        let inside =
            [head] + cells.indices.map { cells[$0].markup(role("cell"), labels.isEmpty ? nil : labels[$0]) }
        let attributes: KeyValuePairs<StaticString, String> = style.isEmpty ? [:] : ["class": style]
        return .joined([.element("tr", role: role("row"), attributes, inside), .text("\n")])
    }
}

extension Table.Cell {
    fileprivate func markup(_ role: StaticString?, _ label: String?) -> SafeHTML {
        switch self {
        case .bar(let bar): .element("td", role: role, ["class": "bars"], [bar])
        case .rate(let rate): Self.cell("n \(rate.style)", rate.text, role, label)
        case .interval(let rate): Self.cell("n interval", rate.interval, role, label)
        case .number(let text, let label, let isOpen):
            .element("td", role: role, ["class": isOpen ? "n open" : "n", "data-label": label], [.text(text)])
        case .words(let text): Self.cell("meaning", text, role)
        case .shade(let text, let step): Self.cell(step.map { "n heat-\($0)" } ?? "n", text, role)
        }
    }

    private static func cell(
        _ style: String, _ text: String, _ role: StaticString?, _ label: String? = nil
    ) -> SafeHTML {
        guard let label else { return .element("td", role: role, ["class": style], [.text(text)]) }
        return .element("td", role: role, ["class": style, "data-label": label], [.text(text)])
    }
}
