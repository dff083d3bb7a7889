import EventLog
import Testing

@Suite struct ServerVersionTests {
    @Test(arguments: [90_624, 130_014, 140_009])
    func aServerThatLacksWhatTheSchemaNeedsIsRefused(version: Int) {
        let error = #expect(throws: SchemaError.self) { try Schema.check(serverVersion: version) }
        #expect(error?.description.hasPrefix("The server is PostgreSQL \(version / 10_000), ") == true)
        #expect(error?.description.contains("needs 15 or later: ") == true)
    }

    @Test(arguments: [150_000, 150_020, 170_002, 180_000])
    func oneThatHasItIsTaken(version: Int) throws { try Schema.check(serverVersion: version) }
}
