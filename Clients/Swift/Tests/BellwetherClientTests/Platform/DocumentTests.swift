#if canImport(UIKit) && !canImport(Darwin)
import Foundation
import Testing

extension StubTests {
    /// Code in documents must be in the example or in `DocumentedCode.swift`, which are compiled.
    @Suite struct DocumentTests {
        private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

        private func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

        /// The files of a folder whose names end with `suffix`.
        private func files(_ folder: String, _ suffix: String) throws -> [URL] {
            let folder = DocumentTests.package.appendingPathComponent(folder)
            return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
                .filter { $0.hasSuffix(suffix) }.map { folder.appendingPathComponent($0) }
        }

        /// The code without imports, with single spaces.
        private func words(_ code: some StringProtocol) -> String {
            code.split(separator: "\n").filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }

        private func compiled() throws -> [String] {
            let example = try files("Example", ".swift")
            let code = DocumentTests.package.appendingPathComponent(
                "Tests/BellwetherClientTests/Platform/DocumentedCode.swift")
            return try (example + [code]).map { words(try text($0)) }
        }

        @Test func theCodeOfDocumentsCompiles() throws {
            let compiled = try compiled()
            var documents =
                try [DocumentTests.package.appendingPathComponent("README.md")]
                + files("Sources", ".md") + files("Example", ".md")
            // The documents of Bellwether are there unless the package was copied from it.
            let clients = DocumentTests.package.appendingPathComponent("../../docs/clients.md")
            if FileManager.default.fileExists(atPath: clients.path) { documents.append(clients) }
            var blocks = 0
            for document in documents {
                for part in try text(document).components(separatedBy: "```swift\n").dropFirst() {
                    let code = words(part.components(separatedBy: "```")[0])
                    blocks += 1
                    #expect(compiled.contains { $0.contains(code) }, "\(document.lastPathComponent): \(code)")
                }
            }
            #expect(blocks >= 20)
        }

        @Test func theCallsOfTheReadmesTableCompile() throws {
            let compiled = try compiled()
            let readme = try text(DocumentTests.package.appendingPathComponent("README.md"))
            let calls = readme.split(separator: "\n").filter { $0.hasPrefix("| ") }.flatMap { row in
                row.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
            }.filter { $0.contains("bellwether.") || $0.contains("configuration.") }
            #expect(calls.count == 13)
            for call in calls { #expect(compiled.contains { $0.contains(words(call)) }, "\(call)") }
        }
    }
}
#endif
