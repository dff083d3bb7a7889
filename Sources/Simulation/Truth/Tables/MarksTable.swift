extension Truth {
    /// The table `marks`, without marks of the team: the first day by whose end 30 people had been asked on an OS
    /// version, or by an app version.
    struct MarksTable: Sendable {
        private struct Key: Hashable {
            var app: Text
            /// The OS and its version; nil for an app version.
            var os: OperatingSystem?
            /// The app version; empty for an OS version.
            var version: Text

            var kind: String { os == nil ? "app_version" : "os_version" }
            var name: Text { os.map { Text("\($0.name) \($0.major).\($0.minor)") } ?? version }

            /// Whether it is a later version of the same app or the same OS.
            func isLater(than other: Key) -> Bool {
                guard app == other.app, os?.name == other.os?.name else { return false }
                guard let os, let otherOS = other.os else {
                    return AppVersionOrder(version).isLater(than: AppVersionOrder(other.version))
                }
                return (otherOS.major, otherOS.minor) < (os.major, os.minor)
            }
        }

        private let parameters: Parameters
        /// The days on which people were asked, one for each.
        private var days: [Key: [Int]] = [:]

        init(_ parameters: Parameters) { self.parameters = parameters }

        /// Counts an installation if its prompt is not after the range.
        mutating func add(_ entry: FunnelEntry) {
            let prompt = entry.prompt
            let day = parameters.timeZone.day(of: prompt.effectiveAt)
            guard day < parameters.days.upperBound else { return }
            if let os = prompt.os { days[Key(app: prompt.app, os: os, version: ""), default: []].append(day) }
            guard !prompt.appVersion.isEmpty else { return }
            days[Key(app: prompt.app, version: prompt.appVersion), default: []].append(day)
        }

        var file: File {
            let sorted = days.mapValues { $0.sorted() }
            let marks = sorted.filter { $0.value.count >= 30 }.mapValues { $0[29] }
            let isNew = { (key: Key, day: Int) in
                let start = sorted.filter { $0.key.app == key.app }.compactMap(\.value.first).min() ?? 0
                return sorted[key]![0] >= start + 7
                    && !marks.contains { $0.key.isLater(than: key) && $0.value <= day }
            }
            let shown = marks.filter { parameters.days.contains($0.value) }.sorted { one, other in
                let (a, b) = (one.key, other.key)
                return (a.app, one.value, Text(a.kind), a.name) < (b.app, other.value, Text(b.kind), b.name)
            }
            return File(
                "marks", "app_id day kind name is_new",
                shown.map { key, day in
                    [
                        CSV.text(key.app), CivilDate(dayNumber: day).description, key.kind, CSV.text(key.name),
                        isNew(key, day) ? "true" : "false",
                    ]
                })
        }
    }
}
