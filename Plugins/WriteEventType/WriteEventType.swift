import Foundation
import PackagePlugin

/// Writes the Swift type of event types from the JSON Schema of events, so that only the schema lists them.
@main
struct WriteEventType: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let schema = context.package.directoryURL.appending(path: "http/schemas/event.json")
        let output = context.pluginWorkDirectoryURL.appending(path: "EventType+schema.swift")
        return [
            .buildCommand(
                displayName: "Writing EventType",
                executable: try context.tool(named: "write-event-type").url,
                arguments: [schema.path, output.path],
                inputFiles: [schema],
                outputFiles: [output])
        ]
    }
}
