import Foundation

extension PageTemplates {
    /// The files of `dashboards/`, compiled in, with those of a folder in their place.
    ///
    /// - Throws: `PageError` where the folder or a file of it can't be read, holds no file of the pages, or has a template
    ///   that can't be used: a key that no page has is found here, whether or not a page would ask for it today.
    package static func replaced(from folder: String) throws -> PageTemplates {
        let replacing = try files(in: folder)
        guard !replacing.isEmpty else { throw PageError.nothingToReplace(folder: folder) }
        let known = try templates(among: embeddedFiles).reduce(into: Set<String>()) { known, template in
            known.formUnion(try TemplateTags.keys(of: template.text, named: template.name))
        }
        let replaced = try PageTemplates(files: embeddedFiles.merging(replacing) { $1 })
        for (name, text) in templates(among: replacing) {
            let unknown = try TemplateTags.keys(of: text, named: name).subtracting(known)
            if let key = unknown.min() { throw PageError.unknownKey(key, template: name) }
        }
        return replaced
    }

    /// The templates, the style sheet and the script of a folder, by name.
    private static func files(in folder: String) throws -> [String: String] {
        let names = try reading(folder) { try FileManager.default.contentsOfDirectory(atPath: folder) }
        let wanted = names.filter { $0.hasSuffix(".mustache") || ["page.css", "page.js"].contains($0) }
        return try Dictionary(
            uniqueKeysWithValues: wanted.map { name in
                let path = folder + "/" + name
                return (name, try reading(path) { try String(contentsOfFile: path, encoding: .utf8) })
            })
    }

    private static func reading<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch {
            throw PageError.closed(path: path, reason: error.localizedDescription)
        }
    }
}
