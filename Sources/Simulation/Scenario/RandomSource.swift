/// A SplitMix64 random number generator: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014).
///
/// Uses only integers and the four basic IEEE 754 operations. The C library's `exp` and `log` may differ in the last
/// bit between processors, which would change the bytes of a simulation.
package struct RandomSource {
    private var state: UInt64

    /// Creates a generator for one stream of a seed. Streams of the same seed are independent.
    package init(seed: UInt64, stream: UInt64) { state = Self.mixed(seed &+ Self.mixed(stream &+ 1)) }

    /// Returns the next 64 random bits.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    /// Returns a number in [0, 1).
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Returns true with this probability.
    package mutating func happens(_ probability: Double) -> Bool { unit() < probability }

    /// Returns an integer from the range, uniformly distributed.
    package mutating func whole(_ range: Range<Int>) -> Int {
        range.lowerBound + Int(next().multipliedFullWidth(by: UInt64(range.count)).high)
    }

    /// Returns one of the elements, each equally likely.
    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[whole(0..<elements.count)] }

    /// Returns an index into `weights` with a probability proportional to its weight.
    package mutating func place(in weights: [Double]) -> Int {
        var rest = unit() * weights.reduce(0, +)
        for (place, weight) in weights.enumerated() {
            rest -= weight
            if rest < 0 { return place }
        }
        return weights.lastIndex { $0 > 0 } ?? 0
    }

    /// Returns a time span in [`low`, `high`), uniformly distributed.
    mutating func span(_ low: Microseconds, _ high: Microseconds) -> Microseconds {
        Microseconds(whole(Int(low)..<Int(high)))
    }

    /// Returns a log-normal time span; `spread` is the standard deviation of its natural logarithm.
    mutating func span(around median: Microseconds, spread: Double) -> Microseconds {
        Microseconds(Double(median) * Self.exponential(spread * normal()))
    }

    /// Returns a version 4 UUID.
    mutating func identifier() -> Truth.Identifier {
        Truth.Identifier(
            high: next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
            low: next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    /// Returns an approximately normal number with mean 0 and variance 1, within ±6, as the sum of twelve uniform ones
    /// (Irwin–Hall).
    private mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }

    /// Approximates eˣ by (1 + x/4096)⁴⁰⁹⁶.
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
