import CXXHash

/// A hash of 128 bits (XXH3) by which files and their parts are told apart, much faster than SHA-256. Different files get
/// the same hash only if somebody constructs them for it, and a person who can do that could also withhold a file.
struct ContentHash: ~Copyable {
    private let state: OpaquePointer

    /// Creates the hash of no bytes.
    init() {
        guard let state = XXH3_createState() else { fatalError("out of memory") }
        self.state = state
        XXH3_128bits_reset(state)
    }

    deinit { XXH3_freeState(state) }

    /// Returns a hash of the same bytes, to which other bytes can be added.
    func copy() -> ContentHash {
        let copy = ContentHash()
        XXH3_copyState(copy.state, state)
        return copy
    }

    /// Adds bytes.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        XXH3_128bits_update(state, bytes.baseAddress, bytes.count)
    }

    /// The 16 bytes of the hash so far.
    var bytes: [UInt8] {
        var canonical = XXH128_canonical_t()
        XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state))
        return withUnsafeBytes(of: canonical) { Array($0) }
    }
}
