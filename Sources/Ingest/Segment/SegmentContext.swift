import Events

/// The members of a call's `context` that become fields of the event.
struct SegmentContext {
    /// Members of objects in `context`.
    private static let inner = [
        "app": ["namespace", "version"], "os": ["name", "version"], "device": ["model"], "library": ["name"],
    ]
    /// The libraries for browsers, which know no operating system. The one for Flutter also sends from phones, and then
    /// names their system.
    private static let browserLibraries = ["analytics.js", "RudderLabs JavaScript SDK", "analytics-flutter"]
    /// What libraries for browsers write as the app's namespace: the name of the library or of the browser.
    private static let browserNamespaces = ["com.rudderlabs.javascript", "Mozilla"]

    private var values: [String: JSONText] = [:]

    /// Creates a context without members.
    init() {}

    /// Reads a `context`; nil has no members.
    init(_ context: JSONText?) {
        let members = context?.members ?? []
        for name in ["locale", "timezone"] { values[name] = members[given: name] }
        for (name, names) in Self.inner {
            guard let object = members[given: name] else { continue }
            guard object.isObject else {
                values[name] = object
                continue
            }
            let own = object.members
            for inner in names { values["\(name).\(inner)"] = own[given: inner] }
        }
    }

    /// Returns the members of both; of two with the same name, that of `self`.
    func merged(over shared: SegmentContext) -> SegmentContext {
        var merged = self
        merged.values.merge(shared.values) { own, _ in own }
        return merged
    }

    /// Returns a member by its path, such as `app.version`; nil if it is missing, null or an empty text.
    subscript(path: String) -> JSONText? { values[path] }

    /// The app's identifier; nil if it is missing.
    var appID: JSONText? { namesBrowserAsApp ? nil : values["app.namespace"] }

    /// The app's version; nil if it is missing.
    var appVersion: JSONText? { namesBrowserAsApp ? nil : values["app.version"] }

    /// Whether `app` is a library or a browser.
    private var namesBrowserAsApp: Bool {
        values["app.namespace"]?.string.map { Self.browserNamespaces.contains($0) } ?? false
    }

    /// Returns the `os` of an event. A type that needs none gets none that would be rejected: servers send these types,
    /// and may know the name without the version.
    func os(for type: EventType) -> JSONText? {
        guard type.mayLackOS, let found = system else { return system }
        let members = found.members
        return WrittenSystem.isKnown(name: members["name"]?.string, version: members["version"]?.string) ? found : nil
    }

    /// The system. Calls of the libraries for browsers that name none are of `web`, version 0.
    private var system: JSONText? {
        let name = values["os.name"]?.string
        let version = values["os.version"]?.numberAsString
        let parts = [
            ("name", values["os.name"].map { $0.converted(WrittenSystem.name) }),
            ("version", version.map { $0.converted { WrittenSystem.version($0, of: name) } }),
        ]
        let members = parts.compactMap { name, value in value.map { JSONText.Member(name: name, value: $0) } }
        if !members.isEmpty { return JSONText(members: members) }
        if let other = values["os"] { return other }
        let isForBrowsers = values["library.name"]?.string.map { Self.browserLibraries.contains($0) } ?? false
        return isForBrowsers ? Self.web : nil
    }

    private static let web = JSONText(members: [
        .init(name: "name", value: JSONText(string: OSName.web.rawValue)),
        .init(name: "version", value: JSONText(string: "0")),
    ])
}

extension JSONText {
    /// Returns a string converted; any other value unchanged.
    fileprivate func converted(_ convert: (String) -> String) -> JSONText {
        string.map { JSONText(string: convert($0)) } ?? self
    }
}

extension [JSONText.Member] {
    /// The value of a member; nil if it is missing, null or an empty text: Segment's libraries send empty texts for
    /// what they don't know.
    subscript(given name: String) -> JSONText? {
        guard let value = self[name], !value.isEmptyText else { return nil }
        return value
    }
}
