import EventLog
import Glibc

/// Formats quarantined deliveries as lines of aligned columns that fit the terminal, if it is wide enough for the
/// columns before the detail.
struct QuarantineTable {
    /// The minimum width of the detail, in columns of the terminal.
    private static let leastDetail = 16
    /// The maximum width of the source, in columns of the terminal.
    private static let greatestSource = 28

    private let width: Int
    private let showsState: Bool
    private let idWidth: Int
    private let reasonWidth: Int
    private let sourceWidth: Int

    /// Creates a table whose columns are wide enough for `rows`. Cells of later rows may be cut.
    init(fitting rows: [QuarantinedDelivery], width: Int, showsState: Bool) {
        self.width = width
        self.showsState = showsState
        idWidth = rows.map { String($0.id).count }.max().map { max($0, 2) } ?? 2
        reasonWidth = rows.map(\.reason.count).max().map { max($0, 6) } ?? 6
        sourceWidth = min(Self.greatestSource, rows.map { Self.place(of: $0).columns }.max().map { max($0, 6) } ?? 6)
    }

    /// The line with the names of the columns.
    var header: String { line("ID", "RECEIVED", "REASON", "STATE", "SOURCE", "DETAIL") }

    /// Returns the line of one delivery.
    func line(_ row: QuarantinedDelivery) -> String {
        let received = String(row.receivedAtText.prefix(19)) + "Z"
        return line(
            String(row.id), received, row.reason, row.state.rawValue, Self.place(of: row), row.detail.visible)
    }

    private func line(
        _ id: String, _ received: String, _ reason: String, _ state: String, _ source: String, _ detail: String
    ) -> String {
        var cells = [id.padded(idWidth), received.padded(20), reason.padded(reasonWidth)]
        if showsState { cells.append(state.padded(9)) }
        cells.append(source.clippedFront(sourceWidth).padded(sourceWidth))
        let front = cells.joined(separator: "  ")
        return "\(front)  \(detail.clipped(max(Self.leastDetail, width - front.columns - 2)))"
    }

    private static func place(of row: QuarantinedDelivery) -> String { "\(row.source.visible):\(row.line)" }
}

/// The terminal of standard output.
enum Terminal {
    /// The number of columns; 120 if standard output is not a terminal.
    static var width: Int {
        var size = winsize()
        guard isatty(1) == 1, ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 120 }
        return Int(size.ws_col)
    }
}
