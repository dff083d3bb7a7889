/// What is wrong with the templates: nothing that data can cause.
public enum PageError: Error, Equatable, CustomStringConvertible {
    /// A template asks for a key that its model does not have.
    case unknownKey(String, template: String)
    /// A template or another file of the pages holds something that pages do not use.
    case forbiddenTag(String, template: String)
    /// A template or another file of the pages is not there.
    case missingFile(String)
    /// A template can't be parsed.
    case unreadable(template: String, reason: String)
    /// A folder of templates, or a file in it, can't be read.
    case closed(path: String, reason: String)
    /// A folder holds no file of the pages.
    case nothingToReplace(folder: String)

    /// 66 where something can't be read, 65 where it can't be used (sysexits.h).
    public var exitStatus: Int32 {
        switch self {
        case .closed, .nothingToReplace: 66
        default: 65
        }
    }

    /// One sentence: what is wrong, where, and what to do.
    public var description: String {
        switch self {
        case .unknownKey(let key, let template):
            "Template \(template).mustache asks for {{\(key)}}, which its model does not have: use the keys that the "
                + "template of that name in dashboards/ has there."
        case .forbiddenTag(let tag, let template):
            "\(template.contains(".") ? template : "Template \(template).mustache") holds \(tag), which pages may not "
                + "use: take it out."
        case .missingFile(let name): "The pages need the file \(name), which is not among them: add it."
        case .unreadable(let template, let reason):
            "Template \(template).mustache can't be parsed: \(reason); mend it."
        case .closed(let path, let reason):
            "Can't read the templates in \(path): \(reason); name a folder that can be read with --templates."
        case .nothingToReplace(let folder):
            "\(folder) holds no template: put page.css, page.js or *.mustache of dashboards/ there."
        }
    }
}
