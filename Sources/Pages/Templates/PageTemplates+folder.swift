import Foundation

extension PageTemplates {
    /// Returns the built-in files of `dashboards/`, replaced and extended by the files in a folder.
    ///
    /// - Throws: `PageError` if the folder or a file in it can't be read, if it contains no usable file, or if a
    ///   template is invalid. A key that no built-in template uses is an error even if no page would render it.
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

    /// Reads the templates, the style sheet and the script in a folder, by file name. Ignores other files.
    private static func files(in folder: String) throws -> [String: String] {
        let names = try reading(folder) { try FileManager.default.contentsOfDirectory(atPath: folder) }
        let wanted = names.filter { $0.hasSuffix(".mustache") || ["page.css", "page.js"].contains($0) }
        return try Dictionary(
            uniqueKeysWithValues: wanted.map { name in
                let path = folder + "/" + name
                return (name, try reading(path) { try String(contentsOfFile: path, encoding: .utf8) })
            })
    }

    /// Runs `body`; turns its error into a `PageError` that names the path.
    private static func reading<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch {
            throw PageError.closed(path: path, reason: error.localizedDescription)
        }
    }
}
