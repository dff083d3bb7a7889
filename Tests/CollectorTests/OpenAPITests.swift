import Collector
import EventLog
import Events
import Foundation
import TestSupport
import Testing

@Suite struct OpenAPITests {
    private static func document() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(OpenAPI.text.utf8)) as? [String: Any])
    }

    private static func value(_ path: String) throws -> Any? {
        let start: Any? = try document()
        return path.split(separator: " ").reduce(start) { ($0 as? [String: Any])?[String($1)] }
    }

    @Test func itDescribesEveryPathAndNoOther() throws {
        let paths = try #require(try Self.value("paths") as? [String: [String: Any]])
        #expect(Set(paths.keys) == Set(Route.allCases.map(\.rawValue)).union(Route.shortPaths.keys))
        for path in paths.keys {
            let route = try #require(Route(rawValue: path) ?? Route.shortPaths[path])
            let reference = (paths[path]?["$ref"] as? String)?.replacing("#/paths/", with: "")
            let methods = paths[reference?.replacing("~1", with: "/") ?? path].map { Array($0.keys) }
            #expect(methods == [route.takesEvents ? "post" : "get"])
        }
    }

    @Test func itNamesTheReasonsOfRejects() throws {
        let reasons = try Self.value("components schemas Receipt properties rejected items properties reason enum")
        #expect(reasons as? [String] == RejectReason.allCases.map(\.rawValue))
    }

    @Test func itDescribesEveryStatusOfAProblem() throws {
        let described = try #require(try Self.value("paths /v1/events post responses") as? [String: Any])
        // 404 is only returned for paths that are not described, and 403 to the OPTIONS of browsers.
        #expect(Set(described.keys.compactMap { Int($0) }) == Problem.statuses.subtracting([403, 404]).union([200]))
    }

    @Test func itAndTheDocumentSayHowManyEventsABodyMayHave() throws {
        let described = try #require(try Self.value("components responses TooLarge description") as? String)
        let page = try String(contentsOfFile: ClientLibraries.root + "/docs/clients.md", encoding: .utf8)
        for text in [described, page] {
            #expect(text.replacing(",", with: "").contains(" \(CollectorLimits().events) events"))
        }
    }

    @Test func anAnswerHasTheMembersThatItDescribes() async throws {
        try await CollectorBench.run { bench in
            let reply = try await bench.post("[\(line(1)),{}]")
            let properties = try #require(try Self.value("components schemas Receipt properties") as? [String: Any])
            #expect(Set(reply.json.keys) == Set(properties.keys))
            let problem = try await bench.post("nonsense")
            let members = try #require(try Self.value("components schemas Problem properties") as? [String: Any])
            #expect(Set(problem.json.keys) == Set(members.keys))
            let served = try await bench.request("GET", "/openapi.json")
            #expect(served.body == OpenAPI.text && served.headers["content-type"] == "application/json")
        }
    }
}
