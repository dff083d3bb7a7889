import Postgres
import PrivateServer
import Testing

@Suite struct DatabaseSourceTests {
    private static let urls = ["DATABASE_URL": "postgresql:///b", "PGHOST": "h", "BELLWETHER_DATA_DIR": "/d"]
    private static let unset = ["DATABASE_URL": "", "PGHOST": "", "PGDATABASE": "", "BELLWETHER_DATA_DIR": ""]
    private static let libpq = DatabaseSource.target(ConnectionTarget())
    private static let inFolder = DatabaseSource.embedded(dataDirectory: "/here/.bellwether")

    /// The option with a URL, then `DATABASE_URL`, then a host or database for libpq, then the option with a folder, then
    /// its variable, then the default. Empty values count as not set, and white space around a
    /// URL does not count.
    @Test(
        arguments: [
            ("postgresql:///a", "/e", urls, .target(ConnectionTarget(url: "postgresql:///a"))),
            (nil, nil, urls, .target(ConnectionTarget(url: "postgresql:///b"))),
            (nil, nil, ["DATABASE_URL": " postgresql:///b\r\n"], .target(ConnectionTarget(url: "postgresql:///b"))),
            ("postgresql:///a\n", nil, urls, .target(ConnectionTarget(url: "postgresql:///a"))),
            (" \n", nil, urls, .target(ConnectionTarget(url: "postgresql:///b"))),
            (" ", nil, ["DATABASE_URL": "\n"], inFolder),
            (nil, "/d", ["PGHOST": "x"], libpq), (nil, "/d", ["PGDATABASE": "x"], libpq),
            (nil, nil, ["PGPORT": "1", "PGUSER": "me"], inFolder),
            (nil, "/option", ["BELLWETHER_DATA_DIR": "variable"], .embedded(dataDirectory: "/option")),
            (nil, nil, ["BELLWETHER_DATA_DIR": "variable"], .embedded(dataDirectory: "/here/variable")),
            (nil, nil, [:], inFolder), ("", "", unset, inFolder),
        ] as [(String?, String?, [String: String], DatabaseSource)])
    func theFirstThatIsNamedCounts(
        url: String?, folder: String?, environment: [String: String], source: DatabaseSource
    ) {
        let found = DatabaseSource.resolve(
            databaseURL: url, dataDirectory: folder, environment: environment, currentDirectory: "/here")
        #expect(found == source)
    }
}
