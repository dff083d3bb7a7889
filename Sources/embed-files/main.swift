import Foundation

// Writes a Swift file that contains other files as raw string literals: embed-files OUTPUT ROOT FILE…
// If OUTPUT has the right text already it is not written, so that nothing is recompiled.

/// Returns a raw string literal of the text, with enough `#` that nothing in the text ends it.
func literal(_ text: String) -> String {
    var hashes = "#"
    while text.contains("\"\"\"" + hashes) || text.contains("\\" + hashes) { hashes += "#" }
    return "\(hashes)\"\"\"\n\(text)\n\"\"\"\(hashes)"
}

let arguments = CommandLine.arguments
guard arguments.count > 2 else {
    FileHandle.standardError.write(Data("usage: embed-files OUTPUT ROOT FILE…\n".utf8))
    exit(64)
}
let root = arguments[2]
let entries = try arguments.dropFirst(3).map { path in
    let name = path.dropFirst(root.count + 1)
    return "        (\"\(name)\", \(literal(try String(contentsOfFile: path, encoding: .utf8)))),"
}
let source = """
    /// The files of `\(URL(fileURLWithPath: root).lastPathComponent)/`, compiled in.
    enum EmbeddedFiles {
        /// Each file's path relative to the folder, and its text, ordered by path.
        static let all: [(path: String, text: String)] = [
    \(entries.joined(separator: "\n"))
        ]
    }

    """
let output = arguments[1]
if (try? String(contentsOfFile: output, encoding: .utf8)) != source {
    try source.write(toFile: output, atomically: true, encoding: .utf8)
}
