extension Detail {
    /// The maximum length of a detail in characters.
    private static let greatestLength = 200

    /// Required fields are missing. `bytes`: the event; those of its first members that were probably meant to be these
    /// fields are named, as many as fit.
    init(missing fields: [Field], in bytes: Bytes) {
        let names = fields.map(\.name)
        let list = [names.dropLast().joined(separator: ", "), names.last ?? ""].filter { !$0.isEmpty }
        var text = list.joined(separator: " and ") + (names.count == 1 ? " is" : " are") + " missing or null"
        let members = bytes.memberNames
        let questions = fields.compactMap { field in
            members.lazy.compactMap { $0.question(about: field) }.first
        }
        for (index, question) in questions.enumerated() {
            let more = (index == 0 ? "; did you mean " : ", ") + question
            guard text.utf8.count + more.utf8.count < Self.greatestLength else { break }
            text += more
        }
        self.init(questions.isEmpty ? text : text + "?")
    }
}

/// The name of a member of an event, and the object that it is in: `os`, `data`, or nil for the event itself.
private struct MemberName {
    /// The longest name that is compared with those of fields, in bytes.
    static let greatestLength = 40
    /// How many names of an event are compared: a program may send thousands, and each costs time for every field.
    static let greatestCount = 64

    private let object: Field?
    private let name: String
    private let plainName: String

    init(_ name: String, in object: Field?) {
        (self.name, self.object, plainName) = (name, object, name.spelledPlainly)
    }

    /// Returns which name was probably meant, and the one that was written, if this member was probably meant to be a
    /// missing field or the object that contains it. Nil otherwise.
    func question(about missing: Field) -> String? {
        for field in missing.spelling.meant where isLike(field.spelling) {
            return "\(field.name) instead of \(object.map { $0.name + "." } ?? "")\(name)"
        }
        return nil
    }

    /// Whether the name is that of a field in another spelling (`appId`, `app-id`), after the word event (`eventType`),
    /// with the object's name (`osVersion`), or in another place.
    private func isLike(_ field: Spelling) -> Bool {
        guard name != field.name, object != field.object || name != field.ownName else { return false }
        if plainName == field.plainName { return true }
        guard field.object != nil else {
            return plainName == field.plainOwnName || plainName == field.plainEventName
        }
        return plainName == field.plainOwnName && (object == field.object || field.object == .data)
    }
}

/// A field and its name in the forms that written names are compared with.
private struct Spelling {
    /// The field, the object that it is in, and the field that may be there in its place.
    let meant: [Field]
    let object: Field?
    let name: String
    /// The name without that of the object.
    let ownName: String
    let plainName: String
    let plainOwnName: String
    /// The own name after the word event.
    let plainEventName: String

    /// The spellings of all fields, by their raw values.
    static let all = (0..<Field.count).compactMap { Field(rawValue: $0) }.map { Spelling($0) }

    private init(_ field: Field) {
        meant = [field, field.object, field.substitute].compactMap(\.self)
        (object, name, ownName) = (field.object, field.name, field.ownName)
        (plainName, plainOwnName) = (name.spelledPlainly, ownName.spelledPlainly)
        plainEventName = "event" + plainOwnName
    }
}

extension Field {
    fileprivate var spelling: Spelling { Spelling.all[rawValue] }

    /// The object that the field is in: `os`, `data`, or nil for the event itself.
    fileprivate var object: Field? {
        if self == .osName || self == .osVersion { return .os }
        return Self.ofData.contains(self) ? .data : nil
    }

    /// The field that may be there in its place.
    fileprivate var substitute: Field? { self == .installationID ? .deviceID : nil }

    /// The name without that of the object.
    fileprivate var ownName: String { object.map { String(name.dropFirst($0.name.count + 1)) } ?? name }
}

extension String {
    /// The letters and digits in lower case, without what separates words. Empty if there is any other character.
    fileprivate var spelledPlainly: String {
        let letters = utf8.filter { !["_", "-", ".", " "].contains(Unicode.Scalar($0)) }
        guard letters.allSatisfy({ $0.isLetter || $0.decimalDigit != nil }) else { return "" }
        return String(decoding: letters, as: UTF8.self).lowercased()
    }
}

extension Bytes {
    /// The first names of the members of the event, of its `os` and of its `data`, except long ones. The event must be
    /// well-formed.
    fileprivate var memberNames: [MemberName] {
        var scanner = JSONScanner(self)
        scanner.passSpace()
        var names: [MemberName] = []
        try? addNames(in: nil, &scanner, to: &names)
        return names
    }

    private func addNames(
        in object: Field?, _ scanner: inout JSONScanner, to names: inout [MemberName]
    ) throws(JSONFault) {
        let start = try scanner.open()
        while names.count < MemberName.greatestCount {
            let name = try scanner.nextName(since: start)
            guard name.kind != .absent else { return }
            let field = object == nil ? withText(of: name) { Field(ofEvent: $0) } : nil
            if name.range.count <= MemberName.greatestLength {
                let text = withText(of: name) { String(decoding: $0, as: UTF8.self) }
                names.append(MemberName(text, in: object))
            }
            if let field, field == .os || field == .data, scanner.isAt("{") {
                try addNames(in: field, &scanner, to: &names)
            } else {
                _ = try scanner.passValue()
            }
        }
    }
}
