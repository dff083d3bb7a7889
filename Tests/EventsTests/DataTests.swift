import Events
import TestSupport
import Testing

/// The members of `data`: how those that a type reads are read, and what is kept of the others.
@Suite struct DataTests {
    @Test func anEmptyOptionalTextAndANullMemberAreAbsent() {
        #expect(accepted(EventLine.full.with("data", #"{"x":null,"campaign":null}"#)) == .ofFullLine)
        #expect(accepted(EventLine.full.with("data", #"{"x":"","campaign":""}"#))?.rest == #"{"x":"","campaign":""}"#)
    }

    @Test func whatIsLeftKeepsItsBytesAndItsOrder() {
        let data =
            #"{ "z" : [ 1.50 , null ] , "campaign":"c" ,"trigger" :  5, "\u0061":"\u00e9é" , "gone":null,"options":{}, "action":"a"}"#
        let event = accepted(EventLine.of(type: "notification_opened", data: data))
        #expect(event?.rest == #"{"z" : [ 1.50 , null ],"trigger" :  5,"\u0061":"\u00e9é","options":{}}"#)
        #expect(event?.campaign == "c" && event?.action == "a" && event?.trigger == nil)
    }

    @Test func membersOfDataAreReadAfterTheirEscapesAndWhereverTheTypeStands() {
        let data = #"{"st\u0061tus": "den\u0069ed"}"#
        let line = EventLine.full.without("type").with("data", data).with("type", "\"status_observed\"")
        #expect(accepted(line)?.status == .denied && accepted(line)?.rest == nil)
    }
}
