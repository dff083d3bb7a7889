import Collector
import HTTPTypes
import Testing

@Suite struct ClientAddressTests {
    private func address(_ forwarded: [String], peer: String?, trusting: [String]) -> String? {
        var headers = HTTPFields()
        for value in forwarded { headers.append(HTTPField(name: HTTPField.Name("X-Forwarded-For")!, value: value)) }
        return ClientAddress(trusted: trusting.compactMap { TrustedProxy($0) }).address(of: headers, peer: peer)
    }

    @Test func onlyATrustedProxyIsBelieved() {
        #expect(address(["1.2.3.4"], peer: "10.0.0.1", trusting: []) == "10.0.0.1")
        #expect(address(["1.2.3.4"], peer: "10.0.0.1", trusting: ["10.0.0.1"]) == "1.2.3.4")
        #expect(address(["6.6.6.6, 1.2.3.4", "10.9.9.9"], peer: "10.0.0.1", trusting: ["10.0.0.0/8"]) == "1.2.3.4")
        #expect(address([], peer: "10.0.0.1", trusting: ["10.0.0.0/8"]) == "10.0.0.1")
        #expect(address(["2001:db8::1"], peer: "::1", trusting: ["::/64"]) == "2001:db8::1")
        #expect(address(["1.2.3.4"], peer: nil, trusting: ["10.0.0.0/8"]) == nil)
    }

    @Test(arguments: ["", "x", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8", "::1/129", "10.0.0.0/"])
    func whatIsNoNetworkIsNone(text: String) {
        #expect(TrustedProxy(text) == nil)
    }

    @Test func bitsThatAreNoWholeByteCount() throws {
        let network = try #require(TrustedProxy("192.168.8.0/21"))
        #expect(network.contains("192.168.15.255") && !network.contains("192.168.16.0") && !network.contains("::1"))
        let all = try #require(TrustedProxy("0.0.0.0/0"))
        #expect(all.contains("8.8.8.8"))
    }
}
