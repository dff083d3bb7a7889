import Mustache

/// The templates, the style sheet and the script of the pages.
package struct PageTemplates: Sendable {
    private let library: MustacheLibrary
    let style: String
    let script: String

    private static let contentType = "MARKUP"

    /// Templates from files by name, such as `index.mustache`, `page.css` and `page.js`.
    ///
    /// - Throws: `PageError` for a missing file, a tag that pages do not use, or a template that can't be parsed.
    package init(files: [String: String]) throws {
        MustacheContentTypes.register(MarkupEscaping(), named: Self.contentType)
        let sources = Dictionary(
            uniqueKeysWithValues: files.compactMap { name, text in
                name.hasSuffix(".mustache") ? (String(name.dropLast(".mustache".count)), text) : nil
            })
        var library = MustacheLibrary()
        for (name, text) in sources.sorted(by: { $0.key < $1.key }) {
            try TemplateTags.check(text, named: name, partials: Set(sources.keys))
            do {
                try library.register("{{% CONTENT_TYPE:\(Self.contentType)}}\n" + text, named: name)
            } catch {
                throw PageError.unreadable(template: name, reason: String(describing: error))
            }
        }
        guard let style = files["page.css"] else { throw PageError.missingFile("page.css") }
        guard let script = files["page.js"] else { throw PageError.missingFile("page.js") }
        (self.library, self.style, self.script) = (library, style, script)
    }

    /// The files of `dashboards/`, compiled in.
    package static func embedded() throws -> PageTemplates {
        try PageTemplates(files: Dictionary(uniqueKeysWithValues: EmbeddedFiles.all.map { ($0.path, $0.text) }))
    }

    /// A template with the values of a model.
    ///
    /// - Throws: `PageError` if there is no such template, or if it asks for a key that the model does not have.
    package func render(_ name: String, _ model: PageModel) throws -> SafeHTML {
        let misses = RecordedModel.Misses()
        let recorded = RecordedModel(model: model, misses: misses)
        guard let text = library.render(recorded, withTemplate: name) else {
            throw PageError.missingFile("\(name).mustache")
        }
        if let key = misses.keys.first { throw PageError.unknownKey(key, template: name) }
        return SafeHTML(trusted: text)
    }
}
