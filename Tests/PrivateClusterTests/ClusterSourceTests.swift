import Postgres
import PrivateCluster
import Testing

@Suite struct ClusterSourceTests {
    private func resolve(
        url: String? = nil, folder: String? = nil, _ environment: [String: String] = [:]
    ) -> DatabaseSource {
        .resolve(databaseURL: url, dataDirectory: folder, environment: environment, currentDirectory: "/here")
    }

    @Test func theExplicitURLGoesBeforeEverything() {
        let environment = ["DATABASE_URL": "postgresql:///b", "PGHOST": "h", "BELLWETHER_DATA_DIR": "/d"]
        let source = resolve(url: "postgresql:///a", folder: "/e", environment)
        #expect(source == .target(ConnectionTarget(url: "postgresql:///a")))
    }

    @Test func databaseURLGoesBeforeThePGVariables() {
        let source = resolve(["DATABASE_URL": "postgresql:///b", "PGHOST": "h"])
        #expect(source == .target(ConnectionTarget(url: "postgresql:///b")))
    }

    @Test(arguments: ["PGHOST", "PGDATABASE"])
    func aNamedHostOrDatabaseLeavesTheTargetToLibpq(_ name: String) {
        #expect(resolve(folder: "/d", [name: "x"]) == .target(ConnectionTarget()))
    }

    @Test func otherPGVariablesNameNoDatabase() {
        #expect(resolve(["PGPORT": "1", "PGUSER": "me"]) == .embedded(dataDirectory: "/here/.bellwether"))
    }

    @Test func theFolderIsTheOptionThenTheVariableThenTheDefault() {
        let environment = ["BELLWETHER_DATA_DIR": "variable"]
        #expect(resolve(folder: "/option", environment) == .embedded(dataDirectory: "/option"))
        #expect(resolve(environment) == .embedded(dataDirectory: "/here/variable"))
        #expect(resolve() == .embedded(dataDirectory: "/here/.bellwether"))
    }

    @Test func emptyValuesCountAsNotSet() {
        let environment = ["DATABASE_URL": "", "PGHOST": "", "PGDATABASE": "", "BELLWETHER_DATA_DIR": ""]
        #expect(resolve(url: "", folder: "", environment) == .embedded(dataDirectory: "/here/.bellwether"))
    }
}
