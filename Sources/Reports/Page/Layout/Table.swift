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
        /// Named on narrow pages, where the head is not shown.
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

    /// The whole table.
    func markup(labelledBy heading: String) -> SafeHTML {
        .element(
            "table", ["class": "\(style) sortable", "aria-labelledby": heading],
            [.element("thead", [:], [.element("tr", [:], columns.map(Self.head))])]
                + groups.map { .element("tbody", [:], $0.map(\.markup)) })
    }

    private static func head(_ column: Column) -> SafeHTML {
        switch column {
        case .words(let label): .element("th", ["scope": "col"], [.text(label)])
        case .number(let label): .element("th", ["scope": "col", "class": "n"], [.text(label)])
        case .fixed(let label): .element("th", ["scope": "col", "class": "n", "data-fixed": ""], [.text(label)])
        case .bars(let scale):
            .element(
                "th", ["scope": "col", "class": "bars", "data-fixed": ""],
                [scale, .element("span", ["class": "hidden"], [.text("Bar")])])
        }
    }
}

extension Table.Row {
    fileprivate var markup: SafeHTML {
        let open = SafeHTML.joined([.text(" "), .element("small", [:], [.text("open")])])
        let name = SafeHTML.element("bdi", [:], [.text(self.name.isEmpty ? "none" : self.name)])
        let head = SafeHTML.element("th", ["scope": "row"], isOpen ? [name, open] : [name])
        let inside = [head] + cells.map(\.markup)
        return .joined([
            style.isEmpty ? .element("tr", [:], inside) : .element("tr", ["class": style], inside), .text("\n"),
        ])
    }
}

extension Table.Cell {
    fileprivate var markup: SafeHTML {
        switch self {
        case .bar(let bar): .element("td", ["class": "bars"], [bar])
        case .rate(let rate): Self.cell("n \(rate.style)", rate.text)
        case .interval(let rate): Self.cell("n interval", rate.interval)
        case .number(let text, let label, let isOpen):
            .element("td", ["class": isOpen ? "n open" : "n", "data-label": label], [.text(text)])
        case .words(let text): Self.cell("meaning", text)
        case .shade(let text, let step): Self.cell(step.map { "n heat-\($0)" } ?? "n", text)
        }
    }

    private static func cell(_ style: String, _ text: String) -> SafeHTML {
        .element("td", ["class": style], [.text(text)])
    }
}
