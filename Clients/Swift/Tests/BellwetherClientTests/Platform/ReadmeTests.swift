#if canImport(UIKit) && !canImport(Darwin)
import Foundation
import Testing

extension StubTests {
    @Suite struct ReadmeTests {
        private func text(_ path: String) throws -> String {
            try String(
                contentsOf: URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: #filePath)), encoding: .utf8)
        }

        private func words(_ code: some StringProtocol) -> String {
            code.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }

        @Test func theCodeOfTheReadmeCompiles() throws {
            let readme = try text("../../../README.md")
            let example = words(try text("ReadmeExample.swift"))
            let blocks = readme.components(separatedBy: "```swift\n").dropFirst().compactMap {
                $0.components(separatedBy: "```").first
            }
            #expect(blocks.count == 2)
            for block in blocks {
                let code = block.replacingOccurrences(of: "import BellwetherClient\n", with: "")
                #expect(example.contains(words(code)))
            }
            let calls = readme.split(separator: "\n").filter { $0.hasPrefix("| ") }.flatMap { row in
                row.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
            }.filter { $0.contains("bellwether.") || $0.contains("configuration.") }
            #expect(calls.count == 9)
            for call in calls { #expect(example.contains(words(call)), "\(call)") }
        }
    }
}
#endif
