import EventLog
import Glibc

/// Quarantined deliveries as lines of aligned columns that are no wider than a terminal, if it has room for the columns
/// before the detail.
struct QuarantineTable {
    /// The detail is cut to no less than this, in columns of the terminal.
    private static let leastDetail = 16
    /// What of a source's name is shown.
    private static let greatestSource = 28

    private let width: Int
    private let showsState: Bool
    private let idWidth: Int
    private let reasonWidth: Int
    private let sourceWidth: Int

    /// A table whose columns hold these rows; later ones are cut to it.
    init(fitting rows: [QuarantinedDelivery], width: Int, showsState: Bool) {
        self.width = width
        self.showsState = showsState
        idWidth = rows.map { String($0.id).count }.max().map { max($0, 2) } ?? 2
        reasonWidth = rows.map(\.reason.count).max().map { max($0, 6) } ?? 6
        sourceWidth = min(Self.greatestSource, rows.map { Self.place(of: $0).columns }.max().map { max($0, 6) } ?? 6)
    }

    /// The names of the columns.
    var header: String { line("ID", "RECEIVED", "REASON", "STATE", "SOURCE", "DETAIL") }

    /// One delivery.
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

/// The terminal that standard output goes to.
enum Terminal {
    /// Its columns; 120 where there is none.
    static var width: Int {
        var size = winsize()
        guard isatty(1) == 1, ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 120 }
        return Int(size.ws_col)
    }
}
