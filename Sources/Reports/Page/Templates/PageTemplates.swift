import Mustache

/// The templates, the style sheet and the script of the pages.
package struct PageTemplates: Sendable {
    private let library: MustacheLibrary
    /// The templates by the numbers that mark their keys.
    private let names: [String]
    let style: String
    let script: String

    private static let contentType = "MARKUP"

    /// Templates from files by name, such as `index.mustache`, `page.css` and `page.js`.
    ///
    /// - Throws: `PageError` for a missing file, a tag that pages do not use, or a template that can't be parsed.
    package init(files: [String: String]) throws {
        MustacheContentTypes.register(MarkupEscaping(), named: Self.contentType)
        let sources = Self.templates(among: files)
        names = sources.map(\.name)
        var library = MustacheLibrary()
        for (number, (name, text)) in sources.enumerated() {
            try TemplateTags.check(text, named: name, partials: Set(names))
            let marked = try TemplateTags.marked(text, named: name, by: number)
            do {
                try library.register("{{% CONTENT_TYPE:\(Self.contentType)}}\n" + marked, named: name)
            } catch {
                throw PageError.unreadable(template: name, reason: String(describing: error))
            }
        }
        self.library = library
        style = try Self.inline("page.css", of: files)
        script = try Self.inline("page.js", of: files)
    }

    /// Templates by name, without the ending of their files.
    static func templates(among files: [String: String]) -> [(name: String, text: String)] {
        files.sorted { $0.key < $1.key }.compactMap { name, text in
            name.hasSuffix(".mustache") ? (String(name.dropLast(".mustache".count)), text) : nil
        }
    }

    /// A file that stands inside an element of the page, which it must not end.
    private static func inline(_ name: String, of files: [String: String]) throws -> String {
        guard let text = files[name] else { throw PageError.missingFile(name) }
        guard !text.contains("</") else { throw PageError.forbiddenTag("</", template: name) }
        return text
    }

    /// The files of `dashboards/`, compiled in.
    package static func embedded() throws -> PageTemplates { try PageTemplates(files: embeddedFiles) }

    static let embeddedFiles = Dictionary(uniqueKeysWithValues: EmbeddedFiles.all.map { ($0.path, $0.text) })

    /// A template with the values of a model.
    ///
    /// - Throws: `PageError` if there is no such template, or if one asks for a key that its model does not have.
    package func render(_ name: String, _ model: PageModel) throws -> SafeHTML {
        let misses = RecordedModel.Misses()
        let recorded = RecordedModel(model: model, misses: misses)
        guard let text = library.render(recorded, withTemplate: name) else {
            throw PageError.missingFile("\(name).mustache")
        }
        if let (key, number) = misses.keys.first.map(TemplateTags.unmarked) {
            throw PageError.unknownKey(key, template: number.map { names[$0] } ?? name)
        }
        return SafeHTML(trusted: text)
    }
}
