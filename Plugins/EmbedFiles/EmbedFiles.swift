import Foundation
import PackagePlugin

/// Compiles the text files that a target needs into it, so that the program is a single file that can be copied to a
/// server.
@main
struct EmbedFiles: BuildToolPlugin {
    /// The folder for each target that needs one, relative to the package.
    static let folders = ["Collector": "http", "EventLog": "sql", "Pages": "dashboards"]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let folder = Self.folders[target.name] else { return [] }
        let root = context.package.directoryURL.appending(path: folder)
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }
            .filter { !$0.hasDirectoryPath && $0.pathExtension != "md" }
            .sorted { $0.path < $1.path }
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
        return [
            .buildCommand(
                displayName: "Embedding \(folder)/",
                executable: try context.tool(named: "embed-files").url,
                arguments: [output.path, root.path] + (files ?? []).map(\.path),
                inputFiles: files ?? [],
                outputFiles: [output])
        ]
    }
}
