/// An HTML table: column heads, and groups of rows. Sorting by the page's script keeps the rows of a group together.
package struct Table {
    /// A column with its label. The first column contains the names of the rows.
    package enum Column {
        case words(String)
        case number(String)
        /// Bars under this scale. The table can't be sorted by them.
        case bars(SafeHTML)
        /// Numbers. The table can't be sorted by them.
        case fixed(String)
    }

    /// A cell after the name of its row.
    package enum Cell {
        case bar(SafeHTML)
        case rate(ShownRate)
        case interval(ShownRate)
        /// A number. Narrow pages hide the column heads and show `label` instead; rates and intervals get the column's
        /// label.
        case number(String, label: String, isOpen: Bool = false)
        case words(String)
        /// A sentence, and a plot that opens below it.
        case plot(String, SafeHTML)
        /// A difference of rates with its interval, or `no clear change`; a dash for nil.
        case change(Rate?)
        /// A share, and the share before; nil if there is none.
        case share(String, String?)
        /// What kind of value the row is.
        case kind(String)
        /// A small line, hidden from screen readers.
        case spark(SafeHTML?)
        /// A sentence with a link.
        case link(String, href: String)
        /// A number on a background of class `heat-` plus `step`; nil for no background.
        case shade(String, step: Int?)
    }

    /// A row: its name, then its cells.
    package struct Row {
        package let name: String
        /// The page about it; nil if there is none.
        package var link: String?
        package var style = ""
        /// Whether its numbers can still change.
        package var isOpen = false
        /// A cell for each further column; none if the name is as wide as the table.
        package let cells: [Cell]
    }

    /// The CSS classes: one of `versions`, `days`, `steps`, `checks` and `hours`, then any of `stacked`, `many`,
    /// `named` and `reasons`.
    let style: String
    package let columns: [Column]
    package let groups: [[Row]]
    /// Whether narrow pages show its rows as columns. The style sheet then lays the table out as a grid, for which some
    /// browsers drop the table's ARIA roles, so they are written out.
    var isTurned = false
    /// The words of the box that shows the rows of the style `rest`; empty if no row has it.
    package var fold = ""

    /// Returns the table as HTML, without columns that hold nothing in any row. `heading` is the id of the element that
    /// names it.
    func markup(labelledBy heading: String) -> SafeHTML {
        let kept = [0] + columns.indices.dropFirst().filter(isFilled)
        let columns = kept.map { self.columns[$0] }
        let names = SafeHTML.element("tr", role: role("row"), [:], columns.map { head($0) })
        let labels = hidesHead ? columns.dropFirst().map(\.label) : []
        let bodies = groups.map { rows in
            SafeHTML.element(
                "tbody", role: role("rowgroup"), [:],
                rows.map { row in
                    row.markup(
                        role, labels, kept.dropFirst().compactMap { row.cells.isEmpty ? nil : row.cells[$0 - 1] })
                })
        }
        return .element(
            "table", role: role("table"), ["class": "\(style) sortable", "aria-labelledby": heading],
            [.element("thead", role: role("rowgroup"), [:], [names])] + bodies)
    }

    /// Whether any row has something in a column. In a table of other rows than versions, variants or campaigns, a dash
    /// in every row means something, so all columns are kept.
    private func isFilled(_ column: Int) -> Bool {
        let rows = groups.flatMap(\.self).filter { !$0.cells.isEmpty }
        return !hidesHead || rows.isEmpty || rows.contains { !$0.cells[column - 1].isBlank }
    }

    /// Returns the ARIA role to write out; nil if it is implied.
    private func role(_ name: StaticString) -> StaticString? { isTurned ? name : nil }

    /// Whether narrow pages show the rows as blocks, without column heads.
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
    /// The label; empty for bars.
    package var label: String {
        switch self {
        case .words(let label), .number(let label), .fixed(let label): label
        case .bars: ""
        }
    }
}

extension Table.Row {
    /// Returns the row as HTML. `role` maps a role to the one to write out; `labels` are the columns' labels for narrow
    /// pages, empty if the head stays visible; `cells` those of the columns that are shown.
    fileprivate func markup(
        _ role: (StaticString) -> StaticString?, _ labels: [String], _ cells: [Table.Cell]
    ) -> SafeHTML {
        let open = SafeHTML.joined([.text(" "), .element("small", [:], [.text("open")])])
        let plain = SafeHTML.element("bdi", [:], [.text(self.name.isEmpty ? "none" : self.name)])
        let name = link.map { SafeHTML.element("a", ["href": $0], [plain]) } ?? plain
        let place: KeyValuePairs<StaticString, String> =
            cells.isEmpty ? ["scope": "row", "colspan": "99"] : ["scope": "row"]
        let head = SafeHTML.element("th", role: role("rowheader"), place, isOpen ? [name, open] : [name])
        let inside =
            [head] + cells.indices.map { cells[$0].markup(role("cell"), labels.isEmpty ? nil : labels[$0]) }
        let attributes: KeyValuePairs<StaticString, String> = style.isEmpty ? [:] : ["class": style]
        return .joined([.element("tr", role: role("row"), attributes, inside), .text("\n")])
    }
}

extension Table.Cell {
    /// Whether the cell holds no number and no words.
    fileprivate var isBlank: Bool {
        switch self {
        case .rate(.none), .change(nil): true
        case .share(let text, _): text == PageFormat.dash
        case .interval(let rate): rate.shown == nil
        case .number(let text, _, _), .words(let text), .link(let text, _): text.isEmpty || text == PageFormat.dash
        default: false
        }
    }

    fileprivate func markup(_ role: StaticString?, _ label: String?) -> SafeHTML {
        switch self {
        case .bar(let bar): .element("td", role: role, ["class": "bars"], [bar])
        case .rate(let rate): Self.cell("n \(rate.style)", rate.text, role, label)
        case .interval(let rate): Self.cell("n interval", rate.interval, role, label)
        case .number(let text, let name, let isOpen):
            Self.cell(isOpen ? "n open" : "n", text, role, label == nil ? nil : name)
        case .words(let text): Self.cell("meaning", text, role)
        case .plot(let text, let plot):
            .element(
                "td", role: role, ["class": "meaning"],
                [
                    .text(text),
                    .element("details", [:], [.element("summary", [:], [.text("Day by day")]), plot]),
                ])
        case .change(let difference): Self.change(difference, role)
        case .share(let share, let before):
            .element(
                "td", role: role, ["class": "n", "data-label": "Share"],
                [
                    .text(share), Self.aside(before.map { "was \($0)" }),
                ])
        case .kind(let text): Self.cell("kind", text, role)
        case .spark(let line): .element("td", role: role, ["class": "sparks"], [line ?? .joined([])])
        case .link(let text, let href):
            .element(
                "td", role: role, ["class": "meaning"],
                text.isEmpty ? [] : [.element("a", ["href": href], [.text(text)])])
        case .shade(let text, let step): Self.cell(step.map { "n heat-\($0)" } ?? "n", text, role)
        }
    }

    /// Returns a cell with the words for a difference, and its interval in muted text.
    private static func change(_ difference: Rate?, _ role: StaticString?) -> SafeHTML {
        let isClear = difference?.isClear == true
        let words = difference.map { isClear ? "\($0.text(PageFormat.signed)) pts" : "no clear change" }
        let ends = difference?.bounds
        return .element(
            "td", role: role, ["class": isClear ? "n moved" : "n still", "data-label": "Change in rate"],
            [.text(words ?? PageFormat.dash), aside(ends)])
    }

    /// Returns muted text after a number; nothing for nil.
    private static func aside(_ text: String?) -> SafeHTML {
        text.map { .joined([.text(" "), .element("span", ["class": "aside"], [.text($0)])]) } ?? .joined([])
    }

    private static func cell(
        _ style: String, _ text: String, _ role: StaticString?, _ label: String? = nil
    ) -> SafeHTML {
        guard let label else { return .element("td", role: role, ["class": style], [.text(text)]) }
        return .element("td", role: role, ["class": style, "data-label": label], [.text(text)])
    }
}
