extension Truth {
    /// A dimension of prompts: what divides the people who were asked.
    struct Dimension: Sendable {
        let name: Text

        /// Returns the prompt's value; empty if the prompt doesn't say.
        let value: @Sendable (Event) -> Text

        /// The dimensions that have a row of which those of some values of this one are the parts.
        var partOf: [Text] = []

        /// Everybody, then the dimensions in the order of the tables.
        static let all: [Dimension] = [
            Dimension(name: "all") { _ in "" },
            Dimension(name: "platform") { Text($0.os?.name) },
            Dimension(name: "os", partOf: ["platform"]) { Text($0.os.map { "\($0.name) \($0.major)" }) },
            Dimension(name: "os_version", partOf: ["os"]) { Text($0.os.map { "\($0.name) \($0.major).\($0.minor)" }) },
            Dimension(name: "app_version") { $0.appVersion },
            Dimension(name: "placement") { $0.placement },
            Dimension(name: "variant") { $0.variant },
            Dimension(name: "locale", partOf: ["language", "region"]) { $0.locale },
            Dimension(name: "language") { $0.locale.language },
            Dimension(name: "region") { $0.locale.region },
            Dimension(name: "device_model") { $0.deviceModel },
            Dimension(name: "hour") { Self.hour(of: $0) },
        ]

        private init(name: Text, partOf: [Text] = [], value: @escaping @Sendable (Event) -> Text) {
            self.name = name
            self.value = value
            self.partOf = partOf
        }

        /// Returns the hour that the clock showed that the client wrote the event with, in two digits.
        private static func hour(of event: Event) -> Text {
            let shown = event.effectiveAt + Microseconds(event.utcOffset) * .minute
            let hour = (shown - Microseconds(shown.dayNumber) * .day) / .hour
            return Text(hour < 10 ? "0\(hour)" : "\(hour)")
        }
    }

    /// The row key of tables by app, dimension and value.
    struct DimensionKey: RowKey {
        let app: Text
        /// The place of the dimension in `Dimension.all`.
        let place: Int
        let name: Text
        /// The keys of the rows that contain its people among others.
        let sums: [[String]]

        /// Returns the keys of the rows that a prompt is in: of everybody, and of each dimension.
        static func all(of prompt: Event) -> [DimensionKey] {
            Dimension.all.enumerated().map { place, dimension in
                DimensionKey(
                    app: prompt.app, place: place, name: dimension.value(prompt),
                    sums: dimension.partOf.map { whole in
                        let value = Dimension.all.first { $0.name == whole }!.value(prompt)
                        return [prompt.app.string, whole.string, value.string]
                    })
            }
        }

        /// Returns the key of all values of its app in a dimension; in the first, that of the row of everybody.
        func everybody(in place: Int) -> DimensionKey { DimensionKey(app: app, place: place, name: "", sums: []) }

        var otherCells: [String] { [Dimension.all[place].name, name].map(CSV.text) }

        func precedes(_ other: DimensionKey) -> Bool { (place, name) < (other.place, other.name) }
    }
}

extension Truth.Text {
    /// The parts of a locale: what comes before the first `@` or `.`, split at `_` and `-`.
    private var localeParts: [[UnicodeScalar]] {
        string.unicodeScalars.prefix { $0 != "@" && $0 != "." }
            .split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }.map(Array.init)
    }

    /// The language of a locale: its first part.
    fileprivate var language: Truth.Text {
        Truth.Text(String(String.UnicodeScalarView(localeParts[0].map { $0.isUpper ? $0.changed(by: 32) : $0 })))
    }

    /// The region of a locale: its first later part of two letters or three digits, unless a part of one character comes
    /// before that.
    fileprivate var region: Truth.Text {
        for (place, part) in localeParts.enumerated() {
            if part.count == 1 { return "" }
            let isLetters = part.count == 2 && part.allSatisfy { $0.isUpper || $0.isLower }
            let isDigits = part.count == 3 && part.allSatisfy { ("0"..."9").contains($0) }
            guard place > 0, isLetters || isDigits else { continue }
            return Truth.Text(String(String.UnicodeScalarView(part.map { $0.isLower ? $0.changed(by: -32) : $0 })))
        }
        return ""
    }
}

extension UnicodeScalar {
    fileprivate var isUpper: Bool { ("A"..."Z").contains(self) }
    fileprivate var isLower: Bool { ("a"..."z").contains(self) }

    /// Returns the ASCII character that lies this far from an ASCII letter.
    fileprivate func changed(by distance: Int) -> UnicodeScalar { UnicodeScalar(UInt8(Int(value) + distance)) }
}
