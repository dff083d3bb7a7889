import Mustache

/// The templates, the style sheet and the script of the pages.
package struct PageTemplates: Sendable {
    private let library: MustacheLibrary
    /// The template names. A template's index here marks its keys (see `TemplateTags.marked`).
    private let names: [String]
    let style: String
    let script: String

    /// The name under which `MarkupEscaping` is registered with swift-mustache.
    private static let contentType = "MARKUP"

    /// Parses the templates among files given by name, for example `page.mustache`. `page.css` and `page.js` are
    /// required.
    ///
    /// - Throws: `PageError` if a file is missing, a template contains a tag that is not allowed, or it can't be
    ///   parsed.
    package init(files: [String: String]) throws {
        MustacheContentTypes.register(MarkupEscaping(), named: Self.contentType)
        let files = files.mapValues(Self.withLineFeeds)
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

    /// Returns the templates among files, sorted by name, without the extension `.mustache`.
    static func templates(among files: [String: String]) -> [(name: String, text: String)] {
        files.sorted { $0.key < $1.key }.compactMap { name, text in
            name.hasSuffix(".mustache") ? (String(name.dropLast(".mustache".count)), text) : nil
        }
    }

    /// Returns the text with line feeds as its only line ends. A browser reads every page so before it computes the
    /// hashes that the policy names.
    private static func withLineFeeds(_ text: String) -> String {
        // CR and LF together are one character.
        String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
    }

    /// Returns a file that is inlined in a `<style>` or `<script>` element. It must not contain `</`, which could end
    /// the element.
    private static func inline(_ name: String, of files: [String: String]) throws -> String {
        guard let text = files[name] else { throw PageError.missingFile(name) }
        guard !text.contains("</") else { throw PageError.forbiddenTag("</", template: name) }
        return text
    }

    /// Returns the built-in files of `dashboards/`.
    package static func embedded() throws -> PageTemplates { try PageTemplates(files: embeddedFiles) }

    static let embeddedFiles = Dictionary(uniqueKeysWithValues: EmbeddedFiles.all.map { ($0.path, $0.text) })

    /// Renders a template with the values of a model.
    ///
    /// - Throws: `PageError` if there is no such template, or if it or a partial uses a key that its model does not
    ///   have.
    package func render(_ name: String, _ model: PageModel) throws -> SafeHTML {
        let misses = RecordedModel.Misses()
        let recorded = RecordedModel(model: model, misses: misses)
        guard let text = library.render(recorded, withTemplate: name) else {
            throw PageError.missingFile("\(name).mustache")
        }
        if let (key, number, _) = misses.keys.first.map(TemplateTags.unmarked) {
            throw PageError.unknownKey(key, template: number.map { names[$0] } ?? name)
        }
        return SafeHTML(trusted: text)
    }
}
