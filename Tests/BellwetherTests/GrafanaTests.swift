import Foundation
import TestSupport
import Testing

/// The dashboards of docs/examples/grafana ask only for what exists.
@Suite struct GrafanaTests {
    private struct Dashboard: Decodable {
        struct Panel: Decodable {
            struct Target: Decodable {
                let expr: String?
                let rawSql: String?
            }

            let title: String
            let targets: [Target]
        }

        struct Templating: Decodable {
            struct Variable: Decodable {
                let name: String
                let definition: String?
            }

            let list: [Variable]
        }

        let panels: [Panel]
        let templating: Templating

        init(_ name: String) throws {
            let path = ClientLibraries.root + "/docs/examples/grafana/\(name).json"
            self = try JSONDecoder().decode(Dashboard.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        }
    }

    @Test func everyMetricOfOperationsIsOneOfTheCollectors() throws {
        let dashboard = try Dashboard("operations")
        let manual = try String(contentsOfFile: ClientLibraries.root + "/docs/operations.md", encoding: .utf8)
        let path = "/Sources/Collector/Telemetry/CollectorMetrics.swift"
        let code = try String(contentsOfFile: ClientLibraries.root + path, encoding: .utf8)
        let known = Set(code.matches(of: /"(bellwether_[a-z_]+)"/).map { String($0.output.1) })
        let asked = dashboard.panels.flatMap(\.targets).flatMap { target in
            (target.expr ?? "").matches(of: /bellwether_[a-z_]+/).map { String($0.output) }
        }
        let names = Set(asked.map { $0.replacing(/_(bucket|sum|count)$/, with: "") })
        #expect(names == known, "every metric has a panel, and no panel has another")
        for name in names { #expect(manual.contains("`\(name)`"), "\(name)") }
    }

    @Test func everyQueryOfProductRuns() async throws {
        let dashboard = try Dashboard("product")
        try await withProgram { bench in
            try bench.fill(installations: 300, days: 60)
            let panels = dashboard.panels.flatMap { panel in panel.targets.map { (panel.title, $0.rawSql ?? "") } }
            let variables = dashboard.templating.list.compactMap { variable in
                variable.definition.map { (variable.name, $0) }
            }
            for (title, query) in panels + variables {
                let run = try bench.attempt("sql", "-At", "-c", Self.filled(query))
                #expect(run.status == 0, "\(title): \(run.errors)")
                #expect(title == "What changed" || run.output.count > 1, "\(title) shows nothing")
            }
            #expect(panels.count > 10 && variables.map(\.0) == ["app"])
        }
    }

    /// Returns a query as Grafana sends it, for two apps and all days of the simulation.
    private static func filled(_ query: String) -> String {
        query.replacing("$__timeFrom()", with: "'2026-01-01T00:00:00Z'")
            .replacing("$__timeTo()", with: "'2026-12-31T23:59:59Z'")
            .replacing("$app", with: "'com.example.reader','com.example.shop'")
    }
}
