/// SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014).
///
/// Everything is made with whole numbers and the four operations of IEEE 754. The C library's `exp` and `log` may
/// differ in the last bit between processors, and with them the bytes of a simulation.
package struct RandomSource {
    private var state: UInt64

    /// The numbers of one stream of a seed; streams of one seed have nothing to do with each other.
    package init(seed: UInt64, stream: UInt64) { state = Self.mixed(seed &+ Self.mixed(stream &+ 1)) }

    /// The next 64 bits.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    /// A number in [0, 1).
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// True with this probability.
    package mutating func happens(_ probability: Double) -> Bool { unit() < probability }

    /// A whole number in the range, each equally likely.
    package mutating func whole(_ range: Range<Int>) -> Int {
        range.lowerBound + Int(next().multipliedFullWidth(by: UInt64(range.count)).high)
    }

    /// One of the elements, each equally likely.
    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[whole(0..<elements.count)] }

    /// The place of one weight, each as likely as its part of the sum.
    package mutating func place(in weights: [Double]) -> Int {
        var rest = unit() * weights.reduce(0, +)
        for (place, weight) in weights.enumerated() {
            rest -= weight
            if rest < 0 { return place }
        }
        return weights.lastIndex { $0 > 0 } ?? 0
    }

    /// A span in [`low`, `high`), each equally likely.
    mutating func span(_ low: Microseconds, _ high: Microseconds) -> Microseconds {
        Microseconds(whole(Int(low)..<Int(high)))
    }

    /// A log-normal span around `median`; `spread` is the standard deviation of its logarithm.
    mutating func span(around median: Microseconds, spread: Double) -> Microseconds {
        Microseconds(Double(median) * Self.exponential(spread * normal()))
    }

    /// A version 4 UUID.
    mutating func identifier() -> Truth.Identifier {
        Truth.Identifier(
            high: next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
            low: next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    /// A nearly normal number of mean 0 and variance 1, within ±6: twelve uniform ones added up (Irwin–Hall).
    private mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }

    /// e to the power `x`, nearly: (1 + x/4096)^4096.
    private static func exponential(_ x: Double) -> Double {
        (0..<12).reduce(1 + x / 4096) { power, _ in power * power }
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var bits = value
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
