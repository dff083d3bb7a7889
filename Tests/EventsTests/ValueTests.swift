import Events
import TestSupport
import Testing

/// The value types that make up an event.
@Suite struct ValueTests {
    @Test func aUUIDIsReadInAnyCaseAndWrittenInLowerCase() {
        let uuid = EventUUID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
        #expect(uuid.description == "01234567-89ab-cdef-fedc-ba9876543210")
        #expect(EventUUID("01234567-89AB-CDEF-fedc-BA9876543210") == uuid)
        #expect(EventUUID(high: 0, low: 0).description == "00000000-0000-0000-0000-000000000000")
        #expect(EventUUID(high: .max, low: .max).description == "ffffffff-ffff-ffff-ffff-ffffffffffff")
        var random = SplitMix64(state: 1)
        for _ in 0..<1_000 {
            let uuid = EventUUID(high: random.next(), low: random.next())
            #expect(EventUUID(uuid.description) == uuid && EventUUID(uuid.description.uppercased()) == uuid)
        }
    }

    @Test func uuidsAreOrderedAsTheirBytes() {
        let ascending = [(0, 0), (0, 1), (0, .max), (1, 0), (1 << 63, 0), (.max, .max)].map {
            EventUUID(high: $0.0, low: $0.1)
        }
        for (left, smaller) in ascending.enumerated() {
            for (right, greater) in ascending.enumerated() {
                #expect((smaller < greater) == (left < right))
                #expect((smaller.description < greater.description) == (left < right))
            }
        }
    }

    @Test func aTypeIsFoundByItsNameAndByNoOther() {
        for type in EventType.allCases {
            #expect(EventType(name: type.name) == type)
            for index in type.name.indices {
                var name = type.name
                name.replaceSubrange(index...index, with: name[index] == "x" ? "y" : "x")
                #expect(EventType(name: name) == nil)
                name.remove(at: index)
                #expect(EventType(name: name) == nil)
            }
            #expect(EventType(name: type.name.uppercased()) == nil)
        }
        #expect(EventType(name: "") == nil)
    }
}
