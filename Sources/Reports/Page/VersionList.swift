/// The OS versions of an app in the order of the page: by OS, newest first, each major before its versions.
struct VersionList {
    /// A major with its versions, or what there is of them.
    struct Group {
        let rows: [OptInRow]
    }

    let groups: [Group]
    /// Versions that are not listed, and how many people were asked on them.
    let omitted: (versions: Int, prompted: Int)

    /// At most so many rows: those with most people asked. A major with a single version is that version alone.
    init(_ rows: [OptInRow], atMost limit: Int) {
        let ordered = Self.grouped(rows).flatMap(Self.withoutRepetition)
        let ranked = ordered.enumerated().sorted { ($1.element.rank, $0.offset) < ($0.element.rank, $1.offset) }
        let kept = Set(ranked.prefix(limit).map(\.offset))
        groups = Self.grouped(ordered.enumerated().filter { kept.contains($0.offset) }.map(\.element)).map(Group.init)
        let left = ordered.enumerated().filter { !kept.contains($0.offset) && !$0.element.isMajor }.map(\.element)
        omitted = (left.count, left.reduce(0) { $0 + ($1.cell?.prompted ?? 0) })
    }

    private static func withoutRepetition(_ group: [OptInRow]) -> [OptInRow] {
        group.count == 2 && group[0].isMajor && group[0].cell == group[1].cell ? [group[1]] : group
    }

    /// The rows in the order of the page, those of one major together.
    private static func grouped(_ rows: [OptInRow]) -> [[OptInRow]] {
        var places: [String: Int] = [:]
        for row in rows where places[row.osName] == nil { places[row.osName] = places.count }
        let keyed = rows.map { (place: places[$0.osName] ?? 0, version: VersionNumber($0.osVersion), row: $0) }
        let ordered = keyed.sorted {
            if $0.place != $1.place { return $0.place < $1.place }
            if $0.version.major != $1.version.major { return $1.version.major < $0.version.major }
            if $0.row.isMajor != $1.row.isMajor { return $0.row.isMajor }
            return $1.version < $0.version
        }
        return ordered.chunked { $0.place == $1.place && $0.version.major == $1.version.major }.map { $0.map(\.row) }
    }
}

extension OptInRow {
    /// How early a row is kept where not all can be: withheld rows last.
    fileprivate var rank: Int { cell?.prompted ?? -1 }

    /// `iOS 17.4`, cleaned for display.
    var label: String { PageFormat.name("\(osName) \(osVersion)") }
}

extension Array {
    /// Neighbours that belong together, together.
    fileprivate func chunked(where belong: (Element, Element) -> Bool) -> [[Element]] {
        reduce(into: []) { chunks, element in
            if let last = chunks.last?.last, belong(last, element) {
                chunks[chunks.count - 1].append(element)
            } else {
                chunks.append([element])
            }
        }
    }
}
